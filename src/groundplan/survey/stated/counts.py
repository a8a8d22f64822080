"""How many callers, uses or files of a name a plan states, counted again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.callers import is_call
from groundplan.code.citations.symbols import split_symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.code.test_paths import is_test
from groundplan.code.usage import UsageKind
from groundplan.code.usages import find_usages
from groundplan.plan.citation import parse_citation
from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.contents import PARTS, judge_contents
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.index import Symbol
    from groundplan.code.occurrences import Occurrence
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement

_IMPORTS = re.compile(r"\s*(?:import|from|export|use|require|#include)\b|.*\brequire\(")
_DEFINES = re.compile(r"\b(?:def|func|function|fn)\s|^\s*(?:#|//|\*)")
_NAME = re.compile(r"[^\W\d][\w$.:#]*(?:\(\))?")
_COMMENT = re.compile(rb"(?:^|\s)(?://|#|\*).*")
_NO_USE = frozenset({UsageKind.IMPORT, UsageKind.EXPORT, UsageKind.STRING})


def judge_count(index: CodeView, statement: Statement, path: str = "") -> Answer:
    """Count again in every way that the words may mean; only a number that fits none of them is false."""
    if statement.said in PARTS:
        return judge_contents(index, statement, path)
    if not _NAME.fullmatch(statement.subject):
        return Answer(statement, Verdict.UNKNOWN)
    symbol = _defined_once(index, statement.subject)
    if symbol is None:
        return Answer(statement, Verdict.UNKNOWN)  # of namesakes nobody can tell which one a line means
    if statement.by:
        return _judge_caller(index, statement, symbol)
    name = symbol.definition.name
    places = [
        each
        for each in find_occurrences(index, name).places
        if not each.path.lower().endswith(PROSE) and each.path != statement.place.document
    ]
    if not statement.number:
        return _judge_none(statement, places, name)
    if statement.said in {"callers", "calls"}:
        return _judge_calls(index, statement, symbol, places)
    if statement.number in set(_numbers(places, name, of_files=statement.said == "files")):
        return Answer(statement, Verdict.HOLDS)
    uses = [each for each in places if not each.is_definition]
    files = len({each.path for each in uses})
    found = f"{_many(len(uses), 'use')} in {_many(files, 'file')}, definitions apart"
    return Answer(statement, Verdict.FALSE, found)


def _defined_once(index: CodeView, subject: str) -> Symbol | None:
    """Return the one definition of a name; a test that has its own does not count."""
    found = index.symbols(split_symbol(subject)[-1])
    found = tuple(each for each in found if not is_test(each.path)) or found
    return found[0] if len({(each.path, each.definition.qualified) for each in found}) == 1 else None


def _judge_calls(index: CodeView, statement: Statement, symbol: Symbol, places: list[Occurrence]) -> Answer:
    usages = find_usages(index, symbol)
    known = [each for each in (*usages.resolved, *usages.possible) if not each.path.lower().endswith(PROSE)]
    called = re.compile(rf"(?<![\w$]){re.escape(symbol.definition.name)}(?![\w$])\s*(?:<[^<>()]*>)?[!?]?\(")
    calling = [each for each in places if not each.is_definition and called.search(each.text)]
    sets: list[Sequence[Usage | Occurrence]] = [
        [each for each in usages.resolved if is_call(symbol, each)],
        [each for each in known if is_call(symbol, each)],
        [each for each in known if each.kind not in _NO_USE],
        calling,
    ]
    # A function that calls itself is hardly counted among its callers.
    sets += [[each for each in kept if not _is_own(each, symbol)] for kept in sets]
    fits = {number for each in sets for number in _ways_of_calls(each, files=statement.said == "callers")}
    if statement.number in fits:
        return Answer(statement, Verdict.HOLDS)
    calls = sets[1] or calling
    if not calls:
        return Answer(statement, Verdict.UNKNOWN)  # none that is seen proves nothing
    shown = ", ".join(f"`{each.path}:{each.line}`" for each in calls[:3])
    more = f" and {len(calls) - 3} more" if len(calls) > 3 else ""
    return Answer(statement, Verdict.FALSE, f"{_many(len(calls), 'call')} found, {shown}{more}")


def _ways_of_calls(calls: Sequence[Usage | Occurrence], *, files: bool) -> Iterator[int]:
    for part in (
        calls,
        [each for each in calls if not is_test(each.path)],
        [each for each in calls if is_test(each.path)],
    ):
        yield len(part)
        yield len({(each.path, each.line) for each in part})
        yield len({(each.path, _around(each)) for each in part})
        if files:
            yield len({each.path for each in part})


def _is_own(place: Usage | Occurrence, symbol: Symbol) -> bool:
    definition = symbol.definition
    return place.path == symbol.path and definition.first <= place.line <= definition.last


def _around(place: Usage | Occurrence) -> str:
    return getattr(place, "inside", "") or getattr(place, "within", "")


def _judge_caller(index: CodeView, statement: Statement, symbol: Symbol) -> Answer:
    """Tell whether a name is used where the words say it is called, and nowhere else where they say only."""
    name = symbol.definition.name
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    cited = parse_citation(statement.by)
    if cited is not None and cited.symbol == "":
        text = index.text(cited.path)
        if text is None or statement.said == "only":
            return (
                _judge_only(index, statement, symbol, cited.path)
                if text
                else Answer(statement, Verdict.UNKNOWN)
            )
        if word.search(text):
            return Answer(statement, Verdict.HOLDS)
        return Answer(statement, Verdict.FALSE, f"`{cited.path}` has no `{name}`")
    if not _NAME.fullmatch(statement.by):
        return Answer(statement, Verdict.UNKNOWN)
    caller = _caller(index, statement.by)
    if caller is None or caller == symbol:
        return Answer(statement, Verdict.UNKNOWN)
    if statement.said == "only":
        return _judge_only(index, statement, symbol, caller.path)
    lines = (index.text(caller.path) or b"").split(b"\n")[
        caller.definition.first - 1 : caller.definition.last
    ]
    code = [_COMMENT.sub(b"", line) for line in lines]
    usages = find_usages(index, symbol)
    is_used = any(_is_own(each, caller) for each in (*usages.resolved, *usages.possible))
    if is_used or any(word.search(line) for line in code):
        return Answer(statement, Verdict.HOLDS)
    found = f"`{caller.path}::{caller.definition.qualified}` has no `{name}`"
    return Answer(statement, Verdict.FALSE, found)


def _caller(index: CodeView, subject: str) -> Symbol | None:
    parts = split_symbol(subject)
    found = [each for each in index.symbols(parts[-1]) if each.definition.qualified.endswith(".".join(parts))]
    return found[0] if len({(each.path, each.definition.qualified) for each in found}) == 1 else None


def _judge_only(index: CodeView, statement: Statement, symbol: Symbol, path: str) -> Answer:
    """Tell whether calls in other files are known; a test that calls it is not counted by most."""
    usages = find_usages(index, symbol)
    known = [each for each in usages.resolved if is_call(symbol, each) and not _is_tested(each.path)]
    others = [each for each in known if each.path not in {path, symbol.path}]
    if others and not is_test(path):
        shown = ", ".join(f"`{each.path}:{each.line}`" for each in others[:3])
        return Answer(statement, Verdict.FALSE, f"it is also called in {shown}")
    return Answer(statement, Verdict.HOLDS if known else Verdict.UNKNOWN)


def _is_tested(path: str) -> bool:
    return is_test(path) or "test" in path.rpartition("/")[2].lower()


def _judge_none(statement: Statement, places: list[Occurrence], name: str) -> Answer:
    """Tell whether nothing calls a name: one call says no, and none that is seen proves nothing."""
    called = re.compile(rf"(?<![\w$]){re.escape(name)}(?:\.(?:call|apply|bind))?\(")
    calls = [each for each in places if not each.is_definition and called.search(each.text)]
    calls = [each for each in calls if not _DEFINES.search(each.text)]
    if not calls:
        return Answer(statement, Verdict.UNKNOWN)
    shown = ", ".join(f"`{each.path}:{each.line}`" for each in calls[:3])
    more = f" and {len(calls) - 3} more" if len(calls) > 3 else ""
    return Answer(statement, Verdict.FALSE, f"it is called in {shown}{more}")


def _numbers(places: list[Occurrence], name: str, *, of_files: bool) -> Iterator[int]:
    called = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])\s*(?:<[^<>()]*>)?\(")
    homes = {each.path for each in places if each.is_definition}
    uses = [each for each in places if not each.is_definition]
    code = [each for each in uses if not _IMPORTS.match(each.text)]
    imported = [each for each in uses if _IMPORTS.match(each.text)]
    calling = [each for each in uses if called.search(each.text)]
    for kept in (places, uses, code, calling, imported):
        for part in (kept, [e for e in kept if not is_test(e.path)], [e for e in kept if is_test(e.path)]):
            for rest in (part, [each for each in part if each.path not in homes]):
                yield from _files(rest) if of_files else _ways(rest)


def _ways(kept: list[Occurrence]) -> Iterator[int]:
    yield len(kept)
    yield len({(each.path, each.line) for each in kept})
    yield len({(each.path, each.within) for each in kept})
    yield from _files(kept)


def _files(kept: list[Occurrence]) -> Iterator[int]:
    yield len({each.path for each in kept})
    yield len({each.path.rpartition("/")[0] for each in kept})


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
