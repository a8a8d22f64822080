"""What declares a variable in languages that are matched by name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEYWORDS = "return|throw|delete|else|case|new|yield|await|goto|typename|struct|class|using|not|and|or|in|is"
_TYPE = rf"(?<![\w.])(?!(?:{_KEYWORDS})\b)[A-Za-z_][\w:<>.]*[ \t*&]+"
_LAMBDA = re.compile(r"\[[^\[\]\n]{0,80}\]\s*\([^()\n]{0,200}\)")


def declares_variable(span: str, name: str) -> bool:
    """Whether code declares a variable: a type or `let` before the name, `=` or `;` behind it."""
    return _declaration(name).search(span) is not None


def binds_variable(span: str, name: str) -> bool:
    """Whether the code of a function has a variable, or its header a parameter, of a name."""
    return declares_variable(span, name) or _parameter(name).search(span.partition("{")[0]) is not None


def find_declared(code: str, start: int, end: int, name: str) -> Iterator[int]:
    """Return where code declares variables of a name, and the lambdas of C++ their parameters."""
    for each in _declaration(name).finditer(code, start, end):
        yield each.start("name")
    for each in _LAMBDA.finditer(code, start, end):
        yield from (found.start("name") for found in _parameter(name).finditer(code, *each.span()))


@cache
def _declaration(name: str) -> re.Pattern[str]:
    return re.compile(rf"{_TYPE}(?P<name>{re.escape(name)})\s*(?:=(?!=)|;)")


@cache
def _parameter(name: str) -> re.Pattern[str]:
    return re.compile(rf"{_TYPE}(?P<name>{re.escape(name)})\s*(?:\[\w*\]\s*)?[,)=]")
