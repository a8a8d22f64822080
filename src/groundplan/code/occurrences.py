"""Every place where a term stands in the texts of a repository: complete, as `rg -w` would find them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition
    from groundplan.code.view import CodeView

LINE_LIMIT = 300  # letters of a line that are shown
TERM_LIMIT = 500
_HYPHEN = ord("-")
OWN = (".groundplan/ledger/", ".groundplan/local/", ".groundplan/talk/")
_JOINERS = "\u200c\u200d"
# Scripts that write no blank between a name in Latin letters and their own words: `customAlphabetは`.
_UNSPACED = re.compile(r"HIRAGANA|KATAKANA|CJK|HANGUL|THAI|LAO |KHMER|MYANMAR")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place: line and column from 1, the column in letters; `within` names the definition around it."""

    path: str
    line: int
    column: int
    text: str
    within: str = ""
    is_definition: bool = False


@dataclass(frozen=True, slots=True)
class Occurrences:
    """All places of a term, sorted by path, and the files that could not be searched."""

    term: str
    places: tuple[Occurrence, ...]
    unsearched: tuple[str, ...] = ()

    @property
    def files(self) -> dict[str, int]:
        """Return how often the term stands in each file."""
        return dict(Counter(place.path for place in self.places))


def find_occurrences(index: CodeView, term: str, *, ignore_case: bool = False) -> Occurrences:
    """Return every occurrence of a term as a whole word; a term may hold spaces and signs."""
    sought = term.strip()
    if not sought or len(sought) > TERM_LIMIT or "\n" in sought:
        raise Misused(
            f"`{sought[:40]}` cannot be searched for: a term is one line of at most {TERM_LIMIT} letters",
            hint=Hint("Name a term: ", run("code find", "retry_limit")),
        )
    flags = re.IGNORECASE if ignore_case else 0
    pattern = re.compile(re.escape(sought.encode("utf-8", "surrogateescape")), flags)
    if ignore_case and not sought.isascii():
        raise Misused(f"`{sought}` has letters whose case is not folded here", hint="Leave out --ignore-case")
    places: list[Occurrence] = []
    for path in _candidates(index, sought, ignore_case=ignore_case):
        # What is said about the code in the ledger or the talk is no use of a name.
        text = None if path.startswith(OWN) else index.text(path)
        if text is not None:
            places += _in_text(index, path, text, pattern)
    searched = set(index.paths())
    unsearched = tuple(each.path for each in index.skipped() if each.path not in searched)
    return Occurrences(sought, tuple(places), unsearched)


def _candidates(index: CodeView, term: str, *, ignore_case: bool) -> tuple[str, ...]:
    """Return the files to look into: all of them where the index cannot tell."""
    if ignore_case and not re.search(r"\w", term):
        return index.paths()
    return index.files_with(term)


def _in_text(index: CodeView, path: str, text: bytes, pattern: re.Pattern[bytes]) -> Iterator[Occurrence]:
    places = list(places_of(text, pattern))
    outline = index.outline(path) if places else None
    around = _Around(outline.definitions if outline else ())
    defined = {each.line for each in around.definitions if pattern.fullmatch(each.name.encode())}
    shown, shown_line = "", 0
    for line, column, start in places:
        if line != shown_line:
            shown, shown_line = _shown(text, start), line
        yield Occurrence(path, line, column, shown, around.name(line), is_definition=line in defined)


def places_of(text: bytes, pattern: re.Pattern[bytes]) -> Iterator[tuple[int, int, int]]:
    """Return line and column of each whole word that matches, and where its line starts."""
    line, line_start = 1, -1
    column, counted = 1, 0
    for start in find_words(text, pattern):
        # from one occurrence to the next, never again from the line's start: a line may be all there is
        newlines = text.count(b"\n", counted, start)
        if newlines or line_start < 0:
            line += newlines
            line_start = counted = text.rfind(b"\n", 0, start) + 1
            column = 1
        column += len(text[counted:start].decode("utf-8", "replace"))
        counted = start
        yield line, column, line_start


def _shown(text: bytes, start: int) -> str:
    end = text.find(b"\n", start, start + 4 * LINE_LIMIT)
    piece = text[start : end if end >= 0 else start + 4 * LINE_LIMIT]
    return piece.decode("utf-8", "replace")[:LINE_LIMIT].rstrip("\r")


class _Around:
    """The innermost definition around lines that are asked for in their order."""

    def __init__(self, definitions: tuple[Definition, ...]) -> None:
        self.definitions = definitions
        self._next = 0
        self._open: list[Definition] = []

    def name(self, line: int) -> str:
        """Return the qualified name of the class or function around a line, or nothing."""
        while self._next < len(self.definitions) and self.definitions[self._next].first <= line:
            each = self.definitions[self._next]
            self._next += 1
            if each.kind not in NAMES:
                self._open.append(each)
        while self._open and self._open[-1].last < line:
            self._open.pop()
        return self._open[-1].qualified if self._open else ""


def find_words(text: bytes, pattern: re.Pattern[bytes]) -> Iterator[int]:
    """Return where a pattern matches whole words: no letter, digit, mark or `_` on either side.

    A side on which the match has a sign, as `@@` and `Config.` have, is whole as it is; a hyphen joins words.
    """
    at = 0
    while found := pattern.search(text, at):
        start, end = found.span()
        is_joined = text[start] == _HYPHEN or _is_word_after(text, start)
        goes_on = end < len(text) and (text[end - 1] == _HYPHEN or _is_word_before(text, end))
        if not (is_joined and _is_word_before(text, start)) and not (goes_on and _is_word_after(text, end)):
            yield start
            at = end
        else:
            at = start + 1


def _is_word_before(text: bytes, at: int) -> bool:
    if at == 0:
        return False
    byte = text[at - 1]
    if byte < 0x80:
        return _is_ascii_word(byte)
    start = at - 1
    while start > 0 and at - start < 4 and text[start] & 0xC0 == 0x80:
        start -= 1
    return _is_word(text[start:at], text[at])


def _is_word_after(text: bytes, at: int) -> bool:
    if at >= len(text):
        return False
    byte = text[at]
    if byte < 0x80:
        return _is_ascii_word(byte)
    length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
    return _is_word(text[at : at + length], text[at - 1])


def _is_ascii_word(byte: int) -> bool:
    return byte == 0x5F or chr(byte).isalnum()


def _is_word(encoded: bytes, beside: int) -> bool:
    """Tell whether a letter beyond ASCII belongs to the word beside it, by Unicode's own account."""
    try:
        letter = encoded.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if beside < 0x80 and _UNSPACED.match(unicodedata.name(letter, "")):
        return False
    category = unicodedata.category(letter)
    return category[0] in "LM" or category in {"Nd", "Nl", "Pc"} or letter in _JOINERS
