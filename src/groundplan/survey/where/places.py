"""Answers where a goal goes: the files and regions it will likely touch, best first, with reasons."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from groundplan.plan.toml_text import read_toml
from groundplan.survey.where.corpus import definitions_of, gather
from groundplan.survey.where.evidence import (
    Evidence,
    Past,
    compare_words,
    find_likely,
    find_tests,
    follow_tests,
)
from groundplan.survey.where.features import FEATURES, measure
from groundplan.survey.where.goal import read_goal
from groundplan.survey.where.kinds import CODE_ENDINGS, Part, part_of
from groundplan.survey.where.named import PathLookup, find_named
from groundplan.survey.where.reasons import find_reasons
from groundplan.survey.where.surroundings import Importing, ask_history
from groundplan.survey.where.telling import without_filler
from groundplan.survey.where.units import CONTAINERS, choose_definitions
from groundplan.wording.reasons import say_reason

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from groundplan.code.view import CodeView
    from groundplan.survey.history.past import History
    from groundplan.survey.where.features import Vector
    from groundplan.survey.where.goal import Goal
    from groundplan.survey.where.reasons import Reason

MOST_FILES = 20
MOST_REGIONS = 20
# Read off the curve of docs/benchmarks/where.md: what the first file has, how far the second is behind.
LEAST_FOUND = 6.5
LARGEST_SECOND = 0.75
FILES_WITH_REGIONS = 25  # the best files whose inside is looked at
_RUN = 4  # words
_MOST_RUNS = 24
_MOST_FILES = 12  # a run that may stand in more is common speech
# What a program fills in stands between these, so a run of words never crosses them.
_FILLED_IN = re.compile(r"[^A-Za-z _,-]+")
REGION_FEATURES = ("words", "file", "named", "pointed_at", "container")


@dataclass(frozen=True, slots=True)
class Region:
    """A named stretch of a file."""

    path: str
    name: str
    first: int
    last: int
    is_container: bool = False  # what is left of a class without its methods


@dataclass(frozen=True, slots=True)
class RankedFile:
    """A file a goal will likely touch, and why."""

    path: str
    score: float
    reasons: tuple[Reason, ...] = ()

    @property
    def why(self) -> tuple[str, ...]:
        """Return the reasons in words."""
        return tuple(say_reason(each.kind, each.values) for each in self.reasons)


@dataclass(frozen=True, slots=True)
class RankedRegion:
    """A function, method or class a goal will likely touch; lines counted from 1, both ends inside."""

    path: str
    name: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Places:
    """Where a goal goes, best first."""

    files: tuple[RankedFile, ...]
    regions: tuple[RankedRegion, ...]

    @property
    def is_found(self) -> bool:
        """Whether the first file stands out so far that it is changed nine times in ten."""
        if not self.files or self.files[0].score < LEAST_FOUND:
            return False
        return len(self.files) == 1 or self.files[1].score <= LARGEST_SECOND * self.files[0].score


def find_places(
    index: CodeView,
    goal: str,
    *,
    history: History | None = None,
    limit: int = MOST_FILES,
    without: frozenset[str] = frozenset(),
) -> Places:
    """Return the files and regions of an index that a goal will likely touch, by computing alone.

    Without a history the commits say nothing. The index is taken as of its last refresh.
    """
    evidence = look_up(index, goal, history, without=without)
    places = rank(index, evidence, load_weights(), limit=limit + len(without))
    return replace(
        places,
        files=tuple(each for each in places.files if each.path not in without)[:limit],
        regions=tuple(each for each in places.regions if each.path not in without),
    )


def look_up(
    index: CodeView, goal: str, history: History | None = None, *, without: Container[str] = ()
) -> Evidence:
    """Return everything the index and the history hold about a goal; some files may be left aside."""
    return look_up_read(index, read_goal(goal), history, without=without)


def look_up_read(
    index: CodeView, read: Goal, history: History | None = None, *, without: Container[str] = ()
) -> Evidence:
    """Return the same about a goal that was read already; words that fit any goal have no part in it."""
    read = without_filler(read)
    ground = gather(index, read.terms, without)
    alike = compare_words(read, ground)
    named = find_named(index, read, PathLookup(index.paths()))
    good = find_likely(alike.all_words, named)
    tests = find_tests(read, ground)
    imports = Importing(index).imported_by((*good, *tests))
    return Evidence(
        goal=read,
        ground=ground,
        alike=alike,
        named=named,
        good=good,
        imports=imports,
        tests=follow_tests(tests, imports),
        messages=find_messages(index, read),
        past=ask_history(history, read, ground, alike, good) if history is not None else Past(),
    )


def rank(index: CodeView, evidence: Evidence, weights: Weights, *, limit: int = MOST_FILES) -> Places:
    """Return the places that evidence points at, weighed."""
    vectors = measure(evidence)
    scores = {path: weights.score_file(vector) for path, vector in vectors.items()}
    order = sorted(scores, key=lambda path: (-scores[path], path))
    best = scores[order[0]] if order else 0.0
    regions = [
        RankedRegion(
            region.path, region.name, region.first, region.last, round(weights.score_region(vector), 4)
        )
        for region, vector in measure_regions(
            index,
            evidence,
            {path: scores[path] / best if best > 0 else 0.0 for path in order[:FILES_WITH_REGIONS]},
        )
    ]
    regions.sort(key=lambda each: (-each.score, each.path, each.start))
    files = tuple(
        RankedFile(
            path,
            round(scores[path], 4),
            find_reasons(evidence, path, weights.parts(vectors[path]), index.text(path)),
        )
        for path in order[:limit]
    )
    return Places(files, tuple(regions[: max(limit, MOST_REGIONS)]))


def find_messages(index: CodeView, goal: Goal) -> dict[str, float]:
    """Return the code files that hold words of a quoted message in a row; fewer such files count more."""
    found: dict[str, float] = {}
    for run in list(dict.fromkeys(_runs(goal)))[:_MOST_RUNS]:
        holders = [path for path in _may_hold(index, run) if run.encode() in (index.text(path) or b"")]
        for path in holders:
            found[path] = found.get(path, 0.0) + 1.0 / len(holders)
    return found


def _runs(goal: Goal) -> Iterator[str]:
    for message in goal.messages:
        for piece in _FILLED_IN.split(message):
            words = piece.split()
            for start in range(0, len(words) - _RUN + 1, 2):
                yield " ".join(words[start : start + _RUN])


def _may_hold(index: CodeView, run: str) -> list[str]:
    longest = sorted((word.strip(",-") for word in run.split()), key=lambda word: (-len(word), word))[:2]
    holding = [set(index.files_with(word)) for word in longest if len(word) > 2]
    if not holding:
        return []
    files = sorted(path for path in set.intersection(*holding) if _is_code(path))
    return files if len(files) <= _MOST_FILES else []


def _is_code(path: str) -> bool:
    return path.rpartition(".")[2].lower() in CODE_ENDINGS and part_of(path) is not Part.TEST


def measure_regions(
    index: CodeView, evidence: Evidence, files: Mapping[str, float]
) -> Iterator[tuple[Region, dict[str, float]]]:
    """Give the regions of files, whose scores are given, with their features: each between 0 and 1."""
    highest = max(evidence.alike.units.values(), default=1.0) or 1.0
    for path, score in files.items():
        units = evidence.ground.units.get(path, ())
        if part_of(path) in {Part.DOCS, Part.CONFIG, Part.DATA}:
            continue
        regions = _regions_of(index, path)
        innermost = {_innermost(regions, line) for line in evidence.named.lines.get(path, ())}
        for place, region in enumerate(regions):
            unit = units[place] if place < len(units) else -1
            features = {
                "words": evidence.alike.units.get(unit, 0.0) / highest,
                "file": score,
                "named": min(1.0, evidence.named.regions.get((path, region.name), 0.0)),
                "pointed_at": float(region in innermost),
                "container": float(region.is_container),
            }
            # The rest of a file has no name to go to, and a region nothing speaks of is none.
            if region.name and any(features[each] for each in ("words", "named", "pointed_at")):
                yield region, features


def _innermost(regions: list[Region], line: int) -> Region | None:
    around = [each for each in regions if each.first <= line <= each.last]
    return min(around, key=lambda each: each.last - each.first, default=None)


def _regions_of(index: CodeView, path: str) -> list[Region]:
    """Return the regions of a file in the order of its units."""
    outline = index.outline(path)
    text = b"" if outline is not None else index.text(path) or b""
    chosen = choose_definitions(definitions_of(index, path, text))
    named = [Region(path, each.qualified, each.first, each.last, each.kind in CONTAINERS) for each in chosen]
    return [Region(path, "", 0, 0), *named]


# The one place where features meet weights: numbers from a data file, or later a learned ranker.


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each feature of a file, and of a region, counts."""

    files: Mapping[str, float]
    regions: Mapping[str, float]

    def score_file(self, vector: Vector) -> float:
        """Return the score of a file: a weighted sum of its features."""
        return sum(weight * vector[feature] for feature, weight in self.files.items())

    def score_region(self, vector: Vector) -> float:
        """Return the score of a region."""
        return sum(weight * vector[feature] for feature, weight in self.regions.items())

    def parts(self, vector: Vector) -> dict[str, float]:
        """Return what each feature adds to a file's score: the reasons, in the order of what they weigh."""
        added = {
            feature: weight * vector[feature] for feature, weight in self.files.items() if vector[feature]
        }
        return dict(sorted(added.items(), key=lambda item: (-item[1], item[0])))


@lru_cache(maxsize=1)
def load_weights() -> Weights:
    """Return the weights that come with groundplan."""
    text = resources.files("groundplan.survey.where").joinpath("weights.toml").read_text(encoding="utf-8")
    return read_weights(text)


def read_weights(text: str) -> Weights:
    """Return the weights of a TOML text; an unknown feature is a mistake of ours, so it fails loudly."""
    tables = read_toml(text)
    strange = [*(set(tables["files"]) - set(FEATURES)), *(set(tables["regions"]) - set(REGION_FEATURES))]
    if strange:
        raise KeyError(f"`{strange[0]}` is no feature")
    return Weights(files=tables["files"], regions=tables["regions"])
