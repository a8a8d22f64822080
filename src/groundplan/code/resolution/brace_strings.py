"""Which strings of a script or of Go may use the name they hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES, Kind
from groundplan.code.resolution.values import Source

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.resolution.brace_text import BraceText

_ASKED = re.compile(r"\s*(?:in\b|[>|](?!\|))")
_TITLED = re.compile(
    r"\b(?:describe|it|test|suite|specify|scenario|feature|bench(?:mark)?|context|group|section|step|Run|Describe"
    r"|Context|It)(?:\.\w+)*\s*\(\s*\Z"
)
_TOKEN = re.compile(r"[\w$.:#]")
# What takes the name of a member as a string, up to the string.
ASKED = re.compile(
    r"\b(?:(?:get|set|has|del)attr|attrgetter|methodcaller|spyOn|stub|spy|mock|patch|object|replace\w*|method|invoke"
    r"|pick|omit|defineProperty|\w+ByName|public_send|__send__|send|respond_to)\??\s*\([^()\n]*\Z"
)
_QUOTES = frozenset("\"'`")
_LONGEST = 200
_TYPES = frozenset({Kind.TYPE, Kind.INTERFACE})
_COMMENT = ("//", "*", "/*")


def source_of_string(file: BraceText, at: int, symbol: Symbol) -> Source | None:
    """Return what a string that holds a name is worth; None where it cannot mean the definition."""
    if not _may_be_used(file, at, symbol):
        return None
    line = file.starts[file.line_of(at) - 1]
    is_asked = _is_asked(file, at, symbol.definition.name) or ASKED.search(file.raw[line : at - 1])
    if is_asked:
        return Source.NAME
    # Nothing of Go but members, and no type of a script, can be looked up by a name.
    is_lost = (
        not symbol.definition.parent if symbol.path.endswith(".go") else symbol.definition.kind in _TYPES
    )
    return None if is_lost else Source.TEXT


def _may_be_used(file: BraceText, at: int, symbol: Symbol) -> bool:
    """Whether a string may name a definition; of data it has the words for much else."""
    definition, line = symbol.definition, file.line_of(at)
    if definition.kind in NAMES and file.path == symbol.path and definition.first <= line <= definition.last:
        return False  # its own value
    if definition.kind is Kind.ATTRIBUTE and not _is_asked(file, at, definition.name):
        return False
    # `describe('Cart', …)`: the title of something; `spy(module, 'save')` names a member
    is_title = not definition.parent and _TITLED.search(file.raw, max(0, at - _LONGEST), at - 1) is not None
    return not is_title and _may_be_name(file, at, definition.name)


def _may_be_name(file: BraceText, at: int, word: str) -> bool:
    """Whether a string is nothing but the name it holds, or a template."""
    line = file.starts[file.line_of(at) - 1]
    if file.raw[line:at].lstrip().startswith(_COMMENT):
        return False
    return _is_whole(file.raw, at, at + len(word)) or is_in_template(file.raw[line:at])


def _is_asked(file: BraceText, at: int, word: str) -> bool:
    """Whether a string that holds a name asks an object for it: `x['name']`, or in a type."""
    line = file.starts[file.line_of(at) - 1]
    before, after = file.raw[max(0, at - _LONGEST) : at - 1].rstrip(), at + len(word) + 1
    if before.endswith("ByName(") or is_in_template(file.raw[line:at]):
        return True
    is_index = before.endswith("[") and re.match(r"[\w$)\]?.!]", before[:-1].rstrip()[-1:]) is not None
    return is_index or _ASKED.match(file.raw, after) is not None or before.endswith("|")


def is_in_template(before: str) -> bool:
    """Whether a line up to a place has opened `{{` or `{%` and not closed it."""
    return max(before.rfind("{{"), before.rfind("{%")) > max(before.rfind("}}"), before.rfind("%}"))


def _is_whole(raw: str, at: int, after: int) -> bool:
    start = at
    while start > 0 and _TOKEN.fullmatch(raw[start - 1]) and at - start < _LONGEST:
        start -= 1
    return raw[start - 1 : start] in _QUOTES and raw[after : after + 1] == raw[start - 1 : start]
