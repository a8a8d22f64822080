"""Commits about the same thing, with what was reverted marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.naming import named_identifiers
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.history.attempts import explain_commits, unmerged_attempts
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.survey.history.facts import Attempt

MOST = 6
ASKED = 300  # commits that each question to the history is answered with
ASKED_NAMES = 3
MOST_BRANCHES = 3  # reading the commits of more takes as long as everything else
MOST_PATHS = 6
AMONG_RAREST = 0.8  # of the rarest name: a commit that has such a name is about it
ENOUGH, ENOUGH_NAMED = 0.6, 0.4  # of the telling words by how rare they are; less where a name is among them


def find_commits(subject: Subject) -> Iterator[Fact]:
    """Return the commits whose subject line has most of the telling words, or a name from the goal."""
    names = named_identifiers(subject)
    words = (*subject.spelled, *names)
    history = subject.history
    if history is None or not words:
        return
    asked = [" ".join(words), *names, *subject.goal.dotted[:ASKED_NAMES]]
    answers = [history.commits_about(each, limit=ASKED) for each in asked]
    about = {
        commit.oid: (commit, score)
        for answer in answers
        for commit, score in answer
        if _is_about(subject, names, commit.subject)
    }
    best = sorted(about.values(), key=lambda each: -each[1])[: 3 * MOST]
    found = explain_commits(history, best)
    if len(history.repository.other_branches()) <= MOST_BRANCHES:
        unmerged = unmerged_attempts(history, words, limit=MOST)
        found += [each for each in unmerged if _is_about(subject, names, each.commit.subject)]
    gaps = (Gap(Missing.HISTORY),) if history.notices else ()
    searched = (("commits", history.count()),)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION), *gaps), searched)
    yield from (_fact(each, coverage) for each in found[:MOST])
    if not found:
        # Where an answer was cut off, a commit further down may have the words all the same.
        is_whole = not gaps and all(len(answer) < ASKED for answer in answers)
        coverage = Coverage(Extent.COMPLETE if is_whole else Extent.PARTIAL, gaps, searched)
        values = (("words", tuple(dict.fromkeys(words))),)
        yield Fact(FactKind.COMMIT, "", Provenance(How.HISTORY), coverage, values=values, is_absence=True)


def _is_about(subject: Subject, names: tuple[str, ...], line: str) -> bool:
    """Tell whether a commit's subject line has enough of what the goal says; names say more than words."""
    rarity = subject.looked_up.ground.code.rarity
    written = identifiers_in(line)
    joined = {_joined(each) for each in written}
    stems = {stem for each in written for stem in words_of(each)}
    named = {name: 2 * (1.0 + rarity((words_of(name) or (name,))[-1])) for name in names}
    plain = {
        word: 1.0 + rarity(word) for word in subject.words if subject.goal.spelling.get(word) not in named
    }
    shared_names = [name for name in named if _joined(name) in joined]
    shared = [weight for word, weight in plain.items() if word in stems]
    total = sum(named.values()) + sum(plain.values())
    dotted = any(each in line for each in subject.goal.dotted)
    if dotted or any(named[each] >= AMONG_RAREST * max(named.values()) for each in shared_names):
        return True
    if shared_names:
        return sum(named[each] for each in shared_names) + sum(shared) >= ENOUGH_NAMED * total
    return sum(shared) >= ENOUGH * total and len(shared) >= min(2, len(plain))


def _joined(name: str) -> str:
    """Return a name in which `host_authorization` and `HostAuthorization` are the same."""
    return name.replace("_", "").lower()


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
