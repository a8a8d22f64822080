"""BM25 over units: which stretches of code speak of what a goal speaks of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SATURATION = 1.2  # k1: how soon more of the same word stops counting
_LENGTH = 0.6  # b: how far a long unit is held against it


@dataclass(frozen=True, slots=True)
class Corpus:
    """The units that are searched: the length of each, and by word how often it stands in which."""

    lengths: Mapping[int, int]
    postings: Mapping[str, Mapping[int, int]]

    def rarity(self, word: str) -> float:
        """Return how much a word tells, 0.0 where it stands nowhere: the rarer the more."""
        units = len(self.postings.get(word, ()))
        return math.log(1.0 + (len(self.lengths) - units + 0.5) / (units + 0.5)) if units else 0.0


def score_units(corpus: Corpus, terms: Mapping[str, float]) -> dict[int, float]:
    """Return the BM25 score of every unit that holds one of the terms, each term times its worth."""
    scores: dict[int, float] = {}
    if not corpus.lengths:
        return scores
    average = sum(corpus.lengths.values()) / len(corpus.lengths) or 1.0  # `x = 1` has no words
    flat = _SATURATION * (1.0 - _LENGTH)
    steep = _SATURATION * _LENGTH / average
    for word, worth in terms.items():
        factor = corpus.rarity(word) * worth * (_SATURATION + 1.0)
        for unit, count in corpus.postings.get(word, {}).items():
            gain = factor * count / (count + flat + steep * corpus.lengths[unit])
            scores[unit] = scores.get(unit, 0.0) + gain
    return scores


def sum_best(scores: Iterable[float], how_many: int) -> float:
    """Return the sum of the highest scores: a file is as good as its best few units."""
    return sum(sorted(scores, reverse=True)[:how_many])
