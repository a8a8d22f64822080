"""Which of several definitions of one name a call means, by the number of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.languages import FOLLOWED
from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_text import BraceText, closing

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView

_CALLABLE = frozenset({Kind.FUNCTION, Kind.METHOD})
_ANY_NUMBER = ("...", "vararg ", "params ")
_MANY = 100


def overloads_of(index: CodeView, symbol: Symbol) -> list[Definition]:
    """Return the functions of a definition's name in its file, where a use is told by its name alone."""
    outline = index.outline(symbol.path)
    if outline is None or outline.language in FOLLOWED or symbol.definition.kind not in _CALLABLE:
        return []
    return [each for each in outline.find(symbol.definition.qualified) if not each.is_declared]


def may_mean(index: CodeView, symbol: Symbol, usage: Usage) -> bool:
    """Whether a call may be of this overload and of no other; true where there is only one."""
    overloads = overloads_of(index, symbol)
    if len(overloads) < 2:
        return True
    number = _count_given(index, usage, symbol.definition.name)
    fitting = [each.line for each in overloads if _takes(each.header, each.name, number)]
    return fitting == [symbol.definition.line]


def _count_given(index: CodeView, usage: Usage, name: str) -> int:
    """Return the number of arguments of a call; -1 where it is not told."""
    outline, text = index.outline(usage.path), index.text(usage.path)
    if outline is None or text is None:
        return -1
    file = BraceText(usage.path, text, outline)
    start = file.starts[usage.line - 1]
    for at in file.find_word(name, start):
        if file.column_of(at) == usage.column and file.line_of(at) == usage.line:
            opening = file.code.find("(", at, at + len(name) + 80)
            end = closing(file.code, opening) if opening >= 0 else -1
            is_empty = not file.raw[opening + 1 : end].strip()
            return -1 if end < 0 else 0 if is_empty else len(_parts(file.code[opening + 1 : end]))
    return -1  # a use of another name, as of the class that it makes


def _takes(header: str, name: str, number: int) -> bool:
    opening = header.find("(", header.find(name))
    end = closing(header, opening) if opening >= 0 else -1
    if end < 0 or number < 0:
        return True
    parts = [each for each in _parts(header[opening + 1 : end]) if each.strip()]
    least = sum("=" not in each and not any(word in each for word in _ANY_NUMBER) for each in parts)
    is_open = any(word in each for each in parts for word in _ANY_NUMBER)
    return least <= number <= (_MANY if is_open else len(parts))


def _parts(text: str) -> list[str]:
    """Return what commas part outside of brackets."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{<") - (sign in ")]}" or (sign == ">" and text[at - 1 : at] not in {"-", "="}))
        if sign == "," and depth <= 0:
            found.append(text[start:at])
            start = at + 1
    return [*found, text[start:]]
