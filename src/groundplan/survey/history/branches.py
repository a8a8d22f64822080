"""Merged branches: what each one touched, and how long it was from its first commit to its merge."""

from __future__ import annotations

from statistics import quantiles
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from groundplan.git.commits import Commit
    from groundplan.survey.history.past import History

MOST_COMMITS = 5_000  # the newest; a team of long ago says little about this one
FEWEST = 8  # branches; fewer make no interval
_WIDEST = 30  # files; a branch that touches more is a sweep, and says little about any of them
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class MergedBranch:
    """A branch that was merged: its files by the names they have now, and its days."""

    paths: frozenset[str]
    days: float  # from its first commit to its merge


@dataclass(frozen=True, slots=True)
class Span:
    """How long branches took: half of them between `low` and `high` calendar days, `middle` in the middle."""

    branches: int
    low: float
    middle: float
    high: float


def merged_branches(history: History) -> tuple[list[MergedBranch], int]:
    """Return the merged branches among the newest commits, and how many commits were looked at.

    A branch that began before them is left out, as nobody sees its first commit.
    """
    repository = history.repository
    ids = repository.commit_ids(("HEAD",), limit=MOST_COMMITS) if repository.head else ()
    known = {commit.oid: commit for commit in repository.read_commits(ids, renames=False)}
    line: list[Commit] = []
    at = known.get(ids[0]) if ids else None
    while at is not None:
        line.append(at)
        at = known.get(at.parents[0]) if at.parents else None
    merged: set[str] = set()
    found = []
    for commit in reversed(line):
        for side in commit.parents[1:]:
            branch = _walk(known, merged, side)
            if branch:
                found.append(_measure(history, commit, branch))
        merged.add(commit.oid)
    return found, len(known)


def _walk(known: dict[str, Commit], merged: set[str], tip: str) -> list[Commit]:
    """Return the commits of a branch, which count as merged from now on; none where its start is not seen."""
    branch: list[Commit] = []
    is_whole = True
    waiting = [tip]
    while waiting:
        oid = waiting.pop()
        if oid in merged:
            continue
        commit = known.get(oid)
        if commit is None:
            is_whole = False
            continue
        merged.add(oid)
        branch.append(commit)
        waiting += commit.parents
    return branch if is_whole else []


def _measure(history: History, merge: Commit, branch: Sequence[Commit]) -> MergedBranch:
    paths = frozenset(path for commit in branch for path in history.files_of(commit.oid))
    first = min(commit.time for commit in branch)
    return MergedBranch(paths, max(0.0, (merge.time - first) / _DAY))


def span_of(branches: Iterable[MergedBranch], paths: Collection[str]) -> Span | None:
    """Return how long branches took that touched one of the files; none where there are too few of them."""
    wanted = set(paths)
    days = [each.days for each in branches if each.paths & wanted and len(each.paths) <= _WIDEST]
    if len(days) < FEWEST:
        return None
    low, middle, high = quantiles(days, n=4)
    return Span(len(days), *(round(each, 1) for each in (low, middle, high)))
