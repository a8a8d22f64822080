"""Whether some test covers a name or a file, where words say that one does or that none does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.shown_tests import is_test_file
from groundplan.code.test_paths import is_test
from groundplan.plan.citation import parse_citation
from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.counts import defined_once
from groundplan.survey.stated.here import settle
from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.survey.tests_for.naming import same_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement
    from groundplan.survey.tests_for.finding import TestsFor

_NAME = re.compile(r"[^\W\d][\w$.:#]*(?:\(\))?[!?]?")
# How a test is known to be one of what was asked for, not of something beside it.
_SURE = frozenset({"use", "import", "include", "inside", "code"})
_SHORTEST = 6  # letters of a name that no other thing is likely to have
_INNER = re.compile(rb"#\[cfg\(test\)\]")


def judge_tested(index: CodeView, statement: Statement) -> Answer:
    """Tell whether tests use what is named; that a test may reach it unseen, nobody here can tell."""
    cited = parse_citation(statement.subject)
    path, symbol = (cited.path, None) if cited and not cited.symbol else ("", None)
    if not path and _NAME.fullmatch(statement.subject.rpartition("::")[2]):
        named = cited.symbol if cited else statement.subject
        symbol = _defined(index, named.partition("(")[0], cited.path if cited else "")
    path = symbol.path if symbol else path
    if index.text(path) is None or is_test(path):
        return Answer(statement, Verdict.UNKNOWN)
    tests = find_tests_for(index, path, symbol)
    if not tests.is_parsed:
        return Answer(statement, Verdict.UNKNOWN)  # nothing but names of files could be compared
    judge = _judge_by if statement.by else _judge_any
    answer = judge(index, statement, tests, symbol)
    if statement.said and answer.verdict is Verdict.HOLDS:
        return Answer(statement, Verdict.UNKNOWN)  # of which sort a test is, nobody here can tell
    return settle(statement, answer)


def _defined(index: CodeView, name: str, path: str) -> Symbol | None:
    """Return the one definition that a name means: of namesakes in one file, the one that is no member."""
    found = defined_once(index, name, path)
    own = [
        each for each in index.symbols(name) if each.definition.qualified == name and path in {"", each.path}
    ]
    return found or (
        own[0] if len(own) == 1 and len({each.path for each in index.symbols(name)}) == 1 else None
    )


def _sure(index: CodeView, tests: TestsFor, symbol: Symbol | None) -> dict[str, str]:
    """Return where the tests that surely use it do so: test file -> place."""
    found = {
        each.path: f"{reason.at.path}:{reason.at.line}"
        for each in tests.found
        for reason in reversed(each.reasons)
        # That a file holds tests of its own does not say of what in it.
        if reason.how in _SURE and reason.about == "it" and reason.at.line
        if symbol is None or reason.how != "inside"
    }
    found = found or (_calling(index, symbol) if symbol else {})
    line = _line_inside(index, symbol) if symbol else 0
    return {symbol.path: f"{symbol.path}:{line}", **found} if symbol and line else found


def _calling(index: CodeView, symbol: Symbol) -> dict[str, str]:
    """Return the tests that call a name which nothing else has: a module may be mixed into them."""
    name = symbol.definition.name
    if len(name) < _SHORTEST or len(index.symbols(name)) > 1:
        return {}
    call = re.compile(
        rb"^[ \t]*(?![#/*])(?:[^\"'#\n]*[^\w.\"'#\n])?%s\(" % re.escape(name.encode()), re.MULTILINE
    )
    found: dict[str, str] = {}
    for path in index.files_with(name):
        text = index.text(path) or b""
        at = call.search(text) if is_test_file(index, path) and same_language(path, symbol.path) else None
        if at:
            line = text.count(b"\n", 0, at.end()) + 1
            found[path] = f"{path}:{line}"
    return found


def _line_inside(index: CodeView, symbol: Symbol) -> int:
    """Return the line of a Rust file's own tests that has a name defined in it, or 0."""
    text = index.text(symbol.path) or b""
    start = _INNER.search(text) if symbol.path.endswith(".rs") else None
    word = re.compile(rb"\b%s\b" % re.escape(symbol.definition.name.encode()))
    found = word.search(text, start.end()) if start else None
    return text.count(b"\n", 0, found.start()) + 1 if found else 0


def _judge_any(index: CodeView, statement: Statement, tests: TestsFor, symbol: Symbol | None) -> Answer:
    sure = _sure(index, tests, symbol)
    if sure:
        places = tuple(sure.values())[:3]
        return Answer(statement, Verdict.HOLDS, f"tests use it, as in `{places[0]}`", at=places)
    if not statement.is_denied:
        return Answer(statement, Verdict.UNKNOWN)  # a test may reach it through others
    is_named = any(_naming(index, symbol.definition.name)) if symbol else bool(tests.found)
    if is_named:
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, "no test file uses or names it")


def _naming(index: CodeView, name: str) -> Iterator[str]:
    """Yield the tests whose text has a name, in whatever role; those inside other files of Rust, too."""
    word = re.compile(re.escape(name.strip("_").encode()), re.IGNORECASE)
    for path in index.paths():
        text = index.text(path) or b"" if is_test_file(index, path) or path.endswith(".rs") else b""
        inner = _INNER.search(text) if not is_test_file(index, path) else None
        if (inner or is_test_file(index, path)) and word.search(text, inner.end() if inner else 0):
            yield path


def _judge_by(index: CodeView, statement: Statement, tests: TestsFor, symbol: Symbol | None) -> Answer:
    cited = parse_citation(statement.by)
    if cited is None:
        return Answer(statement, Verdict.UNKNOWN)
    sure = _sure(index, tests, symbol)
    found = {path: place for path, place in sure.items() if f"/{path}".endswith(f"/{cited.path}")}
    if found:
        return Answer(statement, Verdict.HOLDS, at=tuple(found.values()))
    if index.text(cited.path) is None and not any(
        f"/{each}".endswith(f"/{cited.path}") for each in index.paths()
    ):
        return Answer(statement, Verdict.FALSE, f"there is no `{cited.path}`")
    return Answer(statement, Verdict.UNKNOWN)
