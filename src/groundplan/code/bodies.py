"""Which functions have a body: a signature of an interface, an abstract method or an overload has none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.code.outline import Definition, Outline

_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_OVERLOADED = SCRIPTS | {"python"}  # languages in which only one of them has a body
_ALWAYS = frozenset({"python", "ruby"})
_SIZED = re.compile(r"\[[^\[\]\n]{0,80}\]")
_BODY = re.compile(r"[{;}]|=")


def functions_with_body(text: bytes, outline: Outline) -> list[Definition]:
    """Return the functions and methods of a file that do something themselves."""
    functions = [each for each in outline.definitions if each.kind in _FUNCTIONS]
    if outline.language in _ALWAYS or not functions:
        return functions
    lines = text.decode("latin-1").split("\n")
    return [each for each in functions if _has_body(each, lines, outline.language)]


def without_overloads(found: Sequence[Definition], text: bytes, language: str) -> list[Definition]:
    """Return definitions of one name without the signatures that only say how one is called."""
    if len(found) < 2 or language not in _OVERLOADED or not all(each.kind in _FUNCTIONS for each in found):
        return list(found)
    if language == "python":
        bodies = [each for each in found if not any(map(_is_overload, each.decorators))]
    else:
        lines = text.decode("latin-1").split("\n")
        bodies = [each for each in found if _has_body(each, lines, language)]
    return bodies or list(found)


def _is_overload(decorator: str) -> bool:
    return decorator.rpartition(".")[2] == "overload"


def _has_body(definition: Definition, lines: Sequence[str], language: str) -> bool:
    if definition.is_declared:
        return False
    if language == "go":
        return definition.kind is Kind.FUNCTION or definition.header.startswith("func")
    if definition.branches or language in {"vue", "svelte"} or definition.header.startswith("#"):
        return True  # a macro, too
    span = "\n".join(lines[definition.line - 1 : definition.last])
    _, _, rest = span.partition(definition.name.encode("utf-8", "surrogateescape").decode("latin-1"))
    opening = rest.find("(")
    if opening < 0 or "=" in rest[:opening]:
        return True  # a value that is a function, or a property
    after = _SIZED.sub("", rest[_closing(rest, opening) :])
    found = _BODY.search(after)
    if found is None or found[0] in ";}":
        return False
    # `= 0` and `= default` in C++
    return found[0] == "{" or language != "cpp"


def _closing(text: str, opening: int) -> int:
    """Return where the bracket that opens at a place is closed."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if not depth:
            return at + 1
    return opening + 1
