"""When a requirement is met: functional, technical, documentation, testing criteria, each with its tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.breakdown import task_ids
from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrasing import COMPUTED, DEFAULT, PERSON, codes, join, quote
from groundplan.planner.proving import (
    command_source,
    database_markers,
    find_changelog,
    find_documents,
    proving_places,
    tool_command,
)
from groundplan.planner.standing_code import binding_habits
from groundplan.planner.support import DATABASES_SUBJECT, find_databases, find_frameworks
from groundplan.planner.taken_for_granted import allowed_slowdown, granted
from groundplan.planner.variants import find_paired, own_callers, own_failures, paths_of, public_reach
from groundplan.planner.writers.phrases import code, counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief


@writer("functional-criteria")
def write_functional(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List what the goal demands, then what has to go on working."""
    yield _checklist(brief, spec, _functional(brief))


def _functional(brief: Brief) -> Iterator[tuple[str, str]]:
    goal, known = brief.pack.goal, paths_of(brief.pack)
    for text in goal.demands or (goal.title,):
        yield f"{quote(text, known).rstrip('.')} {PERSON}", "goal"
    answered = brief.settled.get("criterion")
    told = answered.text if answered else goal.criterion
    if told and told not in goal.demands:
        yield f"{quote(told, known).rstrip('.')} {PERSON}", "goal"
    databases = [each.name for each in find_databases(brief) if each.is_met]
    if databases:
        yield f"The same result on {join(databases, 12)} {granted(brief, DATABASES_SUBJECT)}", "databases"
    pairs = [pair for pair in find_paired(brief.pack) if pair.is_affected]
    if pairs:
        halves = codes([pair.asynchronous for pair in pairs])
        yield f"Async and sync give the same result, each half tested: {halves} {COMPUTED}", "pairs"
    reached = [each.name for each in find_frameworks(brief) if each.is_met and each.files]
    if reached:
        yield (
            f"{join(reached)} integrations, which reach the change, pass their tests {COMPUTED}",
            "frameworks",
        )
    yield from _compatible(brief)
    yield f"At the sizes measured no call gets slower by more than {allowed_slowdown(brief)}", "performance"


def _compatible(brief: Brief) -> Iterator[tuple[str, str]]:
    callers = own_callers(brief.pack)
    public = [reach.region.citation for reach in public_reach(brief.pack)]
    if callers:
        files = len({caller.path for caller in callers})
        shown = codes([caller.citation for caller in callers], 2)
        who = f"{counted(len(callers), 'caller')} in {counted(files, 'file')}, such as {shown}"
        yield f"Backward compatible: {who}, need no edit beyond the tasks here {COMPUTED}", "compatible"
    elif public:
        yield f"Backward compatible: {codes(public, 3)} can be called as today {COMPUTED}", "compatible"
    else:
        yield (
            f"Backward compatible: every test that passes before the change passes after it {DEFAULT}",
            "suite",
        )


@writer("technical-criteria")
def write_technical(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List the house standards, the patterns around the change, and the tools that have to pass."""
    yield _checklist(brief, spec, _technical(brief))


def _technical(brief: Brief) -> Iterator[tuple[str, str]]:
    for standard in brief.config.profile.standards:
        yield standard.text, "standards"
    if not brief.config.profile.standards:
        for habit in binding_habits(brief.pack):
            seen = [spot for spot in habit.spots[:2] if f"`{spot}`" not in habit.statement]
            shown = f", as {codes(seen)}" if seen else ""
            yield f"Keeps to the pattern there: {habit.statement.rstrip('.')}{shown} {COMPUTED}", "standards"
    for role in ("lint", "types", "test"):
        command = tool_command(brief, role)
        if command:
            yield f"{code(command)} exits with 0 {command_source(brief, role)}", "suite"
    if not tool_command(brief, "test"):
        yield (
            f"The repository names no test command; the one chosen in testing exits with 0 {DEFAULT}",
            "suite",
        )


@writer("documentation-criteria")
def write_documentation(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List the documents the change has to reach."""
    yield _checklist(brief, spec, _documentation(brief))


def _documentation(brief: Brief) -> Iterator[tuple[str, str]]:
    changelog = find_changelog(brief)
    for text in brief.config.profile.axes.get("documentation", ()):
        is_log = "changelog" in text.lower() and bool(changelog)
        yield text, "changelog" if is_log else f"document:{text}"
    documents = find_documents(brief)
    if documents:
        yield (
            f"{codes(documents)} say what is new: they name the code to change today {COMPUTED}",
            "documents",
        )
    else:
        yield f"One document says how it is used: none names the code to change today {COMPUTED}", "documents"
    if changelog and not brief.config.profile.axes.get("documentation"):
        yield f"{code(changelog)} has an entry for it {COMPUTED}", "changelog"


@writer("testing-criteria")
def write_testing(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List what has to be tested: where, on which backends, in both variants, for which failures."""
    yield _checklist(brief, spec, _testing(brief))


def _testing(brief: Brief) -> Iterator[tuple[str, str]]:
    places = proving_places(brief)
    shown = join([f"{code(each.path)}{'' if each.exists else ' (new)'}" for each in places])
    yield f"Each functional criterion has a test in {shown or 'a new test file'} {COMPUTED}", "tests"
    tools = brief.config.profile.axes.get("test_tools", ())
    if tools:
        yield f"Integration tests with {join(list(tools))} {DEFAULT}", "tests"
    for name, markers in database_markers(brief):
        select = f", selected by {markers}" if markers else ""
        yield f"{name} is tested{select} {DEFAULT}", f"database:{name}"
    pairs = [pair for pair in find_paired(brief.pack) if pair.is_affected]
    if pairs:
        yield f"Both halves of {counted(len(pairs), 'async/sync pair')} are tested {COMPUTED}", "pairs"
    failures = [f"{code(each.at)} {each.action}" for each in own_failures(brief.pack)]
    if failures:
        yield f"What fails today has a test: {join(list(dict.fromkeys(failures)), 4)} {COMPUTED}", "edges"
    else:
        yield f"Empty input, one item and 1,000 items have a test each {DEFAULT}", "edges"


def _checklist(brief: Brief, spec: SectionSpec, criteria: Iterable[tuple[str, str]]) -> SectionDraft:
    lines = []
    for text, purpose in criteria:
        lines.append(f"- [ ] {text}")
        lines.append(f"  - **Tasks:** {', '.join(task_ids(brief, purpose)) or '7.1'}")
    return SectionDraft(spec.key, "\n".join(lines) + "\n")
