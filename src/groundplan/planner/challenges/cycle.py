"""An import that the goal implies would close a cycle, or break a layer contract the repository declares."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.code.imports import find_way, would_close
from groundplan.code.outline import NAMES, Kind
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.contracts import broken_by, read_contracts
from groundplan.planner.challenges.introduced import prose_of
from groundplan.planner.phrases import code, counted
from groundplan.planner.question import Choice, Question
from groundplan.survey.quieting import quieten
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.code.imports import ImportGraph
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView
    from groundplan.planner.challenges.contracts import Contract
    from groundplan.planner.pack import EvidencePack

NAME = "cycle"
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


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for each implied import that closes a ring or breaks a contract."""
    edges = tuple(dict.fromkeys(implied_edges(pack.index, pack.goal.text)))
    if not edges:
        return
    imports = pack.graph
    yield from _rings(imports, edges)
    yield from _broken(pack, imports, edges)


def _rings(imports: ImportGraph, edges: Sequence[NewEdge]) -> Iterator[Challenge]:
    graph = _graph(imports, edges)
    for edge in edges:
        source, target = _node(edge.source), _node(edge.target)
        if source == target or target in graph.get(source, ()) or find_way(graph, source, target):
            continue  # it imports that already, or a ring is there today
        added = {_node(each.source): (_node(each.target),) for each in edges if each is not edge}
        whole = {**graph, **{key: (*graph.get(key, ()), *more) for key, more in added.items()}}
        ring = would_close(whole, source, target)
        if 1 < len(ring) <= _LONGEST:
            yield _closes(imports, edge, ring)
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


def _closes(imports: ImportGraph, edge: NewEdge, ring: tuple[str, ...]) -> Challenge:
    way = [*ring[1:], ring[0]]
    lines = {
        (_node(each.source), _node(each.target)): f"{each.source}:{each.line}"
        for each in reversed(imports.edges)
    }
    steps = [lines[pair] for pair in pairwise(way) if pair in lines]
    back = " → ".join(code(each) for each in way)
    noun = "package" if edge.source.endswith(".go") else "file"
    claim = (
        f"For that {code(edge.source)} would import {code(edge.target)} ({edge.because}), which leads back "
        f"already: {back}. The new import closes a cycle of {counted(len(ring), noun)}."
    )
    return _challenge(edge, claim, tuple(steps) or (edge.target,), {"ring": len(ring)}, "close a cycle")


def _broken(pack: EvidencePack, imports: ImportGraph, edges: Sequence[NewEdge]) -> Iterator[Challenge]:
    contracts = read_contracts(pack.index) if any(edge.source.endswith(".py") for edge in edges) else ()
    if not contracts:
        return
    modules = pack.inference.files.modules
    for edge in edges:
        if any(each.target == edge.target for each in imports.imports_of(edge.source)):
            continue
        source, target = modules.roots.module_of(edge.source), modules.roots.module_of(edge.target)
        contract = broken_by(contracts, source, target)
        if contract is not None:
            yield _breaks(edge, contract, (source, target))
            return


def _breaks(edge: NewEdge, contract: Contract, modules: tuple[str, str]) -> Challenge:
    source, target = modules
    claim = (
        f"For that {code(edge.source)} would import {code(edge.target)} ({edge.because}), which the contract "
        f"“{contract.name}” ({code(contract.at)}) forbids: {code(source)} may not import {code(target)}."
    )
    return _challenge(edge, claim, (str(contract.at), edge.source), {"contracts": 1}, "break the contract")


def _challenge(
    edge: NewEdge, claim: str, evidence: tuple[str, ...], numbers: Mapping[str, int | float], harm: str
) -> Challenge:
    subject = f"{edge.source} -> {edge.target}"
    return Challenge(
        detector=NAME,
        subject=subject,
        claim=claim,
        evidence=evidence,
        numbers=numbers,
        advice=f"Put {code(edge.name)} where both may import it, or hand it in as an argument.",
        mitigation=f"{code(edge.name)} is in a module that both import, so no import goes back",
        risk="regression",
        question=Question(
            f"cycle:{subject}",
            f"How should {code(edge.source)} get at {code(edge.name)} without an import that would {harm}?",
            claim,
            (
                Choice("below", f"Move {edge.name} into a module that both import"),
                Choice("argument", f"Hand {edge.name} in from outside"),
                Choice("late", "Import it inside the function that needs it"),
            ),
            recommended="below",
            weight=0.9,
            assumption=f"{edge.name} moves into a module that both import",
        ),
        weight=1.0,
    )


# The imports that a goal implies: `use X from Y in Z` makes Z import Y; moved code takes some along.


@dataclass(frozen=True, slots=True)
class NewEdge:
    """An import that the goal implies: which file would import which, and what for."""

    source: str
    target: str
    name: str  # what is imported
    because: str


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
