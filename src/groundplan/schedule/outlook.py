"""What follows from a plan's tasks: the order they allow, and days and weeks where every figure was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.schedule.effort import forecast, read_effort, weeks_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.plan.phases import PhaseId
    from groundplan.plan.task_graph import TaskGraph
    from groundplan.schedule.effort import Days, Forecast


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
