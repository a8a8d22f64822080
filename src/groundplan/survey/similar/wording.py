"""Functions about some words: their names first, then what they call, then what their documentation says."""

from __future__ import annotations

import heapq
import math
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.survey.similar.facts import Similar
from groundplan.survey.similar.shapes import read_shapes
from groundplan.survey.similar.shingles import split_words
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.survey.similar.shapes import Shape

_STOP = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "a an and are as be by code do does for from function functions has have how if in into is it its "
        "make new of on or our should so some that the then this to use using we what when where which with"
    ).split()
)
MOST_WORDS = 20
MOST_OF_ONE = 3


def rank_by_words(records: Mapping[str, bytes], words: str, most: int) -> tuple[Similar, ...]:
    """Return the functions that speak of some words, rare words counting more than common ones."""
    spoken = {_plain(word): word for word in reversed(_split(words)) if word not in _STOP and len(word) > 2}
    wanted = list(reversed(spoken))[:MOST_WORDS]
    if not wanted:
        return ()
    signs = [each[:5].encode() for each in wanted]
    held = [(path, record.lower()) for path, record in records.items()]
    weights = {}
    for word, sign in zip(wanted, signs, strict=True):
        texts = sum(sign in record for _, record in held)
        weights[word] = math.log(1 + len(held) / (1 + texts))
    # Whatever word comes down to one of the wanted begins like it, but for the `i` of `retri`.
    starts = [each.removesuffix("i") for each in wanted]
    found: list[Similar] = []
    for path, low in held:
        if any(sign in low for sign in signs):
            found += [
                each
                for shape in read_shapes(records[path], among=starts)
                if (each := _judge(path, shape, weights, spoken)) is not None
            ]
    return _spread(found, most)


def _spread(found: list[Similar], most: int) -> tuple[Similar, ...]:
    """Return the best, no more than a few of one class: its name speaks for all its methods."""
    kept: list[Similar] = []
    seen: dict[tuple[str, str], int] = {}
    for each in heapq.nsmallest(most * 10, found, key=lambda one: (-one.score, one.at)):
        key = (each.at.path, each.qualified.rpartition(".")[0] or each.qualified)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= MOST_OF_ONE:
            kept.append(each)
    return tuple(kept[:most])


def _split(text: str) -> list[str]:
    return [word for piece in text[:2_000].split() for word in split_words(piece)]


@lru_cache(maxsize=50_000)
def _plain(word: str) -> str:
    """Return a word without the endings of number and tense: `retries` and `retried` are `retri`."""
    if word.endswith("ss"):
        return word
    for ending in ("ing", "ies", "ied", "es", "ed", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            return f"{stem}i" if ending in {"ies", "ied", "y"} else stem
    return word


def _judge(path: str, shape: Shape, weights: dict[str, float], spoken: dict[str, str]) -> Similar | None:
    total = sum(weights.values())
    name = {_plain(word) for word in split_words(shape.qualified)}
    calls = {_plain(word) for call in shape.calls for word in split_words(call)}
    said = {_plain(word) for word in _split(shape.words)} if shape.words else set()
    score = 0.0
    reasons = []
    for where, held, weight in (("name", name, 1.0), ("calls", calls, 0.5), ("documentation", said, 0.6)):
        hits = [word for word in weights if word in held]
        score += weight * sum(weights[word] for word in hits)
        if hits:
            listed = ", ".join(spoken[each] for each in hits)
            reasons.append(f"its {where} {'have' if where == 'calls' else 'has'} words like {listed}")
    if not reasons or score < 0.3 * total:
        return None
    shared = tuple(spoken[word] for word in weights if word in name | calls | said)
    # A function that holds all the words beats one that holds one of them three times.
    score *= len(shared) / len(weights)
    whole = round(score / (2.1 * total), 3)
    return Similar(
        Spot(path, shape.line), shape.qualified, shape.last, whole, tuple(reasons), 0.0, (), shared
    )
