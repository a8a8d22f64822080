"""File maps held against the imports of the code, with the arrows that the plan draws added to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.imports import find_imports, find_way, would_close
from groundplan.plan.citation import Citation
from groundplan.plan.evidence import MapSeen, Ring
from groundplan.plan.file_map import read_file_map
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.app.judgement.looking import Looking
    from groundplan.plan.file_map import FileMap
    from groundplan.plan.record import Record


def look_at_maps(code: Looking, records: Iterable[Record]) -> tuple[MapSeen, ...]:
    """Return each file map with what its files depend on; one file alone has no order."""
    found = []
    for record in records:
        drawn = read_file_map(record.text)
        if len(drawn.paths) > 1:
            found.append(_look(code, record, drawn))
    return tuple(found)


def _look(code: Looking, record: Record, drawn: FileMap) -> MapSeen:
    real = {path: _real(code, path, record.place.document) for path in drawn.paths}
    imports = _imports(code) if any(real.values()) else {}
    names = {path: real[path] or path for path in drawn.paths}
    written = {name: path for path, name in reversed(names.items())}
    edges = {(names[edge.source], names[edge.target]): edge.line for edge in drawn.edges}
    graph: dict[str, tuple[str, ...]] = dict(imports)
    for source, target in edges:
        graph[source] = (*graph.get(source, ()), target)
    depends = {
        path: frozenset(written[name] for name in _reached(graph, names[path]) if name in written)
        for path in drawn.paths
    }
    lines = {node.path: record.place.line + 1 + node.line for node in reversed(drawn.nodes) if node.path}
    first = record.place.line + 1
    rings = tuple(
        Ring(ring, Place(record.place.document, first + line, 1))
        for (source, target), line in edges.items()
        if (ring := _ring(imports, source, target))
    )
    return MapSeen(record.section, record.place, tuple(drawn.paths), lines, depends, rings)


def _real(code: Looking, path: str, document: str) -> str:
    placed = code.place(Citation(path, text=path, place=Place(document)), by_ending=True)
    return "" if placed.is_outside or placed.is_folder else placed.path


def _imports(code: Looking) -> dict[str, tuple[str, ...]]:
    """Return who imports whom when run; what is imported for types or later closes no cycle."""
    if code.imports is None:
        code.imports = find_imports(code.index).graph(only_run=True)
    return code.imports


def _reached(graph: Mapping[str, tuple[str, ...]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(graph.get(start, ()))
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting += graph.get(path, ())
    return seen - {start}


def _ring(imports: Mapping[str, tuple[str, ...]], source: str, target: str) -> tuple[str, ...]:
    """Return the cycle a drawn edge would close; one that is there already is not the plan's doing."""
    if source not in imports and target not in imports:
        return ()
    return () if find_way(imports, source, target) else would_close(imports, source, target)
