"""A command to be run, what it may use up, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - a field's type
from dataclasses import field
from pathlib import Path  # noqa: TC003 - a field's type
from typing import Final

from groundplan.plan.dataclass import dataclass

EXITED: Final = "exited"
TIME, OUTPUT, MEMORY, DISK, PROCESSES = "time", "output", "memory", "disk", "processes"
CANCELLED: Final = "cancelled"
UNCONFINED: Final = "unconfined"  # it never began: a wall that it needs could not be put up


@dataclass(frozen=True, slots=True)
class Limits:
    """What a command may use up before it is ended: the command and all it starts, together."""

    seconds: float = 120.0
    output: int = 10 * 2**20  # bytes of both streams
    memory: int = 4 * 2**30  # bytes
    disk: int = 2 * 2**30  # bytes below the folders it may write to
    processes: int = 200


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder that a confined command finds at another path, in place of what is there."""

    source: Path
    target: Path
    is_writable: bool = False


@dataclass(frozen=True, slots=True)
class Walls:
    """What a confined command may touch: it reads only `readable` and what it may write, no network."""

    writable: tuple[Path, ...]
    readable: tuple[Path, ...] = ()
    mounts: tuple[Mount, ...] = ()  # in this order; a job whose folder is mounted starts at the target
    are_required: bool = False  # the command does not begin unless every wall is up


@dataclass(frozen=True, slots=True)
class Job:
    """A command as a list of words, never a line for a shell."""

    argv: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)  # all of it: nothing is inherited
    given: bytes = b""  # what it reads from its standard input
    limits: Limits = field(default_factory=Limits)
    walls: Walls | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job: how it ended, what it printed within the limit, and the walls that held."""

    ended: str  # exited, cancelled, unconfined, or the limit that was passed
    code: int | None  # of a command that exited by itself; negative: the signal that ended it
    out: bytes
    complaint: bytes
    seconds: float
    digest: str  # of everything it printed: output, then complaint
    walls: tuple[str, ...] = ()  # that held
    open_walls: Mapping[str, str] = field(
        default_factory=dict
    )  # that were wanted and could not be put up: why
    left: tuple[str, ...] = ()  # programs that still ran when the command had ended: they were ended too

    @property
    def is_confined(self) -> bool:
        """Whether every wall that makes a command harmless was up."""
        return bool(self.walls) and not self.open_walls
