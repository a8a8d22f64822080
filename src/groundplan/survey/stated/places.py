"""Lines and code that words around them place in a file: whether anything of those words is there."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol
from groundplan.code.citations.texts import split_lines
from groundplan.plan.statement import Answer, Verdict

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CitedCode
    from groundplan.plan.statement import Statement

_NEAR = 3  # lines beside the cited ones in which a name is close enough for a reader
_MOST_PLACES = 8  # of a name that says where it is
_MOST_FILES = 8
_MOST_READ = 60
_ALIKE = 0.72
_MOST_SHOWN = 100
_WORD = re.compile(r"[^\W\d][\w$]*")
_ASSIGNED = re.compile(r"((?:[A-Za-z]+\s+){0,3}[^\W\d][\w$.]*)\s*:?=(?!=)\s*(\S.*)")


def judge_around(index: CitedCode, statement: Statement, path: str) -> Answer:
    """Tell whether some name of a sentence is in the lines it gives; one that is elsewhere says no."""
    text, cited = index.text(path), statement.citation
    outline = index.outline(path)
    if text is None or cited is None or outline is None:
        return Answer(statement, Verdict.UNKNOWN)
    lines = [line.decode("utf-8", "replace") for line in split_lines(text)]
    if cited.last > len(lines):
        return Answer(statement, Verdict.UNKNOWN)  # the citation itself is at fault, and that is said
    first, last = cited.first - _NEAR, cited.last + _NEAR
    for each in statement.by.split("\n"):
        word = _last(each)
        defined = _defined(outline, each)
        is_inside = any(one.first <= cited.last and cited.first <= one.last for one in defined)
        if is_inside or any(first <= number <= last for number in _places(lines, word)):
            return Answer(statement, Verdict.HOLDS)
    name = _last(statement.text)
    found = _places(lines, name)
    defined = _defined(outline, statement.text)
    if not found or (len(found) > _MOST_PLACES and not defined):
        return Answer(statement, Verdict.UNKNOWN)
    shown = [one.line for one in defined] or found
    some = ", ".join(str(each) for each in shown[:3])
    return Answer(statement, Verdict.FALSE, f"it is in line{'s' if len(shown) > 1 else ''} {some}")


def _defined(outline: Outline, name: str) -> list[Definition]:
    """Return the definitions that a name means: of the class that it names, where there is one."""
    parts = split_symbol(name.partition("(")[0].replace("->", "."))
    found = [each for each in outline.definitions if parts and each.name == parts[-1]]
    return [each for each in found if f".{each.qualified}".endswith(f".{'.'.join(parts)}")] or found


def judge_loose(index: CitedCode, statement: Statement, named: list[str]) -> Answer:
    """Tell whether code is anywhere; where it is nowhere, a line that is nearly it says what was meant.

    `named` are the files of the whole plan, for code whose own words name none.
    """
    files = _files(index, statement.by.split("\n")) or _files(index, named)
    quoted = _folded(statement.text)
    if not files or any(quoted in _folded_file(index, path) for path in files):
        return Answer(statement, Verdict.HOLDS if files else Verdict.UNKNOWN)
    words = sorted(_WORD.findall(statement.text), key=len)
    others = index.files_with(words[-1]) if words else ()
    if len(others) > _MOST_READ or any(quoted in _folded_file(index, path) for path in others):
        return Answer(statement, Verdict.UNKNOWN)
    best, place, line = max((_nearest(index, path, statement.text) for path in files), default=(0.0, "", ""))
    if best < _ALIKE:
        return Answer(statement, Verdict.UNKNOWN)
    shown = line[:_MOST_SHOWN].replace("`", "")
    path, _, number = place.rpartition(":")
    return Answer(
        replace(statement, subject=path), Verdict.FALSE, f"line {number} reads `{shown}`", at=(place,)
    )


def _nearest(index: CitedCode, path: str, quoted: str) -> tuple[float, str, str]:
    best = (0.0, "", "")
    words = set(_WORD.findall(quoted))
    for number, raw in enumerate(split_lines(index.text(path) or b""), 1):
        line = raw.decode("utf-8", "replace").strip()
        if len(words & set(_WORD.findall(line))) * 2 < len(words):
            continue
        likeness = difflib.SequenceMatcher(None, _folded(quoted), _folded(line)).ratio()
        likeness = max(likeness, 0.75 + likeness / 4 if _is_same(quoted, line) else 0.0)
        best = max(best, (likeness, f"{path}:{number}", line))
    return best


def _is_same(quoted: str, line: str) -> bool:
    """Tell whether two lines give a value to the same name."""
    one, two = (_ASSIGNED.fullmatch(each.strip().rstrip(";,")) for each in (quoted, line))
    return bool(one and two and one[1] == two[1])


def _files(index: CitedCode, around: list[str]) -> list[str]:
    found: dict[str, None] = {}
    for each in filter(None, around):
        ends = [path for path in index.paths() if f"/{path}".endswith(f"/{each}")] if "." in each else []
        homes = {one.path for one in index.symbols(_last(each))} if not ends else set(ends)
        if len(homes) == 1:
            found.update(dict.fromkeys(homes))
    return list(found)[:_MOST_FILES]


def _last(name: str) -> str:
    return "".join(split_symbol(name.partition("(")[0].replace("->", "."))[-1:])


def _places(lines: list[str], word: str) -> list[int]:
    pattern = re.compile(rf"(?<![\w$]){re.escape(word)}(?![\w$])")
    return [number for number, line in enumerate(lines, 1) if pattern.search(line)]


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", text).rstrip(";,").replace('"', "'")


def _folded_file(index: CitedCode, path: str) -> str:
    return _fold(index.text(path) or b"")


@lru_cache(maxsize=64)
def _fold(text: bytes) -> str:
    return _folded(text.decode("utf-8", "replace"))
