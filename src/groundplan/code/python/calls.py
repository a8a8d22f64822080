"""Every call in masked Python text: the dotted words before the bracket, and the lines they stand on."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

# Bounded: a chain without end would be tried again at each of its dots.
_CALL = re.compile(rb"\b[A-Za-z_\x80-\xff][\w.\x80-\xff]{0,250}+\(")
_NO_CALLS = frozenset(b"%s(" % word.encode() for word in (*keyword.kwlist, "match", "case"))
_DOT = 46


def find_calls(masked: bytes, headers: Container[int]) -> dict[str, tuple[int, ...]]:
    """Return the words of each call and its lines; `headers` are the places of names being defined."""
    lines: dict[bytes, list[int]] = {}
    line, seen = 0, 0
    for found in _CALL.finditer(masked):
        words, start = found[0], found.start()
        if words in _NO_CALLS or start in headers:
            continue
        line += masked.count(b"\n", seen, start)
        seen = start
        if masked[start - 1] == _DOT:
            words = b"." + words
        lines.setdefault(words, []).append(line)
    return {words[:-1].decode("utf-8", "replace"): tuple(at) for words, at in lines.items()}
