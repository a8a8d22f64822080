"""The order that dependencies allow: waves, the earliest and latest day of each task, the longest chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from groundplan.plan.dataclass import dataclass
from groundplan.schedule.absence import pass_over, work_back, work_through

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from groundplan.schedule.absence import Absence

# For each task, by its place, the places of the tasks it waits for.
Needs: TypeAlias = "Sequence[Collection[int]]"
_EXACT = 6  # decimals; sums of tenths of a day differ in the sixteenth, and that is no slack


@dataclass(frozen=True, slots=True)
class Order:
    """The tasks in waves: those of one wave wait for earlier waves only. Tasks are places in the graph."""

    waves: tuple[tuple[int, ...], ...]
    stuck: tuple[int, ...]  # tasks of a circle, or that wait for one: they have no wave


@dataclass(frozen=True, slots=True)
class Timing:
    """When a task is worked on, in days from the start, and by how much it may slip."""

    start: float
    finish: float
    slack: float  # without moving the end
    free: float  # without moving any other task

    @property
    def is_critical(self) -> bool:
        """Whether a delay of the task is a delay of the end."""
        return self.slack <= 0


@dataclass(frozen=True, slots=True)
class CriticalPath:
    """The longest chain of tasks, first to last, and its days."""

    tasks: tuple[int, ...]
    days: float


def find_followers(needs: Needs) -> list[list[int]]:
    """Return for each task those that wait for it."""
    followers: list[list[int]] = [[] for _ in needs]
    for task, needed in enumerate(needs):
        for each in needed:
            followers[each].append(task)
    return followers


def order_tasks(needs: Needs) -> Order:
    """Return every task in the earliest wave it can be in; what hangs in a circle has none."""
    waiting = [len(needed) for needed in needs]
    followers = find_followers(needs)
    waves: list[tuple[int, ...]] = []
    wave = [task for task, left in enumerate(waiting) if not left]
    while wave:
        waves.append(tuple(wave))
        ready = []
        for done in wave:
            for task in followers[done]:
                waiting[task] -= 1
                if not waiting[task]:
                    ready.append(task)
        wave = sorted(ready)
    return Order(tuple(waves), tuple(task for task, left in enumerate(waiting) if left))


def reduce_needs(needs: Needs) -> list[list[int]]:
    """Return what each task waits for without what it waits for anyhow; a graph with a cycle stays whole."""
    above: dict[int, int] = {}  # the tasks that each one waits for in the end, as bits
    order = [task for wave in order_tasks(needs).waves for task in wave]
    if len(order) < len(needs):
        return [sorted(each) for each in needs]
    reduced: list[list[int]] = [[] for _ in needs]
    for task in order:
        through = 0
        for each in needs[task]:
            through |= above[each]
        above[task] = through
        for each in needs[task]:
            above[task] |= 1 << each
        reduced[task] = [each for each in sorted(needs[task]) if not through >> each & 1]
    return reduced


def time_tasks(
    needs: Needs, days: Sequence[float], absences: Sequence[Absence] = ()
) -> tuple[Timing | None, ...]:
    """Return the earliest days of each task and its slack; one that is stuck in a circle has none."""
    order = [task for wave in order_tasks(needs).waves for task in wave]
    away: Sequence[Absence] = absences or [()] * len(days)
    starts, finishes = [0.0] * len(days), [0.0] * len(days)
    for task in order:
        ready = max((finishes[each] for each in needs[task]), default=0.0)
        starts[task] = pass_over(away[task], ready) if days[task] else ready
        finishes[task] = work_through(away[task], starts[task], days[task])
    end = max((finishes[task] for task in order), default=0.0)
    latest, soonest = [end] * len(days), [end] * len(days)  # when the task must be finished
    timings: list[Timing | None] = [None] * len(days)
    for task in reversed(order):
        begun = work_back(away[task], latest[task], days[task])
        slack, free = round(begun - starts[task], _EXACT), round(soonest[task] - finishes[task], _EXACT)
        timings[task] = Timing(starts[task], finishes[task], max(slack, 0.0), max(free, 0.0))
        for each in needs[task]:
            latest[each] = min(latest[each], begun)
            soonest[each] = min(soonest[each], starts[task])
    return tuple(timings)


def find_critical_path(needs: Needs, days: Sequence[float]) -> CriticalPath:
    """Return the longest chain by the days of each task; of equal ones that of the later tasks.

    Tasks that hang in a circle are in no chain: `order_tasks` leaves them out.
    """
    done: dict[int, float] = {}
    before: dict[int, int] = {}
    for wave in order_tasks(needs).waves:
        for task in wave:
            last = max(needs[task], key=lambda needed: (done[needed], needed), default=None)
            done[task] = days[task] + (0.0 if last is None else done[last])
            if last is not None:
                before[task] = last
    if not done:
        return CriticalPath((), 0.0)
    chain = [max(done, key=lambda task: (done[task], task))]
    while chain[-1] in before:
        chain.append(before[chain[-1]])
    return CriticalPath(tuple(reversed(chain)), done[chain[0]])
