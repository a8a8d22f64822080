"""Where names stand in the code of a file: never in a string or a comment, and what stands before each."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.python.masking import mask
from groundplan.code.resolution.brace_masking import mask_braces
from groundplan.code.resolution.brace_text import goes_on
from groundplan.code.resolution.families import is_distinctive, is_everyday

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView

_NEAR = 120
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*", re.MULTILINE)  # a header's name is no name of code
_OWNER = re.compile(r"([\w$]*)\s*(::|\\|\?\.|!!\.|->|\.)\s*\Z")
_CALL = re.compile(r"!?\s*(?:::)?(?:<[\w\s,.:&*?\[\]]{0,200}>)?\s*[({]")
# Where a name is bound anew, it means something of the file's own.
_BOUND = re.compile(r"(?:\b(?:const|let|var|val|def|func|fun|fn|function|for|auto|int|char)\s+)\Z")
_ASSIGNED = re.compile(r"\s*(?::=|=(?![=>~]))")

__all__ = ["CodeWords", "Word", "goes_on", "is_distinctive", "is_everyday", "mask_code"]


class Word(NamedTuple):
    """A name in code: its line, the joint and the word before it, whether it is called or bound anew."""

    line: int
    joint: str  # `.`, `::`, `->`, `\`, or nothing
    owner: str
    is_called: bool
    is_bound: bool


class CodeWords:
    """The code of files without strings and comments, each made once."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        self._codes: dict[str, str] = {}
        self._starts: dict[str, list[int]] = {}

    def code(self, path: str) -> str:
        """Return a file's code, or nothing where its language is not parsed."""
        if path not in self._codes:
            outline, text = self._index.outline(path), self._index.text(path)
            self._codes[path] = "" if outline is None or text is None else _masked(text, outline.language)
        return self._codes[path]

    def span(self, path: str, first: int, last: int) -> str:
        """Return the code of some lines of a file."""
        return "\n".join(self.code(path).split("\n")[first - 1 : last])

    def find(self, path: str, name: str) -> Iterator[Word]:
        """Return every place where a name stands in the code of a file."""
        code = self.code(path)
        # In PHP a name that another one follows is a namespace.
        for found in re.finditer(rf"(?<![\w$]){re.escape(name)}(?![\w$]|\\\w)", code):
            before = code[max(0, found.start() - _NEAR) : found.start()]
            owner = _OWNER.search(before)
            yield Word(
                self._line(path, found.start()),
                owner[2] if owner else "",
                owner[1] if owner else "",
                _CALL.match(code, found.end()) is not None,
                not owner and bool(_BOUND.search(before) or _ASSIGNED.match(code, found.end())),
            )

    def _line(self, path: str, at: int) -> int:
        if path not in self._starts:
            self._starts[path] = [found.start() for found in re.finditer("\n", self._codes[path])]
        return bisect_right(self._starts[path], at - 1) + 1


def mask_code(text: bytes, language: str) -> str:
    """Return a text with strings and comments blanked, with one letter for each byte."""
    if language == "python":
        return mask(text).decode("latin-1")
    return mask_braces(text.decode("latin-1"), language)


def _masked(text: bytes, language: str) -> str:
    code = mask_code(text, language)
    return _INCLUDE.sub(lambda found: " " * len(found[0]), code) if language in {"c", "cpp"} else code
