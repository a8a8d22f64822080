"""One way to turn code and prose into words, so that a goal and the code it speaks of meet."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

LONGEST_WORD = 60  # longer runs are hashes and encoded data: no goal asks for them

_TOKENS = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# What only code has: brackets, an assignment, a joint, or one of its words before a name.
_CODE = re.compile(
    r"[({;\[]| = |==|=>|->|:=|::|^(?:async|await|class|const|def|enum|extends|fn|from|func|function|impl"
    r"|import|interface|let|new|private|public|raise|return|static|struct|throw|trait|type|var) "
)
_VOWEL = re.compile(r"[aeiouy]")
_SHORTEST_STEM = 3

# Words that stand in nearly every goal or nearly every file and so point nowhere.
STOP_WORDS = frozenset(
    resources.files("groundplan.survey.where").joinpath("stop_words.txt").read_text(encoding="utf-8").split()
)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return a small word without its commonest endings: `fetching`, `fetched`, `fetches` are `fetch`."""
    if len(word) <= _SHORTEST_STEM or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > len("ties"):
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending):
            word = _without(word, ending)
            break
    return word[:-1] if len(word) > _SHORTEST_STEM + 1 and word.endswith("e") else word


def _without(word: str, ending: str) -> str:
    root = word[: -len(ending)]
    if len(root) < _SHORTEST_STEM or not _VOWEL.search(root):
        return word
    if root[-1] == root[-2] and root[-1] not in "lsz":
        return root[:-1]
    return root


@lru_cache(maxsize=200_000)
def words_of(identifier: str) -> tuple[str, ...]:
    """Return the words of an identifier, stemmed, and where there are several the whole, in small letters.

    `Rule_L027` gives `rule`, `l027`, `rule_l027`; a number alone is no word.
    """
    whole = identifier.strip("_").lower()
    if len(whole) <= 1 or whole.isdigit():
        return ()
    words: list[str] = []
    for part in identifier.split("_"):
        if part.isalpha() and part.isascii() and (part.islower() or part.istitle()):  # most are one piece
            if len(part) > 1:
                words.append(stem(part.lower()))
            continue
        pieces = _PIECES.findall(part)
        words.extend(stem(piece.lower()) for piece in pieces if len(piece) > 1 and not piece.isdigit())
        if len(pieces) > 1 and 1 < len(part) <= LONGEST_WORD:
            words.append(part.lower())
    if "_" in whole and len(whole) <= LONGEST_WORD:
        words.append(whole)
    return tuple(words)


def identifiers_in(text: str) -> list[str]:
    """Return every identifier and word of a text, in order, as written."""
    return _TOKENS.findall(text)


def names_in_span(span: str) -> list[str]:
    """Return the names in a span of code; of a command line only what is written as no word of English is."""
    is_command = span.startswith("-") or (" " in span.strip() and not _CODE.search(span))
    return [each for each in identifiers_in(span) if not is_command or is_compound(each)]


def is_compound(identifier: str) -> bool:
    """Return whether a word is written as code is: `snake_case`, `camelCase`, `CapWords`, `L027`."""
    core = identifier.strip("_")
    if "_" in core:
        return True
    has_digit = core.isalnum() and not core.isalpha() and not core.isdigit()
    return has_digit or (core[1:] != core[1:].lower() and core != core.upper())
