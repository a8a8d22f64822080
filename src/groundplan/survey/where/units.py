"""Cuts a file's text into what a goal is compared with: functions, methods, classes, and the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.code.outline import Definition


LARGEST_TEXT = 1_000_000  # bytes; larger files are data, whatever their ending
MOST_UNITS = 4000  # of one file
_LONG_FUNCTION = 120  # lines; what is defined inside a longer one is a unit of its own
_OWN_NAME, _OUTER_NAME = 3, 1  # how often a unit's own name, and those around it, count on top

CONTAINERS = frozenset((Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM))
_CALLABLES = frozenset((Kind.FUNCTION, Kind.METHOD))


@dataclass(frozen=True, slots=True)
class Unit:
    """A named stretch of lines with its words and their counts; without a name it is the rest of a file."""

    name: str
    first: int
    last: int
    words: Mapping[str, int]

    @property
    def length(self) -> int:
        """Return how many words it has."""
        return sum(self.words.values())


def read_units(text: bytes, definitions: Sequence[Definition]) -> tuple[Unit, ...]:
    """Return the units of a text: what stands around first, then one for each definition chosen.

    Each line belongs to the innermost.
    """
    lines = text[:LARGEST_TEXT].decode("utf-8", "replace").split("\n")
    chosen = choose_definitions(definitions)
    texts = _texts_of(lines, chosen)
    around = Unit("", 1, len(lines), _count("\n".join(texts[0]), ""))
    units = [
        Unit(each.qualified, each.first, each.last, _count("\n".join(own), each.qualified))
        for each, own in zip(chosen, texts[1:], strict=True)
    ]
    return (around, *units)


def choose_definitions(definitions: Sequence[Definition]) -> list[Definition]:
    """Return the definitions that are units: no bound names, and no short function's inner ones."""
    chosen: list[Definition] = []
    closed_until = 0  # the last line of a function whose inside is not cut further
    for each in definitions:
        if each.first <= closed_until or (each.kind not in _CALLABLES and each.kind not in CONTAINERS):
            continue
        chosen.append(each)
        if each.kind in _CALLABLES and each.size <= _LONG_FUNCTION:
            closed_until = each.last
    return chosen[:MOST_UNITS]


def _texts_of(lines: list[str], chosen: Sequence[Definition]) -> list[list[str]]:
    texts: list[list[str]] = [[] for _ in range(len(chosen) + 1)]
    owners = [0] * (len(lines) + 1)
    for number, each in enumerate(chosen, 1):
        # They come outer before inner, so the innermost writes last.
        last = min(each.last, len(lines))
        owners[each.first : last + 1] = [number] * max(0, last + 1 - each.first)
    for number, line in enumerate(lines, 1):
        texts[owners[number]].append(line)
    return texts


def _count(text: str, qualified: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    seen = counts.get
    for identifier, count in Counter(identifiers_in(text)).items():
        for word in words_of(identifier):
            counts[word] = seen(word, 0) + count
    if qualified:
        outer, _, own = qualified.rpartition(".")
        for name, worth in ((own, _OWN_NAME), *((each, _OUTER_NAME) for each in outer.split("."))):
            for word in words_of(name):
                counts[word] = seen(word, 0) + worth
    return counts
