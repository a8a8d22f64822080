"""What a requirement has to work with: databases, frameworks, and code that stands twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrasing import COMPUTED, DEFAULT, PERSON, bullets, codes, join
from groundplan.planner.support import (
    DATABASES_SUBJECT,
    FRAMEWORKS_SUBJECT,
    find_databases,
    find_frameworks,
    near_files,
    own_dependencies,
)
from groundplan.planner.taken_for_granted import granted
from groundplan.planner.variants import find_paired, paths_of
from groundplan.planner.writers.phrases import code, counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.support import Supported
    from groundplan.planner.variants import Paired

_IN, _OUT, _APART = "✅", "❌", "➖"
_NO_PATTERN = "None declared in a profile"


@writer("database-matrix")
def write_databases(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Give every database a line with its drivers and a line with what it asks for."""
    databases = find_databases(brief)
    if not databases:
        rows = [f"{_OUT} None ({_undeclared(brief, 'database driver')})"]
        notes = [f"**None**: no database is in play until a person names one {COMPUTED}"]
    else:
        rows = [f"{_mark(each)} {each.name} ({_drivers(each)})" for each in databases]
        notes = [f"**{each.name}**: {_consideration(brief, each)}" for each in databases]
    text = (
        f"**Target Databases**:\n{bullets(rows)}\n\n{_scope(brief, databases, DATABASES_SUBJECT)}\n\n"
        f"**Database-Specific Considerations**:\n{bullets(notes)}\n"
    )
    yield SectionDraft(spec.key, text)


@writer("framework-matrix")
def write_frameworks(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Give every framework a line, and say which of their files the change reaches."""
    frameworks = find_frameworks(brief)
    rows = [f"{_mark(each)} {each.name} ({_integration(each)})" for each in frameworks]
    rows = rows or [f"{_OUT} None ({_undeclared(brief, 'web, queue or command-line framework')})"]
    declared = brief.config.profile.axes.get("integration_patterns", ())
    patterns = [f"{text} {DEFAULT}" for text in declared]

    text = (
        f"**Target Frameworks**:\n{bullets(rows)}\n\n{_scope(brief, frameworks, FRAMEWORKS_SUBJECT)}\n\n"
        f"**Reached by this change** {COMPUTED}:\n{bullets(_reached(brief, frameworks))}\n\n"
        f"**Integration Patterns**:\n{bullets(patterns, _NO_PATTERN)}\n"
    )
    yield SectionDraft(spec.key, text)


@writer("variant-pairs")
def write_pairs(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List the async/sync pairs, those ticked that the change touches, and how the twin is made."""
    pairs = find_paired(brief.pack)
    workflow = [f"{text} {DEFAULT}" for text in brief.config.profile.axes.get("pair_workflow", ())]
    if not pairs:
        looked = counted(len(paths_of(brief.pack)), "file")
        text = (
            f"No file to change stands in an async/sync pair, by names and contents of {looked} {COMPUTED}.\n"
        )
        yield SectionDraft(spec.key, text)
        return
    workflow = workflow or [_workflow(pair) for pair in pairs if pair.is_affected]
    rows = "\n".join(
        f"- [{'x' if pair.is_affected else ' '}] {code(pair.asynchronous)} → {code(_twin(pair))}"
        for pair in pairs
    )
    touched = sum(pair.is_affected for pair in pairs)
    told = f"Ticked: {touched} of {counted(len(pairs), 'pair')}, those that hold a file to change {COMPUTED}."
    for pair in pairs:
        if pair.shared:
            told += f" {code(pair.asynchronous)} follows: it has {codes(pair.shared)} too {COMPUTED}."
    yield SectionDraft(
        spec.key, f"**Workflow**:\n{bullets(workflow)}\n\n**Affected Files**:\n{rows}\n\n{told}\n"
    )


def _twin(pair: Paired) -> str:
    """Name the twin alone where it stands in the same folder, as a pair's line always did."""
    folder = pair.asynchronous.rpartition("/")[0]
    same = folder == pair.synchronous.rpartition("/")[0]
    return pair.synchronous.rpartition("/")[2] if same and pair.is_generated else pair.synchronous


def _workflow(pair: Paired) -> str:
    if pair.is_generated:
        return (
            f"Edit {code(pair.asynchronous)} alone: {code(pair.synchronous)} is generated from it {COMPUTED}"
        )
    return f"Change {code(pair.asynchronous)} and {code(pair.synchronous)} by hand, both {COMPUTED}"


def _mark(each: Supported) -> str:
    return _IN if each.is_met else _OUT if each.is_out else _APART


def _drivers(each: Supported) -> str:
    return each.details.get("drivers") or each.versions or "no driver declared"


def _integration(each: Supported) -> str:
    return each.details.get("integration") or each.versions or "no integration named"


def _consideration(brief: Brief, each: Supported) -> str:
    if each.is_out:
        return f"out of scope {PERSON}"
    said = []
    if each.details.get("considerations"):
        said.append(f"{each.details['considerations']} {DEFAULT}")
    if each.spots:
        said.append(f"named by the code there at {codes(each.spots)} {COMPUTED}")
    else:
        looked = counted(len(near_files(brief.pack)), "file")
        said.append(f"not named in {looked} to change or imported there {COMPUTED}")
    if each.home:
        said.append(f"has code of its own in {code(each.home)} {COMPUTED}")
    if each.details.get("markers"):
        said.append(f"tests: {each.details['markers']}")
    if each.dependencies:
        said.append(f"{each.versions}, declared at {code(each.dependencies[0].at)}")
    return "; ".join(said)


def _scope(brief: Brief, found: tuple[Supported, ...], subject: str) -> str:
    """Say where the list comes from, and which question would change it."""
    what = subject.rpartition(":")[2]
    label = granted(brief, subject)
    if not found:
        return f"No profile declares {what} {COMPUTED}."
    if found[0].is_declared:
        name = brief.config.profile.name or "this project"
        return f"All that the profile of {name} declares, but for what a person took out {label}."
    met = join([each.name for each in found if each.is_met]) or "none of them"
    return (
        f"Told by manifests, folders and the goal, as no profile declares {what} {COMPUTED}. "
        f"The change has to work with {met} {label}."
    )


def _undeclared(brief: Brief, what: str) -> str:
    declared = own_dependencies(brief.pack.manifest)
    return f"no {what} among {counted(len(declared), 'declared dependency', 'declared dependencies')}"


def _reached(brief: Brief, frameworks: tuple[Supported, ...]) -> list[str]:
    rows = [f"{each.name}: {codes(each.files, 4)}" for each in frameworks if each.files]
    quiet = [each.name for each in frameworks if not each.files]
    if quiet:
        looked = sum(not is_test(path) for path in paths_of(brief.pack))
        none = "no file of theirs imports or calls the files to change"
        rows.append(f"{', '.join(quiet)}: {none} ({looked:,} looked at)")
    return rows or ["None: there is no framework to reach"]
