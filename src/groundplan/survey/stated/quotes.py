"""Code quoted beside the lines it is said to be in."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from groundplan.code.citations.texts import split_lines
from groundplan.plan.statement import Answer, Verdict

if TYPE_CHECKING:
    from groundplan.code.view import CitedCode
    from groundplan.plan.citation import Citation
    from groundplan.plan.statement import Statement

_NAME = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|#|->)[^\W\d][\w$]*)*(?:\((?:\.\.\.|…)?\))?")
_ALIKE = 0.75  # a quoted line and the line that was meant
_MOST_SHOWN = 80
_MOST_PLACES = 8
_NEAR = 2  # lines beside the cited ones in which code is close enough for a reader


def judge_quote(index: CitedCode, statement: Statement, path: str) -> Answer:
    """Tell whether the quoted code is in the cited lines of a file; elsewhere in it is not there."""
    text, citation = index.text(path), statement.citation
    if text is None or citation is None:
        return Answer(statement, Verdict.UNKNOWN)
    lines = [line.decode("utf-8", "replace") for line in split_lines(text)]
    if citation.last > len(lines):
        return Answer(statement, Verdict.UNKNOWN)  # the citation itself is at fault, and that is said
    cited = lines[citation.first - 1 : citation.last]
    if _NAME.fullmatch(statement.text):
        return _judge_name(index, statement, path, lines)
    quoted = _folded(statement.text)
    if quoted in _folded(" ".join(cited)):
        return Answer(statement, Verdict.HOLDS)
    found = [number for number, line in enumerate(lines, 1) if quoted in _folded(line)]
    if found:
        verdict = Verdict.HOLDS if _is_near(citation, found) else Verdict.FALSE
        return Answer(statement, verdict, _at(found))
    return _judge_likeness(statement, cited)


def _judge_name(index: CitedCode, statement: Statement, path: str, lines: list[str]) -> Answer:
    citation = statement.citation
    assert citation is not None
    name = re.split(r"\.|::|#|->", statement.text.partition("(")[0])[-1]
    word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
    found = [number for number, line in enumerate(lines, 1) if word.search(line)]
    if not 0 < len(found) <= _MOST_PLACES:
        return Answer(statement, Verdict.UNKNOWN)  # a word that is everywhere says nothing of a line
    if _is_near(citation, found):
        return Answer(statement, Verdict.HOLDS)
    outline = index.outline(path)
    if outline is None:
        # Nobody knows where a function begins here, so lines of its body may well be cited by its name.
        is_before = any(number < citation.first for number in found)
        return Answer(statement, Verdict.UNKNOWN if is_before else Verdict.FALSE, _at(found))
    around = any(
        each.name == name and each.first <= citation.last and citation.first <= each.last
        for each in outline.definitions
    )
    return Answer(statement, Verdict.HOLDS) if around else Answer(statement, Verdict.FALSE, _at(found))


def _judge_likeness(statement: Statement, cited: list[str]) -> Answer:
    quoted = _folded(statement.text)
    if not re.search(r"[=(]", quoted) or re.search(r"\.\.\.(?!\w)|…", quoted):
        return Answer(statement, Verdict.UNKNOWN)
    alike = [
        (difflib.SequenceMatcher(None, quoted, _folded(line)).ratio(), line.strip())
        for line in cited
        if line.strip()
    ]
    best, line = max(alike, default=(0.0, ""))
    if best < _ALIKE or len(line) > _MOST_SHOWN:
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"the line reads `{line.replace('`', '')}`")


def _is_near(citation: Citation, numbers: list[int]) -> bool:
    return any(citation.first - _NEAR <= number <= citation.last + _NEAR for number in numbers)


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", text).rstrip(";,").replace('"', "'")


def _at(numbers: list[int]) -> str:
    shown = ", ".join(str(each) for each in numbers[:3])
    more = f" and {len(numbers) - 3} more" if len(numbers) > 3 else ""
    return f"it is in line{'' if len(numbers) == 1 else 's'} {shown}{more}"
