"""One file outside Python laid open: its code without strings and comments, its lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Outline

# Each sign can be taken in one way only: no text makes this slower than linear.
_QUIET = re.compile(
    r"//[^\n]*+"
    r"|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?'
    r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?"
    r"|`[^`\\]*+(?:\\.[^`\\]*+)*`?",
    re.DOTALL,
)
_RAW = re.compile(
    r'//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?'
    r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?|`[^`]*+`?",
    re.DOTALL,
)
# In these an apostrophe may begin a lifetime or part digits: only a letter between two of them is quiet.
_LINES = r"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?"
_LETTER = r"|'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'"
_STRING = r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?'
_LONG = r'|""".*?(?:"""|\Z)'
_SINGLE = r"|'[^'\\]*+(?:\\.[^'\\]*+)*'?"
_OTHERS = {
    "rust": _LINES + r'|\br(\#*)".*?(?:"\1|\Z)|"[^"\\]*+(?:\\.[^"\\]*+)*"?' + _LETTER,
    "c": _LINES + _STRING + _LETTER,
    "cpp": _LINES + r'|R"([^()\\\s]{0,16})\(.*?(?:\)\1"|\Z)' + _STRING + _LETTER,
    "java": _LINES + _LONG + _STRING + _LETTER,
    "kotlin": _LINES + _LONG + _STRING + _LETTER,
    "csharp": _LINES + _LONG + r'|@"[^"]*+(?:""[^"]*+)*"?' + _STRING + _LETTER,
    "php": r"\#(?!\[)[^\n]*+|" + _LINES + _SINGLE + r'|"[^"\\]*+(?:\\.[^"\\]*+)*"?',
    "ruby": r"\#(?!\{)[^\n]*+|^=begin\b.*?(?:^=end\b|\Z)" + _STRING + r"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?",
}
_HOLE = re.compile(r"\$\{([^{}`]*+)\}")
_INK = re.compile(r"[^\n]")


def mask_braces(text: str, language: str) -> str:
    """Return text of the same length and lines without strings and comments; holes of templates are kept."""
    if language in _OTHERS:
        return _other(language).sub(lambda found: _INK.sub(" ", found.group()), text)
    if language == "go":
        return _RAW.sub(lambda found: _INK.sub(" ", found.group()), text)
    return _QUIET.sub(_blank, text)


@cache
def _other(language: str) -> re.Pattern[str]:
    return re.compile(_OTHERS[language], re.DOTALL | re.MULTILINE)


def _blank(found: re.Match[str]) -> str:
    quiet = found.group()
    blank = _INK.sub(" ", quiet)
    if quiet[0] != "`" or "${" not in quiet:
        return blank
    kept, seen = [], 0
    for hole in _HOLE.finditer(quiet):
        kept += [blank[seen : hole.start(1)], hole[1]]
        seen = hole.end(1)
    return "".join([*kept, blank[seen:]])


class BraceText:
    """A file's text and its masked twin, both with one letter for each byte."""

    def __init__(self, path: str, text: bytes, outline: Outline) -> None:
        self.path = path
        self.outline = outline
        self.raw = text.decode("latin-1")

    @cached_property
    def code(self) -> str:
        """The text with strings and comments blanked."""
        return mask_braces(self.raw, self.outline.language)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts."""
        starts = [0, *accumulate(len(line) + 1 for line in self.raw.split("\n"))]
        starts.pop()
        return starts

    def line_of(self, at: int) -> int:
        """Return the line of a place, counted from 1."""
        return bisect_right(self.starts, at)

    def column_of(self, at: int) -> int:
        """Return the column of a place, in characters, counted from 1."""
        start = self.starts[self.line_of(at) - 1]
        return len(self.raw[start:at].encode("latin-1").decode("utf-8", "replace")) + 1

    def find_code(self, word: str, first: int, last: int) -> Iterator[int]:
        """Return where a name ends, each time that it stands alone in the code of some lines."""
        end = self.starts[last] if last < len(self.starts) else len(self.raw)
        for at in self.find_word(word, self.starts[first - 1], end):
            if self.code[at] == word[0] and self.code[at - 1 : at] != ".":
                yield at + len(word)

    def find_word(self, word: str, start: int = 0, end: int | None = None) -> Iterator[int]:
        """Return every place where a word stands, strings and comments included."""
        text, size = self.raw, len(word)
        end = len(text) if end is None else end
        at = text.find(word, start, end)
        while at >= 0:
            before, after = text[at - 1 : at], text[at + size : at + size + 1]
            if not (_is_letter(before) or _is_letter(after)):
                yield at
            at = text.find(word, at + size, end)

    def span(self, first: int, last: int) -> str:
        """Return the code of some lines."""
        end = self.starts[last] if last < len(self.starts) else len(self.code)
        return self.code[self.starts[first - 1] : end]


def _is_letter(letter: str) -> bool:
    return letter.isalnum() or letter in {"_", "$"}
