"""What each role is told on taking a requirement up: where to start, what to keep to, how to prove it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.breakdown import task_ids
from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrasing import COMPUTED, bullets, codes
from groundplan.planner.proving import (
    database_markers,
    find_changelog,
    find_documents,
    first_test_command,
    proving_places,
    select_backends,
    tool_command,
)
from groundplan.planner.standing_code import binding_habits
from groundplan.planner.variants import paths_of, working_files
from groundplan.planner.writers.phrases import code, counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief


@writer("expert-guidance")
def write_expert(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Tell who implements where to start, what to keep to, and which patterns to follow."""
    guides = _axis(brief, "guides") or [code(path) for path in find_documents(brief)]
    guides = guides or [f"none names the code to change {COMPUTED}"]
    start = "\n".join(
        (
            "1. Read PRD (prd.md)",
            "2. Review research questions at end of PRD",
            f"3. Consult relevant guides:\n{_indented(guides)}",
            "4. Document findings in `research/`",
        )
    )
    yield SectionDraft(
        spec.key,
        f"**Start Here**:\n{start}\n\n"
        f"**Implementation Checklist**:\n{bullets(f'[ ] {text}' for text in _checks(brief))}\n\n"
        f"**Framework Patterns** (from reference apps):\n{bullets(_patterns(brief))}\n",
    )


def _checks(brief: Brief) -> Iterator[str]:
    files = working_files(brief.pack)
    if files:
        yield f"Edit in this order: {codes(files)} {COMPUTED}"
    yield from (standard.text for standard in brief.config.profile.standards)
    if not brief.config.profile.standards:
        for habit in binding_habits(brief.pack):
            seen = [spot for spot in habit.spots[:1] if f"`{spot}`" not in habit.statement]
            yield f"{habit.statement.rstrip('.')}{f' ({codes(seen)})' if seen else ''} {COMPUTED}"
    verified = first_test_command(brief)
    if verified:
        yield f"{verified} passes after each task"


def _patterns(brief: Brief) -> Iterator[str]:
    about = brief.config.profile.data.get("references", {})
    for name in _axis(brief, "references"):
        said = about.get(name, {}) if isinstance(about, dict) else {}
        pattern = said.get("pattern", "") if isinstance(said, dict) else ""
        yield f"{name}: {pattern or 'no pattern named in the profile'}"
    if not _axis(brief, "references"):
        for each in brief.pack.alike[:3]:
            yield f"follow {code(each.region.citation)} {COMPUTED}"
        if not brief.pack.alike:
            yield f"none: no reference application is declared and no similar code was found {COMPUTED}"


@writer("testing-guidance")
def write_testing(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Tell who tests the marks of each backend, the commands, and how fixtures and tests are named."""
    rows = [f"{name}: {_selected(brief, marks)}" for name, marks in database_markers(brief)]
    command = tool_command(brief, "test")
    rows.append(f"Command: {code(command)}" if command else f"No test command is named anywhere {COMPUTED}")
    rows += [
        f"{code(each.path)}: {code(each.command)}"
        for each in proving_places(brief)
        if each.command and each.exists
    ]
    fixtures = _axis(brief, "fixtures") or [_naming(brief)]
    yield SectionDraft(
        spec.key,
        f"**Testing Strategy**:\n{bullets(rows)}\n\n**Fixture Naming**:\n{bullets(fixtures)}\n",
    )


def _selected(brief: Brief, marks: str) -> str:
    command = select_backends(brief, marks)
    return " with ".join(filter(None, (marks or "no marker named", code(command) if command else "")))


def _naming(brief: Brief) -> str:
    tests = brief.pack.tests
    habit = next((each for each in brief.pack.habits if each.topic == "tests"), None)
    if habit:
        return f"{habit.statement} {COMPUTED}"
    prefix = tests[0].prefix if tests else ""
    return (
        f"tests are named {code(prefix + '…')} here {COMPUTED}"
        if prefix
        else f"no test shows a habit {COMPUTED}"
    )


@writer("documentation-guidance")
def write_documentation(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Tell who documents what the documents are made with, how a guide is built, where changes are told."""
    documents = find_documents(brief)
    stack = _axis(brief, "documentation_stack") or [_formats(brief)]
    build = tool_command(brief, "docs")
    if build:
        stack = [*stack, f"Command: {code(build)}"]
    guide = _axis(brief, "guide_sections") or [
        f"as {code(documents[0])} is built {COMPUTED}"
        if documents
        else f"no guide names this code {COMPUTED}"
    ]
    log = find_changelog(brief)
    told = _axis(brief, "changelog") or [
        f"{code(log)} {COMPUTED}" if log else f"there is no changelog {COMPUTED}"
    ]
    yield SectionDraft(
        spec.key,
        f"**Documentation Stack**:\n{bullets(stack)}\n\n**Guide Structure**:\n{bullets(guide)}\n\n"
        f"**Changelog Entry**:\n{bullets(told)}\n\n**Tasks**: {', '.join(task_ids(brief, 'documents'))}\n",
    )


def _formats(brief: Brief) -> str:
    paths = paths_of(brief.pack)
    found = [f"{counted(sum(p.endswith(end) for p in paths), 'file')} {code(end)}" for end in (".md", ".rst")]
    return f"{' and '.join(found)} {COMPUTED}"


def _axis(brief: Brief, name: str) -> list[str]:
    return list(brief.config.profile.axes.get(name, ()))


def _indented(items: list[str]) -> str:
    return "\n".join(f"   - {item}" for item in items)
