"""What a name in PHP stands for: its own namespace, its `use` lines, or the namespace written before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.resolution.brace_text import BraceText

_NEAR = 200
_NAMESPACE = re.compile(r"(?m)^\s*(?:<\?php\s+)?namespace\s+([\w\\]+)\s*[;{]")
_WRITTEN = re.compile(r"[\w\\]*\\\Z")


def namespace_of(code: str) -> str:
    """Return the namespace that a file says its code is in, or nothing."""
    found = _NAMESPACE.search(code)
    return found[1] if found else ""


def is_of(file: BraceText, at: int, name: str, home: str) -> bool | None:
    """Tell whether the name at a place is that of a namespace; None where it cannot be told."""
    if file.code.startswith("\\", at + len(name)):
        return False  # a part of a namespace
    line = file.line_of(at)
    taken = [each for each in file.outline.imports if each.line == line and name in {each.name, each.alias}]
    written = _WRITTEN.search(file.code, max(0, at - _NEAR), at)
    if written is None or taken:
        taken = taken or [each for each in file.outline.imports if each.alias == name]
        if taken:
            return any(each.name == name and _is_same(each.module, home) for each in taken)
        return True if _is_same(namespace_of(file.code), home) else None
    if written[0].startswith("\\"):
        return _is_same(written[0], home)
    first, _, rest = written[0].strip("\\").partition("\\")
    bound = [f"{each.module}\\{each.name}" for each in file.outline.imports if each.alias == first]
    begins = bound or [f"{namespace_of(file.code)}\\{first}"]
    return True if any(_is_same(f"{each}\\{rest}", home) for each in begins) else None


def _is_same(one: str, other: str) -> bool:
    return one.strip("\\").lower() == other.strip("\\").lower()
