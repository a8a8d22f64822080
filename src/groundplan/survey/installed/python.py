"""Python packages: in the virtual environment of the project, by their metadata."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.survey.installed.facts import Installed
from groundplan.survey.manifest.facts import normal_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.code.shelf import Shelf
    from groundplan.survey.installed.ecosystem import Lead, Names

VIRTUALENVS = (".venv", "venv", "env", ".env", ".tox", ".nox")
_ACTIVE = ("VIRTUAL_ENV", "CONDA_PREFIX")
_METADATA = ".dist-info"


def find_virtualenvs(root: Path) -> list[str]:
    """Return the virtual environments in a worktree."""
    return [name for name in VIRTUALENVS if (root / name / "pyvenv.cfg").is_file()]


def active_environments(environ: Mapping[str, str]) -> list[Path]:
    """Return the environments that the user has activated."""
    return [Path(environ[name]) for name in _ACTIVE if Path(environ.get(name, "")).is_absolute()]


class PythonPackages:
    """The packages of the first environment that has any, the project's own before an active one."""

    name = "pypi"
    endings = (".py", ".pyi")

    def __init__(self, shelf: Shelf, root: Path, environ: Mapping[str, str]) -> None:
        self._shelf = shelf
        own = [root / name for name in find_virtualenvs(root)]
        self._environments = [*own, *active_environments(environ)]
        self.looked_in = tuple(map(str, self._environments)) or (f"{root} (no virtual environment)",)

    @cached_property
    def _packages(self) -> dict[str, tuple[Installed, str]]:
        """Every package with the folder of its metadata, by name."""
        found: dict[str, tuple[Installed, str]] = {}
        for environment in self._environments:
            for site in self._sites(environment):
                for entry in self._shelf.names(site):
                    name, dash, version = entry.removesuffix(_METADATA).rpartition("-")
                    if entry.endswith(_METADATA) and dash:
                        package = Installed(name, self.name, version, site, str(environment))
                        found.setdefault(normal_name(name), (package, entry))
        return found

    def _sites(self, environment: Path) -> Iterator[Path]:
        for version in self._shelf.names(environment / "lib"):
            if version.startswith(("python", "pypy")):
                yield environment / "lib" / version / "site-packages"
        yield environment / "Lib" / "site-packages"

    def find(self, asked: str) -> tuple[Installed, Names] | None:
        """Return the package of a name as it is installed by, or as it is imported by."""
        words = tuple(asked.split("."))
        for end in range(len(words), 0, -1):
            known = self._packages.get(normal_name(".".join(words[:end])))
            if known:
                is_module = end == 1 < len(words) and words[0] in self._modules(*known)
                return known[0], (f"./{words[0]}", *words[1:]) if is_module else words[end:]
        for package, metadata in self._packages.values():
            if words[0] in self._modules(package, metadata):
                return package, (f"./{words[0]}", *words[1:]) if words[1:] else ()
        return None

    def _modules(self, package: Installed, metadata: str) -> list[str]:
        """Return the names that a package is imported by."""
        folder = package.folder / metadata
        listed = (self._shelf.text(folder / "top_level.txt") or b"").decode("utf-8", "replace").split()
        if listed:
            return listed
        record = (self._shelf.text(folder / "RECORD") or b"").decode("utf-8", "replace")
        tops = (line.partition(",")[0].partition("/") for line in record.split("\n"))
        names = (
            top if slash else top.removesuffix(".py")
            for top, slash, _ in tops
            if slash or top.endswith(".py")
        )
        return [each for each in dict.fromkeys(names) if each.isidentifier()]

    def starts(self, package: Installed, names: Names) -> Iterator[Lead]:
        """Yield the modules of a package; where its own name has dots, the words may be an import's."""
        known = self._packages.get(normal_name(package.name))
        modules = sorted(self._modules(*known), key=lambda name: name.startswith("_")) if known else []
        if names[:1] and names[0].startswith("./"):
            modules, names = [names[0][2:]], names[1:]
        for module in modules:
            place = self._module(package.folder, module)
            if place:
                yield place, names
        words = package.name.replace("-", ".").replace("_", ".").split(".")
        place = self._descend(package.folder, words) if len(words) > 1 else None
        if place:
            yield place, names

    def readme(self, package: Installed) -> tuple[Path, str]:
        """Return where a package describes itself, and its words."""
        metadata = self._packages[normal_name(package.name)][1]
        path = package.folder / metadata / "METADATA"
        text = (self._shelf.text(path) or b"").decode("utf-8", "replace")
        head, _, body = text.partition("\n\n")
        summary = next((line[9:] for line in head.split("\n") if line.startswith("Summary: ")), "")
        return path, body.strip() or summary

    def files(self, place: Path) -> list[Path]:
        """Return the file of a module, or the one that makes a folder a package."""
        return [place] if self._shelf.is_file(place) else [place / "__init__.py"]

    def _module(self, folder: Path, name: str) -> Path | None:
        for place in (folder / name, folder / f"{name}.py", folder / f"{name}.pyi"):
            if name and (self._shelf.is_folder(place) or self._shelf.is_file(place)):
                return place
        return None

    def _descend(self, folder: Path, names: list[str]) -> Path | None:
        for name in names:
            place = self._module(folder, name)
            if place is None:
                return None
            folder = place
        return folder

    def lead(self, file: Path, module: str) -> Iterator[Lead]:
        """Yield the module of a relative or absolute import, and what of its name is no module."""
        bare = module.lstrip(".")
        folder = file.parent
        for _ in range(len(module) - len(bare) - 1):
            folder = folder.parent
        if bare == module:
            folder = next((each for each in file.parents if each.name == "site-packages"), folder)
        place, words = folder, bare.split(".") if bare else []
        while words and (inner := self._module(place, words[0])):
            place, words = inner, words[1:]
        if place != folder or not words:
            yield place, tuple(words)

    def below(self, place: Path, name: str) -> Path | None:
        """Return the module inside a package."""
        folder = place.parent if place.name == "__init__.py" else place
        return self._module(folder, name) if os.path.isdir(folder) else None  # noqa: PTH112
