"""What was tried before about some words, and what became of it: kept, taken back, landed again, unmerged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.survey.history import queries
from groundplan.survey.history.facts import Attempt, PastCommit
from groundplan.survey.history.reading import reverted_commit, same_subject
from groundplan.survey.history.wording import asked_words, count_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.git.commits import Commit
    from groundplan.survey.history.past import History

_TAKEN_BACK = 1.5  # how much more a commit says that was reverted
_MOST_BRANCHES = 40
_MOST_OF_BRANCHES = 2_000  # commits of all branches together


def previous_attempts(history: History, words: str | Iterable[str], *, limit: int = 20) -> list[Attempt]:
    """Return the commits about some words, those that were taken back before others as good.

    One word shared with a message is chance: of several that are asked for it needs two.
    """
    return explain_commits(history, history.commits_about(words, limit=limit * 3, by_two=True))[:limit]


def explain_commits(history: History, scored: Iterable[tuple[PastCommit, float]]) -> list[Attempt]:
    """Return commits with what became of each, those that were taken back before others as good."""
    reverts = _Reverts(history)
    found = []
    for commit, score in scored:
        attempt = reverts.explain(
            Attempt(commit, score, history.paths_of(commit.oid), history.files_of(commit.oid))
        )
        weight = _TAKEN_BACK if attempt.reverts or attempt.reverted_by else 1.0
        found.append(replace(attempt, score=score * weight))
    found.sort(key=lambda attempt: -attempt.score)
    return found


def unmerged_attempts(
    history: History, words: str | Iterable[str], branches: Sequence[str], *, limit: int = 10
) -> list[Attempt]:
    """Return the commits about some words on these branches that HEAD does not have."""
    asked = asked_words(words if isinstance(words, str) else " ".join(words))
    branches = branches[:_MOST_BRANCHES]
    if not asked or not branches or history.repository.head is None:
        return []
    head = history.repository.head
    ids = history.repository.commit_ids(branches, (head,), limit=_MOST_OF_BRANCHES)
    if not ids:
        return []
    commits = {commit.oid: commit for commit in history.repository.read_commits(ids, renames=False)}
    home = _branch_of_each(history, branches, commits)
    scored = ((count_words(f"{each.subject} {each.body}", asked), each) for each in commits.values())
    enough = min(len(asked), 2)
    ranked = sorted(((score, each.time, each.oid) for score, each in scored if score >= enough), reverse=True)
    return [_on_branch(commits[oid], float(score), home.get(oid, "")) for score, _, oid in ranked[:limit]]


def _branch_of_each(history: History, branches: Iterable[str], commits: dict[str, Commit]) -> dict[str, str]:
    home: dict[str, str] = {}
    for branch in branches:
        trail = [history.repository.resolve(branch)]
        for oid in trail:
            if oid in commits and oid not in home:
                home[oid] = branch.removeprefix("refs/heads/").removeprefix("refs/remotes/")
                trail += commits[oid].parents
    return home


def _on_branch(commit: Commit, score: float, branch: str) -> Attempt:
    paths = tuple(sorted(change.path for change in commit.changes))
    return Attempt(_past(commit), score, paths, paths, branch=branch)


def _past(commit: Commit) -> PastCommit:
    return PastCommit(
        commit.oid, commit.time, commit.day, commit.author, commit.email, commit.subject, len(commit.changes)
    )


class _Reverts:
    """Which commit takes back which, read once: a long history has a few hundred."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._all = history.database.execute(queries.REVERTS).fetchall()

    def explain(self, attempt: Attempt) -> Attempt:
        """Return an attempt with what took it back, what brought it back, and what it took back itself."""
        commit = attempt.commit
        own = reverted_commit(commit.subject, "")
        number = self._number(commit.oid)
        listed = next((row for row in self._all if row[0] == number), None)
        if listed is not None:
            attempt = replace(attempt, reverts=self._target(listed))
        by = self._taker(commit.oid, commit.subject, number)
        if by is None:
            return attempt
        taker = self._history.commit(by)
        again = self._taker(taker.oid, taker.subject, by)
        if again is None and own is None:
            again = self._same_again(commit.subject, by)
        return replace(
            attempt, reverted_by=taker, landed_again=None if again is None else self._history.commit(again)
        )

    def _taker(self, oid: str, subject: str, after: int) -> int | None:
        """Return the newest commit that says it takes this one back."""
        wanted = same_subject(subject)
        for past, prefix, quoted in self._all:
            if past > after and (oid.startswith(prefix) if prefix else quoted == wanted):
                return int(past)
        return None

    def _target(self, row: tuple[int, str, str]) -> PastCommit | None:
        past, prefix, quoted = row
        if prefix:
            low = bytes.fromhex(prefix[: len(prefix) // 2 * 2])
            found = self._history.database.execute(queries.BY_PREFIX, (low, low + b"\xff" * 32)).fetchall()
            matching = [number for number, oid in found if oid.startswith(prefix)]
            return self._history.commit(matching[0]) if len(matching) == 1 else None
        for number, subject in self._history.database.execute(queries.BY_SUBJECT, {"start": quoted}):
            if number < past and same_subject(subject) == quoted:
                return self._history.commit(number)
        return None

    def _same_again(self, subject: str, after: int) -> int | None:
        wanted = same_subject(subject)
        rows = self._history.database.execute(queries.BY_SUBJECT, {"start": wanted})
        return next(
            (int(past) for past, other in rows if past > after and same_subject(other) == wanted), None
        )

    def _number(self, oid: str) -> int:
        row = self._history.database.execute(queries.NUMBER, (bytes.fromhex(oid),)).fetchone()
        return int(row[0]) if row else 0
