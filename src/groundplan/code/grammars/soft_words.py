"""Kotlin's words that are keywords in one place and names in another, where its grammar takes them wrong.

They are spelled otherwise before a text is parsed, at the same length, so that every place in it stays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SOFT = (
    rb"abstract|actual|annotation|const|data|enum|expect|external|final|infix|inline|inner|internal|lateinit"
    rb"|open|operator|override|sealed|suspend|tailrec|value"
)
_MENDED: tuple[tuple[re.Pattern[bytes], Callable[[bytes], bytes]], ...] = (
    # `final = true` sets a variable of that name
    (
        re.compile(rb"^[ \t]*(" + _SOFT + rb")(?=[ \t]*(?:=[^=]|\??\.|\[|[-+*/]=|\+\+|--))", re.MULTILINE),
        lambda word: b"_" + word[1:],
    ),
    # `@Target(CLASS) annotation class Name`, `class Name actual constructor(`
    (re.compile(rb"\b(annotation)\s+class\b"), lambda word: b" " * len(word)),
    (re.compile(rb"\b(actual|expect)\s+constructor\b"), lambda word: b" " * len(word)),
    # an annotation between a property and its getter
    (
        re.compile(rb"^[ \t]*(@\w+(?:\([^()\n]{0,200}\))?)(?=\s+(?:get|set)[ \t]*\()", re.MULTILINE),
        lambda word: b" " * len(word),
    ),
    # `Basket<Item>(3)` makes a basket and compares nothing
    (re.compile(rb"\b[A-Za-z_]\w*(<[A-Z][\w.,?*<> ]{0,80}>)(?=\()"), lambda word: b" " * len(word)),
    # `interface Name { fun run() }`: a function without a body ends where its line goes on
    (re.compile(rb"\bfun\s[^(){}=\n]{1,200}\([^(){}\n]{0,300}\)([ \t])(?=[ \t]{0,20}\})"), lambda _: b";"),
)


def mend_soft_words(text: bytes) -> bytes:
    """Return the text with such words spelled so that the grammar reads them right."""
    made = bytearray(text)
    for pattern, spell in _MENDED:
        for found in pattern.finditer(text):
            made[found.start(1) : found.end(1)] = spell(found[1])
    return bytes(made)
