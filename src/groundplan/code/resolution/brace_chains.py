"""The words before a dot, read backwards over masked JavaScript, TypeScript or Go: `app.routes()[0]`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from groundplan.code.resolution.brace_text import BraceText

_FAR = 1000  # letters a chain may be long
_LONG = 20  # words
_WORD = re.compile(r"[A-Za-z_$#][\w$]*\Z")
_NEW = re.compile(r"\bnew\s+\Z")


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
        if word is None or len(links) > _LONG:
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
