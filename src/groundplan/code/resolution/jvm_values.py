"""Places of Java and Kotlin where a word can only be a value, and never the function of that name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.resolution.brace_text import BraceText

LANGUAGES = frozenset({"java", "kotlin"})
_PASSED = re.compile(r"::\s*\Z")
_TAKEN = re.compile(r"\s*(?:<[\w\s,.?*&\[\]<>]{0,200}>\s*)?(?:[({]|@\w+\s*\{)")
_NEAR = 60


def is_value(file: BraceText, at: int, symbol: Symbol) -> bool:
    """Whether a word that nothing calls is no function: both languages pass one on as `::name` only."""
    definition, end = symbol.definition, at + len(symbol.definition.name)
    if file.outline.language not in LANGUAGES:
        return False
    if not _header(definition.name).search(definition.header) or _is_key(file, at, end):
        return False
    is_passed = _PASSED.search(file.code, max(0, at - _NEAR), at) is not None
    return not is_passed and _TAKEN.match(file.code, end) is None


def find_callables(code: str, start: int, end: int, name: str) -> Iterator[int]:
    """Return where a function of Kotlin declares what can be called under a name itself."""
    return (each.start() for each in _callable(name).finditer(code, start, end))


def _is_key(file: BraceText, at: int, end: int) -> bool:
    """Whether a word is a key of a Java annotation: `@Column(name = …)` calls `name`."""
    start = file.code.rfind("@", max(0, at - 1_000), at)
    is_set = re.match(r"\s*=(?!=)", file.code[end : end + _NEAR]) is not None
    return start >= 0 and is_set and file.code.count("(", start, at) > file.code.count(")", start, at)


@cache
def _header(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}`?\s*[(<]")


@cache
def _callable(name: str) -> re.Pattern[str]:
    word = rf"(?<![\w.]){re.escape(name)}"
    kind = r"(?:(?:suspend\s+)?[\w.<>?\s]{0,60}\(|Function\d?\b)"
    return re.compile(rf"{word}\s*(?::\s*{kind}|=\s*(?:\{{|[\w.]*::|(?:suspend\s+)?fun\b))")
