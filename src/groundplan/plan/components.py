"""Nodes of a graph that all reach each other: what waits in a circle, what imports itself in a ring."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Node = TypeVar("Node", int, str)


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
