"""Commits about the same thing, with what was reverted marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.naming import named_identifiers
from groundplan.evidence.places import choose_files
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.history.attempts import explain_commits, previous_attempts, unmerged_attempts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.survey.history.facts import Attempt
    from groundplan.survey.history.past import History

MOST = 6
MOST_BRANCHES = 3  # reading the commits of more takes as long as everything else
MOST_PATHS = 6
MOST_LOOKED = 5  # times as many, of which those that changed a given file are taken first
MOST_NEWEST = 3  # of a given file, whatever they are about


def find_commits(subject: Subject) -> Iterator[Fact]:
    """Return the commits about the telling words and names of the goal; those of given places first."""
    words = tuple(dict.fromkeys((*subject.spelled, *named_identifiers(subject))))
    history = subject.history
    if history is None or not (words or subject.is_given):
        return
    limit = MOST * MOST_LOOKED if subject.is_given else MOST
    found = previous_attempts(history, words, limit=limit)
    branches = history.repository.other_branches()
    if len(branches) <= MOST_BRANCHES:
        found += unmerged_attempts(history, words, branches, limit=MOST)
    if subject.is_given:
        found = _of_places_first(history, choose_files(subject), found)
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


def _of_places_first(history: History, files: tuple[str, ...], found: list[Attempt]) -> list[Attempt]:
    """Return the commits about the goal that changed given files, the newest ones there, then the others."""
    newest = [(step.commit, 0.0) for path in files for step in history.evolution(path)[:MOST_NEWEST]]
    here = [each for each in found if not set(files).isdisjoint(each.now)]
    known = {each.commit.oid for each in here}
    recent = explain_commits(history, sorted(newest, key=lambda each: -each[0].time))
    there = [
        each for each in {one.commit.oid: one for one in recent}.values() if each.commit.oid not in known
    ]
    return [*here[: MOST - 1], *there[:MOST_NEWEST], *(each for each in found if each not in here)]


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
