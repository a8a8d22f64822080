"""A file map as it is drawn: files in their order, and arrows that say which depends on which."""

from __future__ import annotations

import re

from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

_NODE = late_regex(r"\[([^\[\]\n]{1,300})\]|`([^`\n]{1,300})`|([\w./@+~-]{1,300}(?:::[\w.()]{1,200})?)")
_ARROWS = {"↓": 1, "→": 1, "⇒": 1, "➜": 1, "⟶": 1, "↑": -1, "←": -1, "⇐": -1, "⟵": -1}
_ARROW = late_regex(r"<-{1,3}|<={1,3}|-{1,3}>|={1,3}>|[↓→⇒➜⟶↑←⇐⟵]")
_PASSIVE = late_regex(r"\b(?:\w+(?:ed|d|t|n)\s+(?:in|from\s+)?by|by)\b", re.IGNORECASE)
_DEPENDS = late_regex(
    r"\b(?:call|use|import|read|writ|quer|depend|extend|inherit|wrap|invoke|need|require|load|includ|delegat|"
    r"send|subclass|implement|render|ask|save|store|persist|fetch|open|run|creat|build|construct|check|"
    r"validat|pass|publish|log)\w*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MapNode:
    """One box of the map; `path` is empty where it is no file, such as a table of a database."""

    path: str
    line: int  # of the fence's content, counted from 0


@dataclass(frozen=True, slots=True)
class MapEdge:
    """An arrow: `source` depends on `target`."""

    source: str
    target: str
    line: int


@dataclass(frozen=True, slots=True)
class FileMap:
    """The boxes in their order, and the arrows between files."""

    nodes: tuple[MapNode, ...]
    edges: tuple[MapEdge, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the files in the order in which they first appear."""
        return tuple(dict.fromkeys(node.path for node in self.nodes if node.path))


@dataclass(frozen=True, slots=True)
class _Arrow:
    direction: int  # 1: from what stands above or left to what stands below or right
    words: str
    line: int


_NO_ARROW = _Arrow(0, "", 0)


def read_file_map(text: str) -> FileMap:
    """Read a drawn map: boxes `[a.py]`, arrows between or below them, each with the words beside it."""
    nodes: list[MapNode] = []
    edges: list[MapEdge] = []
    above: MapNode | None = None
    arrow = _NO_ARROW
    for number, line in enumerate(text.split("\n")):
        place = 0
        for match in _boxes(line):
            arrow = _arrow(line[place : match.start()], number) or arrow
            place = match.end()
            written = next(group for group in match.groups() if group).strip()
            citation = parse_citation(written.strip("`"))
            node = MapNode(citation.path if citation else "", number)
            nodes.append(node)
            if above is not None and arrow.direction:
                edges += _edge(above, node, arrow)
            above, arrow = node, _NO_ARROW
        arrow = _arrow(line[place:], number) or arrow
    return FileMap(tuple(nodes), tuple(edges))


def _boxes(line: str) -> list[re.Match[str]]:
    """Return what on a line is a box: anything in brackets, and bare words only where they name a file."""
    return [
        match
        for match in _NODE.finditer(line)
        if match[3] is None or (parse_citation(match[3]) is not None and not _ARROW.search(match[3]))
    ]


def _arrow(text: str, line: int) -> _Arrow | None:
    found = _ARROW.search(text)
    if found is None:
        return None
    drawn = found.group()
    direction = _ARROWS.get(drawn, -1 if drawn.startswith("<") else 1)
    words = " ".join(_ARROW.sub(" ", text).strip(" \t|│├└─┬┼:()").split())
    return _Arrow(direction, words, line)


def _edge(above: MapNode, below: MapNode, arrow: _Arrow) -> list[MapEdge]:
    source, target = (above, below) if arrow.direction > 0 else (below, above)
    if _PASSIVE.search(arrow.words):
        source, target = target, source
    elif arrow.words and not _DEPENDS.search(arrow.words):
        return []  # `returns`, `emits`: the words say no dependency
    if not (source.path and target.path) or source.path == target.path:
        return []
    return [MapEdge(source.path, target.path, arrow.line)]
