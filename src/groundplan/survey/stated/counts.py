"""How many callers, uses or files of a name a plan states, counted again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.code.test_paths import is_test
from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.occurrences import Occurrence
    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement

_IMPORTS = re.compile(r"\s*(?:import|from|export|use|require|#include)\b|.*\brequire\(")
_OF_FILES = ("file", "module")
_DEFINES = re.compile(r"\b(?:def|func|function|fn)\s|^\s*(?:#|//|\*)")
_NAME = re.compile(r"[^\W\d][\w$.:#]*(?:\(\))?")


def judge_count(index: CodeView, statement: Statement) -> Answer:
    """Count again in every way that the words may mean; only a number that fits none of them is false."""
    if not _NAME.fullmatch(statement.subject):
        return Answer(statement, Verdict.UNKNOWN)
    name = split_symbol(statement.subject)[-1]
    if len({(each.path, each.definition.qualified) for each in index.symbols(name)}) != 1:
        return Answer(statement, Verdict.UNKNOWN)  # of namesakes nobody can tell which one a line means
    places = [
        each
        for each in find_occurrences(index, name).places
        if not each.path.lower().endswith(PROSE) and each.path != statement.place.document
    ]
    if not statement.number:
        return _judge_none(statement, places, name)
    of_files = statement.said.startswith(_OF_FILES)
    if statement.number in set(_numbers(places, name, of_files=of_files)):
        return Answer(statement, Verdict.HOLDS)
    uses = [each for each in places if not each.is_definition]
    files = len({each.path for each in uses})
    found = f"{_many(len(uses), 'use')} in {_many(files, 'file')}, definitions apart"
    return Answer(statement, Verdict.FALSE, found)


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
