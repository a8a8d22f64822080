"""`find_similar`: functions like a given one, like some lines, or about some words, ranked with reasons."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.languages import family_of, language_of
from groundplan.code.pairs import plain_name
from groundplan.survey.kept import keep_records
from groundplan.survey.similar.shapes import EVERYDAY, Shape, pack_shapes, read_shapes, samples_of
from groundplan.survey.similar.shingles import (
    FEWEST_TOKENS,
    SAMPLE,
    Tokens,
    body_of,
    likeness,
    sample,
    split_words,
)
from groundplan.survey.sources import part
from groundplan.survey.spot import Spot
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView

_VERSION = "4"
MOST = 20
FEWEST_SHARED = 3  # hashes of the sample that make two functions worth a closer look
LEAST_SCORE = 0.2
_STOP = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "a an and are as be by code do does for from function functions has have how if in into is it its "
        "make new of on or our should so some that the then this to use using we what when where which with"
    ).split()
)
MOST_WORDS = 20
MOST_OF_ONE = 3


def find_similar(index: CodeView, symbol: Symbol, *, most: int = MOST) -> tuple[Similar, ...]:
    """Return the functions most like a given one, itself left out."""
    definition = symbol.definition
    return find_similar_lines(index, symbol.path, definition.line, definition.last, most=most)


def find_similar_lines(
    index: CodeView, path: str, first: int, last: int, *, most: int = MOST
) -> tuple[Similar, ...]:
    """Return the functions most like some lines of a file."""
    outline, body = index.outline(path), _body(index, path, first, last)
    if outline is None or len(body) < FEWEST_TOKENS:
        return ()
    around = outline.at(first)
    calls = frozenset(
        name
        for words, lines in outline.calls.items()
        if (name := words.rpartition(".")[2]) not in EVERYDAY and any(first < line <= last for line in lines)
    )
    asked = Shape(around.qualified if around else "", first, last, sample(body), calls, "")
    found = []
    for other, shape in _candidates(index, path, asked):
        is_around = shape.line <= last and shape.last >= first
        if other == path and (is_around or shape.qualified == asked.qualified):
            continue  # itself, an overload of it, what stands in it, what it stands in
        judged = _judge(asked, shape, other)
        if judged.score >= LEAST_SCORE:
            found.append(judged)
    return _apart(found, most)


def is_compared(index: CodeView, path: str, first: int, last: int) -> bool:
    """Whether some lines are long enough to be compared with others."""
    return len(_body(index, path, first, last)) >= FEWEST_TOKENS


def _body(index: CodeView, path: str, first: int, last: int) -> list[bytes]:
    text, outline = index.text(path), index.outline(path)
    if text is None or outline is None:
        return []
    body = Tokens(outline.language, text).between(first, last)
    around = outline.at(first)
    return body_of(outline.language, body) if around and around.line == first else body


def _apart(found: list[Similar], most: int) -> tuple[Similar, ...]:
    """Return the best, without those that stand inside a better one or around it."""
    kept: list[Similar] = []
    for each in sorted(found, key=lambda one: (-one.score, one.at)):
        if len(kept) == most:
            break
        inside = any(
            one.at.path == each.at.path and one.at.line <= each.last and each.at.line <= one.last
            for one in kept
        )
        if not inside:
            kept.append(each)
    return tuple(kept)


def find_similar_words(
    index: CodeView, words: str, *, most: int = MOST, among: Collection[str] | None = None
) -> tuple[Similar, ...]:
    """Return the functions whose names, calls and documentation speak of some words, of some files or all."""
    return rank_by_words(_records(index, "", among), words, most)


def _records(index: CodeView, path: str, among: Collection[str] | None = None) -> dict[str, bytes]:
    """Return the kept shapes of own code; tests are looked at only for a test."""
    parts = {Part.TEST} if part(path) is Part.TEST else {Part.CODE, Part.EXAMPLE, Part.MACHINERY}
    return keep_records(
        index,
        "similar",
        _VERSION,
        pack_shapes,
        only=lambda each: part(each) in parts and (among is None or each in among),
    )


def _candidates(index: CodeView, path: str, asked: Shape) -> Iterator[tuple[str, Shape]]:
    """Return the functions that share enough of the sample, or two rare calls, with the one asked for."""
    wanted = set(asked.sample)
    named = [each.encode() for each in asked.calls if len(each) > 3]
    family = _family(path)
    for other, record in _records(index, path).items():
        if _family(other) != family:
            continue
        hits: dict[int, int] = {}
        for place, each in enumerate(samples_of(record)):
            if each in wanted:
                number = place // SAMPLE
                hits[number] = hits.get(number, 0) + 1
        by_shape = {number for number, count in hits.items() if count >= FEWEST_SHARED}
        by_calls = len(named) > 1 and sum(name in record for name in named) > 1
        if not by_shape and not by_calls:
            continue
        for number, shape in enumerate(read_shapes(record)):
            if number in by_shape or (by_calls and len(shape.calls & asked.calls) > 1):
                yield other, shape


def _family(path: str) -> str:
    return min(family_of(language_of(path, b"")))


def _judge(asked: Shape, shape: Shape, path: str) -> Similar:
    """Weigh how alike two functions are: their pieces most, then their calls, then their names."""
    shared, of = likeness(asked.sample, shape.sample)
    pieces = shared / of if of else 0.0
    calls = asked.calls & shape.calls
    either = asked.calls | shape.calls
    by_calls = len(calls) / len(either) if either else pieces / 2
    ours, theirs = _name_words(asked.qualified), _name_words(shape.qualified)
    words = ours & theirs
    by_name = len(words) / len(ours | theirs) if ours | theirs else 0.0
    score = 0.55 * pieces + 0.3 * by_calls + 0.15 * by_name
    reasons = []
    if shared:
        reasons.append("pieces of code are equal but for names")
    if calls:
        listed = ", ".join(f"`{each}`" for each in sorted(calls)[:5])
        reasons.append(f"both call {listed}")
    if ours and asked.qualified.rpartition(".")[2] == shape.qualified.rpartition(".")[2]:
        reasons.append("has the same name")
    elif plain_name(asked.qualified) == plain_name(shape.qualified):
        reasons.append("named almost the same")
    elif words:
        reasons.append(f"both names say {', '.join(sorted(words))}")
    return Similar(
        Spot(path, shape.line),
        shape.qualified,
        shape.last,
        round(score, 3),
        tuple(reasons),
        round(pieces, 3),
        tuple(sorted(calls)),
        tuple(sorted(words)),
    )


def _name_words(qualified: str) -> set[str]:
    """Return the words of a function's own name; a name that many things must have says nothing."""
    name = qualified.rpartition(".")[2]
    if name.startswith("__") or len(name) < 3:
        return set()
    return set(split_words(name)) - {"async", "sync", "test"}


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
                if (each := _judge_words(path, shape, weights, spoken)) is not None
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


def _judge_words(
    path: str, shape: Shape, weights: dict[str, float], spoken: dict[str, str]
) -> Similar | None:
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


@dataclass(frozen=True, slots=True)
class Similar:
    """A function like the one asked for: how alike from 0 to 1, and in what."""

    at: Spot
    qualified: str
    last: int
    score: float
    reasons: tuple[str, ...]
    shape: float  # part of the sampled pieces of code that are equal
    shared_calls: tuple[str, ...] = ()
    shared_words: tuple[str, ...] = ()
