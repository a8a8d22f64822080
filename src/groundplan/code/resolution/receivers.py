"""Where the expression before a dot or a bracket starts, read backwards over masked Python text."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.resolution.python_text import PythonText

_KEYWORDS = frozenset(keyword.kwlist)
_FAR = 2000  # letters a receiver may be long


def receiver_start(file: PythonText, dot: int) -> int | None:
    """Return where the expression before a dot starts; None for a literal, `dot` where there is none."""
    code = file.code
    floor = max(0, dot - _FAR)
    at = dot
    while at > floor:
        last = back(code, at, floor)
        if last < floor:
            return at
        letter = code[last]
        if letter in "`}":  # the mask ends every string with a backtick
            return None
        if letter in ")]":
            at = file.opening(last, floor)
            if at < 0:
                return dot
            if not _goes_on(code, at):
                return at
            continue
        word = _word_before(code, last + 1)
        if not word or word in _KEYWORDS:
            return at
        at = last + 1 - len(word)
        link = back(code, at, floor)
        if link < floor or code[link] != ".":
            return None if word[0].isdigit() else at
        at = link
    return at


def may_call(raw: str, at: int, after: int) -> bool:
    """Whether a word stands before a bracket, or in a line that starts with `@`."""
    if raw[after : after + 1] == "(" or raw[after : after + 2] == " (":
        return True
    return raw[raw.rfind("\n", 0, at) + 1 : at].lstrip().startswith("@")


def back(code: str, at: int, floor: int) -> int:
    """Return the last place before `at` that is not blank."""
    last = at - 1
    while last >= floor and code[last] in " \t\n\\":
        last -= 1
    return last


def _goes_on(code: str, at: int) -> bool:
    """Whether the bracket at a place belongs to what stands before it: a call or a subscript."""
    before = code[at - 1] if at else "\n"
    word = _word_before(code, at)
    return (bool(word) and word not in _KEYWORDS) or before in ")]`"


def _word_before(code: str, end: int) -> str:
    start = end
    while start > 0 and (code[start - 1].isalnum() or code[start - 1] == "_"):
        start -= 1
    return code[start:end]


def skip_blanks(code: str, at: int) -> int:
    """Return the first place from `at` on that is not blank."""
    while at < len(code) and code[at] in " \t":
        at += 1
    return at
