"""A verification command of a task, as it can be run: exact words without a shell."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.unseen import spell_unseen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.record import Record


def show_argv(argv: Iterable[str]) -> str:
    """Return the words of a command as a person reads them."""
    return spell_unseen(shlex.join(argv))


@dataclass(frozen=True, slots=True)
class TaskCommand:
    """One command; `trouble` says why it cannot be run exactly as it is written."""

    text: str
    argv: tuple[str, ...]
    folder: str = ""
    expected: str = ""
    trouble: str = ""

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """Return what a person approves: the folder and the exact words."""
        return self.folder, self.argv

    @property
    def shown(self) -> str:
        """Return the command as a person reads it."""
        line = shlex.join(self.argv) if self.argv else self.text
        return spell_unseen(f"cd {shlex.quote(self.folder)} && {line}" if self.folder else line)


@dataclass(frozen=True, slots=True)
class Unrunnable:
    """What a record says is a command that verifies it, and why that cannot be run."""

    record: Record
    text: str
    trouble: str
