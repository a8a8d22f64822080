"""What is known about an installed package and its members, in one form for all ecosystems."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - a field's type

from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import How


@dataclass(frozen=True, slots=True)
class Installed:
    """A package as it lies in an environment."""

    name: str
    ecosystem: str  # pypi, npm, go, cargo
    version: str
    folder: Path
    environment: str  # the virtual environment, `node_modules`, module cache or vendor folder it is in
    is_guess: bool = False  # no lock file names a version: the newest one there that the manifest allows


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a manifest asks for, and whether the installed version is that."""

    declared: str
    locked: str
    at: str
    fits: bool | None = None  # None: nothing is installed, or the range says nothing plain


@dataclass(frozen=True, slots=True)
class Member:
    """A definition of a package: how it is written, what its documentation says, where it is."""

    name: str
    kind: str
    signature: str
    doc: tuple[str, ...]
    path: str
    line: int
    how: How = How.RESOLVED  # BY_NAME: it has the name; whether the package offers it so is not known


@dataclass(frozen=True, slots=True)
class PackageDocs:
    """What an installed package says about itself, or about one of its members."""

    asked: str
    name: str
    ecosystem: str
    installed: Installed | None = None
    wanted: tuple[Wanted, ...] = ()
    member: str = ""
    members: tuple[Member, ...] = ()
    readme: tuple[str, ...] = ()
    readme_at: str = ""
    left_out: int = 0  # lines of the README
    looked_in: tuple[str, ...] = ()  # where it would be; empty: packages of this ecosystem are not read
    known: How = How.DOCUMENT
