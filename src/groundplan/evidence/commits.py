"""Commits about the same thing, with what was reverted marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.naming import named_identifiers
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.survey.history.facts import Attempt

MOST = 6
MOST_BRANCHES = 3  # reading the commits of more takes as long as everything else
MOST_PATHS = 6


def find_commits(subject: Subject) -> Iterator[Fact]:
    """Return the commits about the telling words and names of the goal, as `previous_attempts` ranks them."""
    words = tuple(dict.fromkeys((*subject.spelled, *named_identifiers(subject))))
    history = subject.history
    if history is None or not words:
        return
    found = previous_attempts(history, words, limit=MOST)
    if len(history.repository.other_branches()) <= MOST_BRANCHES:
        found += unmerged_attempts(history, words, limit=MOST)
    gaps = (Gap(Missing.HISTORY),) if history.notices else ()
    searched = (("commits", history.count()),)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION), *gaps), searched)
    yield from (_fact(each, coverage) for each in found[:MOST])
    if not found:
        coverage = Coverage(Extent.PARTIAL if gaps else Extent.COMPLETE, gaps, searched)
        yield Fact(
            FactKind.COMMIT,
            "",
            Provenance(How.HISTORY),
            coverage,
            values=(("words", words),),
            is_absence=True,
        )


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
