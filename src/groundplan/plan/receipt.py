"""What the ledger says about work on a task: begun, proven done by a receipt, or waived by a person."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.entry import Entry

ABSENT = ""  # what stands for the content of a file that is not there


@dataclass(frozen=True, slots=True)
class Started:
    """Work on a task begins: what its files held then, so that what changes afterwards can be told apart."""

    entry: Entry
    task: str
    digest: str  # of the task as it was written
    commit: str = ""
    files: Mapping[str, str] = field(default_factory=dict)  # path -> id of its content, or ABSENT


@dataclass(frozen=True, slots=True)
class Run:
    """A verification command as it was run, and whether it ended as the plan expects."""

    argv: tuple[str, ...]
    folder: str
    ended: str  # exited, or the limit that was passed
    code: int | None
    milliseconds: int
    digest: str  # of the whole output
    excerpt: str
    expected: str  # what the plan says is seen when all is well
    is_met: bool
    is_confined: bool
    left: tuple[str, ...] = ()  # programs it left running, which were ended


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof that a task is done: commits to its files since it was started, and its commands' results."""

    entry: Entry
    task: str
    digest: str
    started: str = ""  # entry id
    commit: str = ""  # what was checked out
    commits: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)  # changed path -> id of its content, or ABSENT
    runs: tuple[Run, ...] = ()
    rests: tuple[str, ...] = ()  # what no commit has and its commands may have used, in words


@dataclass(frozen=True, slots=True)
class Waived:
    """A person closes a task without a receipt, for a reason."""

    entry: Entry
    task: str
    digest: str
    reason: str


@dataclass(frozen=True, slots=True)
class CommandApproved:
    """A person allows exactly this command to verify tasks of the plan."""

    entry: Entry
    argv: tuple[str, ...]
    folder: str = ""
