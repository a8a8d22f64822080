"""Whether some test covers a name or a file, where words say that one does or that none does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.test_paths import holds_tests, is_test
from groundplan.plan.citation import parse_citation
from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.counts import defined_once
from groundplan.survey.stated.here import settle
from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement
    from groundplan.survey.tests_for.finding import TestsFor

_NAME = re.compile(r"[^\W\d][\w$.:#]*(?:\(\))?[!?]?")
# How a test is known to be one of what was asked for, not of something beside it.
_SURE = frozenset({"use", "import", "include", "inside", "code"})


def judge_tested(index: CodeView, statement: Statement) -> Answer:
    """Tell whether tests use what is named; that a test may reach it unseen, nobody here can tell."""
    cited = parse_citation(statement.subject)
    path, symbol = (cited.path, None) if cited and not cited.symbol else ("", None)
    if not path and _NAME.fullmatch(statement.subject.rpartition("::")[2]):
        named = cited.symbol if cited else statement.subject
        symbol = defined_once(index, named.partition("(")[0], cited.path if cited else "")
    path = symbol.path if symbol else path
    if index.text(path) is None or is_test(path):
        return Answer(statement, Verdict.UNKNOWN)
    tests = find_tests_for(index, path, symbol)
    if not tests.is_parsed:
        return Answer(statement, Verdict.UNKNOWN)  # nothing but names of files could be compared
    answer = (
        _judge_by(index, statement, tests) if statement.by else _judge_any(index, statement, tests, symbol)
    )
    if statement.said and answer.verdict is Verdict.HOLDS:
        return Answer(statement, Verdict.UNKNOWN)  # of which sort a test is, nobody here can tell
    return settle(statement, answer)


def _sure(tests: TestsFor) -> dict[str, str]:
    """Return where the tests that surely use it do so: test file -> place."""
    return {
        each.path: f"{reason.at.path}:{reason.at.line}"
        for each in tests.found
        for reason in reversed(each.reasons)
        if reason.how in _SURE and reason.about == "it" and reason.at.line
    }


def _judge_any(index: CodeView, statement: Statement, tests: TestsFor, symbol: Symbol | None) -> Answer:
    sure = _sure(tests)
    if sure:
        places = tuple(sure.values())[:3]
        return Answer(statement, Verdict.HOLDS, f"tests use it, as in `{places[0]}`", at=places)
    name = symbol.definition.name if symbol else ""
    if tests.found and not (symbol and statement.is_denied and not any(_naming(index, name))):
        return Answer(statement, Verdict.UNKNOWN)
    if not statement.is_denied:
        return Answer(statement, Verdict.UNKNOWN)  # a test may reach it through others
    return Answer(statement, Verdict.FALSE, f"none of {tests.looked_at} test files uses or names it")


def _naming(index: CodeView, name: str) -> Iterator[str]:
    """Yield the tests whose text has a name, in whatever role."""
    word = re.compile(rb"%s" % re.escape(name.strip("_").encode()), re.IGNORECASE)
    return (path for path in index.paths() if holds_tests(path) and word.search(index.text(path) or b""))


def _judge_by(index: CodeView, statement: Statement, tests: TestsFor) -> Answer:
    cited = parse_citation(statement.by)
    if cited is None:
        return Answer(statement, Verdict.UNKNOWN)
    found = {path: place for path, place in _sure(tests).items() if f"/{path}".endswith(f"/{cited.path}")}
    if found:
        return Answer(statement, Verdict.HOLDS, at=tuple(found.values()))
    if index.text(cited.path) is None and not any(
        f"/{each}".endswith(f"/{cited.path}") for each in index.paths()
    ):
        return Answer(statement, Verdict.FALSE, f"there is no `{cited.path}`")
    return Answer(statement, Verdict.UNKNOWN)
