"""Where the parts of a Python statement end: values, arguments, clauses, assignment signs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.resolution.python_text import PythonText

_EQUALS = re.compile(r"[()\[\]{}]|(?<![=!<>:+\-*/%&|^@])=(?!=)|(?:\*\*|//|<<|>>|[+\-*/%&|^@])=(?!=)")
_CLAUSE = re.compile(r"\b(?:if|for|async)\b")
_TAKING = re.compile(r"\s*(?:async\s+)?(?:with|except|case)\b\*?")


def find_assignments(code: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Return start and end of each assignment sign outside brackets."""
    depth = 0
    for found in _EQUALS.finditer(code, start, end):
        sign = found.group()
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif depth == 0:
            yield found.start(), found.end()


def is_subscript(code: str, start: int, at: int) -> bool:
    """Whether the bracket before a place follows a name: then what is inside is read, not bound."""
    depth = 0
    for place in range(at - 1, start - 1, -1):
        letter = code[place]
        if letter in ")]":
            depth += 1
        elif letter in "([":
            if depth == 0 and code[start:place].rstrip()[-1:].strip("(,[*"):
                return True
            depth -= depth > 0
    return False


def find_stop(code: str, at: int, end: int, stops: str = ",") -> int:
    """Return where an argument or a loop's value ends: a stop or a closing bracket outside brackets."""
    depth = 0
    for place in range(at, end):
        letter = code[place]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            if depth == 0:
                return place
            depth -= 1
        elif depth == 0 and letter in stops:
            return place
    return end


def clause_end(code: str, at: int, end: int) -> int:
    """Return where the value of a comprehension's loop ends: at the next `if`, `for` or the bracket."""
    found = _CLAUSE.search(code, at, end)
    return found.start() if found else end


def first_equals(code: str, start: int, end: int) -> int:
    """Return the place of the first assignment sign outside brackets, or -1."""
    return next((first for first, _ in find_assignments(code, start, end)), -1)


def value_start(file: PythonText, start: int, end: int) -> int:
    """Return where the expression before `as` starts."""
    code = file.code
    depth = 0
    for place in range(end - 1, start - 1, -1):
        letter = code[place]
        if letter in ")]}":
            depth += 1
        elif letter in "([{":
            if depth == 0:
                return place + 1
            depth -= 1
        elif letter == "," and depth == 0:
            return place + 1
    word = _TAKING.match(code, start, end)
    return word.end() if word else start
