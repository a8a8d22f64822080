"""What is found against a goal, or left open by it, as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.code.outline import Definition
    from groundplan.evidence.kinds import CallSite, Region
    from groundplan.plan.fact import CodePlace
    from groundplan.survey.spot import Spot

SYNC_CALL = "sync-call"  # of Node.js; all other blocking work is of Python


@dataclass(frozen=True, slots=True)
class Blocking:
    """Work that the goal brings into a coroutine, and how many functions of its file are coroutines."""

    work: str
    region: Region
    coroutines: int
    functions: int


@dataclass(frozen=True, slots=True)
class MadeAsync:
    """A function that the goal makes async: the async one beside it, or the sync code that calls it."""

    region: Region
    twin: Region | None
    sync: tuple[CallSite, ...] = ()
    callers: int = 0


@dataclass(frozen=True, slots=True)
class NewEdge:
    """An import that the goal implies: which file would import which, and what for."""

    source: str
    target: str
    name: str  # what is imported
    because: str


@dataclass(frozen=True, slots=True)
class Ring:
    """A cycle that an implied import would close, with the lines that lead back already."""

    edge: NewEdge
    files: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """A declared contract that an implied import would break: its name, its line, the two modules."""

    edge: NewEdge
    contract: str
    at: Spot
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Departure:
    """A way that the goal asks for and few places follow: what the others do, how many, and where."""

    asked: str
    does: str  # what the others do; of packages, the one they import
    noun: str  # what is counted
    follow: int
    own: int  # places that do as the goal asks
    total: int
    spots: tuple[Spot, ...]
    own_spots: tuple[Spot, ...] = ()
    is_package: bool = False


@dataclass(frozen=True, slots=True)
class Readings:
    """A name of the goal and the definitions it could mean."""

    name: str
    meant: tuple[Region, ...]
    is_inherited: bool = False  # the member of a base, and the class that the goal names


@dataclass(frozen=True, slots=True)
class OwnModule:
    """A module that serves a purpose: the definition that does, what it offers, where it can be hooked."""

    path: str
    main: Definition
    offers: tuple[Definition, ...]
    hook: Spot | None
    is_async: bool
    is_plain_dict: bool  # it keeps its values in a dictionary of the process
    users: int  # files of own code that import it

    @property
    def citation(self) -> str:
        """Return it as a plan cites it: what serves, or the module where several functions do."""
        serves_together = self.main in self.offers and len(self.offers) > 1
        return self.path if serves_together else f"{self.path}::{self.main.qualified}"


@dataclass(frozen=True, slots=True)
class Instances:
    """How many instances a deployment file asks for, and the line that says so."""

    count: int
    at: Spot


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers a route: the function, and the lines where it asks a store."""

    path: str
    definition: Definition
    queries: tuple[Spot, ...]

    @property
    def citation(self) -> str:
        """Return it as a plan cites it."""
        return f"{self.path}::{self.definition.qualified}"


@dataclass(frozen=True, slots=True)
class Served:
    """What decides between a module that is there and something new, as far as the code says it."""

    instances: Instances | None = None  # where several run, each with values of its own
    handler: Handler | None = None  # of the first route in the goal that asks a store


@dataclass(frozen=True, slots=True)
class Declared:
    """A package that a manifest declares: its version, the line, and where own code imports it."""

    name: str
    version: str
    at: Spot
    used: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Standard:
    """What the standard library has, and the line that asks for no version older than that."""

    words: str
    at: Spot


@dataclass(frozen=True, slots=True)
class NewPackage:
    """A package that the goal would bring in, and the one thing here that may serve instead."""

    spoken: str
    purpose: str  # by its name
    needs_server: bool
    manifests: tuple[str, ...]
    dependencies: int  # that the manifests declare
    declared: Declared | None = None
    module: OwnModule | None = None
    idle: Declared | None = None  # beside a module: declared for the purpose, and nothing imports it
    standard: Standard | None = None
    served: Served = Served()


@dataclass(frozen=True, slots=True)
class SamePurpose:
    """What the goal adds and modules here that serve its purpose, the most used first."""

    purpose: str  # by its name
    phrase: str
    modules: tuple[OwnModule, ...]
    served: Served


@dataclass(frozen=True, slots=True)
class Writer:
    """A script that reads a file and writes a value into another: the lines where it names both."""

    path: str
    reads_at: int
    writes_at: int


@dataclass(frozen=True, slots=True)
class KeptValue:
    """A constant that holds what the goal would read from a file, and who keeps the two in step."""

    file: str
    path: str
    name: str
    line: int
    writers: tuple[Writer, ...]
    users: int


@dataclass(frozen=True, slots=True)
class FileReader:
    """The one function that reads a file which the goal would read, and the line that names it."""

    file: str
    path: str
    qualified: str
    line: int


Kept: TypeAlias = KeptValue | FileReader


@dataclass(frozen=True, slots=True)
class Taken:
    """A parameter that the goal adds, and the few functions that take it already."""

    name: str
    takers: tuple[CodePlace, ...]


@dataclass(frozen=True, slots=True)
class Unmigrated:
    """A model whose columns the goal changes, and the migrations that keep its table."""

    citation: str
    fields: int
    migrations: int
    newest: str
    is_added: bool  # the goal adds a column


@dataclass(frozen=True, slots=True)
class Met:
    """A name that a rename gives, and the line that has it already, where the old name is."""

    old: str
    new: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class WrittenByTool:
    """A target that a tool writes, and the file it says it is made from."""

    path: str
    source: str


@dataclass(frozen=True, slots=True)
class Untested:
    """A file that no test imports, names or is named after; of how many files where there are no tests."""

    path: str
    tests: int
    functions: int = 0
    branches: int = 0
    through: tuple[str, ...] = ()
    files: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of code that shows a behaviour which the goal leaves open."""

    behaviour: str  # by its name in the table of behaviours
    what: str  # as the goal calls it; may be empty
    at: Spot
    quote: str


@dataclass(frozen=True, slots=True)
class OldName:
    """A name that the goal changes and others may know: why they may, and who here warns before breaking."""

    name: str
    public: str = ""  # why outsiders may use it
    callers: int = 0
    documented: Spot | None = None
    quote: str = ""
    warned: tuple[str, ...] = ()
