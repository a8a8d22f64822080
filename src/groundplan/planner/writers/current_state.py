"""Current state: the code in question, where its data goes, what it touches, what it owes, what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import NAMES
from groundplan.code.test_paths import is_test
from groundplan.planner.brief import SectionDraft
from groundplan.planner.facts.debt import worst_files
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.facts.where import say_unplaced
from groundplan.planner.goal import GoalKind
from groundplan.planner.remembering import once
from groundplan.planner.writers.goal_clarity import field_lines
from groundplan.planner.writers.in_question import callers_of, in_question, reach_of
from groundplan.planner.writers.phrases import cite, clause, code, counted, joined, listing, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.work_kind import kind_of
from groundplan.survey.flow.following import find_flow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.flow.facts import End

KEEPING = frozenset({"database", "cache", "file", "queue"})  # ends of a flow that keep data
_MOST_FLOWS = 2


@writer("current-implementation")
def write_implementation(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write which code is in question, where its data goes, and what touches it."""
    pack = brief.pack
    yield SectionDraft(
        spec.key,
        field_lines(
            [("Relevant code", _code(pack)), ("Data flow", _flow(pack)), ("Touchpoints", _touchpoints(pack))]
        ),
        is_evidence=True,
    )


def _code(pack: EvidencePack) -> str:
    told = []
    swap = find_replacement(pack) if kind_of(pack) is GoalKind.MIGRATION else None
    if swap is not None and swap.imports:
        lines = [f"{path}:{at[0]}" for path, at in swap.imports.items()]
        told.append(
            f"The package {swap.package} is imported in {counted(len(lines), 'product file')}: "
            f"{cite(lines, 6)}"
            + (f"; in {counted(len(swap.test_imports), 'test file')} too" if swap.test_imports else "")
        )
    elif swap is not None and swap.files:
        told.append(f"The word {swap.term} stands in {cite(swap.files, 6)}")
    if kind_of(pack) is GoalKind.DEBT and (worst := worst_files(pack)):
        return sentence(f"the worst by count: {cite(worst, 6)}")
    regions = [each.lines for target in pack.targets for each in target.regions[:2]]
    if not (swap is not None and swap.files) and pack.targets:
        files = listing(
            [
                f"{code(each.path)} ({clause(each.why[0])})" if each.why else code(each.path)
                for each in pack.targets
            ],
            4,
        )
        told.append(files + (f"; definitions: {cite(regions, 5)}" if regions else ""))
    if not told:
        told.append(f"Where it goes is {say_unplaced(pack)}")
    alike = [each.region.lines for each in pack.alike[:2]]
    if alike and not (swap is not None and swap.files):
        told.append(f"Something like it is done at {cite(alike)}")
    return sentence(". ".join(told))


@once
def find_ends(pack: EvidencePack) -> tuple[tuple[str, End], ...]:
    """Return where the data of the change leaves the program: the place it starts from, and the end."""
    starts: dict[str, Symbol] = {}
    for region in pack.regions:
        if region.definition.kind not in NAMES and not is_test(region.path):
            starts.setdefault(region.citation, Symbol(region.path, region.definition))
    found: dict[tuple[str, str], tuple[str, End]] = {}
    for name, start in list(starts.items())[:_MOST_FLOWS]:
        for end in find_flow(pack.index, start).ends:
            found.setdefault((end.kind, str(end.at)), (name, end))
    return tuple(found.values())


def _flow(pack: EvidencePack) -> str:
    ends = find_ends(pack)
    ways = [
        f"{way.entry.title} ({code(way.entry.at)}) reaches {code(way.region.citation)}"
        for way in pack.ways_in[:2]
    ]
    told = [f"In: {joined(ways)}"] if ways else []
    for start in dict.fromkeys(name for name, _ in ends):
        kinds: dict[str, list[str]] = {}
        for name, end in ends:
            if name == start:
                kinds.setdefault(end.kind, []).append(str(end.at))
        outs = [f"{kind} at {cite(spots, 2)}" for kind, spots in kinds.items()]
        told.append(f"Out of {code(start)}: {joined(outs)}")
    if told:
        return sentence(". ".join(told))
    looked = min(len(pack.regions), _MOST_FLOWS)
    return (
        f"No entry point leads to the change, and no call to a database, network or file was found from "
        f"{counted(looked, 'definition')} followed."
    )


def _touchpoints(pack: EvidencePack) -> str:
    files = list(dict.fromkeys(each.path for each in callers_of(pack)))
    told = []
    if files:
        told.append(
            f"{counted(len(callers_of(pack)), 'caller')} in {counted(len(files), 'file')}: "
            f"{cite((c.citation for c in callers_of(pack)), 4)}"
        )
    indirect = {path for each in reach_of(pack) for path in each.indirect}
    if indirect:
        told.append(f"{counted(len(indirect), 'file')} further up the import graph")
    if pack.ways_in:
        told.append(
            f"{counted(len(pack.ways_in), 'entry point')}: {cite((way.entry.at for way in pack.ways_in), 3)}"
        )
    public = [each.region.citation for each in reach_of(pack) if each.public]
    if public:
        told.append(f"public: {cite(public, 3)}")
    if told:
        return sentence("; ".join(told))
    looked = [each.path for each in pack.targets]
    importers = sorted({edge.source for path in looked for edge in pack.graph.importers_of(path)})
    if importers:
        return sentence(f"{counted(len(importers), 'file')} import the targets: {cite(importers, 4)}")
    return "No caller, importer or entry point of the targets was found."


@writer("current-dependencies")
def write_dependencies(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what the code needs: its own modules, packages and services, stored data."""
    yield SectionDraft(
        spec.key,
        field_lines(
            [
                ("Internal dependencies", sentence(internal(brief.pack))),
                ("External services", sentence(external(brief.pack))),
                ("Data dependencies", sentence(stored(brief.pack))),
            ]
        ),
        is_evidence=True,
    )


def internal(pack: EvidencePack) -> str:
    """Return which files of the repository the files in question import, and which import them."""
    wanted = in_question(pack)
    own = set(wanted)
    out = sorted({edge.target for path in wanted for edge in pack.graph.imports_of(path)} - own)
    into = sorted(
        {edge.source for path in wanted for edge in pack.graph.importers_of(path) if not is_test(edge.source)}
        - own
    )
    if not (out or into):
        return (
            f"{counted(len(wanted), 'file')} in question, none imports or is imported by "
            "another file of this repository"
        )
    told = [f"imports {cite(out, 4)}"] if out else []
    told += [f"is imported by {cite(into, 4)}"] if into else []
    return "; ".join(told)


def external(pack: EvidencePack) -> str:
    """Return the packages the files in question use, with versions, and the services they call."""
    used = [
        f"{each.name}{f' {each.version}' if each.version else ''}"
        + (f" ({code(each.declared_at)})" if each.declared_at else "")
        for each in pack.packages
    ]
    calls = [f"{end.kind} at {code(end.at)}" for _, end in find_ends(pack) if end.kind not in KEEPING]
    told = [f"packages: {listing(used, 6)}"] if used else []
    told += [f"calls: {listing(calls, 3)}"] if calls else []
    return (
        "; ".join(told)
        or "no package from outside is imported and no service is called by the files in question"
    )


def stored(pack: EvidencePack) -> str:
    """Return where the files in question keep data, or that no such place was found."""
    kept = [f"{end.kind} at {code(end.at)}" for _, end in find_ends(pack) if end.kind in KEEPING]
    schema = [
        f"{clause(each.statement)} ({cite(each.spots, 2)})"
        for each in pack.constraints
        if each.kind == "schema"
    ]
    told = [*kept[:4], *schema[:2]]
    return "; ".join(told) or (
        "no call that reads or writes a database, cache, queue or file was found, and no "
        "schema migration stands beside it"
    )
