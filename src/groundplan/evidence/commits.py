"""Commits about the same thing, with what was reverted marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.leading_commits import find_leading_commits
from groundplan.evidence.naming import named_identifiers
from groundplan.evidence.places import choose_files
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.history.attempts import explain_commits, previous_attempts, unmerged_attempts
from groundplan.survey.where.words import identifiers_in, is_compound, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.survey.history.facts import Attempt
    from groundplan.survey.history.past import History

MOST = 6
FEWEST_SHARED = 2  # telling words of the goal in a subject line: one is there by chance
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
    found = [each for each in found if count_shared(subject, each.commit.subject) >= FEWEST_SHARED] or found
    if subject.is_given:
        found = _of_places_first(history, choose_files(subject), found)
    led = find_leading_commits(subject, history)
    why = {attempt.commit.oid: (kind, of) for attempt, kind, of in led}
    found = _each_once([*(attempt for attempt, _, _ in led), *found])
    gaps = (Gap(Missing.HISTORY),) if history.notices else ()
    searched = (("commits", history.count()),)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION), *gaps), searched)
    yield from (_fact(each, coverage, why.get(each.commit.oid)) for each in found[:MOST])
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


def count_shared(subject: Subject, said: str) -> int:
    """Return how many telling words of the goal a commit's subject has; of one name of code at most one."""
    wanted = {part for word in subject.spelled for part in words_of(word)}
    found: set[str] = set()
    for token in identifiers_in(said):
        parts = [each for each in words_of(token) if each in wanted]
        found.update(parts[:1] if is_compound(token) else parts)
    return len(found)


def _each_once(found: list[Attempt]) -> list[Attempt]:
    """Return commits without those that say and change the same as one before: picked onto other branches."""
    seen: dict[tuple[str, tuple[str, ...]], Attempt] = {}
    for each in found:
        seen.setdefault((each.commit.subject, each.paths), each)
    return list(seen.values())


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


def _fact(attempt: Attempt, coverage: Coverage, why: tuple[str, str] | None) -> Fact:
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
    if why is not None:
        values.append(why)
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
