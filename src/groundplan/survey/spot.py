"""Where a statement of the survey was read: one line of one file, written as a citation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A line of a file; line 0 means the file as a whole."""

    path: str
    line: int = 0

    def __str__(self) -> str:
        """Write it as a plan cites it: `path:12`, or `path` alone."""
        return f"{self.path}:{self.line}" if self.line else self.path
