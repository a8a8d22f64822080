"""What manifests say, in one form for all ecosystems."""

from __future__ import annotations

import enum
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.survey.manifest.lines import Nonsense

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.survey.spot import Spot


class Role(enum.StrEnum):
    """What a tool is for."""

    TEST = "test"
    LINT = "lint"
    FORMAT = "format"
    TYPES = "types"


class Source(enum.StrEnum):
    """Where a call was read, the most trusted first: what the build server runs surely works."""

    CI = "ci"
    MAKE = "make"  # Makefile, justfile, Taskfile
    SCRIPT = "script"  # package.json scripts, tox, nox, hatch, pdm, poe
    HOOK = "hook"  # pre-commit
    CONFIG = "config"  # only configured or declared: the tool's plain call


@dataclass(frozen=True, slots=True)
class Dependency:
    """A package a project asks for: the range as written, and the version its lock file holds."""

    name: str
    ecosystem: str  # pypi, npm, go, cargo, maven, nuget, gem, composer, cmake, meson, vcpkg, conan
    declared: str  # the range as written; empty: none is read there
    at: Spot
    group: str = ""  # empty: needed to run; otherwise the extra or group: `dev`, `tests`, `peer`
    marker: str = ""  # the condition beside it, as written
    locked: str = ""
    locked_at: Spot | None = None
    is_indirect: bool = False
    project: str = ""  # the folder of its manifest; empty: the root


@dataclass(frozen=True, slots=True)
class Pin:
    """A version in a lock file, and the line it stands on."""

    version: str
    line: int
    is_direct: bool = True  # not known to be only what another package asks for


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock file: every package in it with its version, indirect ones included; of some `several`."""

    path: str
    ecosystem: str
    pins: Mapping[str, Pin] = field(default_factory=lambda: MappingProxyType({}))
    several: Mapping[str, tuple[Pin, ...]] = field(default_factory=lambda: MappingProxyType({}))


class Pins:
    """The versions of a lock file while it is read: of a package that is there twice, every one."""

    MOST = 100_000

    def __init__(self) -> None:
        self._pins: dict[str, Pin] = {}
        self._every: dict[str, dict[str, Pin]] = {}

    def add(self, name: str, version: str, line: int, *, is_lesser: bool = False) -> None:
        """Note a version; a lesser one counts only where there is no other."""
        if len(self._pins) >= self.MOST:
            raise Nonsense(f"more than {self.MOST:,} packages")
        name, pin = normal_name(name), Pin(version, line, not is_lesser)
        if not (is_lesser and name in self._pins):
            self._pins[name] = pin
            self._every.setdefault(name, {}).setdefault(version, pin)

    def lock(self, path: str, ecosystem: str) -> Lock:
        """Return the lock file."""
        several = {name: tuple(each.values()) for name, each in self._every.items() if len(each) > 1}
        return Lock(path, ecosystem, MappingProxyType(self._pins), MappingProxyType(several))


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with a manifest of its own: the root, a member of a monorepo, an example."""

    folder: str
    name: str
    ecosystem: str
    at: Spot
    version: str = ""
    is_member: bool = False  # a workspace of this repository names it
    is_example: bool = False
    manager: str = ""  # the package manager it names itself


@dataclass(frozen=True, slots=True)
class Script:
    """A named command of a project: what it runs, as written and as argument lists."""

    name: str
    kind: str  # `make`, `just`, `task`, `npm`, `tox`, `nox`, `hook`, `ci`, `console`, …
    at: Spot
    text: str = ""
    calls: tuple[tuple[str, ...], ...] = ()
    needs: tuple[str, ...] = ()  # other scripts of the same kind run before it
    folder: str = ""  # where it runs
    bound: str = ""  # why it runs only where its file says: another system, a service, a secret


@dataclass(frozen=True, slots=True)
class Call:
    """One way to call a tool, the evidence for it, and why it may not be offered as a check."""

    argv: tuple[str, ...]  # what is typed in the folder
    source: Source
    at: Spot
    folder: str = ""
    through: tuple[Spot, ...] = ()  # the scripts between the call and the tool
    tool: tuple[str, ...] = ()  # the tool's own words, at the end of that way
    unfit: str = ""  # why nobody should be told to type it; empty: it runs as it is

    @property
    def written(self) -> str:
        """Return the words at its place, where they are not the ones to type."""
        is_started = bool(self.tool) and self.argv[1:][-len(self.tool) :] == self.tool
        # A Rakefile defines its tasks; it writes no call of them.
        is_defined = self.source is Source.CONFIG or self.at.path.endswith("Rakefile")
        return " ".join(self.tool) if is_started and not is_defined else ""


@dataclass(frozen=True, slots=True)
class Tool:
    """A test runner, linter, formatter or type checker, and how this repository calls it, best first."""

    name: str
    role: Role
    calls: tuple[Call, ...]
    configured_at: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Runtime:
    """A language version a project asks for."""

    language: str
    declared: str
    at: Spot
    project: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A manifest that made no sense, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Part:
    """What one manifest file says; the parts of all files make the whole."""

    projects: tuple[Project, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    locks: tuple[Lock, ...] = ()
    runtimes: tuple[Runtime, ...] = ()
    scripts: tuple[Script, ...] = ()
    members: tuple[str, ...] = ()  # folder patterns of a workspace
    values: tuple[tuple[str, str], ...] = ()  # what others may refer to: properties, aliases of a catalog
    parent: str = ""  # the file it takes more from


@dataclass(frozen=True, slots=True)
class Manifest:
    """All that the manifests of a repository say, each statement with its place."""

    projects: tuple[Project, ...]
    dependencies: tuple[Dependency, ...]
    locks: tuple[Lock, ...]
    runtimes: tuple[Runtime, ...]
    scripts: tuple[Script, ...]
    tools: tuple[Tool, ...]
    unread: tuple[Unread, ...]

    def find(self, name: str) -> tuple[Dependency, ...]:
        """Return what is declared under a package's name, however it is spelled.

        What examples declare says nothing of the project, least of all that it depends on itself.
        """
        wanted = normal_name(name)
        found = tuple(each for each in self.dependencies if normal_name(each.name) == wanted)
        aside = tuple(f"{each.folder}/" for each in self.projects if each.is_example and each.folder)
        own = tuple(each for each in found if not each.at.path.startswith(aside)) if aside else found
        is_itself = any(
            normal_name(each.name) == wanted for each in self.projects if each.name and not each.is_example
        )
        return own if own or is_itself else found

    def tools_for(self, role: Role) -> tuple[Tool, ...]:
        """Return the tools of a role, the best evidenced first."""
        return tuple(each for each in self.tools if each.role is role)


def normal_name(name: str) -> str:
    """Return a package's name as lock files compare it: `Foo_Bar` and `foo.bar` are `foo-bar`."""
    if "/" in name or ":" in name:
        return name.lower()
    return name.lower().replace("_", "-").replace(".", "-")
