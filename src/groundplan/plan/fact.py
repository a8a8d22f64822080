"""What the engine states about code, as a value: what, where, how it is known, and how much was looked at.

A fact holds no English but what it quotes; `wording/facts.py` puts it in words, last, and nothing reads those
words back. That something was not found is a fact as well: it says what was looked through.
"""

from __future__ import annotations

import enum
from typing import Any, TypeAlias

from groundplan.plan.dataclass import dataclass

Scalar: TypeAlias = str | int | float | bool | None
Value: TypeAlias = Scalar | tuple[Scalar, ...]


class FactKind(enum.StrEnum):
    """What a fact is about, in the order in which evidence is read."""

    ALREADY = "already"  # what the goal asks for and the project has
    AGAINST = "against"  # what the project has said against it
    WORDS = "words"  # the telling words of the goal, and whether anything holds them
    PLACE = "place"  # where the change goes, or may go
    DEFINITION = "definition"  # of an identifier or a file that the goal names
    CALLERS = "callers"  # uses of a place
    TEST = "test"  # a test file of the places, and the command that runs it
    DOCUMENT = "document"  # a section of a document about it
    COMMIT = "commit"  # a commit about the same thing
    OCCURRENCES = "occurrences"  # of a name or file that the goal names, wherever it appears
    DEPENDENCY = "dependency"  # a package that the goal names
    ENTRY_POINT = "entry-point"  # from which a place is reached
    SIMILAR = "similar"  # code that does something alike
    FAMILY = "family"  # classes with the same base as a place
    STANDARDS = "standards"  # files that say what is asked of whoever changes the project
    OPEN_PLAN = "open-plan"  # another plan that works on the same files
    ISSUE = "issue"  # an issue or pull request about it, where the user allowed to ask
    ENVIRONMENT = "environment"  # a runtime, an installed environment, a command of the repository


class How(enum.StrEnum):
    """How something is known."""

    GIVEN = "given"  # whoever asked named it
    RESOLVED = "resolved"  # a rule of the language leads to it
    SYNTAX = "syntax"  # read from a parsed file
    BY_NAME = "by-name"  # it has the name; whether it is the thing is not known
    TEXT = "text"  # the words appear there
    RANKING = "ranking"  # names, words, imports and history point there
    HISTORY = "history"
    MANIFEST = "manifest"
    DOCUMENT = "document"
    FILES = "files"  # a file or folder is there


class Extent(enum.StrEnum):
    """How much of what could be said was looked at."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    NOT_PARSED = "not-parsed"  # the language is not parsed: only its text was read


class Missing(enum.StrEnum):
    """Why coverage is not complete."""

    DYNAMIC = "dynamic"  # calls through values, reflection or configuration are not followed
    LIMIT = "limit"  # there may be more than the limit
    NOT_PARSED = "not-parsed"  # files of this language are searched as text only
    NOT_RESOLVED = "not-resolved"  # uses in this language are matched by name only
    NOT_SEARCHED = "not-searched"  # files that are too large, binary or not UTF-8
    BROKEN = "broken"  # files with syntax errors
    HISTORY = "history"  # the history is shallow or could not be read
    SELECTION = "selection"  # the best matches only


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing that was not looked at: the reason, what it concerns (a language, a path), how many."""

    reason: Missing
    about: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far a fact can be relied on to be all there is, and what was looked through."""

    extent: Extent = Extent.COMPLETE
    gaps: tuple[Gap, ...] = ()
    searched: tuple[tuple[str, int], ...] = ()  # unit and number: `("files", 812)`


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who states something and how they know."""

    how: How
    who: str = "engine"


@dataclass(frozen=True, slots=True)
class CodePlace:
    """Some lines of a file, counted from 1; 0 is the whole file. `quote` is text from there."""

    path: str
    first: int = 0
    last: int = 0
    symbol: str = ""
    quote: str = ""
    count: int = 1  # how often, where a place stands for a whole file
    lines: tuple[int, ...] = ()  # all of them, where it does

    @property
    def cited(self) -> str:
        """Return it as a plan cites it: `path`, `path:10`, `path:10-24`."""
        if not self.first:
            return self.path
        return (
            f"{self.path}:{self.first}-{self.last}" if self.last > self.first else f"{self.path}:{self.first}"
        )


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about code. `total` counts the places there are, of which `places` may be the first."""

    kind: FactKind
    subject: str
    known: Provenance
    coverage: Coverage = Coverage()
    places: tuple[CodePlace, ...] = ()
    total: int = 0
    values: tuple[tuple[str, Value], ...] = ()
    is_absence: bool = False  # nothing was found; `coverage` says what was looked through

    def value(self, name: str, default: Any = None) -> Any:  # noqa: ANN401  (the caller knows what it put there)
        """Return a value by its name."""
        return next((value for each, value in self.values if each == name), default)


def as_plain_fact(fact: Fact) -> dict[str, Any]:
    """Return a fact as plain data."""
    return {
        "kind": fact.kind.value,
        "subject": fact.subject,
        "known": {"who": fact.known.who, "how": fact.known.how.value},
        "coverage": {
            "extent": fact.coverage.extent.value,
            "gaps": [
                {"reason": gap.reason.value, "about": gap.about, "count": gap.count}
                for gap in fact.coverage.gaps
            ],
            "searched": dict(fact.coverage.searched),
        },
        "is_absence": fact.is_absence,
        "total": fact.total,
        "places": [
            {
                "path": each.path,
                "first": each.first,
                "last": each.last,
                "symbol": each.symbol,
                "quote": each.quote,
                "count": each.count,
            }
            for each in fact.places
        ],
        "values": {name: list(value) if isinstance(value, tuple) else value for name, value in fact.values},
    }
