"""The documentation of a definition as it is written: a docstring inside it, or the comment above it."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from groundplan.code.grammars.defining import REMARK
from groundplan.code.outline import HEADER_LIMIT
from groundplan.code.python.definitions import Blocks, find_blocks
from groundplan.code.python.masking import END, mask

if TYPE_CHECKING:
    from groundplan.code.outline import Definition

_STRING = re.compile(rb"\s*+[rRuU]?\"")
_QUOTES = re.compile(r"\A[rRuU]?(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')\Z")
_MARK = re.compile(r"\s*(?:#!?\[|@)")  # an attribute or decorator, above what it is about
_LINE_COMMENT = re.compile(r"\s*(?:///|//)\s?(.*)")
_MOST_LINES = 400


def read_doc(language: str, text: bytes, definition: Definition) -> tuple[str, ...]:
    """Return the lines of a definition's documentation, without quotes and comment signs; none: nothing."""
    if not definition.has_doc:
        return ()
    if language == "python":
        return _docstring(text, definition)
    return _comment_above(text.decode("utf-8", "replace").split("\n")[: definition.first - 1])


def signature(definition: Definition) -> str:
    """Return a definition as it is written, on one line; three dots stand for what was too long for it."""
    return f"{definition.header}…" if len(definition.header) >= HEADER_LIMIT else definition.header


def read_module_doc(text: bytes) -> tuple[str, ...]:
    """Return the docstring of a Python module."""
    masked = mask(b"\n" + text)
    return _string(b"\n" + text, masked, 0, len(masked))


def _docstring(text: bytes, definition: Definition) -> tuple[str, ...]:
    text = b"\n" + text
    masked = mask(text)
    for block in find_blocks(text, masked, Blocks(masked)):
        if block.definition.line == definition.line and block.definition.name == definition.name:
            return _string(text, masked, block.start, block.end)
    return ()


def _string(text: bytes, masked: bytes, start: int, end: int) -> tuple[str, ...]:
    opening = _STRING.match(masked, start, end)
    closing = masked.find(END, opening.end()) if opening else -1
    if opening is None or closing < 0:
        return ()
    quoted = text[start : closing + 1].decode("utf-8", "replace").strip()
    return _lines(inspect.cleandoc(_QUOTES.sub("", quoted)).split("\n"))


def _comment_above(above: list[str]) -> tuple[str, ...]:
    while above and (not above[-1].strip() or _MARK.match(above[-1]) or _is_remark(above[-1])):
        above.pop()
    if above and above[-1].rstrip().endswith("*/"):
        start = next((at for at in range(len(above) - 1, -1, -1) if "/*" in above[at]), len(above))
        return _lines([re.sub(r"^\s*(?:/\*+|\*(?!/))?\s?|\s*\*+/\s*$", "", line) for line in above[start:]])
    found: list[str] = []
    while above and (comment := _LINE_COMMENT.match(above.pop())):
        found.append(comment[1])
    return _lines(found[::-1])


def _is_remark(line: str) -> bool:
    return REMARK.match(line.strip().encode()) is not None


def _lines(lines: list[str]) -> tuple[str, ...]:
    """Return the lines without blank ones at the ends, cut where nobody reads on."""
    return tuple(line.rstrip() for line in "\n".join(lines).strip("\n ").split("\n")[:_MOST_LINES] if lines)
