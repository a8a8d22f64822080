"""What a plan states about the code in words: quoted code, names, counts, commands, tests, versions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.statement import NAMED_TEST, Topic, Verdict
from groundplan.rules.registry import rule
from groundplan.rules.settled import weight
from groundplan.rules.written import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.statement import Answer

_QUOTED = 120


def false_answers(case: Case, *topics: Topic) -> Iterator[Answer]:
    """Yield the answers that contradict the plan, each once per section."""
    told: set[tuple[str, str, str]] = set()
    for answer in case.evidence.answers if case.evidence else ():
        said = answer.statement
        key = (said.section, said.text, said.subject)
        if answer.verdict is Verdict.FALSE and said.topic in topics and key not in told:
            told.add(key)
            yield answer


def _finding(case: Case, code: str, answer: Answer, message: str, hint: str) -> Finding:
    said = answer.statement
    return Finding(
        code,
        message,
        said.place,
        said.section,
        hint,
        severity=weight(case, said.section),
        subject=f"{said.subject} {said.text}",
    )


def _nearest(answer: Answer, otherwise: str) -> str:
    return f"Nearest: {listed(answer.near)}" if answer.near else otherwise


@rule("GP111", "misquoted-code", always=True)
def misquoted_code(case: Case) -> Iterator[Finding]:
    """Code that is quoted beside cited lines is in those lines; a few lines beside them it is a warning."""
    for answer in false_answers(case, Topic.QUOTE):
        yield _misquoted(case, answer, "does not show", "Cite the lines that show it, or quote what they say")
    beside = Severity.WARNING if case.plan.id else Severity.NOTE  # others' plans are read for what is false
    for answer in case.evidence.answers if case.evidence else ():
        is_beside = answer.statement.topic is Topic.QUOTE and answer.verdict is Verdict.HOLDS and answer.found
        if is_beside:
            found = _misquoted(case, answer, "is a few lines beside", "Cite those lines")
            yield replace(found, severity=beside)


def _misquoted(case: Case, answer: Answer, how: str, hint: str) -> Finding:
    said = answer.statement
    message = f"`{said.subject}` {how} `{said.text}`: {answer.found}"
    return _finding(case, "GP111", answer, message, hint)


@rule("GP112", "unknown-name", always=True)
def unknown_name(case: Case) -> Iterator[Finding]:
    """A function, class or member that the plan names is there, or a step makes it."""
    for answer in false_answers(case, Topic.NAME):
        because = f": {answer.found}" if answer.found else ""
        message = f"`{answer.statement.text}` is not in the code{because}"
        hint = _nearest(answer, "Name what is there, or say which step adds it")
        yield _finding(case, "GP112", answer, message, hint)


@rule("GP113", "wrong-count", always=True)
def wrong_count(case: Case) -> Iterator[Finding]:
    """A number that the plan gives is the number that counting gives."""
    for answer in false_answers(case, Topic.COUNT, Topic.LIST):
        said = answer.statement
        message = f"“{' '.join(said.text.split())[:100]}”: {answer.found}"
        hint = "Write the number that is true, after looking at what was missed"
        yield _finding(case, "GP113", answer, message, hint)


@rule("GP114", "unknown-command", always=True)
def unknown_command(case: Case) -> Iterator[Finding]:
    """A command names scripts, targets, packages and files that are here, or that a step makes."""
    for answer in false_answers(case, Topic.COMMAND):
        message = f"`{answer.statement.text}` cannot run here: {answer.found}"
        hint = _nearest(answer, "Name a command that is here, or say which step adds it")
        yield _finding(case, "GP114", answer, message, hint)


@rule("GP115", "unknown-test", always=True)
def unknown_test(case: Case) -> Iterator[Finding]:
    """A test that a command selects or the plan builds on is here, or a step writes it."""
    for answer in false_answers(case, Topic.TEST):
        verb = "is not there" if answer.statement.said == NAMED_TEST else "selects no test"
        message = f"`{answer.statement.text}` {verb}: {answer.found}"
        hint = _nearest(answer, "Name a test that is here, or say which step writes it")
        yield _finding(case, "GP115", answer, message, hint)


@rule("GP116", "wrong-version", always=True)
def wrong_version(case: Case) -> Iterator[Finding]:
    """A version of a dependency is one that a manifest or lock file has."""
    for answer in false_answers(case, Topic.VERSION):
        message = f"“{answer.statement.text}”: {answer.found}"
        yield _finding(
            case, "GP116", answer, message, "Write the version that is used, or say that a step changes it"
        )


@rule("GP118", "contradicted-statement", always=True)
def contradicted_statement(case: Case) -> Iterator[Finding]:
    """What a reader found the plan to say about the code is so, whatever kind of statement it is."""
    for answer in false_answers(case, Topic.STATED):
        message = f"“{answer.statement.text}”: {answer.found}"
        hint = _nearest(answer, "Say what is there, or which step makes it so")
        yield _finding(case, "GP118", answer, message, hint)


@rule("GP119", "refuted-statement", always=True, severity=Severity.WARNING)
def refuted_statement(case: Case) -> Iterator[Finding]:
    """A reader of the plan shows no line of code against what it says."""
    for answer in false_answers(case, Topic.REFUTED):
        said = answer.statement
        one, shown = (" ".join(each.split())[:_QUOTED] for each in (said.text, said.by))
        message = (
            f"“{one}”: {said.said} holds `{said.subject}` against it, which has “{shown}”: {answer.found}"
        )
        found = _finding(case, "GP119", answer, message, "Look at those lines, then say what they show")
        yield replace(found, severity=Severity.WARNING)


@rule("GP910", "reader-objection", always=True, severity=Severity.WARNING)
def reader_objection(case: Case) -> Iterator[Finding]:
    """A reader of the plan sees no two statements in it that cannot both be meant."""
    for answer in false_answers(case, Topic.OBJECTED):
        said = answer.statement
        one, other = (" ".join(each.split())[:_QUOTED] for each in (said.text, said.by))
        message = (
            f"says “{one}” and, in line {said.number}, “{other}”; "
            f"{said.said} holds that against it, about `{said.subject}`"
        )
        found = _finding(case, "GP910", answer, message, "Keep one of the two, or say how both are meant")
        yield replace(found, severity=Severity.WARNING)
