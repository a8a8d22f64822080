"""What the questions about the history answer with."""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PastCommit:
    """A commit as an answer names it; `time` is the author's, in seconds of the epoch, `files` how many."""

    oid: str
    time: int
    date: str  # the day where the author was, as `git log` shows it
    author: str
    email: str
    subject: str
    files: int


@dataclass(frozen=True, slots=True)
class Churn:
    """How often a file changed: in all, within the year up to the newest commit, and when last."""

    path: str
    commits: int
    recent: int
    last: int
    until: str  # the day of the newest commit, where the year ends: it may be long ago


@dataclass(frozen=True, slots=True)
class Owner:
    """One person's part in a file, a folder or the whole: commits, their share, and how recent they are."""

    name: str
    email: str
    commits: int
    share: float
    recent: int
    last: int


@dataclass(frozen=True, slots=True)
class Ownership:
    """Who made something."""

    commits: int
    owners: tuple[Owner, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """A file that changed with another, sweeps left out: in how many of its commits, and of the other's."""

    path: str
    count: int
    commits: int  # of the file that was asked about
    confidence: float
    backward: float


@dataclass(frozen=True, slots=True)
class Attempt:
    """A commit about the words asked for, and what became of it."""

    commit: PastCommit
    score: float
    paths: tuple[str, ...]  # as the commit touched them
    now: tuple[str, ...]  # the same by the names they have now
    reverts: PastCommit | None = None
    reverted_by: PastCommit | None = None
    landed_again: PastCommit | None = None
    branch: str = ""  # a branch that HEAD does not have

    @property
    def was_taken_back(self) -> bool:
        """Whether it was reverted and has not come back since."""
        return self.reverted_by is not None and self.landed_again is None


@dataclass(frozen=True, slots=True)
class Step:
    """One commit in the life of a file: what it did there, and under which names."""

    commit: PastCommit
    status: str
    path: str
    old: str | None = None
