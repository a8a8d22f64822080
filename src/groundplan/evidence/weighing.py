"""How much of what a goal asks for some words are: rare words weigh more."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from groundplan.evidence.asked import KINDS, LIGHT_VERBS, family, root
from groundplan.evidence.rarity import rarity
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.words import identifiers_in, stem, words_of
from groundplan.wording.terms import GRAMMAR

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundplan.evidence.asked import Ask
    from groundplan.evidence.subject import Subject

LEAST_OF_FILE = 0.5  # of the words, by weight, in a file that is read
_NUMBER = late_regex(r"\d+(?:\.\d+)+")
OF_KIND = 0.3
FEWEST_FILES = 100  # that tell what is common here: two of three files are no habit
COMMON_HERE = 0.35  # of its weight that a word has where every file has it
LEAST_RUN = 4  # words in a row that a goal and a description share; three are a turn of English
LEAST_OF_PHRASE = 0.6  # of the goal's words that the run has
FEWEST_TELLING = 2  # words of the run that are no grammar
_REQUEST = late_regex(
    r"^(?:add|support|provide|offer|introduce|implement|create|allow|let|make)\w*\s+"
    r"(?:(?:an?|the|new)\s+)*(?:(?:option|flag|setting|command|way|method|function|switch)s?\s+(?:to|that|which|for)\s+)?",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"a", "an", "the"})
_SAME = {"every": "each", "all": "each", "any": "each"}
_WORD = late_regex(r"[A-Za-z][A-Za-z0-9]*")
_PREPOSITION = late_regex(
    r"\s(?:as|by|to|from|for|via|over|using|with|in|on|at|against|into|through|between|per|inside|without)\s",
    re.IGNORECASE,
)
_SENTENCE = late_regex(r"(?<=[.!?;])\s+")
_DENIES = late_regex(r"\b(?:not|never|cannot|without|unsupported|todo|no longer)\b|n't\b", re.IGNORECASE)


class Weighing:
    """The words of what is asked for, each with its weight."""

    def __init__(self, subject: Subject, title: str, words: tuple[tuple[str, str], ...]) -> None:
        self.words = words
        self.numbers = frozenset(_NUMBER.findall(title))
        self.title = frozenset(root(word.lower()) for word in identifiers_in(title))
        self._weights = {own: _weigh(subject, own, word) for own, word in words}
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
                *(path for each in family(word) for path in subject.index.files_with(each)),
            )
            for path in having:
                held.setdefault(path, set()).add(own)
        scores = {path: self.share(roots) for path, roots in held.items() if path not in subject.own_plans}
        order = sorted(scores, key=lambda path: (-scores[path], path.count("/"), path))
        return [path for path in order if scores[path] >= LEAST_OF_FILE][:most]


def _weigh(subject: Subject, own: str, word: str) -> float:
    """Return how much a word tells: the less, the more projects use it, and the more files of this one.

    Whoever writes "twice" or "through" could have left it out; nobody writes "Brotli" for nothing.
    """
    paths = max(FEWEST_FILES, len(subject.index.paths()))
    apart = math.log1p(paths / (1 + len(subject.index.files_with(word.lower())))) / math.log1p(paths)
    of_kind = OF_KIND if word.lower() in KINDS or word.lower() in LIGHT_VERBS else 1.0
    return of_kind * rarity(own) * (COMMON_HERE + (1 - COMMON_HERE) * min(1.0, apart))


def _is_among(root: str, roots: AbstractSet[str]) -> bool:
    return root in roots or any(_is_short_for(each, root) for each in roots)


def _is_short_for(short: str, root: str) -> bool:
    return short in _SHORT and root.startswith(short)


_SHORT = frozenset(
    {"gen", "auth", "config", "param", "arg", "env", "dir", "doc", "info", "msg", "num", "opt"}
)


# What says in other words that a goal is met: a description in the goal's phrase, a name that does it.


def phrase_of(title: str) -> tuple[str, ...]:
    """Return the words of a goal in their order, as stems, without the request and its articles."""
    return _tokens(_REQUEST.sub("", title.replace("`", ""), count=1))


def says_phrase(text: str, phrase: tuple[str, ...]) -> bool:
    """Tell whether a sentence says most of a goal word for word, and denies nothing."""
    if len(phrase) < LEAST_RUN:
        return False
    needed = max(LEAST_RUN, LEAST_OF_PHRASE * len(phrase))
    for sentence in _SENTENCE.split(text):
        run = _longest_run(phrase, _tokens(sentence))
        telling = {word for word in run if word not in GRAMMAR and word not in _SAME.values()}
        if len(run) >= needed and len(telling) >= FEWEST_TELLING and not _DENIES.search(sentence):
            return True
    return False


def _tokens(text: str) -> tuple[str, ...]:
    words = (word.lower() for word in _WORD.findall(text))
    return tuple(stem(_SAME.get(word, word)) for word in words if word not in _ARTICLES)


def _longest_run(phrase: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    best: Sequence[str] = ()
    lengths = [0] * (len(words) + 1)
    for at, own in enumerate(phrase):
        row = [0] * (len(words) + 1)
        for number, word in enumerate(words):
            if own == word:
                row[number + 1] = lengths[number] + 1
                if row[number + 1] > len(best):
                    best = phrase[at + 1 - row[number + 1] : at + 1]
        lengths = row
    return best


def does_it(ask: Ask, roots: frozenset[str], weighing: Weighing) -> bool:
    """Tell whether a name has the verb that a goal begins with and what sets this goal apart.

    `export_svg` for "Export the console output as an SVG image": any export has an output. What sets it apart
    follows its prepositions; where it has none, it is the object.
    """
    first = _WORD.match(ask.title)
    verb = first[0].lower() if first else ""
    if verb in LIGHT_VERBS | KINDS or not ask.words or ask.words[0][1].lower() != verb:
        return False
    apart = _set_apart(ask)
    return bool(apart) and all(weighing.is_among(each, roots) for each in (root(verb), *apart))


def _set_apart(ask: Ask) -> list[str]:
    own = {each for each, word in ask.words if word.lower() not in KINDS}

    def roots_in(text: str) -> list[str]:
        return [each for word in _WORD.findall(text) if (each := root(word.lower())) in own]

    followed = [words[0] for clause in _PREPOSITION.split(ask.title)[1:] if (words := roots_in(clause))]
    return followed or roots_in(ask.title.partition(" of ")[0])[1:][-1:]
