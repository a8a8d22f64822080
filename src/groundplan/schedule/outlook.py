"""What follows from a plan's tasks: the order they allow, and days and weeks where every figure was given."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, TypeAlias

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.plan.phases import PhaseId
    from groundplan.plan.task_graph import TaskGraph

Days: TypeAlias = "tuple[float, float, float]"  # the best, the likely and the worst case, in working days
DAYS_A_WEEK = 5
_P90 = 1.2816  # standard deviations from the middle of a bell curve to its ninetieth percentile
_SIZES: dict[str, Days] = {
    "XS": (0.25, 0.5, 1.0),
    "S": (0.5, 1.0, 2.0),
    "M": (1.0, 2.0, 5.0),
    "L": (3.0, 5.0, 10.0),
    "XL": (5.0, 10.0, 20.0),
}
_UNITS = {"h": 1 / 8, "d": 1.0, "w": float(DAYS_A_WEEK)}
_NUMBER = r"(\d{1,4}(?:\.\d{1,3})?)"
_SPREAD = late_regex(
    rf"{_NUMBER} ?(?:/|-|–|—|to) ?{_NUMBER}(?: ?/ ?{_NUMBER})? ?(h|d|w)(?:ours?|rs?|ays?|eeks?|ks?)?\b",
    re.IGNORECASE,
)
_SIZE = late_regex(r"(XS|S|M|L|XL)(?=\s*(?:$|[(,:;/·–—]))")


@dataclass(frozen=True, slots=True)
class PhaseWeeks:
    """A phase, its first and its last week if one person works through the plan."""

    phase: PhaseId
    weeks: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Outlook:
    """Tasks as places in their graph; what nobody estimated has no days, and its phase no weeks."""

    waves: tuple[tuple[int, ...], ...]
    stuck: tuple[int, ...]
    counted: int  # tasks whose effort has a spread
    days: Forecast | None = None  # of the counted ones, one after another
    longest: tuple[int, ...] = ()  # the chain of tasks that nothing can shorten
    phases: tuple[PhaseWeeks, ...] = ()


def look_ahead(graph: TaskGraph, efforts: Sequence[str]) -> Outlook:
    """Return what the tasks and the efforts written beside them lead to."""
    order = order_tasks(graph)
    days = [read_effort(effort) for effort in efforts]
    known = [each for each in days if each is not None]
    if not known:
        return Outlook(order.waves, order.stuck, 0)
    if len(known) < len(days):
        return Outlook(order.waves, order.stuck, len(known), forecast(known))
    path = find_critical_path(graph, [forecast([each]).p50 for each in known])
    return Outlook(order.waves, order.stuck, len(known), forecast(known), path.tasks, _phases(graph, known))


def _phases(graph: TaskGraph, days: Sequence[Days]) -> tuple[PhaseWeeks, ...]:
    phases = dict.fromkeys(node.phase for node in graph.tasks)
    sums = [
        forecast([each for node, each in zip(graph.tasks, days, strict=True) if node.phase == phase])
        for phase in phases
    ]
    return tuple(map(PhaseWeeks, phases, weeks_of(sums)))


# The order of tasks: what can be done at the same time, and the longest chain, which nothing can shorten.


@dataclass(frozen=True, slots=True)
class Order:
    """The tasks in waves: those of one wave wait for earlier waves only. Tasks are places in the graph."""

    waves: tuple[tuple[int, ...], ...]
    stuck: tuple[int, ...]  # tasks of a circle, or that wait for one: they have no wave


@dataclass(frozen=True, slots=True)
class CriticalPath:
    """The longest chain of tasks, first to last, and its days."""

    tasks: tuple[int, ...]
    days: float


def order_tasks(graph: TaskGraph) -> Order:
    """Return every task in the earliest wave it can be in; what hangs in a circle has none."""
    waiting = [len(needs) for needs in graph.needs]
    behind: list[list[int]] = [[] for _ in graph.needs]
    for task, needs in enumerate(graph.needs):
        for needed in needs:
            behind[needed].append(task)
    waves: list[tuple[int, ...]] = []
    wave = [task for task, left in enumerate(waiting) if not left]
    while wave:
        waves.append(tuple(wave))
        ready = []
        for done in wave:
            for task in behind[done]:
                waiting[task] -= 1
                if not waiting[task]:
                    ready.append(task)
        wave = sorted(ready)
    stuck = tuple(task for task, left in enumerate(waiting) if left)
    return Order(tuple(waves), stuck)


def find_critical_path(graph: TaskGraph, days: Sequence[float]) -> CriticalPath:
    """Return the longest chain by the days of each task; of equal ones that of the later tasks.

    Tasks that hang in a circle are in no chain: `order_tasks` leaves them out.
    """
    done: dict[int, float] = {}
    before: dict[int, int] = {}
    for wave in order_tasks(graph).waves:
        for task in wave:
            last = max(graph.needs[task], key=lambda needed: (done[needed], needed), default=None)
            done[task] = days[task] + (0.0 if last is None else done[last])
            if last is not None:
                before[task] = last
    if not done:
        return CriticalPath((), 0.0)
    chain = [max(done, key=lambda task: (done[task], task))]
    while chain[-1] in before:
        chain.append(before[chain[-1]])
    return CriticalPath(tuple(reversed(chain)), done[chain[0]])


# How much work a task is: three days from what its effort says, and P50 and P90 of a sum.


def read_effort(text: str) -> Days | None:
    """Return the days that an effort says, or nothing where it has no spread: one figure is no estimate."""
    bare = text.strip(" *`")
    size, spread = _SIZE.match(bare), _SPREAD.search(bare)
    if spread is None:
        return _SIZES[size[1]] if size else None
    unit = _UNITS[spread[4].lower()]
    first, second = float(spread[1]) * unit, float(spread[2]) * unit
    middle, worst = (second, float(spread[3]) * unit) if spread[3] else ((first + second) / 2, second)
    days = (first, middle, worst)
    return days if days[0] <= days[1] <= days[2] else None


@dataclass(frozen=True, slots=True)
class Forecast:
    """Working days of one person for some tasks: as likely more as less, and nine times in ten enough."""

    p50: float
    p90: float


def forecast(tasks: Iterable[Days]) -> Forecast:
    """Return the days that tasks take one after another.

    Errors are taken to go the same way in all of them: whoever underrates one task of a plan underrates the
    others, and independent errors would make P90 look too good.
    """
    middle = spread = 0.0
    for best, likely, worst in tasks:
        middle += (best + 4 * likely + worst) / 6
        spread += (worst - best) / 6
    return Forecast(round(middle, 1), round(middle + _P90 * spread, 1))


def weeks_of(forecasts: Sequence[Forecast]) -> tuple[tuple[int, int], ...]:
    """Return the first and last week of each of several phases in a row, by their P90."""
    weeks = []
    done = 0.0
    for each in forecasts:
        first = math.floor(done / DAYS_A_WEEK) + 1
        done += each.p90
        weeks.append((first, max(first, math.ceil(done / DAYS_A_WEEK))))
    return tuple(weeks)


def spell_weeks(first: int, last: int) -> str:
    """Return a span of weeks as headings have it: Week 3, Week 3-5."""
    return f"Week {first}" if first == last else f"Week {first}-{last}"
