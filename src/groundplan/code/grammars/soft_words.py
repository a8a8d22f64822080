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
_ARGUMENTS = rb"\((?:[^()]|\((?:[^()]|\([^()]{0,300}\)){0,500}\)){0,2000}\)"
_DECLARES = (
    rb"public|private|internal|protected|abstract|open|final|sealed|data|value|inline|enum|annotation|class"
    rb"|interface|object|fun|expect|actual|typealias"
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
    # `suspend { … }` calls a function of that name
    (re.compile(rb"\b(suspend)(?=[ \t]*\{)"), lambda word: b"_" + word[1:]),
    # `class Name @Inject internal constructor(`
    (
        re.compile(
            rb"(@\w+(?:\([^()\n]{0,200}\))?)"
            rb"(?=\s+(?:(?:public|internal|private|protected|actual)\s+){0,3}constructor\b)"
        ),
        lambda word: b" " * len(word),
    ),
    # arguments of an annotation make of it and what follows it an expression
    (
        re.compile(
            rb"^[ \t]*@[\w.:]+(" + _ARGUMENTS + rb")(?=\s+(?:@\w|(?:" + _DECLARES + rb")\b))", re.MULTILINE
        ),
        lambda words: bytes(10 if byte == 10 else 32 for byte in words),
    ),
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
        for found in pattern.finditer(bytes(made)):
            made[found.start(1) : found.end(1)] = spell(found[1])
    return bytes(made)
