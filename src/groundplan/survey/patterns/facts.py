"""A pattern: ways to do something that were seen in the code, each with places."""

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
    CONVENTIONS = "conventions"
    LIBRARIES = "libraries"


SHOWN = frozenset({Topic.ERRORS, Topic.TESTS, Topic.CONFIGURATION})


@dataclass(frozen=True, slots=True)
class Practice:
    """One way to do it: how many places with it were seen, and up to five of them."""

    does: str
    count: int
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """What was looked for by its form, and the ways it was seen, the most frequent first."""

    topic: Topic
    what: str  # `except` clauses
    practices: tuple[Practice, ...]
    language: str = ""

    @property
    def leading(self) -> Practice:
        """Return the way seen most often."""
        return self.practices[0]

    @property
    def total(self) -> int:
        """Return how many places were seen."""
        return sum(each.count for each in self.practices)

    @property
    def example(self) -> str:
        """Cite the way seen most often: no more is claimed than that it is there."""
        spots = ", ".join(map(str, self.leading.spots[:2]))
        return f"{self.what}: {self.leading.does}" + (f" ({spots})" if spots != self.leading.does else "")
