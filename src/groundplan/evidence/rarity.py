"""How rare a word is among projects, counted over several hundred of them."""

from __future__ import annotations

import math
from functools import cache
from importlib import resources

_LEAST, _SMOOTHED, _UNLISTED = 0.15, 2.0, 1  # of a hundred projects


def rarity(root: str) -> float:
    """Return what a word tells, by its root: 0.15 where every project has it, 3.7 where hardly one does."""
    share = _shares().get(root, _UNLISTED)
    return _LEAST + math.log((100 + 2 * _SMOOTHED) / (share + _SMOOTHED))


@cache
def _shares() -> dict[str, int]:
    """Return in how many of a hundred projects each listed word is used."""
    text = resources.files("groundplan.evidence").joinpath("common_words.txt").read_text("utf-8")
    rows = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {word: int(share) for share, *words in rows for word in words}
