"""Names that a function of a script or of Go binds for itself, and which therefore mean no import."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from groundplan.code.code_words import CodeWords
from groundplan.code.languages import SCRIPTS
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView

_LANGUAGES = SCRIPTS | {"go"}


class Shadows:
    """Tells whether a name at a line is a variable or a parameter of a function around it."""

    def __init__(self, index: CodeView) -> None:
        self._words = CodeWords(index)
        self._known: dict[tuple[str, str, int], bool] = {}

    def is_bound(self, path: str, outline: Outline, line: int, name: str) -> bool:
        """Whether a function around a line declares a name; what it defines there is no mere variable."""
        if outline.language not in _LANGUAGES or not name.isidentifier():
            return False
        around = _outermost(outline, line)
        if around is None:
            return False
        key = (path, name, around.first)
        if key not in self._known:
            span = self._words.span(path, around.first, around.last)
            # the function's own name stands before its parameters
            _, bracket, rest = span.partition("(")
            pattern = _go(name) if outline.language == "go" else _script(name)
            self._known[key] = pattern.search(bracket + rest) is not None
        return self._known[key]


def _outermost(outline: Outline, line: int) -> Definition | None:
    """Return the widest function around a line: what it declares holds in the functions within."""
    for each in outline.definitions:
        is_function = each.kind in {Kind.FUNCTION, Kind.METHOD}
        if is_function and each.first <= line <= each.last:
            return each
    return None


@cache
def _script(name: str) -> re.Pattern[str]:
    word = rf"(?<![\w$.]){re.escape(name)}(?![\w$])"
    return re.compile(
        rf"\b(?:const|let|var|catch\s*\()\s*{word}"
        rf"|\b(?:const|let|var)\s*[{{\[][^;={{}}\[\]]{{0,300}}{word}[^;{{}}\[\]]{{0,300}}[}}\]]\s*="
        rf"|{word}\s*=>"
        rf"|[(,]\s*(?:\.\.\.)?{word}\s*(?:\??:[^(){{}};]{{1,120}}|=[^(){{}};]{{1,80}})?(?:,[^(){{}};]{{0,300}})?\)"
        rf"\s*(?::[^(){{}};=]{{1,120}})?(?:=>|\{{)"
    )


@cache
def _go(name: str) -> re.Pattern[str]:
    word = rf"(?<![\w.]){re.escape(name)}(?!\w)"
    return re.compile(
        rf"{word}\s*(?:,\s*\w+\s*){{0,5}}:=|\bvar\s+(?:\w+\s*,\s*)*{word}|\brange\s+{word}\s*:="
        rf"|[(,]\s*{word}\s*(?:,\s*\w+\s*){{0,8}}\s+(?:\.\.\.|[\w*\[&]|func\b|chan\b)"
    )
