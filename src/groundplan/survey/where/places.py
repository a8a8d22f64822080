"""Answers where a goal goes: the files and regions it will likely touch, best first, with reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundplan.survey.where.corpus import gather
from groundplan.survey.where.evidence import (
    Evidence,
    Past,
    compare_words,
    find_likely,
    find_tests,
    follow_tests,
)
from groundplan.survey.where.features import measure
from groundplan.survey.where.goal import read_goal
from groundplan.survey.where.messages import find_messages
from groundplan.survey.where.named import find_named
from groundplan.survey.where.path_lookup import PathLookup
from groundplan.survey.where.reasons import find_reasons
from groundplan.survey.where.regions import measure_regions
from groundplan.survey.where.surroundings import Importing, ask_history
from groundplan.survey.where.telling import without_filler
from groundplan.survey.where.weights import load_weights
from groundplan.wording.reasons import say_reason

if TYPE_CHECKING:
    from collections.abc import Container

    from groundplan.code.view import CodeView
    from groundplan.survey.history.past import History
    from groundplan.survey.where.goal import Goal
    from groundplan.survey.where.reasons import Reason
    from groundplan.survey.where.weights import Weights

MOST_FILES = 20
MOST_REGIONS = 20
# Read off the curve of docs/benchmarks/where.md: what the first file has, how far the second is behind.
LEAST_FOUND = 6.5
LARGEST_SECOND = 0.75
FILES_WITH_REGIONS = 25  # the best files whose inside is looked at


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
