"""What a requirement rests on: dependencies, research, success metrics, references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrasing import COMPUTED, DEFAULT, PERSON, bullets, codes, join, open_mark, quote
from groundplan.planner.profile.files import is_standards_file
from groundplan.planner.proving import (
    command_source,
    database_markers,
    find_documents,
    first_test_command,
    tool_command,
)
from groundplan.planner.research import write_research_briefs
from groundplan.planner.standing_code import declared_packages
from groundplan.planner.support import DATABASES_SUBJECT, find_databases, find_frameworks, wanted_packages
from groundplan.planner.taken_for_granted import allowed_slowdown, granted
from groundplan.planner.variants import find_paired, own_callers, paths_of, working_files
from groundplan.planner.writers.phrases import code, counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_MOST_REGIONS, _MOST_STANDARDS = 8, 4


@writer("requirement-dependencies")
def write_dependencies(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List own modules, packages with versions, and the frameworks' versions, each where it is declared."""
    text = "\n\n".join(
        (
            f"**Internal Dependencies**:\n{bullets(_internal(brief))}",
            f"**External Dependencies**:\n{bullets(_external(brief))}",
            f"**Framework Dependencies**:\n{bullets(_versions(brief))}",
        )
    )
    yield SectionDraft(spec.key, text + "\n")


def _internal(brief: Brief) -> Iterator[str]:
    modules = brief.pack.modules
    yield from _base_classes(brief)
    for path in modules[:8]:
        yield f"{code(path)}, imported by the files to change {COMPUTED}"
    if len(modules) > 8:
        yield f"{counted(len(modules) - 8, 'more file')} imported there {COMPUTED}"
    if not modules:
        yield f"None: the files to change import no other file of this repository {COMPUTED}"


def _base_classes(brief: Brief) -> Iterator[str]:
    """Yield what the classes to change inherit from, where that class is in the same file or imported."""
    pack = brief.pack
    regions = [each for each in pack.regions if each.path in working_files(pack)][:_MOST_REGIONS]
    found: dict[str, None] = {}
    for region in regions:
        own = {region.definition.qualified, region.definition.parent}
        outline = pack.index.outline(region.path)
        near = {region.path, *(edge.target for edge in pack.graph.imports_of(region.path))}
        for each in outline.definitions if outline else ():
            for base in each.bases if each.qualified in own and each.kind is Kind.CLASS else ():
                above = [one for one in pack.index.symbols(base) if one.definition.kind is Kind.CLASS]
                if len(above) == 1 and above[0].path in near:
                    inner = code(f"{region.path}::{each.qualified}")
                    found[f"{code(f'{above[0].path}::{base}')}, base class of {inner} {COMPUTED}"] = None
    yield from found


def _external(brief: Brief) -> Iterator[str]:
    for each in declared_packages(brief.pack)[:10]:
        declared = (
            f"declared at {code(each.declared_at)}" if each.declared_at else "not declared in a manifest"
        )
        used = f", imported at {codes(each.used_at[:1])}" if each.used_at else ""
        yield f"{each.name} {each.version or 'in any version'}: {declared}{used} {COMPUTED}"
    for challenge in [each for each in brief.challenges if each.detector == "installed"][:2]:
        yield f"{challenge.claim} {COMPUTED}"
    wanted = wanted_packages(brief.pack)
    for name, declared_at in wanted:
        place = (
            f"declared at {code(declared_at)}" if declared_at else "new: no manifest of the project has it"
        )
        yield f"{name}, named in the goal: {place} {COMPUTED}"
    if not wanted:
        yield f"No new package: no known one is named in the goal {COMPUTED}"


def _versions(brief: Brief) -> Iterator[str]:
    frameworks = [each for each in find_frameworks(brief) if not each.is_out]
    for each in frameworks:
        if each.dependencies:
            at = code(each.dependencies[0].at)
            yield f"{each.name}: {each.versions}, declared at {at} {COMPUTED}"
        else:
            yield f"{each.name}: no manifest declares it, so any version {COMPUTED}"
    if not frameworks:
        yield f"None: no framework among the declared dependencies {COMPUTED}"


@writer("research-questions")
def write_research(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Ask each research question as a brief: what to find out, where to look, what a finding holds."""
    lines = []
    for number, each in enumerate(write_research_briefs(brief), 1):
        lines.append(f"{number}. {each.question}")
        lines.append(f"   - Look at: {each.look}")
        lines.append(f"   - A finding holds: {each.finding}")
        lines.append(f"   - Closed by: `research/{each.topic}.md` (new), task 2.{number}")
    yield SectionDraft(spec.key, "\n".join(lines) + "\n")


@writer("success-metrics")
def write_metrics(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Name the figures that show success; a threshold nobody named is a default."""
    yield SectionDraft(spec.key, bullets(_metrics(brief)) + "\n")


def _metrics(brief: Brief) -> Iterator[str]:
    answered = brief.settled.get("criterion")
    told = answered.text if answered else brief.pack.goal.criterion
    if told:
        yield f"{quote(told, paths_of(brief.pack)).rstrip('.')} {PERSON}"
    else:
        proposed = next((each for each in brief.questions if each.subject == "criterion"), None)
        if proposed and proposed.recommended_text:
            words = proposed.recommended_text.rstrip(".")
            yield f"{words} (proposed){open_mark(brief, 'criterion')}"
    test = first_test_command(brief)
    yield f"0 failing tests{f' in {test}' if test else ''} {COMPUTED if test else DEFAULT}"
    marked = database_markers(brief)
    if marked:
        names = join([name for name, _ in marked], 12)
        label = granted(brief, DATABASES_SUBJECT)
        yield f"{len(marked)} of {len(marked)} databases pass their tests: {names} {label}"
    pairs = [pair for pair in find_paired(brief.pack) if pair.is_affected]
    if pairs:
        yield f"{2 * len(pairs)} of {2 * len(pairs)} async and sync halves tested {COMPUTED}"
    callers = len(own_callers(brief.pack))
    if callers:
        yield f"0 of {counted(callers, 'caller')} of the code to change broken {COMPUTED}"
    limit = allowed_slowdown(brief)
    yield f"At every size of `research/performance.md` a call gets slower by at most {limit}"
    lint = tool_command(brief, "lint")
    if lint:
        yield f"0 findings in {code(lint)} {command_source(brief, 'lint')}"


@writer("requirement-references")
def write_references(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Point to similar code, to documents and pinned packages, and to applications that show a pattern."""
    text = "\n\n".join(
        (
            f"**Similar Features**:\n{bullets(_similar(brief))}",
            f"**External Documentation**:\n{bullets(_documents(brief))}",
            f"**Reference Applications**:\n{bullets(_applications(brief))}",
        )
    )
    yield SectionDraft(spec.key, text + "\n")


def _similar(brief: Brief) -> Iterator[str]:
    for each in brief.pack.alike[:5]:
        why = f": {join(list(each.why[:2]))}" if each.why else ""
        yield f"{code(each.region.citation)}, {code(each.region.lines)}{why} {COMPUTED}"
    if not brief.pack.alike:
        yield f"None found in {counted(len(paths_of(brief.pack)), 'file')} {COMPUTED}"


def _documents(brief: Brief) -> Iterator[str]:
    for path in [path for path in paths_of(brief.pack) if is_standards_file(path)][:_MOST_STANDARDS]:
        yield f"{code(path)}, what this repository asks of whoever changes it {COMPUTED}"
    for path in find_documents(brief):
        yield f"{code(path)} names the code to change {COMPUTED}"
    for each in brief.pack.packages[:4]:
        if each.version:
            yield f"{each.name}, the documentation of {each.version} {COMPUTED}"
    for database in find_databases(brief):
        if database.dependencies and not database.is_out:
            yield f"{database.name}, through {database.versions} {COMPUTED}"
    if not find_documents(brief) and not brief.pack.packages:
        yield f"None: no document names the code to change and it imports no package {COMPUTED}"


def _applications(brief: Brief) -> Iterator[str]:
    profile = brief.config.profile
    about = profile.data.get("references", {})
    for name in profile.axes.get("references", ()):
        said = about.get(name, {}) if isinstance(about, dict) else {}
        pattern = said.get("pattern", "") if isinstance(said, dict) else ""
        yield f"{name}: {pattern or 'no pattern named in the profile'} {DEFAULT}"
    if not profile.axes.get("references"):
        examples = sorted({path.split("/")[0] for path in paths_of(brief.pack) if path.startswith("example")})
        yield (
            f"Own examples: {codes([name + '/' for name in examples])} {COMPUTED}"
            if examples
            else (f"None: no profile names one and there is no folder of examples {COMPUTED}")
        )
