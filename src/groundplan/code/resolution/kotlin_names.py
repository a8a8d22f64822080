"""Words of Kotlin that are names of their own: parameters, variables, the keyword of a constructor."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.scopes import scopes_of

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.resolution.brace_text import BraceText

_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_ASKED = re.compile(r"(?:\.|::)\s*\Z")
_GOES_ON = re.compile(r"\s*(?:[({<]|=(?!=))")  # a call, or the name of an argument
_NEAR = 60


def is_bound(file: BraceText, at: int, symbol: Symbol) -> bool:
    """Whether a word is a parameter or variable of the function around it, or the keyword `constructor`."""
    if file.outline.language != "kotlin":
        return False
    name = symbol.definition.name
    if name == "constructor":
        return True  # who makes an instance names the class
    before, end = file.code[max(0, at - _NEAR) : at], at + len(name)
    if _ASKED.search(before):
        return False
    line = file.line_of(at)
    around = file.outline.at(line)
    if around is None or around.kind not in _FUNCTIONS:
        return False
    start = file.starts[around.first - 1]
    is_value = _GOES_ON.match(file.code, end) is None
    last = start + len(file.span(around.first, around.last))
    places = (each.start("name") for each in _declared(name).finditer(file.code, start, last))
    return any(at == each.declared or (is_value and each.hides(at)) for each in scopes_of(file, places))


@cache
def _declared(name: str) -> re.Pattern[str]:
    before = r"(?:(?P<variable>\bva[lr]\s+)|[(,]\s*(?:\w+\s+)?)"
    return re.compile(before + rf"(?P<name>\b{re.escape(name)}\b)(?(variable)|\s*:(?!:))")
