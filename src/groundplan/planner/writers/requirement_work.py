"""The work of a requirement in words: phases by role, numbered tasks, and what each role is handed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.breakdown import break_down, find_roles, task_ids
from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrasing import DEFAULT, bullets, codes
from groundplan.planner.proving import database_markers, find_changelog, first_test_command, tool_command
from groundplan.planner.research import write_research_briefs
from groundplan.planner.variants import find_paired, working_files
from groundplan.planner.writers.phrases import code, counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.work_item import WorkItem, WorkPhase

_DELIVERING = slice(1, 5)  # research comes before them, the gate after them


@writer("role-phases")
def write_phases(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List what each role delivers, phase by phase, with the tasks that do it."""
    parts = []
    for number, phase in enumerate(break_down(brief)[_DELIVERING], 1):
        done = [f"[ ] {item.short or item.title} ({task})" for task, item in phase.numbered()]
        parts.append(f"### Phase {number}: {phase.name} ({phase.role})\n{bullets(done)}")
    yield SectionDraft(spec.key, "\n\n".join(parts) + "\n")


@writer("role-tasks")
def write_tasks(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write every phase after planning: each task with its files, how it is verified, its tests."""
    for phase in break_down(brief):
        key = spec.key.replace("{n}", str(phase.number))
        yield SectionDraft(key, _phase(phase, "#" * spec.level))


def _phase(phase: WorkPhase, level: str) -> str:
    lines = [f"{level} {phase.heading}"]
    for number, item in phase.numbered():
        lines.append(f"- [ ] {number} {item.title}")
        lines += [f"  - **{label}:** {said}" for label, said in _fields(item) if said]
    return "\n".join(lines) + "\n"


def _fields(item: WorkItem) -> tuple[tuple[str, str], ...]:
    return (
        ("Files", ", ".join(item.files)),
        ("Verification", item.verification),
        ("Tests", item.tests),
    )


@writer("role-handoff")
def write_handoff(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Tell each role where to start, with which files, commands and cautions."""
    expert, tester, author = find_roles(brief)
    parts = ((expert, _for_expert(brief)), (tester, _for_tester(brief)), (author, _for_author(brief)))
    text = "\n\n".join(f"**To {role}**:\n{bullets(notes)}" for role, notes in parts)
    yield SectionDraft(spec.key, text + "\n")


def _for_expert(brief: Brief) -> Iterator[str]:
    briefs = write_research_briefs(brief)
    questions = counted(len(briefs), "research question")
    yield f"Read the PRD, then start with 2.1: {questions}, findings to `research/`"
    files = working_files(brief.pack)
    if files:
        yield f"Work in this order, leaves first: {codes(files)}"
    made = [pair for pair in find_paired(brief.pack) if pair.is_affected and pair.is_generated]
    if made:
        yield f"Never edit by hand, they are regenerated: {codes([pair.synchronous for pair in made])}"
    verified = first_test_command(brief)
    if verified:
        yield f"After each task run {verified}"


def _for_tester(brief: Brief) -> Iterator[str]:
    tasks = ", ".join(task_ids(brief, "tests"))
    yield f"Take {tasks}; the functional criteria of the PRD are the tests to write"
    marked = [f"{name} {marks}" for name, marks in database_markers(brief) if marks]
    if marked:
        yield f"Select backends by marker: {'; '.join(marked)}"
    elif database_markers(brief):
        yield "Test all database backends; the profile names no markers"
    for note in brief.config.profile.axes.get("testing_notes", ()):
        yield f"{note} {DEFAULT}"


def _for_author(brief: Brief) -> Iterator[str]:
    yield f"Take {', '.join(task_ids(brief, 'documents'))}"
    changelog = find_changelog(brief)
    if changelog:
        yield f"Changes are told to users in {code(changelog)}"
    build = tool_command(brief, "docs")
    if build:
        yield f"Build the documents with {code(build)}"
    for note in brief.config.profile.axes.get("documentation_notes", ()):
        yield f"{note} {DEFAULT}"
