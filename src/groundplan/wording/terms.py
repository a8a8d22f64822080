"""Words that carry meaning, cut down to their stems, so that `Routes updated` finds `Update all routes`."""

from __future__ import annotations

import functools
import re

from groundplan.plan.late_regex import late_regex

# Words of grammar: they stand in every sentence, so they tell no two sentences apart.
_GRAMMAR = """
a an and any are as at be been being both but by can could did do does each either else every for from had
has have how if in into is it its may might must nor not of off on only onto or our over per shall should
so some such than that the their them then there these they this those to under until up upon use used
using via was we were what when where whether which while who will with within without would you your all
no yes also after before e g eg i ie s t etc
"""
# What plans say of nearly everything: shared by two texts, these link nothing.
_GENERIC = """
add allow apply build change check code create define do ensure existing feature file get handle implement
include keep make method module new perform provide remove replace return run set support task test update
work write
"""
# How a dependency says that the other task is over; the other task's own name does not hold it.
_STATUS = """
approved available complete completed created deployed done finished implemented landed live merged passed
passing ready shipped updated working written
"""
_JOINTS = frozenset({"a", "an", "and", "are", "be", "for", "is", "of", "the", "to", "with"})
GRAMMAR = frozenset(_GRAMMAR.split())
GENERIC = frozenset(_GENERIC.split())
STATUS = frozenset(_STATUS.split())
_WORD = late_regex(r"[^\W_]+")
_HUMP = late_regex(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_SPAN = late_regex(r"(`+)(.+?)\1", re.DOTALL)
_IDENTIFIER = late_regex(r"[A-Za-z_][\w.:/-]*[\w/]")
_VOWEL = late_regex(r"[aeiouy]")


@functools.lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """Return a word without its plural, past or continuous ending."""
    text = word.casefold()
    if text.endswith("ies") and len(text) > 4:
        text = text[:-3] + "y"
    elif text.endswith("s") and not text.endswith(("ss", "us", "is")) and len(text) > 2:
        text = text[:-1]
    for ending in ("ing", "ed"):
        cut = text[: -len(ending)]
        if text.endswith(ending) and len(cut) > 2 and _VOWEL.search(cut):
            # `dropped` doubles its consonant, `passed` does not.
            doubled = cut[-1] == cut[-2] and cut[-1] not in "aeiouslz"
            text = cut[:-1] if doubled else cut
            break
    return text[:-1] if text.endswith("e") and len(text) > 3 else text


_GENERIC_STEMS = frozenset(stem(word) for word in GENERIC)


def word_list(text: str) -> list[str]:
    """Return the words of a text in their order, identifiers cut at humps and underscores."""
    return [word for run in _WORD.findall(text) for word in _HUMP.split(run)]


def name_stems(text: str) -> tuple[str, ...]:
    """Return the stems of a name in their order; only articles and the like are left out.

    `Sign in` and `Sign up` are two names, so small words count here.
    """
    return tuple(stem(word) for word in word_list(text) if word.casefold() not in _JOINTS)


def without_status(text: str) -> tuple[str, ...]:
    """Return a name's stems without the words that only say it is over."""
    skipped = _JOINTS | STATUS
    return tuple(stem(word) for word in word_list(text) if word.casefold() not in skipped)


def significant(text: str) -> frozenset[str]:
    """Return the stems that tell a text from others: neither grammar nor what every plan says."""
    stems = {stem(word) for word in word_list(text) if word.casefold() not in GRAMMAR}
    return frozenset(stems - _GENERIC_STEMS)


def identifiers(text: str) -> frozenset[str]:
    """Return the identifiers and paths in a text's code spans, call brackets left out."""
    found: set[str] = set()
    for _, span in _SPAN.findall(text):
        found.update(name.casefold() for name in _IDENTIFIER.findall(span) if len(name) > 2)
    return frozenset(found)
