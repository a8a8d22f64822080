"""Circles in a graph of tasks: each knot of mutual waiting is found once, whatever the graph's size."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence


def find_knots(needs: Sequence[Collection[int]]) -> list[list[int]]:
    """Return each group of tasks that all wait for one another, sorted, in order of their first task.

    `needs[i]` are the tasks that task `i` waits for. A task that waits for itself is a knot of one.
    """
    knots = [
        sorted(component)
        for component in _components(needs)
        if len(component) > 1 or component[0] in needs[component[0]]
    ]
    return sorted(knots)


def shortest_circle(needs: Sequence[Collection[int]], knot: Collection[int]) -> list[int]:
    """Return the shortest way from a knot's first task back to itself, that task at both ends."""
    start, inside = min(knot), set(knot)
    before: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        task = waiting.popleft()
        for needed in sorted(inside.intersection(needs[task])):
            if needed == start:
                return [start, *_way(before, start, task), start]
            if needed not in before:
                before[needed] = task
                waiting.append(needed)
    return []


def _way(before: dict[int, int], start: int, task: int) -> list[int]:
    way = []
    while task != start:
        way.append(task)
        task = before[task]
    return way[::-1]


def _components(needs: Sequence[Collection[int]]) -> Iterator[list[int]]:
    """Yield strongly connected components (Tarjan), with a stack of its own: plans may be deep."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    open_tasks: list[int] = []
    is_open: set[int] = set()
    for root in range(len(needs)):
        if root in index:
            continue
        work = [(root, iter(sorted(needs[root])))]
        index[root] = low[root] = len(index)
        open_tasks.append(root)
        is_open.add(root)
        while work:
            task, rest = work[-1]
            for needed in rest:
                if needed not in index:
                    index[needed] = low[needed] = len(index)
                    open_tasks.append(needed)
                    is_open.add(needed)
                    work.append((needed, iter(sorted(needs[needed]))))
                    break
                if needed in is_open:
                    low[task] = min(low[task], index[needed])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[task])
                if low[task] == index[task]:
                    yield _close(open_tasks, is_open, task)


def _close(open_tasks: list[int], is_open: set[int], task: int) -> list[int]:
    component = []
    while True:
        last = open_tasks.pop()
        is_open.discard(last)
        component.append(last)
        if last == task:
            return component
