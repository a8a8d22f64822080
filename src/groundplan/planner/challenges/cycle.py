"""An import that the goal implies would close a cycle, or break a layer contract the repository declares."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.code.cycles import find_way, would_close
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.contracts import broken_by, read_contracts
from groundplan.planner.challenges.edges import implied_edges
from groundplan.planner.phrases import code, counted
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.code.imports import ImportGraph
    from groundplan.planner.challenges.contracts import Contract
    from groundplan.planner.challenges.edges import NewEdge
    from groundplan.planner.pack import EvidencePack

NAME = "cycle"
_LONGEST = 6  # files in a ring: a longer one nobody can follow in a sentence


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
