"""Texts that say the opposite of a goal: `case-insensitive` for `case-sensitive`, `not` before its verb."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.asked import root
from groundplan.evidence.described import roots_of
from groundplan.wording.terms import GRAMMAR

if TYPE_CHECKING:
    from groundplan.evidence.asked import Ask

_PREFIXES = ("in", "un", "im", "ir", "non", "dis", "de")
_PAIRS = (
    ("sync", "async"),
    ("synchronous", "asynchronous"),
    ("mutable", "immutable"),
    ("sensitive", "insensitive"),
    ("strict", "lenient"),
    ("optional", "required"),
    ("enable", "disable"),
    ("ordered", "unordered"),
    ("include", "exclude"),
)
_WORD = re.compile(r"[A-Za-z]+")
_NEGATED = re.compile(
    r"\b(?:(?:do|does|will|is|are|must|should) ?(?:not|n't)|never|no longer|doesn't|won't)\s+"
    r"(?:\w+\s+){0,1}?(\w+)",
    re.IGNORECASE,
)
FEWEST_BESIDE = 2  # other words of the goal in a sentence with an opposite


class Opposites:
    """The opposites of the words of what a goal asks for."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        # `Show hidden files` begins with what it asks for, `Make keys case-sensitive` does not.
        self._verb = root(next(iter(_WORD.findall(ask.title)), "").lower())
        self._of = {each: word.lower() for _, word in ask.words for each in _opposites(word.lower())}

    @property
    def words(self) -> tuple[str, ...]:
        """Return the opposites."""
        return tuple(self._of)

    def is_in(self, text: str, *, alone: bool = False) -> bool:
        """Tell whether a text has the opposite of a word, beside what the goal says it of unless `alone`."""
        words = [word.lower() for word in _WORD.findall(text)]
        for at, word in enumerate(words):
            own = self._of.get(word)
            if own is None or own in words:
                continue
            before = self._before(own)
            beside = roots_of(text) & (self._ask.roots - {root(own)})
            if before and at and words[at - 1] == before and (alone or beside - {root(before)}):
                return True
        return False

    def is_negated(self, text: str, *, alone: bool = False) -> bool:
        """Tell whether a text has all that is asked for, with a `not` before the verb.

        With `alone` it must say it of nothing narrower, as `does not retry a missing build` does.
        """
        if "default" in text.lower() and root("default") not in self._ask.roots:
            return False  # what is not so by default may be asked for
        if not self._ask.roots <= roots_of(text) or len(self._ask.roots) < FEWEST_BESIDE:
            return False
        return any(
            root(match[1].lower()) == self._verb and not (alone and self._narrows(text[match.end() :]))
            for match in _NEGATED.finditer(text)
        )

    def _narrows(self, rest: str) -> bool:
        words = (word.lower() for word in _WORD.findall(rest))
        return any(word not in GRAMMAR and root(word) not in self._ask.roots for word in words)

    def _before(self, word: str) -> str:
        """Return the word right before one in the goal: `case` of `case-sensitive`."""
        said = [each.lower() for each in _WORD.findall(self._ask.title)]
        at = said.index(word) if word in said else 0
        before = said[at - 1] if at else ""
        return "" if before in GRAMMAR else before  # `be paused` is not said of anything


def _opposites(word: str) -> set[str]:
    found = {f"{prefix}{word}" for prefix in _PREFIXES}
    found |= {word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix) and len(word) > 7}
    for one, other in _PAIRS:
        found |= {other} if word == one else {one} if word == other else set()
    return found
