"""Commits and changelog lines that say they did what a goal asks for, and commits that were reverted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.described import roots_of
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.plan.late_regex import late_regex
from groundplan.survey.history.attempts import explain_commits
from groundplan.survey.where.kinds import is_release_history

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.evidence.weighing import Weighing
    from groundplan.survey.history.facts import Attempt

ASKED = 60
MOST_PATHS = 6
LEAST_SAID = 0.85  # of the goal's words, by weight, in a subject line or a changelog's entry
LEAST_OF_LINE = 0.66  # of the words of the line that are the goal's
FEWEST = 2
NEAR, FEWEST_NEAR = 0.65, 3
_DID = late_regex(
    r"^(?:[^\w\s]+\s*|:\w+:\s*)?(?:feat(?:ure)?s?\b|(?:\w+(?:\([^)]*\))?!?: +|\[[^\]]+\] *)?"
    r"(?:add(?:s|ed)?|implement(?:s|ed)?|introduc(?:e|es|ed)|support(?:s|ed)?|allow(?:s|ed)?|enable[sd]?|new"
    r"|create[sd]?|provide[sd]?|expose[sd]?|first[- ]class|initial|built[- ]in|make[s]?)\b)",
    re.IGNORECASE,
)
_BESIDE = late_regex(
    r"\b(?:(?:unit)?tests?|docs?|documentation|typos?|fix(?:e[sd])?|examples?|readme|changelog|remov(?:e[sd]?|al)|deprecat\w*"
    r"|revert\w*|ci|lint|benchmarks?|comments?|bump|todo|translat\w*|spec|wip|missing|bug)\b",
    re.IGNORECASE,
)
_LITTLE = roots_of(
    "feat feature add added adds support supported supports new implement introduce allow allowed enable the "
    "a an for to of in on and with by first class level pull request merge from pr via option method "
    "function middleware helper now using use also when is it as at"
)
_ITEM = late_regex(r"^\s*[-*+]\s+")
_LINK = late_regex(r"\[([^\]]*)\]\([^)]*\)|https?://\S+|\(?#\d+\)?|\b[0-9a-f]{7,40}\b|@[\w-]+")


def find_landed(subject: Subject, weighing: Weighing) -> Iterator[Fact]:
    """Return the commits whose subject line is the goal; not what was reverted or removed since."""
    for attempt in _attempts(subject, weighing):
        line = attempt.commit.subject
        if is_done(line, weighing) and not attempt.reverted_by and not attempt.reverts:
            yield _commit_fact(subject, attempt, FactKind.ALREADY)
            return


def find_reverted(subject: Subject, weighing: Weighing) -> Iterator[Fact]:
    """Return near-identical work that was reverted and has not come back, in these words or near ones."""
    attempts = _attempts(subject, weighing)
    for attempt in attempts:
        if attempt.was_taken_back and not attempt.reverts and not _came_again(attempt, attempts):
            yield _commit_fact(subject, attempt, FactKind.AGAINST)
            return


def _came_again(attempt: Attempt, attempts: list[Attempt]) -> bool:
    taker = attempt.reverted_by
    return taker is not None and any(
        each.commit.time > taker.time and not each.reverts and each.commit.oid != taker.oid
        for each in attempts
    )


def _attempts(subject: Subject, weighing: Weighing) -> list[Attempt]:
    history = subject.history
    if history is None:
        return []
    about = history.commits_about(" ".join(weighing.spelled), limit=ASKED)
    return explain_commits(history, [each for each in about if is_near(each[0].subject, weighing)])


def is_done(line: str, weighing: Weighing) -> bool:
    """Tell whether a line says that what the goal asks for was added."""
    return _DID.match(line) is not None and not _BESIDE.search(line) and is_same(line, weighing)


def is_same(line: str, weighing: Weighing) -> bool:
    """Tell whether a line and the goal are about the same thing, in most of the words of either."""
    said = roots_of(_LINK.sub(r"\1", line)) - _LITTLE
    shared = [each for each in said if weighing.has(each)]
    return (
        len(shared) >= FEWEST
        and all(number in line for number in weighing.numbers)
        and weighing.share(said) >= LEAST_SAID
        and len(shared) >= LEAST_OF_LINE * len(_plain(line))
    )


def is_near(line: str, weighing: Weighing) -> bool:
    """Tell whether a line shares most of its words with a goal, and the goal with it, whatever they weigh."""
    said = _plain(line)
    shared = [each for each in said if weighing.has(each)]
    is_most = len(shared) >= NEAR * len(weighing.words) and len(shared) >= NEAR * len(said)
    return is_same(line, weighing) or (len(shared) >= FEWEST_NEAR and is_most)


def _plain(line: str) -> frozenset[str]:
    words = re.findall(r"[A-Za-z]{2,}", _LINK.sub(r"\1", line))
    return frozenset(each for word in words for each in roots_of(word.lower())) - _LITTLE


def find_announced(subject: Subject, weighing: Weighing) -> Iterator[Fact]:
    """Return the entry of a changelog that announces what the goal asks for."""
    records = [
        each for each in subject.index.paths() if is_release_history(each) and each not in subject.own_plans
    ]
    for path in sorted(records, key=lambda each: each.count("/")):
        for number, entry in _entries((subject.index.text(path) or b"").decode("utf-8", "replace")):
            if is_done(entry, weighing):
                coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), (("documents", len(records)),))
                place = CodePlace(path, number, number, "", entry[:160])
                values = (("match", "changelog"), ("words", weighing.spelled), ("says", ""))
                yield Fact(
                    FactKind.ALREADY, entry[:160], Provenance(How.DOCUMENT), coverage, (place,), 1, values
                )
                return


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Return the items of a changelog, each with its line; one that goes on is joined."""
    start, said = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        item = _ITEM.match(line)
        if item or not line.strip():
            if said:
                yield start, said
            start, said = number, line[item.end() :].strip() if item else ""
        elif said:
            said = f"{said} {line.strip()}"[:400]
    if said:
        yield start, said


def _commit_fact(subject: Subject, attempt: Attempt, kind: FactKind) -> Fact:
    commit = attempt.commit
    count = subject.history.count() if subject.history else 0
    values: list[tuple[str, str]] = [
        ("match", "revert" if kind is FactKind.AGAINST else "commit"),
        ("subject", commit.subject),
        ("date", commit.date),
        ("author", commit.author),
    ]
    if attempt.reverted_by:
        taker = attempt.reverted_by
        values += [
            ("reverted_by", taker.oid),
            ("reverted_by_date", taker.date),
            ("reverted_by_author", taker.author),
            ("reverted_by_subject", taker.subject),
        ]
    gaps = (Gap(Missing.HISTORY),) if subject.history and subject.history.notices else ()
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION), *gaps), (("commits", count),))
    places = tuple(CodePlace(path) for path in attempt.paths[:MOST_PATHS])
    return Fact(
        kind, commit.oid, Provenance(How.HISTORY), coverage, places, len(attempt.paths), tuple(values)
    )
