"""What is typed to run a script by its name, or a tool that nothing calls, in this layout of files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.tool_table import MULTIPLATFORM

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.survey.manifest.facts import Dependency, Project, Script
    from groundplan.survey.manifest.tool_table import Known
    from groundplan.survey.spot import Spot

# Lock files, and how the package manager that writes them runs a package's tool and a script.
MANAGERS = {
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
}
_STARTERS = {"pnpm": ("pnpm", "exec"), "yarn": ("yarn", "run"), "bun": ("bunx",), "npm": ("npx",)}
_RUNNERS = {
    "make": ("make",),
    "just": ("just",),
    "task": ("task",),
    "poe": ("poe",),
    "composer": ("composer",),
    "hatch": ("hatch", "run"),
    "pdm": ("pdm", "run"),
    "rye": ("rye", "run"),
    "deno": ("deno", "task"),
}
# Programs of their own, not tools that a project installs for itself.
_PROGRAMS = frozenset(("node", "bun", "deno", "npm", "yarn", "pnpm"))
_WRAPPERS = {"mvn": "./mvnw", "gradle": "./gradlew"}
_ROOTS = {
    "maven": ("pom.xml",),
    "gradle": ("settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle"),
    "gem": ("Gemfile",),
    "go": ("go.mod",),
    "cargo": ("Cargo.toml",),
}


@dataclass(frozen=True)
class Layout:
    """What decides how something is typed: the files, where tools are configured, package managers."""

    paths: frozenset[str]
    configured: Mapping[str, tuple[Spot, ...]]
    managers: Mapping[str, str]  # folder of a package.json to the manager it names itself
    packages: frozenset[str] = frozenset()  # what any package.json declares

    @classmethod
    def of(
        cls,
        paths: Iterable[str],
        projects: Iterable[Project],
        configured: Mapping[str, tuple[Spot, ...]] = MappingProxyType({}),
        dependencies: Iterable[Dependency] = (),
    ) -> Layout:
        """Return the layout of a repository with these files and projects."""
        managers = {each.folder: each.manager for each in projects if each.manager in _STARTERS}
        packages = frozenset(each.name for each in dependencies if each.ecosystem == "npm")
        return cls(frozenset(paths), configured, managers, packages)

    @cached_property
    def folders(self) -> frozenset[str]:
        """Return every folder there is, the root (empty) among them."""
        return frozenset(folder for path in self.paths for folder in folders_above(path))

    def root_manifest(self, ecosystem: str) -> str:
        """Return the file at the root that makes it a project of an ecosystem, or nothing."""
        if ecosystem == "nuget":
            found = [path for path in self.paths if path.endswith((".sln", ".slnx"))]
            return found[0] if len(found) == 1 else ""
        return next((name for name in _ROOTS.get(ecosystem, ()) if name in self.paths), "")

    def manager(self, folder: str) -> str:
        """Return the package manager of a folder: the one it names, else that of the nearest lock file."""
        while True:
            if folder in self.managers:
                return self.managers[folder]
            place = f"{folder}/" if folder else ""
            found = next((name for lock, name in MANAGERS.items() if place + lock in self.paths), "")
            if found or not folder:
                return found or "npm"
            folder = folder.rpartition("/")[0]

    def starter(self, folder: str) -> tuple[str, ...]:
        """Return the words before a package's own tool: `pnpm exec`."""
        return _STARTERS.get(self.manager(folder), ("npx",))


def name_call(script: Script, layout: Layout) -> tuple[str, ...]:
    """Return what runs a script by its name, typed in its folder."""
    if script.kind == "npm":
        manager = layout.manager(script.folder)
        return (
            (manager, "test") if script.name == "test" and manager != "bun" else (manager, "run", script.name)
        )
    if script.kind == "hook":
        return ("pre-commit", "run", script.name, "--all-files")
    if script.kind == "tox":
        return ("tox", "-e", script.name) if script.name else ("tox",)
    if script.kind == "rake":
        is_bundled = (f"{script.folder}/Gemfile" if script.folder else "Gemfile") in layout.paths
        return ("bundle", "exec", "rake", script.name) if is_bundled else ("rake", script.name)
    if script.kind == "nox":
        return ("nox", "-s", script.name)
    return (*_RUNNERS.get(script.kind, (script.kind,)), script.name)


def start_call(argv: tuple[str, ...], known: Known, layout: Layout) -> tuple[str, ...]:
    """Return a call with what puts a project's own tool on the path, where the call is the bare tool."""
    if argv[0] != known.words[0] or argv[0] in _PROGRAMS:
        return argv
    if known.ecosystem == "gem" and "Gemfile" in layout.paths:
        return ("bundle", "exec", *argv)
    return (
        (*layout.starter(""), *argv) if known.ecosystem == "npm" and "package.json" in layout.paths else argv
    )


def plain_call(known: Known, layout: Layout) -> tuple[str, ...]:
    """Return the plain call of a tool at the root, or nothing where it would not run there."""
    head = known.plain[0] if known.plain else ""
    if head == "npx":
        return (*layout.starter(""), *known.plain[1:])
    if known.name == "rspec" and "spec" not in layout.folders:
        return ()
    if known.name == "gradle test" and MULTIPLATFORM in layout.configured:
        return ()  # its tests are run by a task for each platform
    if head == "dotnet":
        return _dotnet(known.plain, layout)
    if known.ecosystem in _ROOTS and not layout.root_manifest(known.ecosystem):
        return ()
    wrapper = _WRAPPERS.get(head, "")
    return (wrapper, *known.plain[1:]) if wrapper.removeprefix("./") in layout.paths else known.plain


def _dotnet(plain: tuple[str, ...], layout: Layout) -> tuple[str, ...]:
    """Name the one solution there is: in a folder with none, or with several, `dotnet` stops."""
    solution = layout.root_manifest("nuget")
    if not any(path.endswith((".csproj", ".fsproj", ".vbproj")) for path in layout.paths):
        return ()  # one of another language
    return (*plain, solution) if solution else ()
