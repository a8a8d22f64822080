"""What follows from a plan's tasks: the order they allow, and days and weeks where every figure was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.schedule.effort import read_effort
from groundplan.schedule.forecast import forecast_work, weeks_of
from groundplan.schedule.order import find_critical_path, order_tasks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.plan.phases import PhaseId
    from groundplan.plan.task_graph import TaskGraph
    from groundplan.schedule.effort import Days
    from groundplan.schedule.forecast import Forecast


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
    order = order_tasks(graph.needs)
    days = [read_effort(effort) for effort in efforts]
    known = [each for each in days if each is not None]
    if not known:
        return Outlook(order.waves, order.stuck, 0)
    if len(known) < len(days):
        return Outlook(order.waves, order.stuck, len(known), forecast_work(known))
    path = find_critical_path(graph.needs, [likely for _, likely, _ in known])
    return Outlook(
        order.waves, order.stuck, len(known), forecast_work(known), path.tasks, _phases(graph, known)
    )


def _phases(graph: TaskGraph, days: Sequence[Days]) -> tuple[PhaseWeeks, ...]:
    phases = dict.fromkeys(node.phase for node in graph.tasks)
    sums = [
        forecast_work([each for node, each in zip(graph.tasks, days, strict=True) if node.phase == phase])
        for phase in phases
    ]
    return tuple(map(PhaseWeeks, phases, weeks_of(sums)))
