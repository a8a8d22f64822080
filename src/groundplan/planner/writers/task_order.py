"""The order of tasks: what can be done at the same time, and the longest chain, which nothing can shorten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.writers.effort import forecast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.planner.writers.board import Phase


def edges_of(phases: Sequence[Phase]) -> dict[str, tuple[str, ...]]:
    """Return each task's id with the ids of the tasks it waits for."""
    found: dict[str, tuple[str, ...]] = {}
    by_phase = {phase.number: tuple(task.id for task in phase.tasks) for phase in phases}
    for phase in phases:
        above: list[str] = []
        for task in phase.tasks:
            if task.needs == "All above":
                found[task.id] = tuple(above)
            elif task.needs.startswith("Phase "):
                found[task.id] = by_phase.get(int(task.needs.removeprefix("Phase ")), ())
            else:
                found[task.id] = tuple(
                    each.strip() for each in task.needs.split(",") if each.strip().startswith("T")
                )
            above.append(task.id)
    return found


def find_waves(phases: Sequence[Phase]) -> tuple[tuple[str, ...], ...]:
    """Return the tasks in waves: those of one wave wait for earlier waves only."""
    edges = edges_of(phases)
    depth: dict[str, int] = {}
    for phase in phases:
        for task in phase.tasks:
            depth[task.id] = 1 + max((depth[each] for each in edges[task.id] if each in depth), default=0)
    waves = range(1, max(depth.values(), default=0) + 1)
    return tuple(tuple(task for task, at in depth.items() if at == wave) for wave in waves)


def find_critical(phases: Sequence[Phase]) -> tuple[tuple[str, ...], float]:
    """Return the longest chain of tasks by P90, and its working days."""
    edges = edges_of(phases)
    days = {task.id: forecast([task.size]).p90 for phase in phases for task in phase.tasks}
    best: dict[str, tuple[float, tuple[str, ...]]] = {}
    for phase in phases:
        for task in phase.tasks:
            before = max((best[each] for each in edges[task.id] if each in best), default=(0.0, ()))
            best[task.id] = (before[0] + days[task.id], (*before[1], task.id))
    length, chain = max(best.values(), default=(0.0, ()))
    return chain, round(length, 1)
