"""How many columns a text takes in a terminal, from the Unicode tables that come with Python.

It agrees with `rich.cells` on every character but the some 200 symbols whose width a Unicode newer than
Python's changed; a test holds both against each other.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_JOINER = "\u200d"  # what follows it is drawn into what stands before it
_AS_PICTURE = "\ufe0f"  # asks for the wide picture of a narrow sign


def cells(text: str) -> int:
    """Return how many columns a cleaned text takes."""
    if text.isascii():
        return len(text)
    width = last = 0
    is_joined = False
    for letter in text:
        here = 0 if is_joined else _width(letter)
        if letter == _AS_PICTURE and last == 1:
            here = 1
        is_joined = letter == _JOINER
        width += here
        last = here
    return width


@lru_cache(maxsize=4096)
def _width(letter: str) -> int:
    number = ord(letter)
    if unicodedata.category(letter) in {"Cf", "Mc", "Me", "Mn"}:
        return 0
    # The later letters of a Hangul syllable, and skin colours, change what stands before them.
    if 0x1160 <= number <= 0x11FF or 0xD7B0 <= number <= 0xD7FF or 0x1F3FB <= number <= 0x1F3FF:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"F", "W"} else 1
