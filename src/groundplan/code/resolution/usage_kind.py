"""What a place in Python code does with the name that stands there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.resolution.python_text import MODULE
from groundplan.code.usage import UsageKind

if TYPE_CHECKING:
    from groundplan.code.resolution.python_text import PythonText

_DECORATING = re.compile(r"\s*@[^(]*\Z")
_ADDING = re.compile(r"\s*\.\s*(?:setter|getter|deleter)\b")
_ANNOTATED = re.compile(r"\s*[\w.]+\s*:[^=]*\Z")
_LONG = 20_000  # letters; no header is as long as this
_KEYWORD_FIRST = re.compile(
    r"\s*(?:if|elif|else|for|while|with|try|except|finally|return|lambda|case|match)\b"
)


def kind_of(file: PythonText, at: int, length: int = 0) -> UsageKind:
    """Return what the place at `at` does with the name of that length standing there."""
    code = file.code
    start, _ = file.statement(at)
    lead = code[start:at]
    if _DECORATING.match(lead):
        # `@name.setter` adds to the property and calls it not
        return UsageKind.ACCESSOR if _ADDING.match(code, at + length) else UsageKind.DECORATOR
    block = file.block_at(file.line_of(at))
    while block != MODULE and file.header_start(block) <= at < file.header_end(block):
        return _kind_in_header(file, block, at, length)
    if _ANNOTATED.match(lead) and not _KEYWORD_FIRST.match(lead):
        return UsageKind.ANNOTATION
    return UsageKind.CALL if _is_called(code, at + length) else UsageKind.REFERENCE


def _kind_in_header(file: PythonText, block: int, at: int, length: int) -> UsageKind:
    code = file.code
    start = file.header_start(block)
    if file.is_class(block):
        opener = file.opener(start, at)
        is_base = (
            opener >= 0 and file.opener(start, opener) < 0 and "=" not in code[opener:at].rpartition(",")[2]
        )
        if _is_called(code, at + length) or not is_base:
            return UsageKind.CALL if _is_called(code, at + length) else UsageKind.REFERENCE
        return UsageKind.BASE
    part = _part(file, start, at)
    if part is None or (":" in part and "=" not in part.partition(":")[2]):
        return UsageKind.ANNOTATION
    return UsageKind.CALL if _is_called(code, at + length) else UsageKind.REFERENCE


def _part(file: PythonText, start: int, at: int) -> str | None:
    """Return the text of a parameter up to a place in it, or None after the closing bracket."""
    code = file.code
    opener = code.find("(", start)
    if opener < 0 or file.closer(opener, at) < at:
        return None
    if at - opener > _LONG:
        return ""
    depth, begin = 0, opener + 1
    for place in range(opener + 1, at):
        letter = code[place]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            begin = place + 1
    return code[begin:at]


def _is_called(code: str, at: int) -> bool:
    while at < len(code) and code[at] in " \t":
        at += 1
    return code[at : at + 1] == "("
