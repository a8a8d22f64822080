"""The facts of an evidence pack, in one form for whoever writes, asks or challenges."""

from __future__ import annotations

import enum
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.code.outline import Definition
    from groundplan.plan.fact import Fact
    from groundplan.survey.entry_points.facts import EntryPoint
    from groundplan.survey.history.facts import Attempt
    from groundplan.survey.spot import Spot


@dataclass(frozen=True, slots=True)
class Region:
    """A definition that the change will likely touch."""

    path: str
    definition: Definition
    score: float = 0.0

    @property
    def citation(self) -> str:
        """Return it as a plan cites it: `path::Class.method`."""
        return f"{self.path}::{self.definition.qualified}"

    @property
    def lines(self) -> str:
        """Return its lines as a plan cites them: `path:10-24`."""
        first, last = self.definition.first, self.definition.last
        return f"{self.path}:{first}-{last}" if last > first else f"{self.path}:{first}"


@dataclass(frozen=True, slots=True)
class Target:
    """A file that the change will likely touch, why, and the definitions in it."""

    path: str
    score: float
    why: tuple[str, ...]
    regions: tuple[Region, ...] = ()
    is_named: bool = False  # the goal names the file, or something it alone defines
    led: tuple[str, ...] = ()  # of why, what leads to a candidate beside words of the goal


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that the change would add."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class CallSite:
    """Code that uses a definition: the line, and what it stands in."""

    path: str
    line: int
    inside: str  # qualified name of what the use stands in; empty: the module itself
    is_test: bool

    @property
    def citation(self) -> str:
        """Return it as a plan cites it."""
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Reach:
    """What a change to one definition reaches: callers one step up, files further up, tests, the public."""

    region: Region
    callers: tuple[CallSite, ...]  # product code, resolved
    test_callers: tuple[CallSite, ...]
    possible: int  # uses known by name alone
    indirect: tuple[str, ...]  # files that reach it through others
    # why outsiders may use it: `listed in __all__ of pkg/__init__.py:12`; empty: they may not
    public: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """Every place an identifier of the goal stands: how often in which file."""

    term: str
    files: Mapping[str, int]

    @property
    def total(self) -> int:
        """Return the number of occurrences."""
        return sum(self.files.values())


@dataclass(frozen=True, slots=True)
class Constraint:
    """What deploying the change has to mind: a schema, an environment variable, a flag, a public name."""

    kind: str  # schema, environment, flag, setting, compatibility
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A call of the repository's own tools, and the line that says so."""

    role: str  # test, lint, types, format
    line: str  # as typed in a shell
    at: Spot | None
    is_usual: bool = False  # no script says it: the tool is declared or configured there, and usually run so
    written: str = ""  # the words there, where they are others: a tool is started by its package manager


@dataclass(frozen=True, slots=True)
class Past:
    """What the history says about the goal's words."""

    attempts: tuple[Attempt, ...] = ()


@dataclass(frozen=True, slots=True)
class WayIn:
    """An entry point from which a target is reached, and the target."""

    entry: EntryPoint
    region: Region
    steps: int


@dataclass(frozen=True, slots=True)
class OtherPlan:
    """Another open plan, and the targets it works on too."""

    slug: str
    title: str
    document: str  # its path
    paths: tuple[str, ...]


class Certainty(enum.StrEnum):
    """How sure it is that the places are the right ones."""

    GIVEN = "given"  # whoever asked named them
    FOUND = "found"
    NAMED = "named"  # by the goal: what is said of them is known, whether the change goes there is not
    CANDIDATES = "candidates"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the places are known: what the goal names outright, and the telling words that nothing has."""

    certainty: Certainty
    named: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # names and telling words, as written, in no file and no commit message
    sure: tuple[str, ...] = ()  # the files among the places that are given, found or named
    likely: tuple[str, ...] = ()  # of the others those with several telling words of the goal


@dataclass(frozen=True, slots=True)
class Gathered:
    """The facts about a goal, and whether its places are found."""

    verdict: Verdict
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Replacement:
    """The package that a goal replaces, and where it is used today."""

    package: str = ""  # the name it is imported by; empty: nothing imports it
    imports: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # product file -> lines
    counts: Mapping[str, int] = field(default_factory=dict)  # file -> how often it has the name
