"""Lines broken between words, the one way everything on a screen is fitted to its width."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A stretch of cleaned text with its token, and whether it must stay in one piece.
Piece: TypeAlias = "tuple[str, str, bool]"
Line: TypeAlias = "list[tuple[str, str]]"
_ABSOLUTE = ("`/", "`~/")
# What a person pastes into a shell; any other words in backticks are read, and may be broken.
_COMMAND = re.compile(
    r"(?:[A-Z_]+=\S* )*(?:(?:npm|npx|pnpm|yarn|bun|node|deno|python3?|pytest|uv|uvx|tox|nox|poetry|hatch|pdm"
    r"|pip|go|cargo|make|just|task|git|ruby|rake|bundle|rspec|php|composer|phpunit|mvn|gradle|dotnet|swift"
    r"|mix|ctest|cmake|meson|bazel|docker|sh|bash|groundplan|gp) |\.{1,2}/\S+ |\S+ (?:\S+ )*--?\w)"
)
LEAST = 12  # columns that a hanging indent leaves for words
_JOINER = "\u200d"  # what follows it is drawn into what stands before it
_AS_PICTURE = "\ufe0f"  # asks for the wide picture of a narrow sign


class Whole(str):
    """Words that stay on one line."""

    __slots__ = ()


def wrap(text: str, width: int) -> list[str]:
    """Return the words of a cleaned text on lines of at most that many columns; long words are cut."""
    lines = fold([(" ".join(text.split()), "", False)], width, hang=0)
    return ["".join(text for text, _ in line) for line in lines] or [""]


def fold(pieces: Iterable[Piece], width: int, *, hang: int) -> list[Line]:
    """Return the pieces on lines of at most that many columns, all but the first `hang` columns shorter.

    Gaps within a line stay as they are. A piece that must stay whole may be wider than a line.
    """
    lines: list[Line] = [[]]
    room = width
    inner = width - hang
    for gap, word, is_whole in _words(pieces, inner):
        size = sum(cells(text) for text, _ in word)
        if lines[-1] and gap + size > room and (size <= inner or is_whole or room < LEAST):
            lines.append([])
            room = inner
        elif gap:
            _put(lines[-1], " " * gap, word[0][1] if lines[-1] and lines[-1][-1][1] == word[0][1] else "")
            room -= gap
        rest = word
        while not is_whole and rest and sum(cells(text) for text, _ in rest) > max(room, 1):
            head, rest = _cut(rest, max(room, 1))
            if not rest:
                rest = head
                break
            for text, token in head:
                _put(lines[-1], text, token)
            lines.append([])
            room = inner
        for text, token in rest:
            _put(lines[-1], text, token)
        room -= sum(cells(text) for text, _ in rest)
    return lines if lines[-1] else lines[:-1]


def _put(line: Line, text: str, token: str) -> None:
    """Add a text to a line, as part of the last one where the token is the same."""
    if line and line[-1][1] == token:
        line[-1] = (line[-1][0] + text, token)
    else:
        line.append((text, token))


def _words(pieces: Iterable[Piece], width: int) -> Iterator[tuple[int, Line, bool]]:
    """Yield every word with the spaces before it; pieces that touch make one word.

    What is quoted in backticks is one word, if that fits: a command or a value is read and copied whole.
    A command, or a path from the root such as that of a recovery copy, is whole even where it does not fit.
    """
    word: Line = []
    gap, is_whole = 0, False
    for text, token, whole in pieces:
        parts = [text] if whole else _split(text, width)
        for number, part in enumerate(parts):
            if number:
                if word:
                    yield gap, word, is_whole
                    gap, word, is_whole = 0, [], False
                gap += 1
            if part:
                word = [*word, (part, token)]
                is_whole = is_whole or whole or part.startswith(_ABSOLUTE) or _is_command(part)
    if word:
        yield gap, word, is_whole


def _split(text: str, width: int) -> list[str]:
    """Return a text split at its spaces, but for those within a pair of backticks."""
    if "`" not in text:
        return text.split(" ")
    parts = [""]
    for number, stretch in enumerate(text.split("`")):
        mark = "`" if number else ""
        if number % 2 and (cells(stretch) + 2 <= width or _COMMAND.match(stretch)):
            parts[-1] += mark + stretch
            continue
        first, *rest = stretch.split(" ")
        parts[-1] += mark + first
        parts += rest
    return parts


def _is_command(part: str) -> bool:
    """Tell whether a word is a command in backticks, whatever stands before and after them."""
    _, tick, rest = part.partition("`")
    return bool(tick) and _COMMAND.match(rest) is not None


def _cut(word: Line, width: int) -> tuple[Line, Line]:
    """Return the part of a word that fits, and the rest."""
    fitting = _fitting("".join(text for text, _ in word), width)
    head: Line = []
    left = len(fitting)
    for number, (text, token) in enumerate(word):
        if len(text) >= left:
            tail = [(text[left:], token)] if text[left:] else []
            return [*head, (text[:left], token)], [*tail, *word[number + 1 :]]
        head.append((text, token))
        left -= len(text)
    return head, []


def _fitting(word: str, width: int) -> str:
    taken = 1
    while taken < len(word) and cells(word[: taken + 1]) <= width:
        taken += 1
    # A path or a dotted name is cut where its parts meet, if that is not far back.
    for marks in ("/.:", "_-,"):
        seam = max(word.rfind(mark, taken // 2, taken) for mark in marks) + 1
        if seam:
            return word[:seam]
    return word[:taken]


def hang_of(line: str) -> int:
    """Return where the continuation of a Markdown or code line begins: below its words, past its mark."""
    words = line.lstrip(" ")
    indent = len(line) - len(words)
    mark, _, rest = words.partition(" ")
    is_mark = mark in {"-", "*", "+", ">", "•"} or (mark[:-1].isdecimal() and mark[-1] in ".)")
    return indent + (len(mark) + 1 if is_mark and rest else 0)


# How many columns a text takes in a terminal, from the Unicode tables that come with Python.
# It agrees with `rich.cells` on every character but the some 200 symbols whose width a Unicode newer than
# Python's changed; a test holds both against each other.


def cells(text: str) -> int:
    """Return how many columns a cleaned text takes."""
    if text.isascii():
        return len(text)
    width = last = 0
    is_joined = False
    for letter in text:
        here = 0 if is_joined else _width(letter)
        if letter == _AS_PICTURE and last == 1:
            here = 1
        is_joined = letter == _JOINER
        width += here
        last = here
    return width


@lru_cache(maxsize=4096)
def _width(letter: str) -> int:
    number = ord(letter)
    if unicodedata.category(letter) in {"Cf", "Mc", "Me", "Mn"}:
        return 0
    # The later letters of a Hangul syllable, and skin colours, change what stands before them.
    if 0x1160 <= number <= 0x11FF or 0xD7B0 <= number <= 0xD7FF or 0x1F3FB <= number <= 0x1F3FF:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"F", "W"} else 1
