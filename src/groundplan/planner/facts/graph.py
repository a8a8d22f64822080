"""What the import graph says of the targets: their modules, their cycles, the order to change them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.cycles import find_way

if TYPE_CHECKING:
    from groundplan.code.imports import ImportGraph
    from groundplan.evidence.kinds import Target

MOST_MODULES = 60
MOST_CYCLES = 10


def find_modules(graph: ImportGraph, targets: tuple[Target, ...]) -> tuple[str, ...]:
    """Return the files of the repository that the targets import, the targets themselves left out."""
    own = {each.path for each in targets}
    found = {edge.target for path in own for edge in graph.imports_of(path)} - own
    return tuple(sorted(found)[:MOST_MODULES])


def find_target_cycles(graph: ImportGraph, targets: tuple[Target, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the import cycles that a target is part of, each as the shortest ring through it."""
    wanted = {each.path for each in targets}
    near = _both_ways(graph, wanted)
    inner = {
        path: tuple(
            edge.target
            for edge in graph.imports_of(path)
            if edge.is_run and edge.target in near and edge.target != path
        )
        for path in sorted(near)
    }
    rings = (_ring_through(inner, each.path) for each in targets)
    return tuple(dict.fromkeys(ring for ring in rings if ring))[:MOST_CYCLES]


def _ring_through(graph: dict[str, tuple[str, ...]], path: str) -> tuple[str, ...]:
    """Return the shortest way from a file back to itself, the file named once, or nothing."""
    ways = (find_way(graph, each, path) for each in graph.get(path, ()))
    return min(((path, *way[:-1]) for way in ways if way), key=lambda ring: (len(ring), ring), default=())


def _both_ways(graph: ImportGraph, starts: set[str]) -> set[str]:
    """Return the files that are reached from some and reach them: only there can their cycles be."""
    forward, backward = set(starts), set(starts)
    for found, is_forward in ((forward, True), (backward, False)):
        waiting = list(starts)
        while waiting:
            path = waiting.pop()
            edges = graph.imports_of(path) if is_forward else graph.importers_of(path)
            for edge in edges:
                other = edge.target if is_forward else edge.source
                if edge.is_run and other not in found:
                    found.add(other)
                    waiting.append(other)
    return forward & backward


def map_files(graph: ImportGraph, targets: tuple[Target, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the targets leaves first, each with those of them that it imports; a ring counts as one."""
    order = [each.path for each in targets]
    direct = {path: {edge.target for edge in graph.imports_of(path) if edge.is_run} for path in order}
    # Over other files, too: what a file needs is there before it.
    behind = {path: _reached(graph, path) if len(order) > 1 else set() for path in order}
    placed: list[str] = []
    while len(placed) < len(order):
        waiting = [path for path in order if path not in placed]
        placed += [path for path in waiting if not any(_is_needed(behind, each, path) for each in waiting)][
            :1
        ]
    return tuple(
        (path, tuple(each for each in order if each != path and each in direct[path])) for path in placed
    )


def _is_needed(behind: dict[str, set[str]], one: str, other: str) -> bool:
    """Tell whether `other` needs `one`; where both need each other, neither comes first."""
    return one in behind[other] and other not in behind[one]


def _reached(graph: ImportGraph, start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for edge in graph.imports_of(waiting.pop()):
            if edge.is_run and edge.target not in found:
                found.add(edge.target)
                waiting.append(edge.target)
    return found
