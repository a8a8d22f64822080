"""Finds what an import that the goal implies would do: close a cycle, or break a declared layer contract."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.code.imports import find_way, would_close
from groundplan.code.outline import NAMES, Kind
from groundplan.evidence.contrary.contracts import broken_by, read_contracts
from groundplan.evidence.contrary.introduced import prose_of
from groundplan.evidence.contrary.kinds import Broken, NewEdge, Ring
from groundplan.plan.late_regex import late_regex
from groundplan.survey.quieting import quieten
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.imports import ImportGraph
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView
    from groundplan.evidence.pack import EvidencePack

_LONGEST = 6  # files in a ring: a longer one nobody can follow in a sentence
_NAME = r"`?(?P<{0}>[A-Za-z_][\w./-]{{1,150}}(?:::[\w.]{{1,100}})?)(?:\(\))?`?"
_KIND = r"(?:the |our |a |an )?(?:function |method |class |helper |module |file |package )?"
_USE = late_regex(
    rf"\b(?:re-?us(?:e|ing)|us(?:e|ing)|call(?:ing)?|import(?:ing)?|invok(?:e"
    rf"|ing)) {_KIND}{_NAME.format('used')}"
    rf"(?: {_KIND.strip()}(?:function|method|class|helper|module))?"
    rf"(?: from {_KIND}{_NAME.format('home')})?"
    rf" (?:in|inside|within|from inside|into|from) {_KIND}{_NAME.format('user')}",
    re.IGNORECASE,
)
_LET = late_regex(
    rf"\b(?:mak(?:e|ing)|let|have) {_KIND}{_NAME.format('user')} (?:use|call|import|depend on|inherit from"
    rf"|subclass|extend)s? "
    rf"{_KIND}{_NAME.format('used')}",
    re.IGNORECASE,
)
_MOVE = late_regex(
    rf"\b(?:mov(?:e|es|ed|ing)|extract(?:ing)?|relocat(?:e|ing)) {_KIND}{_NAME.format('used')}"
    rf"(?: {_KIND.strip()}(?:function|method|class|helper))?"
    rf"(?: (?:from|out of) {_KIND}{_NAME.format('home')})? (?:in)?to {_KIND}{_NAME.format('user')}",
    re.IGNORECASE,
)
_WORD = late_regex(rb"[A-Za-z_]\w*")


def find_rings(pack: EvidencePack) -> Iterator[Ring]:
    """Return the first cycle that an implied import would close."""
    edges = pack.implied
    if not edges:
        return
    imports = pack.graph
    graph = _graph(imports, edges)
    for edge in edges:
        source, target = _node(edge.source), _node(edge.target)
        if source == target or target in graph.get(source, ()) or find_way(graph, source, target):
            continue  # it imports that already, or a ring is there today
        added = {_node(each.source): (_node(each.target),) for each in edges if each is not edge}
        whole = {**graph, **{key: (*graph.get(key, ()), *more) for key, more in added.items()}}
        ring = would_close(whole, source, target)
        if 1 < len(ring) <= _LONGEST:
            yield Ring(edge, ring, _lines_back(imports, ring))
            return


def _graph(imports: ImportGraph, edges: Sequence[NewEdge]) -> dict[str, tuple[str, ...]]:
    """Return who imports whom; a Go package is its folder, and only imports that always run count."""
    found: dict[str, dict[str, None]] = {}
    is_go = any(edge.source.endswith(".go") for edge in edges)
    for each in imports.edges:
        if each.is_run and each.source.endswith(".go") is is_go:
            found.setdefault(_node(each.source), {})[_node(each.target)] = None
    return {
        source: tuple(target for target in targets if target != source) for source, targets in found.items()
    }


def _node(path: str) -> str:
    return path.rpartition("/")[0] or "." if path.endswith(".go") else path


def _lines_back(imports: ImportGraph, ring: tuple[str, ...]) -> tuple[str, ...]:
    lines = {
        (_node(each.source), _node(each.target)): f"{each.source}:{each.line}"
        for each in reversed(imports.edges)
    }
    return tuple(lines[pair] for pair in pairwise([*ring[1:], ring[0]]) if pair in lines)


def find_broken(pack: EvidencePack) -> Iterator[Broken]:
    """Return the first contract that an implied import would break."""
    edges = pack.implied
    contracts = read_contracts(pack.index) if any(edge.source.endswith(".py") for edge in edges) else ()
    if not contracts:
        return
    imports = pack.graph
    modules = pack.inference.files.modules
    for edge in edges:
        if any(each.target == edge.target for each in imports.imports_of(edge.source)):
            continue
        source, target = modules.roots.module_of(edge.source), modules.roots.module_of(edge.target)
        contract = broken_by(contracts, source, target)
        if contract is not None:
            yield Broken(edge, contract.name, contract.at, source, target)
            return


# The imports that a goal implies: `use X from Y in Z` makes Z import Y; moved code takes some along.


def implied_edges(index: CodeView, text: str) -> Iterator[NewEdge]:
    """Return the imports that a goal's words imply between files that are there, each surely meant."""
    prose = prose_of(text)
    for pattern in (_USE, _LET):
        for match in pattern.finditer(prose):
            parts = match.groupdict()
            target = _file_of(index, parts.get("home") or "") or _file_of(index, parts["used"])
            source = _file_of(index, parts["user"])
            if source and target and source != target:
                yield NewEdge(source, target, _last(parts["used"]), f"the goal says “{_short(match[0])}”")
    for match in _MOVE.finditer(prose):
        yield from _moved(index, match)


def _short(words: str) -> str:
    return " ".join(words.replace("`", "").split())[:120]


def _last(name: str) -> str:
    return re.split(r"::|\.", name)[-1]


def _file_of(index: CodeView, said: str) -> str:
    """Return the one product file that a path, a module or a definition's name means, or nothing."""
    name = said.strip("`.").removesuffix("()")
    if not name:
        return ""
    path, separator, _ = name.partition("::")
    if separator or "/" in name or re.search(r"\.(?:pyi?|go|[cm]?[jt]sx?)$", name):
        return _ending(index, f"/{path}", path)
    meant = (each for each in index.symbols(_last(name)) if _is_code(name, each))
    symbols = {each.path for each in meant if is_own_code(each.path)}
    if len(symbols) == 1:
        return next(iter(symbols))
    dotted = name.replace(".", "/")
    if "." in name and not symbols:
        files = (f"{dotted}.py", f"{dotted}/__init__.py")
        return next((found for each in files if (found := _ending(index, f"/{each}", each))), "")
    return ""


def _is_code(name: str, symbol: Symbol) -> bool:
    """Tell a name from a plain word: `cache` alone may be anything, `Cache` or `get_cache` is meant."""
    parts, own = name.split("."), symbol.definition.qualified.split(".")
    is_spelled = "_" in name or "." in name or name != name.lower()
    shared = min(len(parts), len(own))
    return is_spelled and symbol.definition.kind is not Kind.ATTRIBUTE and own[-shared:] == parts[-shared:]


def _ending(index: CodeView, ending: str, whole: str) -> str:
    found = [path for path in index.paths() if path == whole or path.endswith(ending)]
    exact = [path for path in found if path == whole] or [path for path in found if is_own_code(path)]
    return exact[0] if len(exact) == 1 else ""


def _neighbour(index: CodeView, home: str, name: str) -> str:
    """Return the module of that name in the same folder: `move safe_infer to util`."""
    folder, _, file = home.rpartition("/")
    path = f"{folder}/{name}.{file.rpartition('.')[2]}" if folder else f"{name}.{file.rpartition('.')[2]}"
    return path if name.isidentifier() and index.outline(path) is not None else ""


def _moved(index: CodeView, match: re.Match[str]) -> Iterator[NewEdge]:
    """Return what moving a definition makes the two files import: what it uses, and who still uses it."""
    home = _file_of(index, match["home"] or "") or _file_of(index, match["used"])
    goal = _file_of(index, match["user"]) or _neighbour(index, home, match["user"])
    outline = index.outline(home) if home else None
    if not goal or outline is None or goal == home:
        return
    name = _last(match["used"])
    moved = next(
        (each for each in outline.definitions if each.qualified == name and each.kind not in NAMES), None
    )
    if moved is None:
        return
    rows = quieten(outline.language, index.text(home) or b"").split(b"\n")
    body = set(_WORD.findall(b"\n".join(rows[moved.first - 1 : moved.last])))
    rest = set(_WORD.findall(b"\n".join(rows[: moved.first - 1] + rows[moved.last :])))
    left = _used_there(outline, moved, body)
    if left:
        yield NewEdge(goal, home, left, f"`{name}` uses `{left}`, which stays in `{home}`")
    if name.encode() in rest:
        yield NewEdge(home, goal, name, f"`{home}` still uses `{name}`")


def _used_there(outline: Outline, moved: Definition, body: set[bytes]) -> str:
    """Return a definition of the file that the moved one uses, or nothing."""
    for each in outline.definitions:
        if each.qualified == each.name and each.name != moved.name and each.name.encode() in body:
            return each.name
    return ""
