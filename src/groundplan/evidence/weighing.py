"""How much of what a goal asks for some words are: rare words weigh more."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from groundplan.evidence.asked import KINDS, LIGHT_VERBS, root
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from groundplan.evidence.subject import Subject

LEAST_OF_FILE = 0.5  # of the words, by weight, in a file that is read
_NUMBER = late_regex(r"\d+(?:\.\d+)+")
OF_KIND, UNKNOWN = 0.3, 10.0


class Weighing:
    """The words of what is asked for, each with its weight."""

    def __init__(self, subject: Subject, title: str, words: tuple[tuple[str, str], ...]) -> None:
        self.words = words
        self.numbers = frozenset(_NUMBER.findall(title))
        self.title = frozenset(root(word.lower()) for word in identifiers_in(title))
        self._weights = {own: _weigh(subject, word) for own, word in words}
        self._total = sum(self._weights.values()) or 1.0

    @property
    def spelled(self) -> tuple[str, ...]:
        """Return the words as the goal writes them."""
        return tuple(word for _, word in self.words)

    def share(self, roots: AbstractSet[str]) -> float:
        """Return how much of what is asked for some roots are, from 0 to 1."""
        return sum(weight for root, weight in self._weights.items() if _is_among(root, roots)) / self._total

    def count(self, roots: AbstractSet[str]) -> int:
        """Return how many words that tell something are among some roots."""
        return sum(word.lower() not in KINDS | LIGHT_VERBS for word in self.among(roots))

    def among(self, roots: AbstractSet[str]) -> tuple[str, ...]:
        """Return the words of the goal whose roots are among some, as it writes them."""
        return tuple(word for root, word in self.words if _is_among(root, roots))

    def is_among(self, root: str, roots: AbstractSet[str]) -> bool:
        """Tell whether a root or a short form of it is among some."""
        return _is_among(root, roots)

    def has(self, root: str) -> bool:
        """Tell whether a root is one of the goal's."""
        return root in self._weights or any(_is_short_for(root, each) for each in self._weights)

    def likely(self, subject: Subject, most: int) -> list[str]:
        """Return the files that have much of what is asked for, the best first."""
        ground = subject.looked_up.ground
        owner = {unit: path for path, units in ground.units.items() for unit in units}
        held: dict[str, set[str]] = {}
        for own, word in self.words:
            units = (unit for stem in words_of(word) for unit in ground.code.postings.get(stem, {}))
            having = (
                *(owner[unit] for unit in units if unit in owner),
                *subject.index.files_with(word.lower()),
            )
            for path in having:
                held.setdefault(path, set()).add(own)
        scores = {path: self.share(roots) for path, roots in held.items() if path not in subject.own_plans}
        order = sorted(scores, key=lambda path: (-scores[path], path.count("/"), path))
        return [path for path in order if scores[path] >= LEAST_OF_FILE][:most]


def _weigh(subject: Subject, word: str) -> float:
    """Return how much a word tells: a kind of thing little, what nothing here has the most."""
    if word.lower() in KINDS or word.lower() in LIGHT_VERBS:
        return OF_KIND
    files = len(subject.index.files_with(word.lower()))
    if not files and not any(subject.looked_up.ground.code.postings.get(stem) for stem in words_of(word)):
        return UNKNOWN
    return 1.0 + math.log1p(len(subject.index.paths()) / (1 + files))


def _is_among(root: str, roots: AbstractSet[str]) -> bool:
    return root in roots or any(_is_short_for(each, root) for each in roots)


def _is_short_for(short: str, root: str) -> bool:
    return short in _SHORT and root.startswith(short)


_SHORT = frozenset(
    {"gen", "auth", "config", "param", "arg", "env", "dir", "doc", "info", "msg", "num", "opt"}
)
