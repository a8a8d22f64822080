"""Tasks spread over their owners: nobody works on two at once, and the order comes from priority rules."""

from __future__ import annotations

import heapq
from bisect import bisect_right, insort
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.schedule.absence import join_absences, pass_over, work_through
from groundplan.schedule.order import find_followers, order_tasks, time_tasks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.schedule.absence import Absence
    from groundplan.schedule.order import Needs, Timing

_MANY = 2_000  # tasks; above that one rule is tried, not all of them


@dataclass(frozen=True, slots=True)
class Crew:
    """How many people an owner is, and when all of them are away, in working days from the start."""

    people: int = 1
    away: Absence = ()


@dataclass(frozen=True, slots=True)
class Workload:
    """What is to be done: for each task what it waits for, its days and its owners; a crew per owner.

    A task without an owner waits for no one, and an owner without a crew is one person.
    """

    needs: Needs
    days: Sequence[float]
    owners: Sequence[tuple[str, ...]]
    crews: Mapping[str, Crew] = field(default_factory=dict)

    @property
    def absences(self) -> list[Absence]:
        """Return for each task when somebody it needs is away."""
        known = {each: join_absences(self.crew(owner).away for owner in each) for each in set(self.owners)}
        return [known[each] for each in self.owners]

    def crew(self, owner: str) -> Crew:
        """Return the crew of an owner."""
        return self.crews.get(owner, Crew())


@dataclass(frozen=True, slots=True)
class Levelled:
    """The days of each task, and the tasks that it follows only because the same person does them."""

    timings: tuple[Timing | None, ...]
    after: tuple[frozenset[int], ...]
    days: float
    least: float  # no schedule with these owners takes fewer days


def join_needs(needs: Needs, after: Needs) -> list[frozenset[int]]:
    """Return what each task waits for, its owner's earlier tasks among them."""
    return [frozenset(needed).union(more) for needed, more in zip(needs, after, strict=True)]


def level(work: Workload) -> Levelled:
    """Return the shortest schedule that any of the priority rules finds."""
    absences = work.absences
    timings = time_tasks(work.needs, work.days, absences)
    least = max(_end(timings), _busiest(work, timings))
    rules = _priorities(work, timings)
    best: Levelled | None = None
    for priority in rules[: 1 if len(work.days) > _MANY else None]:
        after = _place_all(work, priority)
        found = time_tasks(join_needs(work.needs, after), work.days, absences)
        if best is None or _end(found) < best.days:
            best = Levelled(found, after, _end(found), least)
        if best.days <= least:
            break
    return best or Levelled((), (), 0.0, 0.0)


def _end(timings: Sequence[Timing | None]) -> float:
    return max((each.finish for each in timings if each), default=0.0)


def _busiest(work: Workload, timings: Sequence[Timing | None]) -> float:
    """Return the days that the owner with the most work needs, however the tasks are ordered."""
    load: dict[str, float] = {}
    for days, owners, timing in zip(work.days, work.owners, timings, strict=True):
        for owner in owners if timing else ():
            load[owner] = load.get(owner, 0.0) + days
    shared = ((work.crew(owner), days) for owner, days in load.items())
    ends = (work_through(crew.away, pass_over(crew.away, 0.0), days / crew.people) for crew, days in shared)
    return max(ends, default=0.0)


def _priorities(work: Workload, timings: Sequence[Timing | None]) -> list[list[float]]:
    """Return the rules as figures, the smallest first: latest start, latest finish, most followers."""
    started = [each.start + each.slack if each else 0.0 for each in timings]
    finished = [each.finish + each.slack if each else 0.0 for each in timings]
    followers = find_followers(work.needs)
    followed = [0] * len(started)
    for wave in reversed(order_tasks(work.needs).waves):
        for task in wave:
            followed[task] = sum(followed[each] + 1 for each in followers[task])
    return [started, finished, [-float(each) for each in followed]]


@dataclass(slots=True)
class _Person:
    """What one person does, in order of time; work without a break is one stretch."""

    starts: list[float] = field(default_factory=list)
    finishes: list[float] = field(default_factory=list)
    tasks: list[tuple[float, int]] = field(default_factory=list)

    def find_gap(self, away: Absence, ready: float, days: float) -> float:
        """Return when a task of that many days can start at the earliest."""
        at = max(bisect_right(self.starts, ready) - 1, 0)
        day = pass_over(away, ready)
        while at < len(self.starts) and self.starts[at] < work_through(away, day, days):
            if self.finishes[at] > day:
                day = pass_over(away, self.finishes[at])
            at += 1
        return day

    def take(self, task: int, start: float, finish: float) -> None:
        """Put a task between the others."""
        insort(self.tasks, (start, task))
        at = bisect_right(self.starts, start)
        follows, leads = self.finishes[at - 1 : at] == [start], self.starts[at : at + 1] == [finish]
        first, last = at - follows, at + leads
        self.starts[first:last] = [self.starts[first] if follows else start]
        self.finishes[first:last] = [self.finishes[last - 1] if leads else finish]


def _place_all(work: Workload, priority: Sequence[float]) -> tuple[frozenset[int], ...]:
    """Place the tasks one by one, the most urgent of those whose needs are placed first.

    Returns which task each one follows because the same person does it just before.
    """
    absences = work.absences
    followers = find_followers(work.needs)
    waiting = [len(needed) for needed in work.needs]
    ready = [(priority[task], task) for task, left in enumerate(waiting) if not left]
    heapq.heapify(ready)
    finishes: dict[int, float] = {}
    crews: dict[str, list[_Person]] = {}
    while ready:
        task = heapq.heappop(ready)[1]
        earliest = max((finishes[each] for each in work.needs[task]), default=0.0)
        finishes[task] = earliest
        if work.days[task]:
            for owner in work.owners[task]:
                crews.setdefault(owner, [_Person() for _ in range(work.crew(owner).people)])
            people = [crews[owner] for owner in work.owners[task]]
            start, chosen = _find_start(people, absences[task], earliest, work.days[task])
            finishes[task] = work_through(absences[task], start, work.days[task])
            for person in chosen:
                person.take(task, start, finishes[task])
        for follower in followers[task]:
            waiting[follower] -= 1
            if not waiting[follower]:
                heapq.heappush(ready, (priority[follower], follower))
    return _follow(crews, len(work.days))


def _find_start(
    crews: Sequence[Sequence[_Person]], away: Absence, ready: float, days: float
) -> tuple[float, list[_Person]]:
    """Return the first moment at which one of each crew is free for the whole task, and who they are."""
    day = pass_over(away, ready)
    while True:
        gaps = [[person.find_gap(away, day, days) for person in crew] for crew in crews]
        latest = max((min(gap) for gap in gaps), default=day)
        if latest <= day:
            return day, [crew[gap.index(min(gap))] for crew, gap in zip(crews, gaps, strict=True)]
        day = latest


def _follow(crews: Mapping[str, Sequence[_Person]], count: int) -> tuple[frozenset[int], ...]:
    after: list[set[int]] = [set() for _ in range(count)]
    for crew in crews.values():
        for person in crew:
            for (_, earlier), (_, later) in pairwise(person.tasks):
                after[later].add(earlier)
    return tuple(map(frozenset, after))
