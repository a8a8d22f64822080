"""How many tests, uses or parts something has, counted in every way that a number may mean."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.contents import count_parts, judge_contents
from groundplan.survey.stated.counts import count_calls, defined_once, ways_of_counting
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement

_NAME = re.compile(r"[^\W\d][\w$.:#]*(?:\([^()]*\))?")
_COMMENT = re.compile(r"\s*(?://|#(?!\[)|/?\*|--\s)")
_MOST = 40  # uses; of more, people round


def judge_total(index: CodeView, statement: Statement) -> Answer:
    """Count again; only a number that is right in no way of counting is false."""
    unit, *files = statement.by.split("\n")
    if unit == "tests":
        return replace(judge_contents(index, replace(statement, said="tests"), ""), statement=statement)
    subject = statement.subject.partition("(")[0]
    if not _NAME.fullmatch(statement.subject):
        return Answer(statement, Verdict.UNKNOWN)
    symbol = defined_once(index, subject)
    if symbol is None:
        return Answer(statement, Verdict.UNKNOWN)
    if unit == "parts":
        return count_parts(index, statement, symbol)
    name = split_symbol(subject)[-1]
    if len({each.path for each in index.symbols(name)}) > 1:
        return Answer(statement, Verdict.UNKNOWN)  # of namesakes nobody can tell which one a line means
    places = [each for each in find_occurrences(index, name).places if not each.path.lower().endswith(PROSE)]
    places = [each for each in places if each.path != statement.place.document]
    places = [each for each in places if not _COMMENT.match(each.text)]
    uses = [each for each in places if not each.is_definition]
    numbers = set(ways_of_counting(places, name)) | set(count_calls(index, symbol))
    for file in files:
        numbers |= set(
            ways_of_counting([each for each in places if f"/{each.path}".endswith(f"/{file}")], name)
        )
    home = [each for each in places if each.path == symbol.path]
    numbers |= set(ways_of_counting(home, name))
    if statement.number in numbers:
        return Answer(statement, Verdict.HOLDS)
    if not 0 < len(uses) <= _MOST:
        return Answer(statement, Verdict.UNKNOWN)
    shown = ", ".join(f"`{each.path}:{each.line}`" for each in uses[:3])
    more = f" and {len(uses) - 3} more" if len(uses) > 3 else ""
    return Answer(statement, Verdict.FALSE, f"it is used in {shown}{more}")
