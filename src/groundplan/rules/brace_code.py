"""Reads code with braces just far enough to tell its brackets from its strings and comments."""

from __future__ import annotations

import bisect
import functools
import re

from groundplan.plan.dataclass import dataclass

_OPEN = {"(": ")", "[": "]", "{": "}"}
_STRINGS = (
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)'  # Swift, Kotlin, C#
    r'|[rb]{1,2}(?P<marks>#+)"(?:[^"]|"(?!(?P=marks)))*(?:"(?P=marks)|\Z)'  # Rust
    r'|@"(?:[^"]|"")*(?:"|\Z)'  # C#
    r'|"(?:[^"\\\n]|\\.)*"?'
)
_COMMENTS = r"//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)"
# In these `'` opens a string; elsewhere only a single character, and in Rust a lifetime opens nothing.
_QUOTES = {
    "script": r"|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*(?:`|\Z)",
    "php": r"|'(?:[^'\\]|\\.)*(?:'|\Z)|\#[^\n]*",
}
_CHARACTER = r"|'(?:\\[^\n]{1,9}?|[^'\\\n])'|`[^`]*(?:`|\Z)"
# A slash after one of these opens a regular expression, not a division.
_REGEX = r"|(?<=[(,=:\[!&|?{};])[ \t]*/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"


@dataclass(frozen=True, slots=True)
class BraceCode:
    """Code with strings and comments blanked, and the partner of every bracket that has one."""

    text: str
    partner: dict[int, int]
    line_ends: tuple[int, ...]

    def line_of(self, place: int) -> int:
        """Return the line of a place, counted from 0."""
        return bisect.bisect_left(self.line_ends, place)


def read_code(code: str, family: str = "") -> BraceCode:
    """Blank what is no code and pair the brackets, in one pass each; `family` is `script`, `php` or empty."""
    text = _literals(family).sub(lambda match: re.sub(r"[^\n]", " ", match[0]), code)
    partner: dict[int, int] = {}
    opened: list[int] = []
    for match in re.finditer(r"[()\[\]{}]", text):
        letter, place = match[0], match.start()
        if letter in _OPEN:
            opened.append(place)
        elif any(_OPEN[text[start]] == letter for start in opened[-3:]):
            # A fragment may lack a bracket; up to two unclosed ones are passed over.
            while _OPEN[text[opened[-1]]] != letter:
                opened.pop()
            partner[opened.pop()] = place
    ends = tuple(match.start() for match in re.finditer(r"\n", text))
    return BraceCode(text, partner, ends)


@functools.cache
def _literals(family: str) -> re.Pattern[str]:
    quotes = _QUOTES.get(family, _CHARACTER)
    return re.compile(f"{_COMMENTS}|{_STRINGS}{quotes}{_REGEX if family == 'script' else ''}")
