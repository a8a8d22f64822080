"""Every call in masked Python text: the dotted words before the bracket, and the lines they stand on."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

# What no name has in it becomes a space, so that the words before a bracket are what follows the last space:
# splitting text is twice as fast as matching it.
_WORDS = bytes(
    byte if byte >= 128 or byte in b"_.\n(" or chr(byte).isalnum() else 32  # 32 is a space
    for byte in range(256)
)
_NO_CALLS = frozenset(word.encode() for word in ("", *keyword.kwlist, "match", "case"))


def find_calls(masked: bytes, headers: Container[int]) -> dict[str, tuple[int, ...]]:
    """Return the words of each call and its lines; `headers` are the places of names being defined."""
    lines: dict[bytes, list[int]] = {}
    line = end = 0
    for before in masked.translate(_WORDS).split(b"(")[:-1]:
        line += before.count(b"\n")
        end += len(before) + 1
        words = before[before.rfind(b" ") + 1 :]
        if b"\n" in words:
            words = words[words.rfind(b"\n") + 1 :]
        if words not in _NO_CALLS and end - 1 - len(words) not in headers:
            if words in lines:
                lines[words].append(line)
            else:
                lines[words] = [line]
    return {words.decode("utf-8", "replace"): tuple(at) for words, at in lines.items()}
