"""Why a definition of Go or of a script may be used where no rule leads: by a field, a key, a declaration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.declarations import DECLARING
from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_types import TYPES

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView

_MEMBERS = frozenset({Kind.METHOD, Kind.ATTRIBUTE})


def uses_elsewhere(index: CodeView, symbol: Symbol) -> list[str]:
    """Return why not every use of a definition can be known by where its name leads."""
    definition = symbol.definition
    word = re.escape(definition.name)
    if symbol.path.endswith(DECLARING):
        return ["it is only declared here: uses of what it declares are not followed"]
    if symbol.path.endswith(".go"):
        pattern = rf"^[ \t]+\*?(?:\w+\.)?{word}[ \t]*(?:`[^`\n]*`)?[ \t\r]*(?://[^\n]*)?$"
        is_told = definition.kind in TYPES
        why = "it is embedded: uses of the field that has its name are not followed"
    else:
        pattern = rf"[{{,][ \t\r\n]*['\"]?{word}['\"]?[ \t]*:(?!:)"
        is_told = definition.kind in _MEMBERS and bool(definition.parent)
        why = "objects have a key of its name, which may be it"
    return [why] if is_told and _is_in(index, definition.name, pattern) else []


def _is_in(index: CodeView, name: str, pattern: str) -> bool:
    sought = re.compile(pattern.encode("utf-8", "surrogateescape"), re.MULTILINE)
    return any(
        sought.search(index.text(path) or b"") for path in index.files_with(name) if index.outline(path)
    )
