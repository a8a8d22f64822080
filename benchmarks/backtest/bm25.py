"""Plain BM25 over the texts of product files: what a search box would answer to the same goal."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

K1, B = 1.2, 0.75
_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|\d+")


def words_of(text: str) -> list[str]:
    """Return a text's words, identifiers split at humps and underscores, in lower case."""
    return [each.lower() for each in _WORD.findall(text)]


def rank(texts: Mapping[str, str], goal: str) -> list[str]:
    """Return the paths of texts that match a goal at all, best first."""
    counts = {path: Counter(words_of(text)) for path, text in texts.items()}
    lengths = {path: sum(count.values()) for path, count in counts.items()}
    mean = sum(lengths.values()) / max(1, len(lengths)) or 1.0
    scores: dict[str, float] = {}
    for word in set(words_of(goal)):
        holding = [path for path, count in counts.items() if word in count]
        rarity = math.log(1 + (len(counts) - len(holding) + 0.5) / (len(holding) + 0.5))
        for path in holding:
            often = counts[path][word]
            bent = often * (K1 + 1) / (often + K1 * (1 - B + B * lengths[path] / mean))
            scores[path] = scores.get(path, 0.0) + rarity * bent
    return sorted(scores, key=lambda path: (-scores[path], path))
