"""Gathers the units of a repository as they stand now, and the words of a goal in them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.outline import Definition, Kind
from groundplan.code.postings import Postings, unit_number
from groundplan.survey.where.kinds import CODE_ENDINGS, Part, listed, part_of
from groundplan.survey.where.units import LARGEST_TEXT, read_units

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from groundplan.code.view import CodeView
    from groundplan.survey.where.units import Unit

_BRACED = listed("sketch", "braced")
_ENDED = listed("sketch", "ended")
_CONTAINERS = listed("sketch", "containers")
_NO_NAMES = listed("sketch", "no_names")
_LONGEST_LINE = 400
_MOST_LINES = 30_000
# `static int name(args) {`, `public Foo<Bar> name(args) throws X {`, `Type Class::name(args)`
_TYPED = re.compile(
    r"^(?P<indent>[ \t]*)(?:[A-Za-z_][\w:<>,.\[\]?]{0,80}[ \t*&]+){1,6}"
    r"(?P<name>[A-Za-z_~][\w:~]{0,100})[ \t]?\([^;\n]{0,300}$"
)
_IMPL_FOR = re.compile(r"\bfor[ \t]+([A-Za-z_]\w{0,100})")
# Another way of cutting units or of storing their words needs another version: all is then made anew.
_VERSION = "6"
_LARGEST_PROSE = 64_000  # bytes; longer documents and tables are left out
_CHUNK = 200  # texts between two commits
_SATURATION = 1.2  # k1: how soon more of the same word stops counting
_LENGTH = 0.6  # b: how far a long unit is held against it


# Sketches the definitions of code in languages the index has no reader for, by the shape of their lines.


def _any_of(name: str) -> str:
    return "|".join(sorted(listed("sketch", name)))


_KEYWORD = re.compile(
    rf"^(?P<indent>[ \t]*)(?:(?:{_any_of('modifiers')})(?:\([\w: ]{{1,30}}\))?[ \t]+){{0,6}}"
    rf"(?P<kind>{_any_of('containers')}|{_any_of('callables')})[ \t]+"
    r"(?:<[^>\n]{0,80}>[ \t]*)?(?P<name>[A-Za-z_][\w:.]{0,100}[?!]?)(?P<rest>[^\n]{0,200})$"
)


@dataclass(slots=True)
class _Open:
    name: str
    kind: Kind
    first: int
    indent: int


def sketch_definitions(path: str, text: bytes) -> tuple[Definition, ...]:
    """Return what looks like definitions, in their order; one ends where the indentation falls back."""
    ending = path.rpartition(".")[2].lower()
    if ending not in _BRACED and ending not in _ENDED:
        return ()
    lines = text.decode("utf-8", "replace").split("\n")[:_MOST_LINES]
    found: list[Definition] = []
    standing: list[_Open] = []
    for number, line in enumerate(lines, 1):
        bare = line.lstrip()
        if not bare or bare[0] in "#*/" or (bare[0] in "})]" and len(bare) > 1 and bare[1] not in " ;,)"):
            continue
        indent = len(line) - len(bare)
        opened = _opening(line, number, is_typed=ending in _BRACED)
        closes = bare[0] in "})" or bare.startswith("end")
        while standing and (
            indent < standing[-1].indent or (indent == standing[-1].indent and (opened or closes))
        ):
            found.append(
                _closed(standing, number if closes and indent == standing[-1].indent else number - 1)
            )
        if opened is not None:
            standing.append(opened)
    while standing:
        found.append(_closed(standing, len(lines)))
    return tuple(sorted(found, key=lambda each: (each.first, -each.last)))


def _opening(line: str, number: int, *, is_typed: bool) -> _Open | None:
    if len(line) > _LONGEST_LINE:
        return None
    found = _KEYWORD.match(line)
    if found is not None:
        if found["rest"].rstrip().endswith(";"):
            return None
        is_container = found["kind"] in _CONTAINERS
        name = found["name"].rstrip(":")
        if found["kind"] == "impl" and (target := _IMPL_FOR.search(found["rest"])):
            name = target[1]
        return _Open(name, Kind.CLASS if is_container else Kind.FUNCTION, number, len(found["indent"]))
    found = _TYPED.match(line) if is_typed else None
    if found is None or found["name"] in _NO_NAMES or line.split(maxsplit=1)[0] in _NO_NAMES:
        return None
    return _Open(found["name"], Kind.FUNCTION, number, len(found["indent"]))


def _closed(standing: list[_Open], last: int) -> Definition:
    closed = standing.pop()
    around = [each.name for each in standing if each.kind is Kind.CLASS]
    kind = Kind.METHOD if around and closed.kind is Kind.FUNCTION else closed.kind
    qualified = ".".join((*around, closed.name.replace("::", ".")))
    name = qualified.rpartition(".")[2]
    return Definition(name, qualified, kind, closed.first, max(last, closed.first), closed.first)


@dataclass(frozen=True, slots=True)
class Ground:
    """The units that are alive: by file their numbers, and the corpora of the code and of its tests."""

    units: Mapping[str, Sequence[int]]
    code: Corpus
    tests: Corpus


def gather(index: CodeView, words: Iterable[str], without: Container[str] = ()) -> Ground:
    """Return the units of an index and where the words stand in them, cutting texts not seen before."""
    postings = cut_texts(index)
    units: dict[str, Sequence[int]] = {}
    lengths: dict[bool, dict[int, int]] = {False: {}, True: {}}
    for path, number, measured in postings.standing():
        if measured is not None and is_searched(path) and path not in without:
            first = unit_number(number, 0)
            units[path] = range(first, first + len(measured))
            lengths[part_of(path) is Part.TEST].update(enumerate(measured, first))
    return Ground(units, *_corpora(postings, words, lengths[False], lengths[True]))


def cut_texts(index: CodeView) -> Postings:
    """Return the words of all texts, having cut those not seen before."""
    postings = Postings(index, "where", _VERSION)
    if new := {
        number: path for path, number, cut in postings.standing() if cut is None and is_searched(path)
    }:
        _cut(index, postings, new)
    return postings


def is_searched(path: str) -> bool:
    """Return whether a file is compared with goals at all: code and short prose are, data is not."""
    part = part_of(path)
    name = path.rpartition("/")[2]
    if part in {Part.DATA, Part.CONFIG}:
        return part is Part.CONFIG and (not name.endswith(".json") or "/" not in path)
    return part is Part.DOCS or name.rpartition(".")[2].lower() in CODE_ENDINGS


def definitions_of(index: CodeView, path: str, text: bytes) -> Sequence[Definition]:
    """Return the definitions of a file: from its outline, or sketched where its language has no reader."""
    outline = index.outline(path)
    if outline is not None:
        return outline.definitions
    return sketch_definitions(path, text)


def _cut(index: CodeView, postings: Postings, new: Mapping[int, str]) -> None:
    waiting: list[tuple[int, Sequence[Unit]]] = []
    for number, path in new.items():
        text = index.text(path)
        largest = LARGEST_TEXT if part_of(path) is not Part.DOCS else _LARGEST_PROSE
        if text is None or len(text) > largest:
            waiting.append((number, ()))  # so that it is not looked at again
        else:
            # A test only points at what it imports, so it is cut no finer than the file.
            is_test = part_of(path) is Part.TEST
            waiting.append((number, read_units(text, () if is_test else definitions_of(index, path, text))))
        if len(waiting) >= _CHUNK:
            postings.add(waiting)
            waiting = []
    postings.add(waiting)


def _corpora(
    postings: Postings, words: Iterable[str], code: dict[int, int], tests: dict[int, int]
) -> Iterator[Corpus]:
    found: tuple[dict[str, dict[int, int]], dict[str, dict[int, int]]] = ({}, {})
    for word in words:
        in_code: dict[int, int] = {}
        in_tests: dict[int, int] = {}
        for unit, count in postings.units_with(word):
            if unit in code:
                in_code[unit] = count
            elif unit in tests:
                in_tests[unit] = count
        found[0][word], found[1][word] = in_code, in_tests
    yield Corpus(code, found[0])
    yield Corpus(tests, found[1])


# BM25 over units: which stretches of code speak of what a goal speaks of.


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
