"""Lines and code that words around them place in a file: whether anything of those words is there."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol
from groundplan.code.citations.texts import split_lines
from groundplan.plan.statement import RIGHT_BEFORE, Answer, Verdict
from groundplan.survey.stated.names import is_in_code

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CitedCode
    from groundplan.plan.statement import Statement

_TELLING = 6  # letters of a word that two lines hardly share by chance
_NEAR = 3  # lines beside the cited ones in which a name is close enough for a reader
_MOST_PLACES = 8  # of a name that says where it is
_MOST_FILES = 8
_MOST_NAMED = 40
_MOST_READ = 60
_ALIKE = 0.72
_MOST_SHOWN = 100
_WORD = re.compile(r"[^\W\d][\w$]*")
_NAMED = re.compile(r"[\w$.:#!?>-]+(?:\([^()]*\))?")
_ASSIGNED = re.compile(r"((?:[A-Za-z]+\s+){0,3}[^\W\d][\w$.]*)\s*:?=(?!=)\s*(\S.*)")


def judge_around(index: CitedCode, statement: Statement, path: str, named: list[str]) -> Answer:
    """Tell whether something of a sentence is in the lines it gives; what is elsewhere says no.

    `named` are the files of the whole plan, for lines whose own words name none.
    """
    if statement.citation is None:
        return _judge_of_some_file(index, statement, named)
    text, cited = index.text(path), statement.citation
    outline = index.outline(path)
    if text is None or outline is None:
        return Answer(statement, Verdict.UNKNOWN)
    lines = [line.decode("utf-8", "replace") for line in split_lines(text)]
    if cited.last > len(lines):
        return Answer(statement, Verdict.UNKNOWN)  # the citation itself is at fault, and that is said
    first, last = cited.first - _NEAR, cited.last + _NEAR
    found = _places(lines, statement.text)
    if statement.number == RIGHT_BEFORE and not _NAMED.fullmatch(statement.text):
        return _judge_code(index, statement, lines, found)
    for each in statement.by.split("\n"):
        defined = _defined(outline, each)
        is_inside = any(one.first <= cited.last and cited.first <= one.last for one in defined)
        if is_inside or any(first <= number <= last for number in _places(lines, each)):
            return Answer(statement, Verdict.HOLDS)
    defined = _defined(outline, statement.text)
    if not found or (len(found) > _MOST_PLACES and not defined):
        return Answer(statement, Verdict.UNKNOWN)
    shown = [one.line for one in defined] or found
    return Answer(statement, Verdict.FALSE, _in_lines(shown))


def _judge_code(index: CitedCode, statement: Statement, lines: list[str], found: list[int]) -> Answer:
    """Tell whether code is at the line right behind it; code that is nowhere must be like what is there."""
    cited = statement.citation
    assert cited is not None
    if any(cited.first - _NEAR <= number <= cited.last + _NEAR for number in found):
        return Answer(statement, Verdict.HOLDS)
    if found:
        is_telling = len(found) <= _MOST_PLACES
        return Answer(statement, Verdict.FALSE if is_telling else Verdict.UNKNOWN, _in_lines(found))
    there = "\n".join(lines[max(0, cited.first - 2) : cited.last + 1])
    shared = {word for word in _WORD.findall(statement.text) if len(word) >= _TELLING} & set(
        _WORD.findall(there)
    )
    is_joined = _folded(statement.text) in _folded("".join(lines[max(0, cited.first - 4) : cited.last + 6]))
    if not shared or is_joined or _is_anywhere(index, statement.text):
        return Answer(statement, Verdict.UNKNOWN)
    shown = lines[cited.first - 1].strip()[:_MOST_SHOWN].replace("`", "")
    return Answer(statement, Verdict.FALSE, f"line {cited.first} reads `{shown}`")


def _is_anywhere(index: CitedCode, code: str) -> bool:
    """Tell whether some file has code as it is written; where too many may, nobody looks."""
    words = sorted(_WORD.findall(code), key=len)
    files = index.files_with(words[-1]) if words else ()
    return len(files) > _MOST_READ or any(_folded(code) in _folded_file(index, path) for path in files)


def _judge_of_some_file(index: CitedCode, statement: Statement, named: list[str]) -> Answer:
    """Tell whether a line of any file that the plan names shows what it is said to; only one may have it."""
    having: dict[str, list[int]] = {}
    for path in _files(index, named, most=_MOST_NAMED):
        lines = [line.decode("utf-8", "replace") for line in split_lines(index.text(path) or b"")]
        around = [number for each in statement.by.split("\n") for number in _places(lines, each)]
        if any(abs(number - statement.number) <= _NEAR for number in around):
            return Answer(statement, Verdict.HOLDS)
        if found := _places(lines, statement.text):
            having[path] = found
    is_name = _WORD.fullmatch(statement.text) is not None
    if len(having) != 1 or is_name or len(next(iter(having.values()))) > 2:
        return Answer(statement, Verdict.UNKNOWN)
    path, found = having.popitem()
    return Answer(replace(statement, subject=f"{path}:{statement.number}"), Verdict.FALSE, _in_lines(found))


def _in_lines(numbers: list[int]) -> str:
    some = ", ".join(str(each) for each in numbers[:3])
    return f"it is in line{'s' if len(numbers) > 1 else ''} {some}"


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
        return _judge_strange(index, statement, words)
    shown = line[:_MOST_SHOWN].replace("`", "")
    path, _, number = place.rpartition(":")
    return Answer(
        replace(statement, subject=path), Verdict.FALSE, f"line {number} reads `{shown}`", at=(place,)
    )


def _judge_strange(index: CitedCode, statement: Statement, words: list[str]) -> Answer:
    """Tell whether code that is like no line has a word that is nowhere, among others that are here."""
    long = [word for word in words if len(word) > _TELLING]
    strange = [word for word in long if not is_in_code(index, word, but=statement.place.document)]
    if len(strange) != 1 or "=" not in statement.text or len(words) - len(strange) < 2:
        return Answer(statement, Verdict.UNKNOWN)
    said = replace(statement, subject=", ".join(statement.by.split("\n")[:1]))
    return Answer(said, Verdict.FALSE, f"nothing here has `{strange[0]}`")


def _nearest(index: CitedCode, path: str, quoted: str) -> tuple[float, str, str]:
    best = (0.0, "", "")
    words = set(_WORD.findall(quoted))
    for number, raw in enumerate(split_lines(index.text(path) or b""), 1):
        line = raw.decode("utf-8", "replace").strip()
        if len(words & set(_WORD.findall(line))) * 2 < len(words):
            continue
        likeness = difflib.SequenceMatcher(None, _folded(quoted), _folded(line)).ratio()
        common = {word for word in words & set(_WORD.findall(line)) if len(word) > _TELLING}
        likeness = max(likeness, _shared(quoted, line) if len(common) > 1 else 0.0)
        likeness = max(likeness, 0.75 + likeness / 4 if _is_same(quoted, line) else 0.0)
        best = max(best, (likeness, f"{path}:{number}", line))
    return best


def _shared(one: str, other: str) -> float:
    """Return how much two lines have the same words, in whatever order."""
    words, others = set(_WORD.findall(one)), set(_WORD.findall(other))
    return 2 * len(words & others) / (len(words) + len(others))


def _is_same(quoted: str, line: str) -> bool:
    """Tell whether two lines give a value to the same name."""
    one, two = (_ASSIGNED.fullmatch(each.strip().rstrip(";,")) for each in (quoted, line))
    return bool(one and two and one[1] == two[1])


def _files(index: CitedCode, around: list[str], *, most: int = _MOST_FILES) -> list[str]:
    found: dict[str, None] = {}
    for each in filter(None, around):
        ends = [path for path in index.paths() if f"/{path}".endswith(f"/{each}")] if "." in each else []
        homes = {one.path for one in index.symbols(_last(each))} if not ends else set(ends)
        if len(homes) == 1:
            found.update(dict.fromkeys(homes))
    return list(found)[:most]


def _last(name: str) -> str:
    return "".join(split_symbol(name.partition("(")[0].replace("->", "."))[-1:])


def _places(lines: list[str], said: str) -> list[int]:
    """Return the lines that have a name, or code as it is written."""
    if not _NAMED.fullmatch(said):
        quoted = _folded(said)
        return [number for number, line in enumerate(lines, 1) if quoted in _folded(line)]
    word = _last(said)
    pattern = re.compile(rf"(?<![\w$]){re.escape(word)}(?![\w$])")
    return [number for number, line in enumerate(lines, 1) if pattern.search(line)]


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", text).rstrip(";,").replace('"', "'")


def _folded_file(index: CitedCode, path: str) -> str:
    return _fold(index.text(path) or b"")


@lru_cache(maxsize=64)
def _fold(text: bytes) -> str:
    return _folded(text.decode("utf-8", "replace"))
