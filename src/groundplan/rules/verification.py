"""Each task can be proven alone: how it is verified, what is then seen, which files and tests it touches."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import find_phases, phase_of, phase_of_section
from groundplan.plan.playbook import Shape
from groundplan.rules.registry import rule
from groundplan.rules.results import commands_without_result, is_fence, lines_without_result
from groundplan.rules.written import option_flag, option_texts, quoted, reason_for_none, spec_of, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding
    from groundplan.plan.phases import PhaseId
    from groundplan.rules.written import Written

_PATH = late_regex(r"`([^`]+)`\s*(?:\(([^()]*)\))?")
_BARE_PATH = late_regex(
    r"(?<![\w`/.-])([\w./-]*(?:/[\w.-]+|\.[A-Za-z]\w{0,5}))(?![\w`/])\s*(?:\(([^()]*)\))?"
)
_NONE = late_regex(r"none\b", re.IGNORECASE)


@rule("GP304", "no-verification", progress=True)
def no_verification(case: Case) -> Iterator[Finding]:
    """Every task, or the phase it stands in, says how it is verified."""
    proven = _proven_phases(case)
    phases = find_phases(case)
    reported: set[PhaseId] = set()
    for task in written(case, *option_texts(case, "GP304", "kinds", "task")):
        phase = phase_of(task.record, task.section)
        if task.says("verification") or (phase.number and phase in proven) or phase in reported:
            continue
        spec = spec_of(case, task)
        if phase.number and spec and spec.shape is Shape.TABLE and "verification" not in task.record.fields:
            # The table has no column for it, so the phase is what lacks it, once.
            reported.add(phase)
            label = phases[phase].label if phase in phases else f"Phase {phase.number}"
            found = task.finding(
                "GP304",
                f"{quoted(label)} has tasks but no verification",
                "Write the commands that prove the phase, each with its expected result",
            )
            yield replace(found, subject=label)
            continue
        yield task.finding(
            "GP304",
            f"{task.name} has no verification",
            "Write `Verification:` with a command and what it shows",
        )


def _proven_phases(case: Case) -> set[PhaseId]:
    records = option_texts(case, "GP304", "phase_records", "verification")
    sections = option_texts(case, "GP304", "phase_sections")
    proven = {phase_of(found.record, found.section) for found in written(case, *records)}
    for section in case.plan.sections:
        if section.declared in sections and case.has_words(section):
            proven.add(phase_of_section(section))
    return proven


@rule("GP305", "no-expected-result", progress=True)
def no_expected_result(case: Case) -> Iterator[Finding]:
    """Every verification says what is seen when all is well."""
    more = option_texts(case, "GP305", "words")
    kinds = option_texts(case, "GP305", "kinds", "task", "verification")
    for found in written(case, *kinds):
        for line in _lacking(found, more):
            yield found.finding(
                "GP305",
                f"{quoted(line)} of {found.name} has no expected result"
                if found.record.key != line
                else f"{quoted(line)} has no expected result",
                "Say what is seen then: `… passes`, `→ 200`, `# Returns: …`",
                about=line,
            )


def _lacking(found: Written, more: tuple[str, ...]) -> list[str]:
    if is_fence(found.source):
        return commands_without_result(found.source)
    if "expected" in found.record.fields:
        return [] if found.says("expected") else [found.says("verification") or found.key]
    if found.record.kind == "task" or found.record.field("verification"):
        return lines_without_result(found.lines("verification"), more)
    return lines_without_result((found.record.text,), more)


@rule("GP307", "task-without-files", progress=True)
def task_without_files(case: Case) -> Iterator[Finding]:
    """Every commit marks its files as new or modified, and has tests or the reason for none."""
    marks = option_texts(case, "GP307", "marks", "new", "modify", "delete", "rename")
    for task in written(case, *option_texts(case, "GP307", "kinds", "task")):
        yield from _files(task, marks)
        if option_flag(case, "GP307", "tests", default=True):
            yield from _tests(task)


def _files(task: Written, marks: tuple[str, ...]) -> Iterator[Finding]:
    hint = "Write each path with its mark: `src/retry.py` (new)"
    text = task.says("files")
    expected = " or ".join(f"`({mark})`" for mark in marks)
    paths = _PATH.findall(text) or _BARE_PATH.findall(text)
    if not paths:
        yield task.finding("GP307", f"{task.name} names no files", hint, about="files")
    for path, mark in paths:
        if mark.strip().casefold() not in marks:
            said = f"is marked {quoted(mark)}" if mark.strip() else "is not marked"
            yield task.finding(
                "GP307",
                f"{quoted(path)} of {task.name} {said}, {expected} expected",
                hint,
                about=path,
            )


def _tests(task: Written) -> Iterator[Finding]:
    text = " ".join(task.lines("tests"))
    if not text:
        message = f"{task.name} names no tests"
    elif _NONE.match(text) and not reason_for_none(text):
        message = f"{task.name} has no tests and gives no reason"
    else:
        return
    yield task.finding("GP307", message, "Name the tests, or write `None (reason)`", about="tests")
