"""Words of commits and goals made alike: `parse_url` and `parseURL` are also `parse` and `url`."""

from __future__ import annotations

import re
from itertools import permutations

_IDENTIFIER = re.compile(r"[^\W_]+(?:_+[^\W_]+)*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# bounded, so that a word of ten thousand letters is looked at once
_HUMPED = re.compile(r"\b[A-Za-z][A-Z]{0,20}[a-z0-9]{1,40}[A-Z][A-Za-z0-9]{0,60}")
_MOST_WORDS = 40  # of one question; each costs a walk of its commits
_MOST_PAIRED = 12  # each pair is a walk as well
_LONGEST = 20_000  # letters of one commit message that are indexed
# what stands in any message and tells none from another
_SAY_NOTHING = """
a about after all also an and any are as at be been before but by can could do does for from
get had has have how i if in into is it its just make more new no not now of on one only or
other our out over should so some such than that the their them then there these they this to
up use used using via was we were what when where which while who why will with would you your
"""
_EVERYWHERE = frozenset(_SAY_NOTHING.split())


def searchable(text: str) -> str:
    """Return a text with the parts of its identifiers behind it, as the word index takes it."""
    text = text[:_LONGEST]
    humped = _HUMPED.findall(text)
    return f"{text} {_HUMP.sub(' ', ' '.join(humped))}" if humped else text


def asked_words(words: str, *, most: int = _MOST_WORDS) -> tuple[str, ...]:
    """Return the words to look for: split like identifiers, in lower case, without those that say nothing."""
    found: dict[str, None] = {}
    for identifier in _IDENTIFIER.findall(words[:_LONGEST]):
        joined = _HUMP.sub("_", identifier).lower()
        for part in (*joined.split("_"), identifier.lower()):
            if part and "_" not in part and part not in _EVERYWHERE and (len(part) > 1 or not part.isascii()):
                found[part] = None
    return tuple(found)[:most]


def matching_one(asked: tuple[str, ...]) -> str:
    """Return the question for messages that have one of the words."""
    return " OR ".join(f'"{word}"' for word in asked)


def matching_two(asked: tuple[str, ...]) -> str:
    """Return the question for messages that have two of the words, one of them in the subject line."""
    pairs = permutations(asked[:_MOST_PAIRED], 2)
    return " OR ".join(f'(subject:"{word}" AND "{other}")' for word, other in pairs)


def count_words(text: str, asked: tuple[str, ...]) -> int:
    """Count how many of the words asked for a text has, in any form that begins alike."""
    having = set(asked_words(text, most=2_000))
    stems = {word[:-1] if len(word) > 4 else word for word in asked}
    return sum(any(word.startswith(stem) for word in having) for stem in stems)
