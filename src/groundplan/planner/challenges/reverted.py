"""Challenges what was tried before: a commit that was reverted, or work on an unmerged branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.wanted import roots, telling_roots
from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.facts import Facts
    from groundplan.plan.fact import Fact
    from groundplan.survey.history.facts import Attempt

NAME = "reverted"
FEWEST_SHARED = 3
LEAST_OF_GOAL = 0.65
LEAST_OF_COMMIT = 0.65
MOST = 2
_LONGEST_SUBJECT = 120
# What any two subjects may share: how a change is called, not what it is about.
_VERBS = roots(
    "add added adds fix fixed fixes feat refactor refactored use using update updated remove removed make "
    "chore perf test tests docs ci build revert reverted support type types issue bug improve improved allow "
    "change changed should not when does code better more"
)


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for what was reverted, and for each commit that waits on a branch."""
    yield from (_taken_back(each) for each in facts.against if each.value("match") == "revert")
    seen: set[str] = set()
    for attempt in facts.past.attempts:
        challenge = _on_branch(facts, attempt) if attempt.branch else None
        if challenge and challenge.subject not in seen and len(seen) < MOST:
            seen.add(challenge.subject)
            yield challenge


def _taken_back(fact: Fact) -> Challenge:
    oid, taker, date = fact.subject[:10], fact.value("reverted_by")[:10], fact.value("reverted_by_date")
    return Challenge(
        NAME,
        oid,
        f"This was tried: {code(oid)} “{_plain(fact.value('subject'))}” ({fact.value('date')}) was reverted "
        f"by {code(taker)} ({date}, {fact.value('reverted_by_author')}).",
        (oid, taker),
        {"files": fact.total},
        advice=f"Read why {code(taker)} reverted it before it is done again.",
        mitigation=f"What {code(taker)} was about becomes a test.",
        question=Question(
            f"reverted:{oid}",
            f"What is different this time from {code(oid)}, which was reverted?",
            f"{code(taker)} of {date} says “{_plain(fact.value('reverted_by_subject'))}”.",
            weight=2.5,
            assumption=f"the reason for {code(taker)} no longer holds",
        ),
        weight=2.6,
    )


def _on_branch(facts: Facts, attempt: Attempt) -> Challenge | None:
    commit = attempt.commit
    if not _is_same(facts, commit.subject):
        return None
    return Challenge(
        NAME,
        commit.oid[:10],
        f"There is work on this on the unmerged branch “{attempt.branch}”: {code(commit.oid[:10])} "
        f"“{_plain(commit.subject)}” ({commit.date}, {commit.author}).",
        (commit.oid[:10],),
        {"files": commit.files},
        advice=f"Look at “{attempt.branch}” first, and say whether this goes on from it.",
        question=Question(
            f"reverted:{commit.oid[:10]}",
            f"Does this go on from the branch “{attempt.branch}” or start over?",
            f"{code(commit.oid[:10])} of {commit.date} there says “{_plain(commit.subject)}”.",
            (Choice("continue", f"Go on from “{attempt.branch}”"), Choice("new", "Start over")),
            "continue",
            weight=2.0,
            assumption=f"the change starts over and takes from “{attempt.branch}” what fits",
        ),
        weight=2.2,
    )


def _is_same(facts: Facts, subject: str) -> bool:
    """Whether a commit's subject and the goal's title speak of the same thing in most of their words."""
    wanted, said = telling_roots(facts.goal.title) - _VERBS, telling_roots(subject) - _VERBS
    shared = wanted & said
    if len(shared) < FEWEST_SHARED:
        return False
    return len(shared) >= LEAST_OF_GOAL * len(wanted) and len(shared) >= LEAST_OF_COMMIT * len(said)


def _plain(subject: str) -> str:
    return subject.replace("`", "")[:_LONGEST_SUBJECT]
