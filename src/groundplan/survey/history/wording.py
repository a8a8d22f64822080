"""Words of commits and goals made alike: `parse_url` and `parseURL` are also `parse` and `url`."""

from __future__ import annotations

import re

_IDENTIFIER = re.compile(r"[^\W_]+(?:_+[^\W_]+)*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MOST_WORDS = 40  # of one question; each costs a walk of its commits
_LONGEST = 20_000  # letters of one commit message that are indexed
_EVERYWHERE = frozenset(
    ["a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been", "before", "but", "by", "can", "could", "do", "does", "for", "from", "get", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "just", "make", "more", "new", "no", "not", "now", "of", "on", "one", "only", "or", "other", "our", "out", "over", "should", "so", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "up", "use", "used", "using", "via", "was", "we", "were", "what", "when", "where", "which", "while", "who", "why", "will", "with", "would", "you", "your"]
)


def searchable(text: str) -> str:
    """Return a text with the parts of its identifiers behind it, as the word index takes it."""
    text = text[:_LONGEST]
    humps = [word for word in _IDENTIFIER.findall(text) if not (word.islower() or word.istitle())]
    parts = [_HUMP.sub(" ", word) for word in humps if not word.isupper() and not word.isdigit()]
    return f"{text} {' '.join(parts)}" if parts else text


def asked_words(words: str) -> tuple[str, ...]:
    """Return the words to look for: split like identifiers, in lower case, without those that say nothing."""
    found: dict[str, None] = {}
    for identifier in _IDENTIFIER.findall(words[:_LONGEST]):
        joined = _HUMP.sub("_", identifier).lower()
        for part in (*joined.split("_"), identifier.lower()):
            if part and "_" not in part and part not in _EVERYWHERE and (len(part) > 1 or not part.isascii()):
                found[part] = None
    return tuple(found)[:_MOST_WORDS]
