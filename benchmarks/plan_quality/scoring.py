"""What readers' scores say of the arms: means, paired differences, preferences, false statements.

Differences are taken within a goal, where every reader saw both plans, and the goals are the sample: readers
of one goal are averaged first. The interval is a bootstrap over goals; `p` is the share of sign flips of the
goals' differences whose mean is at least as far from zero, of all flips for up to sixteen goals.
"""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import Any

PAIRS = ("d-a", "d-b", "e-c", "e-a")
FALSE = "false"
OVERALL = "overall"
NOTES = "notes"
_DRAWS = 10_000
_FLIPS = 16  # goals up to which all sign flips are tried


class BadScores(Exception):
    """A reader's table or a key that cannot be read as meant."""


@dataclass(frozen=True)
class Reading:
    """What one reader gave the plans of one goal, by arm."""

    goal: str
    reader: str
    scores: dict[str, dict[str, float]]
    ranks: dict[str, int]  # 0 is the best; equal ranks are ties


@dataclass(frozen=True)
class Difference:
    """One arm less another, over goals."""

    pair: str
    by_goal: dict[str, float]
    mean: float
    low: float
    high: float
    p: float


def read_reading(table: dict[str, Any], keys: dict[str, dict[str, str]], name: str) -> Reading:
    """Return a reader's table with arms instead of labels."""
    goal = table.get("goal", "")
    if goal not in keys:
        raise BadScores(f"{name}: no key for goal `{goal}`; pass its key.json with --key")
    arms = keys[goal]
    given = table.get("scores", {})
    _expect_labels(given, arms, name)
    scores = {label: _read_scores(each, f"{name}: {label}") for label, each in given.items()}
    ranks: dict[str, int] = {}
    for rank, place in enumerate(table.get("preference", ())):
        for label in [place] if isinstance(place, str) else place:
            if label in ranks:
                raise BadScores(f"{name}: {label} is in the preference twice")
            ranks[label] = rank
    if ranks:
        _expect_labels(ranks, arms, name)
    return Reading(
        goal,
        table.get("reader", name),
        {arms[label]: each for label, each in scores.items()},
        {arms[label]: rank for label, rank in ranks.items()},
    )


def _read_scores(given: dict[str, Any], name: str) -> dict[str, float]:
    """Return the numbers of one plan; false statements may be listed instead of counted."""
    scores = {criterion: score for criterion, score in given.items() if criterion != NOTES}
    if isinstance(scores.get(FALSE), list):
        scores[FALSE] = len(scores[FALSE])
    for criterion, score in scores.items():
        highest = 10 if criterion != FALSE else float("inf")
        if not isinstance(score, int | float) or not 0 <= score <= highest:
            raise BadScores(f"{name}: `{criterion}` is `{score}`, not a number from 0 to {highest}")
    if OVERALL not in scores:
        raise BadScores(f"{name} has no `{OVERALL}`")
    return scores


def _expect_labels(labels: dict[str, Any], arms: dict[str, str], name: str) -> None:
    if set(labels) != set(arms):
        raise BadScores(f"{name}: plans {sorted(labels)}, but the key has {sorted(arms)}")


def average(readings: list[Reading], criterion: str) -> dict[str, dict[str, float]]:
    """Return the readers' mean of a criterion: goal -> arm -> mean, where somebody gave one."""
    given: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for reading in readings:
        for arm, scores in reading.scores.items():
            if criterion in scores:
                given[reading.goal][arm].append(scores[criterion])
    return {goal: {arm: fmean(some) for arm, some in arms.items()} for goal, arms in given.items()}


def mean_of_goals(by_goal: dict[str, dict[str, float]]) -> dict[str, float]:
    """Return the mean of each arm over the goals that have it."""
    arms = sorted({arm for some in by_goal.values() for arm in some})
    return {arm: fmean(some[arm] for some in by_goal.values() if arm in some) for arm in arms}


def compare(by_goal: dict[str, dict[str, float]], pair: str, draws: int = _DRAWS) -> Difference | None:
    """Return how far the first arm of `e-a` is above the second, on goals that have both."""
    more, less = pair.split("-")
    found = {goal: arms[more] - arms[less] for goal, arms in by_goal.items() if {more, less} <= set(arms)}
    if not found:
        return None
    values = [round(value, 9) for value in found.values()]
    chance = random.Random(1)
    means = sorted(fmean(chance.choices(values, k=len(values))) for _ in range(draws))
    low, high = means[int(draws * 0.025)], means[int(draws * 0.975) - 1]
    return Difference(pair, found, fmean(values), low, high, sign_flip(values))


def sign_flip(values: list[float]) -> float:
    """Return the share of all sign flips whose mean is at least as far from zero."""
    size = [abs(value) for value in values]
    limit = abs(sum(values)) - 1e-9
    if len(values) <= _FLIPS:
        signs = list(itertools.product((1, -1), repeat=len(values)))
    else:
        chance = random.Random(1)
        signs = [tuple(chance.choice((1, -1)) for _ in values) for _ in range(_DRAWS)]
    far = sum(abs(sum(sign * each for sign, each in zip(some, size, strict=True))) >= limit for some in signs)
    return far / len(signs)


def prefer(readings: list[Reading], pair: str) -> tuple[int, int, int, int]:
    """Return on how many goals the first arm was preferred by most readers, tied, behind; and the goals."""
    more, less = pair.split("-")
    lead: dict[str, int] = defaultdict(int)
    for reading in readings:
        if {more, less} <= set(reading.ranks):
            first, second = reading.ranks[more], reading.ranks[less]
            lead[reading.goal] += (first < second) - (first > second)
    leads = list(lead.values())
    ahead = sum(value > 0 for value in leads)
    return ahead, leads.count(0), len(leads) - ahead - leads.count(0), len(leads)


def disagreement(readings: list[Reading]) -> float | None:
    """Return how far two readers of the same plan are apart in the overall score, on average."""
    given: dict[tuple[str, str], list[float]] = defaultdict(list)
    for reading in readings:
        for arm, scores in reading.scores.items():
            given[reading.goal, arm].append(scores[OVERALL])
    gaps = [abs(one - two) for some in given.values() for one, two in itertools.combinations(some, 2)]
    return fmean(gaps) if gaps else None
