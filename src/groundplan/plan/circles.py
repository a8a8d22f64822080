"""Circles in a graph of tasks: each knot of mutual waiting is found once, whatever the graph's size."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeVar

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

Node = TypeVar("Node", int, str)


@dataclass(frozen=True, slots=True)
class Circle:
    """Tasks that all wait for one another, and the shortest way from the first of them back to itself."""

    knot: tuple[int, ...]
    way: tuple[int, ...]  # each task needs the one after it; the first one stands at both ends


def find_circles(needs: Sequence[Collection[int]]) -> tuple[Circle, ...]:
    """Return each knot of mutual waiting once, in order of its first task, with its shortest way around."""
    return tuple(Circle(tuple(knot), tuple(shortest_circle(needs, knot))) for knot in find_knots(needs))


def find_knots(needs: Sequence[Collection[int]]) -> list[list[int]]:
    """Return each group of tasks that all wait for one another, sorted, in order of their first task.

    `needs[i]` are the tasks that task `i` waits for. A task that waits for itself is a knot of one.
    """
    return sorted(
        component
        for component in find_components(dict(enumerate(needs)))
        if len(component) > 1 or component[0] in needs[component[0]]
    )


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


# Nodes of a graph that all reach each other: what waits in a circle, what imports itself in a ring.


def find_components(graph: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """Return the strongly connected components, each sorted, what is depended on before what depends on it.

    Tarjan's algorithm on its own stack: a chain may be longer than Python lets calls nest.
    """
    low: dict[Node, int] = {}
    order: dict[Node, int] = {}
    path: list[Node] = []
    on_path: set[Node] = set()
    found: list[list[Node]] = []
    for root in sorted(graph):
        if root in order:
            continue
        work = [(root, iter(sorted(set(graph[root]))))]
        order[root] = low[root] = len(order)
        path.append(root)
        on_path.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in order:
                    order[target] = low[target] = len(order)
                    path.append(target)
                    on_path.add(target)
                    work.append((target, iter(sorted(set(graph.get(target, ()))))))
                    break
                if target in on_path:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    found.append(_take_off(path, on_path, node))
    return found


def _take_off(path: list[Node], on_path: set[Node], node: Node) -> list[Node]:
    at = len(path) - 1
    while path[at] != node:
        at -= 1
    group = path[at:]
    del path[at:]
    on_path.difference_update(group)
    return sorted(group)
