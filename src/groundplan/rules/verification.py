"""Each task can be proven alone: how it is verified, what is then seen, which files and tests it touches."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import find_phases, phase_of, phase_of_section
from groundplan.plan.playbook import Shape
from groundplan.plan.unseen import spell_unseen
from groundplan.rules.registry import rule
from groundplan.rules.written import (
    listed,
    option_flag,
    option_texts,
    quoted,
    reason_for_none,
    spec_of,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.phases import PhaseId
    from groundplan.rules.written import Written

_PATH = late_regex(r"`([^`]+)`\s*(?:\(([^()]*)\))?")
_BARE_PATH = late_regex(
    r"(?<![\w`/.-])([\w./-]*(?:/[\w.-]+|\.[A-Za-z]\w{0,5}))(?![\w`/])\s*(?:\(([^()]*)\))?"
)
_NONE = late_regex(r"none\b", re.IGNORECASE)
_SPAN = late_regex(r"(`+)(?:.+?)\1", re.DOTALL)
# What a command does when all is well: `passes`, or `pass` behind a word, as `Show the page` is an order and
# no result.
_DOES = (
    r"pass(?:es|ed|ing)|succeeds|succeeded|returns|returned|responds|prints|printed|shows|shown|displays|outputs|"
    r"exits|yields|gives|reports|contains|equals|matches|fails|rejects|rejected|raises|completes|completed|stays|"
    r"remains|reaches|lists|finds|compiles|builds|starts|renders|sees"
)
_DO = (
    r"pass|succeed|return|respond|print|show|exit|contain|equal|match|fail|reject|raise|complete|stay|remain"
)
_STATES = r"green|unchanged|empty|identical|clean|expected|expects?|zero|ok|successful(?:ly)?"
_RESULT = late_regex(
    rf"\b(?:{_DOES}|{_STATES})\b|(?<=[\w)] )(?:{_DO})\b|\b(?:is|are|has|have|no|not|never)\s+\w|"
    r"(?:→|->|=>|⇒)\s*\S|[<>≤≥]=?\s*\d|==\s*\S|\b\d+(?:\.\d+)?\s*%",
    re.IGNORECASE,
)
_MANUAL = late_regex(r"\W*manual(?:ly)?\b", re.IGNORECASE)
_FENCE = late_regex(r"\s*(?:`{3,}|~{3,})")
_COMMENT = late_regex(r"\s*(?:#|//|--\s|;)\s*(.*)")
# A comment before a command names what it tests; only these open what comes out of it.
_OUTCOME = late_regex(
    rf"(?:{_DOES}|{_DO}|{_STATES}|output|result|should|must|status|HTTP|→|->|=>|⇒|\{{|\[|\d)", re.IGNORECASE
)


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


@rule("GP305", "no-expected-result", severity=Severity.WARNING, progress=True)
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
                "If it is more than that the command passes, say what is seen: `→ 200`, `# Returns: …`",
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
    """Every commit names its files, and has tests or the reason for none."""
    marks = option_texts(case, "GP307", "marks", "new", "modify", "delete", "rename")
    for task in written(case, *option_texts(case, "GP307", "kinds", "task")):
        yield from _files(task, marks)
        if option_flag(case, "GP307", "tests", default=True):
            yield from _tests(task)


def _files(task: Written, marks: tuple[str, ...]) -> Iterator[Finding]:
    text = task.says("files")
    paths = _PATH.findall(text) or _BARE_PATH.findall(text)
    if not paths and not reason_for_none(text):
        hint = "Write each path with its mark, `src/retry.py` (new), or `None (reason)`"
        yield task.finding("GP307", f"{task.name} names no files", hint, about="files")
    bare = [path for path, words in paths if not _is_marked(words.casefold(), marks)]
    if bare:
        message = f"{listed(bare)} of {task.name}: new, or modified?"
        hint = f"{' or '.join(f'`({mark})`' for mark in marks)} behind a path tells whoever builds it"
        found = task.finding("GP307", message, hint, about=bare[0])
        # Whether a file is there the code says; the mark only saves its reader from looking.
        yield replace(found, severity=Severity.NOTE)


def _is_marked(words: str, marks: tuple[str, ...]) -> bool:
    """Tell whether the words behind a path hold one of the marks, also as `modified` or `new file`."""
    return any(word.startswith(mark[:5]) for word in re.findall(r"\w+", words) for mark in marks)


def _tests(task: Written) -> Iterator[Finding]:
    text = " ".join(task.lines("tests"))
    if not text:
        message = f"{task.name} names no tests"
    elif _NONE.match(text) and not reason_for_none(text):
        message = f"{task.name} has no tests and gives no reason"
    else:
        return
    yield task.finding("GP307", message, "Name the tests, or write `None (reason)`", about="tests")


@rule("GP309", "unrunnable-command", always=True, severity=Severity.WARNING)
def unrunnable_command(case: Case) -> Iterator[Finding]:
    """What is written as a command that verifies a task can be run as it is written."""
    for each in case.unrunnable:
        yield Finding(
            "GP309",
            f"{quoted(spell_unseen(each.text))} verifies nothing: {each.trouble}",
            each.record.place,
            each.record.section,
            "Write one command in backticks, as it is typed; for more than one, a script or `&&`",
            subject=f"{each.record.key} {each.text}",
        )


def has_result(line: str, more: tuple[str, ...] = ()) -> bool:
    """Tell whether a line says its expected result; `more` are words that count as saying so."""
    prose = _SPAN.sub(" code ", line)
    if not prose.replace("code", "").strip(" .,:;-*_"):
        return False  # nothing but a command
    folded = prose.casefold()
    return _RESULT.search(prose) is not None or any(word.casefold() in folded for word in more)


def lines_without_result(lines: tuple[str, ...], more: tuple[str, ...] = ()) -> list[str]:
    """Return the lines that say no expected result.

    A line that ends in a colon leads to those below it. A manual check may leave its result to the person
    who makes it, as long as another line of the same verification says one.
    """
    leads = [line for line in lines if not line.rstrip("*_ ").endswith(":")]
    lacking = [line for line in leads if not has_result(line, more)]
    if len(lacking) < len(leads):
        lacking = [line for line in lacking if not _MANUAL.match(line)]
    return lacking


def commands_without_result(source: list[str]) -> list[str]:
    """Return the commands of a fenced block that no expected result follows in their paragraph."""
    lacking: list[str] = []
    for paragraph in _paragraphs(source):
        command = ""
        for line in paragraph:
            comment = _COMMENT.fullmatch(line)
            if comment is None:
                command = line.strip()
            elif command and _OUTCOME.match(comment[1]):
                command = ""
        if command and not _says_inline(command):
            lacking.append(command)
    return lacking


def is_fence(source: list[str]) -> bool:
    """Tell whether some lines are a fenced block."""
    return bool(source) and _FENCE.match(source[0]) is not None


def _says_inline(command: str) -> bool:
    """A result may stand behind its command: `make test  # passes`."""
    _, mark, after = command.rpartition(" # ")
    _, arrow, beyond = re.sub(r"[→⇒]", "=>", command).rpartition(" => ")
    return bool(mark and _OUTCOME.match(after.strip())) or bool(arrow and beyond.strip())


def _paragraphs(source: list[str]) -> list[list[str]]:
    """Cut a block at its empty lines, fence marks left out."""
    found: list[list[str]] = [[]]
    for line in source:
        if _FENCE.match(line):
            continue
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [paragraph for paragraph in found if paragraph]
