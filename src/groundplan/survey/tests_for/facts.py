"""What the question for tests answers with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.wording.test_signs import say_sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.survey.spot import Spot


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a test belongs to some code: one clause, the line that shows it, and how it was found."""

    words: str
    at: Spot
    # `use`: resolved; `import`; `include`; `code`: the name is in its code; `unsure`: one of that name is;
    # `name`: the file's name; `title`: a test's name; `inside`: the file holds its own tests
    how: str = "name"
    names: tuple[str, ...] = ()  # what it uses, imports, includes or names
    about: str = "it"  # what was asked for, or `its file` where that is a definition, or `the file`


def make_reason(how: str, at: Spot, names: Sequence[str] = (), about: str = "it") -> Reason:
    """Return a reason with its words."""
    return Reason(say_sign(how, names, about), at, how, tuple(names), about)


@dataclass(frozen=True, slots=True)
class TestFile:
    """A test file that some code is imported by, used or named in: how surely, why, and which tests."""

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
    is_parsed: bool = True  # else test files were compared by their names alone
