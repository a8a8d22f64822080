"""Commits about the same thing, with what was reverted marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.naming import named_identifiers
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.evidence.subject import Subject
    from groundplan.survey.history.facts import Attempt

MOST = 6
ASKED = 40
MOST_BRANCHES = 3  # reading the commits of more takes as long as everything else
MOST_PATHS = 6
ENOUGH = 0.5  # of the telling words


def find_commits(subject: Subject) -> Iterator[Fact]:
    """Return the commits whose subject line has most of the telling words, or a name from the goal."""
    names = named_identifiers(subject)
    words = (*subject.spelled, *names)
    history = subject.history
    if history is None or not words:
        return
    found = previous_attempts(history, words, limit=ASKED)
    if len(history.repository.branches()) <= MOST_BRANCHES:
        found += unmerged_attempts(history, words, limit=MOST)
    gaps = (Gap(Missing.HISTORY),) if history.notices else ()
    searched = (("commits", history.count()),)
    weights = _weights(subject, names)
    kept = [each for each in found if _is_about(weights, each)][:MOST]
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION), *gaps), searched)
    for each in kept:
        yield _fact(each, coverage)
    if not kept:
        extent = Extent.PARTIAL if gaps else Extent.COMPLETE
        values = (("words", tuple(dict.fromkeys(words))),)
        coverage = Coverage(extent, gaps, searched)
        yield Fact(FactKind.COMMIT, "", Provenance(How.HISTORY), coverage, values=values, is_absence=True)


def _is_about(weights: Mapping[str, float], attempt: Attempt) -> bool:
    """Tell whether a commit's subject line has most of what the goal says: one shared word says nothing."""
    stems = {stem for each in identifiers_in(attempt.commit.subject) for stem in words_of(each)}
    shared = [weight for word, weight in weights.items() if word in stems]
    enough = ENOUGH * sum(weights.values())
    is_several = len(shared) >= min(2, len(weights))
    return sum(shared) >= enough and (is_several or max(shared) >= enough)


def _weights(subject: Subject, names: tuple[str, ...]) -> dict[str, float]:
    """Return the stems of the telling words and names, rarer ones weighing more."""
    rarity = subject.looked_up.ground.code.rarity
    stems = dict.fromkeys((*subject.words, *(words_of(name)[-1] for name in names if words_of(name))))
    return {stem: 1.0 + rarity(stem) for stem in stems}


def _fact(attempt: Attempt, coverage: Coverage) -> Fact:
    commit = attempt.commit
    values: list[tuple[str, str]] = [
        ("subject", commit.subject),
        ("date", commit.date),
        ("author", commit.author),
    ]
    for name, other in (
        ("reverts", attempt.reverts),
        ("reverted_by", attempt.reverted_by),
        ("landed_again", attempt.landed_again),
    ):
        if other is not None:
            values += [(name, other.oid), (f"{name}_date", other.date)]
    if attempt.branch:
        values.append(("branch", attempt.branch))
    places = tuple(CodePlace(path) for path in attempt.paths[:MOST_PATHS])
    return Fact(
        FactKind.COMMIT,
        commit.oid,
        Provenance(How.HISTORY),
        coverage,
        places,
        len(attempt.paths),
        tuple(values),
    )
