"""`read_manifest`: every manifest of a repository, read as data and put together."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.survey.manifest import (
    dotnet,
    go,
    gradle,
    java,
    locks,
    make,
    native,
    node,
    python_older,
    python_project,
    python_runners,
    ruby_php,
    rust,
    workflows,
)
from groundplan.survey.manifest.calling import find_tools
from groundplan.survey.manifest.facts import Manifest, Unread, normal_name
from groundplan.survey.manifest.lines import MOST_BYTES, Lines, Nonsense, load_lines
from groundplan.survey.manifest.members import folders_above, matches
from groundplan.survey.manifest.naming_calls import MANAGERS, Layout
from groundplan.survey.manifest.tool_table import find_configured
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.code.view import CodeView
    from groundplan.survey.manifest.facts import Dependency, Lock, Part, Pin, Project

MOST_FILES = 2_000
MOST_LOCK_BYTES = 16_000_000  # those of large monorepos reach ten megabytes
MOST_ENTRIES = 20_000  # of a manifest that people write
# Of all manifests: an entry costs some 300 bytes, and a megabyte up to a second.
MOST_TOGETHER, MOST_ENTRIES_TOGETHER = 32_000_000, 200_000
_LOCK_READERS: dict[str, Callable[[Lines], Part]] = {
    "uv.lock": locks.read_toml_lock,
    "poetry.lock": locks.read_toml_lock,
    "pdm.lock": locks.read_toml_lock,
    "pylock.toml": locks.read_toml_lock,
    "Cargo.lock": locks.read_toml_lock,
    "Pipfile.lock": locks.read_pipfile_lock,
    "package-lock.json": locks.read_package_lock,
    "npm-shrinkwrap.json": locks.read_package_lock,
    "yarn.lock": locks.read_yarn_lock,
    "pnpm-lock.yaml": locks.read_pnpm_lock,
    "go.sum": locks.read_go_sum,
    "Gemfile.lock": locks.read_gemfile_lock,
    "composer.lock": locks.read_composer_lock,
}
_READERS: dict[str, Callable[[Lines], Part]] = _LOCK_READERS | {
    "pyproject.toml": python_project.read_pyproject,
    "setup.cfg": python_older.read_setup_cfg,
    "setup.py": python_older.read_setup_py,
    "Pipfile": python_older.read_pipfile,
    "package.json": node.read_package_json,
    "pnpm-workspace.yaml": node.read_pnpm_workspace,
    ".node-version": node.read_version_file,
    ".nvmrc": node.read_version_file,
    ".python-version": node.read_version_file,
    ".ruby-version": node.read_version_file,
    "go.mod": go.read_go_mod,
    "go.work": go.read_go_work,
    "Cargo.toml": rust.read_cargo_toml,
    "pom.xml": java.read_pom,
    "build.gradle": gradle.read_gradle,
    "build.gradle.kts": gradle.read_gradle,
    "settings.gradle": gradle.read_gradle_settings,
    "settings.gradle.kts": gradle.read_gradle_settings,
    "libs.versions.toml": gradle.read_catalog,
    "Directory.Packages.props": dotnet.read_project,
    "CMakeLists.txt": native.read_cmake,
    "meson.build": native.read_meson,
    "vcpkg.json": native.read_vcpkg,
    "conanfile.txt": native.read_conan,
    "Gemfile": ruby_php.read_gemfile,
    "Rakefile": ruby_php.read_rakefile,
    "composer.json": ruby_php.read_composer_json,
    "Makefile": make.read_makefile,
    "makefile": make.read_makefile,
    "GNUmakefile": make.read_makefile,
    "justfile": make.read_justfile,
    "Justfile": make.read_justfile,
    ".justfile": make.read_justfile,
    "Taskfile.yml": make.read_taskfile,
    "Taskfile.yaml": make.read_taskfile,
    "tox.ini": python_runners.read_tox_ini,
    "noxfile.py": python_runners.read_noxfile,
    ".pre-commit-config.yaml": python_runners.read_pre_commit,
    ".gitlab-ci.yml": workflows.read_workflow,
    ".travis.yml": workflows.read_workflow,
    "azure-pipelines.yml": workflows.read_workflow,
}
_BY_ENDING: dict[str, Callable[[Lines], Part]] = {
    "csproj": dotnet.read_project,
    "fsproj": dotnet.read_project,
    "vbproj": dotnet.read_project,
    "sln": dotnet.read_solution,
    "gemspec": ruby_php.read_gemspec,
}
_LEFT_OUT = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "node_modules vendor third_party fixtures __fixtures__ testdata test-data site-packages "
        "templates conf .venv venv dist snapshots"
    ).split()
)
_EXAMPLES = frozenset(("example", "examples", "demo", "demos", "docs", "benchmarks", "playground", "samples"))
_RANGE = re.compile(
    r"[\^~=v ]{0,3}(\d{1,9}(?:\.\d{1,9}){0,3})$"
)  # a lowest version that says the highest, too
_PLAIN_LISTS = (".txt", ".in")


def reader_of(path: str) -> Callable[[Lines], Part] | None:
    """Return the reader of a manifest by its name, or None where the file is none."""
    folder, _, name = path.rpartition("/")
    reader = _READERS.get(name) or _BY_ENDING.get(name.rpartition(".")[2])
    if reader is None and path.startswith(".github/workflows/") and name.endswith((".yml", ".yaml")):
        reader = workflows.read_workflow
    if reader is None and path == ".circleci/config.yml":
        reader = workflows.read_workflow
    if reader is None and name.endswith((".txt", ".in")):
        is_named = name.lower().startswith(("requirements", "constraints"))
        if is_named or folder.rpartition("/")[2].lower() in {"requirements", "reqs"}:
            reader = _read_requirements
    return None if reader is None or _LEFT_OUT & set(folder.split("/")) else reader


def _read_requirements(source: Lines) -> Part:
    part = python_older.read_requirements(source)
    pinned = locks.read_pinned_requirements(source)
    return replace(part, locks=pinned.locks) if pinned else part


def read_manifest(index: CodeView) -> Manifest:
    """Return what every manifest of the repository says; a file that makes no sense is listed, not raised."""
    paths = index.paths()
    parts: list[tuple[str, Part]] = []
    unread: list[Unread] = []
    opened: dict[str, Lines] = {}
    budget = _Budget()
    for path in paths:
        reader = reader_of(path)
        if reader is None:
            continue
        try:
            source = budget.load(index, path)
            opened[path] = Lines(path, source.text)  # without the lines: of most of them nobody asks again
            parts.append((path, budget.take(reader(source))))
        except Nonsense as error:
            unread.append(Unread(path, str(error)))
    for fill in (java.fill_poms, gradle.fill_aliases, dotnet.fill_packages, rust.fill_workspace):
        parts = fill(parts)
    return _whole(paths, parts, unread, opened)


class _Budget:
    """What reading a repository's manifests may still cost."""

    def __init__(self) -> None:
        self._files, self._letters, self._entries = MOST_FILES, MOST_TOGETHER, MOST_ENTRIES_TOGETHER

    def load(self, index: CodeView, path: str) -> Lines:
        """Return a manifest by lines, or raise `Nonsense`."""
        is_lock = path.rpartition("/")[2] in _LOCK_READERS
        source = load_lines(index, path, MOST_LOCK_BYTES if is_lock else MOST_BYTES)
        if source is None:
            raise Nonsense("too large, binary or gone")
        self._files -= 1
        self._letters -= len(source.text)
        if self._files < 0 or self._letters < 0:
            raise Nonsense("too many or too large manifests before it")
        return source

    def take(self, part: Part) -> Part:
        """Return what a manifest says, or raise `Nonsense` where it is more than anybody writes."""
        count = sum(map(len, (part.dependencies, part.scripts, part.projects, part.members, part.runtimes)))
        if count > MOST_ENTRIES:
            raise Nonsense(f"more than {MOST_ENTRIES:,} entries")
        self._entries -= count + sum(len(lock.pins) for lock in part.locks)
        if self._entries < 0:
            raise Nonsense("too many entries in the manifests before it")
        return part


def _whole(
    paths: tuple[str, ...], parts: list[tuple[str, Part]], unread: list[Unread], opened: dict[str, Lines]
) -> Manifest:
    found_locks = tuple(lock for _, part in parts for lock in part.locks)
    patterns = [_joined(path, member) for path, part in parts for member in part.members]
    projects = tuple(_placed(project, patterns) for _, part in parts for project in part.projects)
    pinning = Locks(projects, found_locks)
    dependencies = tuple(pinning.pin(each) for _, part in parts for each in part.dependencies)
    scripts = tuple(script for _, part in parts for script in part.scripts)
    layout = Layout.of(paths, projects, find_configured(paths, opened), dependencies)
    return Manifest(
        projects=tuple(sorted(projects, key=lambda each: (each.is_example, each.folder, each.at))),
        dependencies=dependencies,
        locks=found_locks,
        runtimes=tuple(each for _, part in parts for each in part.runtimes),
        scripts=scripts,
        tools=find_tools(scripts, dependencies, projects, layout),
        unread=tuple(unread),
    )


def _joined(path: str, member: str) -> str:
    folder = path.rpartition("/")[0]
    return f"{folder}/{member}" if folder else member.removeprefix("./").rstrip("/")


def _placed(project: Project, patterns: list[str]) -> Project:
    fitting = [each for each in patterns[:500] if matches(project.folder, each.replace("!", ""))]
    is_member = bool(project.folder and fitting) and not any("!" in each for each in fitting)
    is_example = (
        bool(_EXAMPLES & {part.strip("_.") for part in project.folder.lower().split("/")}) and not is_member
    )
    return replace(project, is_member=is_member, is_example=is_example)


# Which lock file holds for a dependency, and which of its versions, where there is no doubt about it.


class Locks:
    """The lock files by folder, with whom each holds for."""

    def __init__(self, projects: Iterable[Project], locks: Iterable[Lock]) -> None:
        self._projects = {(each.ecosystem, each.folder): each for each in projects}
        self._by_folder: dict[tuple[str, str], list[Lock]] = {}
        for lock in locks:
            self._by_folder.setdefault((lock.ecosystem, lock.path.rpartition("/")[0]), []).append(lock)

    def pin(self, each: Dependency) -> Dependency:
        """Return a dependency with the version its lock file holds, where exactly one can be meant."""
        if each.locked:
            return each
        for folder in folders_above(f"{each.project}/" if each.project else ""):
            locks = self._holding(each, folder)
            if not locks:
                continue
            found = {pin.version: (lock, pin) for lock in locks for pin in _fitting(lock, each)}
            if len(found) == 1:
                (lock, pin) = next(iter(found.values()))
                return replace(each, locked=pin.version, locked_at=Spot(lock.path, pin.line))
            break
        return each

    def _holding(self, each: Dependency, folder: str) -> list[Lock]:
        """Return the lock files of a folder that hold for the project of a dependency."""
        locks = self._by_folder.get((each.ecosystem, folder), [])
        manager = next(filter(None, self._managers(each)), "")
        if manager:  # what another package manager left behind holds for nobody
            locks = [lock for lock in locks if MANAGERS.get(lock.path.rpartition("/")[2]) in {manager, None}]
        if folder != each.project:
            return [lock for lock in locks if self._is_part(each, lock)]
        return [lock for lock in locks if not lock.path.endswith(_PLAIN_LISTS)] or locks

    def _managers(self, each: Dependency) -> Iterator[str]:
        if each.ecosystem == "npm":
            for folder in folders_above(f"{each.project}/" if each.project else ""):
                project = self._projects.get(("npm", folder))
                yield project.manager if project else ""

    def _is_part(self, each: Dependency, lock: Lock) -> bool:
        """Tell whether a lock file further up is of a workspace that the dependency's project belongs to."""
        project = self._projects.get((each.ecosystem, each.project))
        if project is None or lock.path.endswith(_PLAIN_LISTS):
            return False
        return project.is_member or normal_name(project.name) in lock.pins


def _fitting(lock: Lock, each: Dependency) -> list[Pin]:
    """Return the versions of a package in a lock file; of several those that the declared range allows."""
    name = normal_name(each.name)
    several = lock.several.get(name, ())
    if not several:
        return [lock.pins[name]] if name in lock.pins and lock.pins[name].is_direct else []
    lowest = _RANGE.match(each.declared)
    if lowest is None:
        return list(several)
    wanted = [int(part) for part in lowest[1].split(".")]
    # `0.4.3` allows no `0.5`, `1.2` no `2.0`: all parts up to the first that is not zero are fixed
    fixed = next((at for at, part in enumerate(wanted, 1) if part), len(wanted))
    return [pin for pin in several if _numbers(pin.version)[:fixed] == wanted[:fixed]]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d{1,9}", version.partition("-")[0])]
