"""Challenges what was tried before: a commit that was taken back, or work on an unmerged branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.wanted import roots, telling_roots
from groundplan.planner.phrasing import code
from groundplan.planner.question import Choice, Question
from groundplan.survey.history.attempts import previous_attempts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Attempt, PastCommit
    from groundplan.survey.history.past import History

NAME = "reverted"
FEWEST_SHARED = 3
LEAST_OF_GOAL = 0.65
LEAST_OF_COMMIT = 0.65
LEAST_OF_AGAIN = 0.6
MOST = 2
_LONGEST_SUBJECT = 120
# What any two subjects may share: how a change is called, not what it is about.
_VERBS = roots(
    "add added adds fix fixed fixes feat refactor refactored use using update updated remove removed make "
    "chore perf test tests docs ci build revert reverted support type types issue bug improve improved allow "
    "change changed should not when does code better more"
)


@dataclass(frozen=True, slots=True)
class _Tried:
    """Work that was done once, and who took it back."""

    commit: PastCommit
    taker: PastCommit


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for each commit that did the same and was taken back, or waits on a branch."""
    if pack.history is None:
        return
    seen: set[str] = set()
    for attempt in pack.past.attempts:
        challenge = _on_branch(pack, attempt) if attempt.branch else _taken_back(pack, attempt)
        if challenge and challenge.subject not in seen and len(seen) < MOST:
            seen.add(challenge.subject)
            yield challenge


def _taken_back(pack: EvidencePack, attempt: Attempt) -> Challenge | None:
    tried = _tried(attempt)
    if tried is None or not _is_same(pack, tried.commit.subject) or _came_again(pack, tried):
        return None
    if pack.history is not None and attempt.reverts and _is_back(pack.history, tried):
        return None
    commit, taker = tried.commit, tried.taker
    return Challenge(
        NAME,
        commit.oid[:10],
        f"This was tried: {code(commit.oid[:10])} “{_plain(commit.subject)}” ({commit.date}) was reverted "
        f"by {code(taker.oid[:10])} ({taker.date}, {taker.author}).",
        (commit.oid[:10], taker.oid[:10]),
        {"files": commit.files},
        advice=f"Read why {code(taker.oid[:10])} reverted it before it is done again.",
        mitigation=f"What {code(taker.oid[:10])} was about becomes a test.",
        risk="regression",
        question=Question(
            f"reverted:{commit.oid[:10]}",
            f"What is different this time from {code(commit.oid[:10])}, which was reverted?",
            f"{code(taker.oid[:10])} of {taker.date} says “{_plain(taker.subject)}”.",
            weight=2.5,
            assumption=f"the reason for {code(taker.oid[:10])} no longer holds",
        ),
        weight=2.6,
    )


def _tried(attempt: Attempt) -> _Tried | None:
    if attempt.commit.subject.lower().startswith("revert") and attempt.reverted_by:
        return None  # a revert that was taken back: the work is in again
    if attempt.was_taken_back and attempt.reverted_by and not attempt.reverts:
        return _Tried(attempt.commit, attempt.reverted_by)
    if attempt.reverts and not attempt.reverted_by:
        return _Tried(attempt.reverts, attempt.commit)
    return None


def _came_again(pack: EvidencePack, tried: _Tried) -> bool:
    """Whether a later commit speaks of most of what was tried: done again, in other words."""
    wanted = telling_roots(tried.commit.subject) - _VERBS
    later = [
        each.commit.subject
        for each in pack.past.attempts
        if each.commit.time > tried.taker.time and not each.branch
    ]
    return any(len(wanted & telling_roots(each)) >= LEAST_OF_AGAIN * len(wanted) for each in later)


def _is_back(history: History, tried: _Tried) -> bool:
    """Whether the work has landed again since, as the history of its own subject says."""
    found = previous_attempts(history, tried.commit.subject, limit=6)
    return any(each.commit.oid == tried.commit.oid and each.landed_again for each in found)


def _on_branch(pack: EvidencePack, attempt: Attempt) -> Challenge | None:
    commit = attempt.commit
    if not _is_same(pack, commit.subject):
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


def _is_same(pack: EvidencePack, subject: str) -> bool:
    """Whether a commit's subject and the goal's title speak of the same thing in most of their words."""
    wanted, said = telling_roots(pack.goal.title) - _VERBS, telling_roots(subject) - _VERBS
    shared = wanted & said
    if len(shared) < FEWEST_SHARED:
        return False
    return len(shared) >= LEAST_OF_GOAL * len(wanted) and len(shared) >= LEAST_OF_COMMIT * len(said)


def _plain(subject: str) -> str:
    return subject.replace("`", "")[:_LONGEST_SUBJECT]
