"""What a plan orders, whoever read it: the one thing that a change is held against."""

from __future__ import annotations

import enum
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.conform.mentioned import Mentioned
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Mapping


class Act(enum.StrEnum):
    """What is done to a file, or to a name in it."""

    CHANGE = "changes"
    CREATE = "creates"
    REMOVE = "removes"
    TEST = "tests"  # a test by its name; without one, any test
    LEAVE = "leaves alone"
    KEEP = "keeps"  # it may be changed, but is not removed or renamed


class Sure(enum.IntEnum):
    """How sure it is that the plan orders this, and so how its absence is told."""

    OPEN = 0  # it may be meant, so it is planned, and nothing is missing without it
    LIKELY = 1  # its place says so, and its words may not: told as a fact
    CERTAIN = 2  # an error


@dataclass(frozen=True, slots=True)
class Order:
    """One thing that a plan orders, with the place and the words that say so."""

    act: Act
    path: str  # a file, a folder with a stroke behind it, or a pattern; empty where it is left open
    place: Place = Place()
    words: str = ""  # as the plan has them
    sure: Sure = Sure.CERTAIN
    symbol: str = ""  # the name in the file where it says one
    section: str = ""
    under: str = ""  # the heading above, other than the plan's title
    called: str = ""  # what the plan calls the file, where that is not its path
    is_there: bool = True  # before the change, or after it
    is_form: bool = False  # a list of files, a table or a mark says it, and not a sentence
    by: str = ""  # who read it there, where the plan's words alone do not say it
    may_go: bool = False  # its words remove, move or replace something, or do not say what is done
    tests_go: bool = False  # its words remove tests
    owner: str = ""  # what the name is in, where no path is given

    @property
    def said(self) -> str:
        """Return which line says it, and who reads that there."""
        line = f"line {self.place.line}"
        return f"{line}, as {self.by} reads it" if self.by else line

    def covers(self, path: str) -> bool:
        """Tell whether a path is this file or lies in this folder."""
        return bool(self.path) and matches(self.path, path)


@dataclass(frozen=True, slots=True)
class Orders:
    """All that a plan orders, and what it names beside that."""

    work: tuple[Order, ...] = ()
    kept: tuple[Order, ...] = ()  # left alone or kept; paths and names in lower case
    contradicted: tuple[Order, ...] = ()  # files that one step forbids and another one orders
    # names that are changed wherever they are, each with what the steps about it name
    terms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    words: frozenset[str] = frozenset()  # every word of the plan, of dotted names and paths the last
    mentioned: Mentioned = field(default_factory=Mentioned)
    is_typed: bool = False  # a plan of ours: what it does not order, it does not mean
    is_listed: bool = False  # each of its steps, or a list of its own, says which files it is about

    @property
    def files(self) -> tuple[Order, ...]:
        """Return the orders that are about files and what is in them."""
        return tuple(each for each in self.work if each.path and each.act is not Act.TEST)

    def is_read_only(self, paths: tuple[str, ...]) -> bool:
        """Tell whether a reader alone says that a file is worked on, given the paths it has and had."""
        about = [each for each in self.files if any(map(each.covers, paths))]
        return bool(about) and all(each.by for each in about)
