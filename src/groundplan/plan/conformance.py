"""A change held against its plan: each file and name with its verdict, and what the plan still wants."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.plan.finding import Place


class Verdict(enum.StrEnum):
    """What the plan says to a changed file or name."""

    PLANNED = "planned"
    NAMED = "named"  # by a plan of any form, which does not say for sure that it is work
    UNPLANNED = "unplanned"
    EXCLUDED = "out of scope"
    EXCUSED = "excused"  # no step names it, and for the reason given none has to


class How(enum.StrEnum):
    """What happened to a file or a name."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    RENAMED = "renamed"


class Form(enum.StrEnum):
    """What of a file differs."""

    CODE = "code"
    COMMENTS = "comments"  # comments, and layout at most
    LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class TouchedName:
    """A definition that the change adds, changes or removes; `qualified` is empty for a module's own code."""

    qualified: str
    how: How
    line: int
    is_public: bool = False
    is_signature: bool = False  # its declaration differs, not only its body
    fresh: frozenset[str] = frozenset()  # words that are new in its declaration
    verdict: Verdict = Verdict.PLANNED
    is_sure: bool = True  # that the plan leaves it out, where it does
    users: tuple[str, ...] = ()  # who uses it, as `path::name`
    users_known: str = ""  # how far that is known, where it is not all

    def has(self, name: str) -> bool:
        """Tell whether it is the definition of a name, or in that."""
        return name in self.qualified.split(".")


@dataclass(frozen=True, slots=True)
class TouchedFile:
    """A file of the change: what happened to it, and what the plan says to that."""

    path: str
    how: How
    verdict: Verdict
    old: str = ""  # its path before, where it was renamed
    reason: str = ""  # one clause: why it is excused, or which line of the plan is about it
    form: Form = Form.CODE
    names: tuple[TouchedName, ...] = ()
    lost_tests: int = 0  # how many tests fewer it has
    first: int = 0  # the first line that differs
    forbidden: int = 0  # the line of the plan that forbids it, where another one orders it
    is_sure: bool = True  # that it is against the plan, where it is

    @property
    def line(self) -> int:
        """Return the first line that something can be said about."""
        there = [each for each in self.names if each.line and each.how is not How.REMOVED]
        return next(
            (each.line for each in sorted(there, key=lambda each: not each.qualified)), self.first or 1
        )


@dataclass(frozen=True, slots=True)
class Unmet:
    """Something the plan wants that the change does not have."""

    path: str
    wanted: str  # what the plan does with it: `changes`, `creates`, `removes`, `adds to`, `tests`
    place: Place
    section: str = ""
    symbol: str = ""
    is_test: bool = False
    instead: str = ""  # what the change does, where it touches it otherwise
    is_layout: bool = False  # it is touched in its layout, which may be what is meant
    is_there: bool = True  # the file is, before the change or after it
    is_sure: bool = True  # the plan orders it; else it only names it where work stands
    under: str = ""  # the heading that it stands below
    called: str = ""  # what the plan calls the file, where that is not its path
    by: str = ""  # who read it in the plan, where its words alone do not say it


@dataclass(frozen=True, slots=True)
class Conformance:
    """All of a change against all of a plan."""

    base: str
    head: str  # a commit, or empty for the files as they are
    files: tuple[TouchedFile, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    is_partial: bool = False  # the work goes on, so nothing is missing yet
    unread: tuple[str, ...] = ()  # changed files of which only the name was compared
    wanted: int = 0  # how many files the plan says it changes
    unparsed: tuple[str, ...] = ()  # languages of changed files in which only files were compared
    is_typed: bool = False  # the plan is one of ours, whose tasks say what they are about
    is_listed: bool = False  # the plan's form says which files it is about, and no changed one is only named
    asked: tuple[
        tuple[str, str], ...
    ] = ()  # the options that name the change and its plan, as they were given

    def with_verdict(self, verdict: Verdict) -> tuple[TouchedFile, ...]:
        """Return the files of a verdict."""
        return tuple(each for each in self.files if each.verdict is verdict)
