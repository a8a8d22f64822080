"""The order of tasks: what can be done at the same time, and the longest chain, which nothing can shorten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.plan.task_graph import TaskGraph


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
