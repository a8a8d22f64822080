"""Gathers the units of a repository as they stand now, and the words of a goal in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.postings import Postings, unit_number
from groundplan.survey.where.kinds import CODE_ENDINGS, Part, part_of
from groundplan.survey.where.scoring import Corpus
from groundplan.survey.where.sketch import sketch_definitions
from groundplan.survey.where.units import LARGEST_TEXT, read_units

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from groundplan.code.outline import Definition
    from groundplan.code.view import CodeView
    from groundplan.survey.where.units import Unit

# Another way of cutting units or of storing their words needs another version: all is then made anew.
_VERSION = "6"
_LARGEST_PROSE = 64_000  # bytes; longer documents and tables are left out
_CHUNK = 200  # texts between two commits


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
