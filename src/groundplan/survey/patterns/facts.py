"""A pattern: M of N places do X; where, and where not."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.survey.spot import Spot


class Topic(enum.StrEnum):
    """What a pattern is about."""

    ERRORS = "errors"
    TESTS = "tests"
    CONFIGURATION = "configuration"
    LOGGING = "logging"
    CONCURRENCY = "async"
    CONVENTIONS = "conventions"
    LIBRARIES = "libraries"
    SCHEMA = "schema"


@dataclass(frozen=True, slots=True)
class Practice:
    """One way to do it: how many places do it so, in how many files, and up to five of them."""

    does: str
    count: int
    files: int
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is counted, how many there are, and the ways it is done, the most followed first."""

    topic: Topic
    what: str  # `except clauses`, `test functions`
    total: int
    practices: tuple[Practice, ...]
    language: str = ""
    ways: int = 0  # how many practices there are, where not all are named
    is_listing: bool = False  # a list of names rather than ways that exclude each other

    @property
    def leading(self) -> Practice:
        """Return the way most places follow."""
        return self.practices[0]

    @property
    def dissenting(self) -> tuple[Practice, ...]:
        """Return the other ways."""
        return self.practices[1:]

    @property
    def statement(self) -> str:
        """Say it in one sentence with its numbers."""
        if self.is_listing:
            names = ", ".join(f"`{each.does}` ({each.count})" for each in self.practices[:5])
            rest = f" and {self.ways - 5} more" if self.ways > 5 else ""
            return f"{self.what} ({self.total}): {names}{rest}"
        lead = f"{self.leading.count} of {self.total} {self.what} {self.leading.does}"
        others = ", ".join(f"{each.does} ({each.count})" for each in self.dissenting[:3])
        return f"{lead}; others: {others}" if others else lead
