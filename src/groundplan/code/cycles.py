"""Cycles and order in a graph of files: what imports itself in a ring, what must stand before what."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.plan.circles import find_components

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Graph = Mapping[str, Iterable[str]]


@dataclass(frozen=True, slots=True)
class Cycle:
    """Files that all reach each other, and the shortest ring through the first of them that has one.

    The ring names each file once: the last one leads back to the first.
    """

    paths: tuple[str, ...]
    example: tuple[str, ...]


def find_cycles(graph: Graph) -> tuple[Cycle, ...]:
    """Return every group of nodes that reach each other, largest first, each with a short ring as example."""
    found = []
    for group in components(graph):
        if len(group) > 1:
            found.append(Cycle(group, _shortest_ring(graph, group)))
        elif group[0] in set(graph.get(group[0], ())):
            found.append(Cycle(group, group))
    return tuple(sorted(found, key=lambda cycle: (-len(cycle.paths), cycle.paths)))


def find_way(graph: Graph, source: str, target: str) -> tuple[str, ...]:
    """Return the shortest way from one node to another, both ends included, or nothing."""
    came: dict[str, str] = {source: source}
    waiting = deque([source])
    while waiting:
        node = waiting.popleft()
        if node == target:
            return _walk_back(came, source, target)
        for each in sorted(graph.get(node, ())):
            if each not in came:
                came[each] = node
                waiting.append(each)
    return ()


def would_close(graph: Graph, source: str, target: str) -> tuple[str, ...]:
    """Return the ring that a new edge from `source` to `target` would close, or nothing.

    The ring starts at `source`, goes over the new edge to `target`, and from there back.
    """
    if source == target:
        return (source,)
    back = find_way(graph, target, source)
    return (source, *back[:-1]) if back else ()


def components(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """Return the groups of nodes that reach each other, what is depended on before what depends on it."""
    return tuple(tuple(group) for group in find_components(graph))


def _shortest_ring(graph: Graph, group: tuple[str, ...]) -> tuple[str, ...]:
    """Return the shortest ring among the first nodes of a group: all of a big group would cost too much."""
    inside = set(group)
    within = {node: [each for each in graph.get(node, ()) if each in inside] for node in group}
    best: tuple[str, ...] = ()
    for node in group[:50]:
        ring = _ring_through(within, node)
        if ring and (not best or len(ring) < len(best)):
            best = ring
        if len(best) == 2:
            break
    return best


def _ring_through(graph: Graph, start: str) -> tuple[str, ...]:
    came: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for each in sorted(graph.get(node, ())):
            if each == start:
                return _walk_back(came, start, node) if node != start else (start,)
            if each not in came:
                came[each] = node
                waiting.append(each)
    return ()


def _walk_back(came: Mapping[str, str], source: str, target: str) -> tuple[str, ...]:
    way = [target]
    while way[-1] != source:
        way.append(came[way[-1]])
    return tuple(reversed(way))
