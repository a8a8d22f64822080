"""What changing the foremost definitions reaches: callers, tests, files further up, whoever is outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import Kind
from groundplan.code.public import PublicNames
from groundplan.code.test_paths import is_test
from groundplan.code.usage import UsageKind
from groundplan.code.usages import usages_in
from groundplan.evidence.callers import used_at
from groundplan.evidence.kinds import CallSite, Reach
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.imports import ImportGraph
    from groundplan.code.usage import Usage
    from groundplan.evidence.kinds import Region
    from groundplan.evidence.pack import EvidencePack

ASKED = 2  # definitions whose uses are looked for: each costs a walk over the files with its name
MOST_FILES = 1_500  # a name in more files than this says nothing, and takes seconds
MOST_CALLERS = 400
MOST_INDIRECT = 100
FURTHER_STEPS = 2
_NO_USE = frozenset({UsageKind.IMPORT, UsageKind.EXPORT})
_HOLDS_CODE = frozenset(
    {Kind.FUNCTION, Kind.METHOD, Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM, Kind.CONSTANT}
)


def find_reach(pack: EvidencePack) -> tuple[Reach, ...]:
    """Return what the foremost definitions reach, best first."""
    asked = [each for each in pack.regions if each.definition.kind in _HOLDS_CODE][:ASKED]
    return tuple(_reach_of(pack, each) for each in asked)


def _reach_of(pack: EvidencePack, region: Region) -> Reach:
    symbol = Symbol(region.path, region.definition)
    public = PublicNames(pack.index, pack.inference.files.modules).reason(symbol)
    if len(pack.index.files_with(region.definition.name)) > MOST_FILES:
        pack.notices.append(
            f"The uses of `{region.citation}` were not counted: over {MOST_FILES} files hold its name"
        )
        return Reach(region, (), (), 0, (), public)
    usages = usages_in(pack.inference, symbol)
    found = _callers_among(usages.resolved, region)
    product = tuple(each for each in found if not each.is_test)[:MOST_CALLERS]
    indirect = _further_up(pack.graph, region.path, product)
    possible = sum(each.kind not in _NO_USE for each in usages.possible)
    tests = tuple(each for each in found if each.is_test)[:MOST_CALLERS]
    return Reach(region, product, tests, possible, indirect, public)


def _callers_among(usages: Iterable[Usage], region: Region) -> list[CallSite]:
    return [
        CallSite(each.path, each.line, each.inside, is_test(each.path)) for each in used_at(region, usages)
    ]


def _further_up(graph: ImportGraph, path: str, callers: tuple[CallSite, ...]) -> tuple[str, ...]:
    """Return the product files that import a caller's file, over at most two steps."""
    known = {path} | {each.path for each in callers}
    edge = sorted({each.path for each in callers})
    found: list[str] = []
    for _ in range(FURTHER_STEPS):
        reached = {one.source for each in edge for one in graph.importers_of(each)} - known
        edge = sorted(each for each in reached if part_of(each) is Part.CODE)
        known |= reached
        found += edge
        if len(found) >= MOST_INDIRECT:
            break
    return tuple(found[:MOST_INDIRECT])
