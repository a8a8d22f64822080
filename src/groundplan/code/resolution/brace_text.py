"""One file outside Python laid open: its code without strings and comments, its lines."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.resolution.brace_masking import mask_braces
from groundplan.code.resolution.laid_open import LaidOpen
from groundplan.code.resolution.scopes import Brackets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Outline

_FAR = 1000  # letters a chain may be long
_LONG_CHAIN = 20  # words
_WORD = re.compile(r"[A-Za-z_$#][\w$]*\Z")
_NEW = re.compile(r"\bnew\s+\Z")
_OPERATORS = frozenset("+-*/%=<>&|^!~")


class BraceText(LaidOpen):
    """A file's text and its masked twin, both with one letter for each byte."""

    def __init__(self, path: str, text: bytes, outline: Outline) -> None:
        super().__init__(path, text)
        self.outline = outline

    @cached_property
    def code(self) -> str:
        """The text with strings and comments blanked."""
        return mask_braces(self.raw, self.outline.language)

    @cached_property
    def brackets(self) -> Brackets:
        """The brackets of the code."""
        return Brackets(self.code)

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
            # In Kotlin a dollar sign begins a name in a template and is part of none.
            signs = {"_"} if self.outline.language == "kotlin" else {"_", "$"}
            is_part = any(each.isalnum() or each in signs for each in (before, after))
            is_part = is_part or (
                word[-1] in _OPERATORS and after in _OPERATORS
            )  # `operator+` of `operator++`
            if not (is_part or (self.outline.language == "ruby" and goes_on(text, at + size))):
                yield at
            at = text.find(word, at + size, end)

    def span(self, first: int, last: int) -> str:
        """Return the code of some lines."""
        end = self.starts[last] if last < len(self.starts) else len(self.code)
        return self.code[self.starts[first - 1] : end]


def goes_on(text: str, end: int) -> bool:
    """Whether a word of Ruby is only the beginning of a method's name: `lock` in `lock!` and `lock?`."""
    return text[end : end + 1] in {"?", "!"} and text[end + 1 : end + 2] not in {"=", "~"}


# The words before a dot, read backwards over masked JavaScript, TypeScript or Go: `app.routes()[0]`.


class Link(NamedTuple):
    """One word of a chain such as `app.router().routes[0]`, and the bracket behind it."""

    name: str
    mark: str = ""  # `(`: called, `[`: indexed, `new`: made


def read_chain(file: BraceText, at: int) -> tuple[Link, ...] | None:
    """Return the words before the member at a place; nothing where there is no dot, None if unreadable."""
    code = file.code
    links: list[Link] = []
    floor = max(0, at - _FAR)
    while True:
        dot = _back(code, at, floor)
        if dot < floor or code[dot] != "." or code[dot - 1 : dot] == ".":
            return tuple(reversed(links))
        end = _back(code, dot, floor)
        if end >= floor and code[end] in "?!":
            end = _back(code, end, floor)
        mark = ""
        while end >= floor and code[end] in ")]":
            mark = "(" if code[end] == ")" else "["
            end = _back(code, _opening(code, end, floor), floor)
        word = _WORD.search(code, floor, end + 1) if end >= floor else None
        if word is None or len(links) > _LONG_CHAIN:
            return None
        at = word.start()
        if mark == "(" and _NEW.search(code, max(floor, at - 40), at):
            mark = "new"
        links.append(Link(word[0], mark))


def _back(code: str, at: int, floor: int) -> int:
    last = at - 1
    while last >= floor and code[last] in " \t\n\r":
        last -= 1
    return last


def _opening(code: str, at: int, floor: int) -> int:
    """Return where the bracket closed at a place was opened, or the floor."""
    depth = 0
    while at >= floor:
        if code[at] in ")]}":
            depth += 1
        elif code[at] in "([{":
            depth -= 1
            if depth == 0:
                return at
        at -= 1
    return floor


def closing(text: str, at: int) -> int:
    """Return where the bracket opened at a place is closed, or -1."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] in "([{":
            depth += 1
        elif text[place] in ")]}":
            depth -= 1
            if depth == 0:
                return place
    return -1
