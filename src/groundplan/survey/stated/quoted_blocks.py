"""Fenced code held against the file it is quoted from: one line that differs from its file is a misquote."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.citations.texts import split_lines
from groundplan.plan.statement import TOLD, Answer, Verdict
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from groundplan.code.view import CitedCode
    from groundplan.plan.statement import Statement

_MOST_FILES = 12
_MOST_READ = 60
_FEW = 3  # lines of a block that are held against their file one by one
_MOST_LINES = 60
_LARGEST = 1_000_000
_TELLING = 12  # letters of a line, blanks apart, that hardly another file has by chance
_ALIKE = 0.6
_WINDOW = 4  # lines around those that are there, within which the line that was meant is
_SHOWN = 100
_LEFT_OUT = re.compile(r"\.\.\.|…|^\s*(?://|#|\*|/\*|--)")
_REMARK = re.compile(r"\s(?:#|//|--|/\*|<!--|←|<-).*$")
_WORD = re.compile(r"[^\W\d]\w{3,60}")


def judge_block(index: CitedCode, statement: Statement, path: str, named: list[str]) -> Answer:
    """Tell whether each line of a block is in its file; most of them must be, or it is no quote.

    `named` are the files of the whole plan.
    """
    block = statement.text.split("\n")
    lines = [(at, line) for at, line in enumerate(block) if _folded(line) and not _LEFT_OUT.search(line)]
    unknown = Answer(statement, Verdict.UNKNOWN)
    if not lines or len(lines) > _MOST_LINES or _LEFT_OUT.search(statement.text.strip()[:3]):
        return unknown
    best: tuple[int, str, list[str]] = (0, "", [])
    for each in (*((path,) if path else ()), *_files(index, lines)):
        if each == statement.place.document or each.lower().endswith(PROSE):
            continue  # others' plans quote the same lines
        text = index.text(each) or b""
        if len(text) > _LARGEST:
            continue
        there = [line.decode("utf-8", "replace") for line in split_lines(text)]
        known = {_folded(line) for line in there}
        hits = sum(_folded(line) in known for _, line in lines)
        best = max(best, (hits, each, there), key=lambda one: one[0])
    hits, found, there = best
    if hits == len(lines):
        return Answer(statement, Verdict.HOLDS, at=(found,))
    has_lines = statement.citation is not None and statement.citation.first
    if len(lines) - hits == 1 and len(lines) > 1 and (answer := _judge_line(statement, lines, found, there)):
        return answer
    if len(lines) > _FEW or not (has_lines or statement.by == TOLD):
        return unknown  # what differs in several lines may be shortened, or proposed
    files = [path] if path else [each for one in named for each in _ending(index, one)][:_MOST_FILES]
    return _judge_few(index, statement, lines, files) or unknown


def _ending(index: CitedCode, path: str) -> list[str]:
    found = [
        each for each in index.paths() if f"/{each}".endswith(f"/{path}") and not each.lower().endswith(PROSE)
    ]
    return found if len(found) == 1 else []


def _judge_few(
    index: CitedCode, statement: Statement, lines: list[tuple[int, str]], files: list[str]
) -> Answer | None:
    """Return what one of a few lines was meant to be, where a file has nearly that line and none has it."""
    cited = statement.citation
    for at, wrong in lines:
        quoted, words = _folded(wrong), set(_WORD.findall(wrong))
        if len(quoted) < _TELLING or not words or _is_in(index, wrong):
            continue
        rated = [
            (difflib.SequenceMatcher(None, quoted, _folded(text)).ratio(), each, number, text)
            for each in files
            for number, text in _lines(index, each)
            if (not (cited and cited.first) or cited.first - _WINDOW <= number <= cited.last + _WINDOW)
            and len(words & set(_WORD.findall(text))) * 3 >= len(words)
        ]
        likeness, path, number, text = max(rated, default=(0.0, "", 0, ""))
        opened = _folded(text)
        is_broken = opened.endswith(("(", "{", "[", ",")) and quoted.startswith(opened)
        if likeness < _ALIKE or is_broken:
            continue
        place = f"{path}:{number}"
        where = replace(statement.place, line=statement.place.line + at)
        said = replace(statement, text=wrong.strip(), subject=place, place=where)
        right = text.strip().replace("`", "")[:_SHOWN]
        return Answer(said, Verdict.FALSE, f"the line reads `{right}`", at=(place,))
    return None


def _is_in(index: CitedCode, line: str) -> bool:
    """Tell whether some file has a line; where too many may, nobody looks."""
    words = sorted(_WORD.findall(line), key=len)
    files = index.files_with(words[-1]) if words else ()
    if not words or len(files) > _MOST_READ:
        return True
    return any(
        _folded(line) in re.sub(r"\s", "", (index.text(each) or b"").decode("utf-8", "replace"))
        for each in files
    )


def _lines(index: CitedCode, path: str) -> list[tuple[int, str]]:
    text = index.text(path) or b""
    found = split_lines(text) if len(text) <= _LARGEST // 10 else []
    return [(number, line.decode("utf-8", "replace")) for number, line in enumerate(found, 1) if line.strip()]


def _judge_line(
    statement: Statement, lines: list[tuple[int, str]], path: str, there: list[str]
) -> Answer | None:
    """Return what stands in the place of the one line that is not in the file, if it is nearly the same."""
    folded = [_folded(line) for line in there]
    seen = Counter(folded)
    telling = {_folded(line) for _, line in lines if len(_folded(line)) >= _TELLING}
    anchors = [at for at, line in enumerate(folded) if line in telling and seen[line] == 1]
    at, wrong = next((at, line) for at, line in lines if _folded(line) not in seen)
    if not anchors or len(_folded(wrong)) < _TELLING // 2:
        return None
    quoted = {_folded(line) for _, line in lines}
    near = {
        number
        for anchor in anchors
        for number in range(max(0, anchor - _WINDOW), min(len(there), anchor + _WINDOW + 1))
        if folded[number] and folded[number] not in quoted
    }
    rated = [(difflib.SequenceMatcher(None, _folded(wrong), folded[each]).ratio(), -each) for each in near]
    likeness, number = max(rated, default=(0.0, 0))
    # A quote may leave out the rest of a line, or put several lines into one.
    joined = {"".join(folded[each : each + many]) for each in near for many in (1, 2, 3)}
    is_joined = any(_folded(wrong) in each for each in joined) or any(
        _folded(wrong).startswith(folded[each]) and folded[each].endswith(("(", "{", "[")) for each in near
    )
    if likeness < _ALIKE or is_joined:
        return None
    right = there[-number].strip().replace("`", "")[:_SHOWN]
    place = f"{path}:{-number + 1}"
    said = replace(
        statement,
        text=wrong.strip(),
        subject=place,
        place=replace(statement.place, line=statement.place.line + at),
    )
    return Answer(said, Verdict.FALSE, f"the line reads `{right}`", at=(place,))


def _files(index: CitedCode, lines: list[tuple[int, str]]) -> list[str]:
    """Return the files that have the rarest word of a block, where they are few."""
    words = {word for _, line in lines for word in _WORD.findall(line)}
    held = sorted((index.files_with(word) for word in sorted(words)[:40]), key=len)
    return list(next((files for files in held if 0 < len(files) <= _MOST_FILES), ()))


def _folded(line: str) -> str:
    """Return a line without blanks and without a remark behind it, which may be the plan's own."""
    return re.sub(r"\s", "", _REMARK.sub("", line)).rstrip(";,")
