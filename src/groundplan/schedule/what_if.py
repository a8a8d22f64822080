"""What if a task takes longer, an owner is away or gets help, a dependency is cut: a workload changed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.calendar import MOST_PEOPLE, read_span
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.late_regex import late_regex
from groundplan.schedule.absence import join_absences
from groundplan.schedule.effort import read_effort, read_length

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundplan.plan.calendar import Calendar
    from groundplan.schedule.effort import Days
    from groundplan.schedule.levelling import Workload

_TAKES = late_regex(r"(.+?)\s+takes\s+(.+)", re.IGNORECASE | re.DOTALL)
_WITHOUT = late_regex(r"(.+?)\s+without\s+(.+)", re.IGNORECASE | re.DOTALL)
_AWAY = late_regex(r"(.+?)\s+(?:is\s+)?away\s+(.+)", re.IGNORECASE | re.DOTALL)
_PEOPLE = late_regex(r"(.+?)\s+(?:has|have|is|are)\s+(\d{1,4})(?:\s+(?:people|persons?))?", re.IGNORECASE)
_DAYS = late_regex(r"(?:days?\s+)?(\d{1,4})(?:\s*(?:-|–|to)\s*(\d{1,4}))?", re.IGNORECASE)
FORMS = (
    '"T3 takes 5 days", "T5 without T3", "Ada away 3-7" (working days), "Ada away 2026-03-02..2026-03-06" '
    'or "Ada has 2 people"'
)


@dataclass(frozen=True, slots=True)
class Supposed:
    """A workload and the three figures of each task, none where a task has one or none."""

    work: Workload
    estimates: tuple[Days | None, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """What a supposition may name: tasks by what they are called, owners, and the days of a date."""

    find_task: Callable[[str], int | None]
    tasks: Sequence[str]
    owners: Sequence[str]
    calendar: Calendar


def suppose(text: str, given: Supposed, names: Names) -> Supposed:
    """Return the workload as it would be if that were so; refuses what names no task, owner or length."""
    said = " ".join(text.split())
    for pattern, change in ((_TAKES, _takes), (_WITHOUT, _without), (_AWAY, _away), (_PEOPLE, _has)):
        match = pattern.fullmatch(said)
        if match:
            return change(given, names, match[1].strip(), match[2].strip())
    raise Misused(f"`{said[:80]}` is nothing that can be supposed", hint=f"Say {FORMS}")


def _takes(given: Supposed, names: Names, task: str, effort: str) -> Supposed:
    place, days = _task(names, task), read_length(effort)
    if days is None:
        raise Misused(f"`{effort[:40]}` is no effort", hint="Say `5 days`, `2-4 days`, `1/2/5 days` or `L`")
    lengths = [days if at == place else each for at, each in enumerate(given.work.days)]
    known = (days, days, days) if read_effort(effort) is None else read_effort(effort)
    estimates = tuple(known if at == place else each for at, each in enumerate(given.estimates))
    return Supposed(replace(given.work, days=lengths), estimates)


def _without(given: Supposed, names: Names, task: str, needed: str) -> Supposed:
    place, cut = _task(names, task), _task(names, needed)
    needs = [set(each) for each in given.work.needs]
    if cut not in needs[place]:
        direct = ", ".join(f"`{names.tasks[each]}`" for each in sorted(needs[place])) or "nothing"
        raise Misused(
            f"`{names.tasks[place]}` does not depend on `{names.tasks[cut]}`",
            hint=f"It depends on {direct}",
        )
    needs[place].discard(cut)
    return replace(given, work=replace(given.work, needs=[frozenset(each) for each in needs]))


def _away(given: Supposed, names: Names, owner: str, when: str) -> Supposed:
    name = _owner(names, owner)
    crew = given.work.crew(name)
    away = join_absences([crew.away, (_read_days(when, names.calendar),)])
    return _with_crew(given, name, people=crew.people, away=away)


def _has(given: Supposed, names: Names, owner: str, people: str) -> Supposed:
    name = _owner(names, owner)
    if not 1 <= int(people) <= MOST_PEOPLE:
        raise Misused(f"`{owner}` cannot be {people} people", hint=f"From 1 to {MOST_PEOPLE:,}")
    return _with_crew(given, name, people=int(people), away=given.work.crew(name).away)


def _with_crew(given: Supposed, name: str, *, people: int, away: tuple[tuple[float, float], ...]) -> Supposed:
    crews = {**given.work.crews, name: replace(given.work.crew(name), people=people, away=away)}
    return replace(given, work=replace(given.work, crews=crews))


def _read_days(when: str, calendar: Calendar) -> tuple[float, float]:
    """Return the span of working days that is meant: `3-7` counts from day 1, dates need a start."""
    span, days = read_span(when), _DAYS.fullmatch(when)
    if span is not None:
        if calendar.start is None:
            raise Misused(
                f"`{when}` needs the date on which work starts", hint="Say it: `--start 2026-03-02`"
            )
        return calendar.absence(span)
    if days is None or int(days[1]) < 1 or int(days[2] or days[1]) < int(days[1]):
        raise Misused(f"`{when[:40]}` are no days", hint=f"Say {FORMS}")
    return float(int(days[1]) - 1), float(days[2] or days[1])


def _task(names: Names, said: str) -> int:
    found = names.find_task(said)
    if found is None:
        raise Misused(f"`{said[:60]}` is none of the tasks", hint=f"Tasks: {_listed(names.tasks)}")
    return found


def _owner(names: Names, said: str) -> str:
    found = next((each for each in names.owners if each.casefold() == said.casefold()), None)
    if found is None:
        known = f"Owners: {_listed(names.owners)}" if names.owners else "No task of this plan has an owner"
        raise Misused(f"`{said[:60]}` owns none of the tasks", hint=known)
    return found


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return ", ".join(f"`{name}`" for name in names[:12]) + more
