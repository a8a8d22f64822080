"""What the question for tests answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.survey.spot import Spot


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a test belongs to some code: one clause, the line that shows it, and how it was found."""

    words: str
    at: Spot
    how: str = "name"  # `name`, `import`, `use`, or `inside`: the file holds its own tests


@dataclass(frozen=True, slots=True)
class TestFile:
    """A test file that exercises some code: how surely, why, and which of its tests."""

    __test__ = False  # pytest would collect it for its name

    path: str
    score: float
    reasons: tuple[Reason, ...]
    tests: tuple[str, ...] = ()  # qualified names of the tests that use the code, where known


@dataclass(frozen=True, slots=True)
class TestsFor:
    """The tests of a file or symbol, the surest first; that there are none is an answer, too."""

    __test__ = False

    path: str
    qualified: str
    found: tuple[TestFile, ...]
    looked_at: int  # test files there are
