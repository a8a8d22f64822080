"""Rust crates: in the vendor folder or cargo's registry, at the version that `Cargo.lock` holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.survey.installed.facts import Installed
from groundplan.survey.installed.node import read_readme
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.stated.versions import allows, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.code.shelf import Shelf
    from groundplan.survey.installed.ecosystem import Lead, Names
    from groundplan.survey.manifest.facts import Manifest

_CRATE = re.compile(r"(.+?)-(\d+\.\d+[^/]*)")


def cargo_sources(environ: Mapping[str, str]) -> Path | None:
    """Return the folder of unpacked crates."""
    home, cargo = environ.get("HOME", ""), environ.get("CARGO_HOME", "")
    if Path(cargo).is_absolute():
        return Path(cargo) / "registry/src"
    return Path(home) / ".cargo/registry/src" if Path(home).is_absolute() else None


class Crates:
    """The crates that this repository's manifests or lock files name."""

    name = "cargo"
    endings = (".rs",)

    def __init__(self, shelf: Shelf, root: Path, sources: Path | None, manifest: Manifest) -> None:
        self._shelf = shelf
        self._manifest = manifest
        self._vendor = root / "vendor"
        self._registries = [sources / name for name in shelf.names(sources)] if sources else []
        self.looked_in = tuple(map(str, filter(None, (self._vendor, sources))))

    def find(self, asked: str) -> tuple[Installed, Names] | None:
        """Return the crate that a path begins with."""
        crate, *names = re.split(r"::|\.", asked)
        package = self._crate(crate)
        return (package, tuple(filter(None, names))) if package else None

    def _crate(self, name: str) -> Installed | None:
        wanted = normal_name(name)
        declared = [each for each in self._manifest.find(name) if each.ecosystem == self.name]
        locks = [each for each in self._manifest.locks if each.ecosystem == self.name]
        pins = [pin.version for lock in locks if (pin := lock.pins.get(wanted))]
        if not declared and not pins:
            return None
        there = [
            Installed(found[1], self.name, found[2], registry / entry, str(registry))
            for registry in self._registries
            for entry in self._shelf.names(registry)
            if (found := _CRATE.fullmatch(entry)) and normal_name(found[1]) == wanted
        ]
        locked = [each for each in there if each.version in pins]
        if locked:
            return locked[0]
        vendored = self._vendor / name
        if self._shelf.is_file(vendored / "Cargo.toml"):
            return Installed(name, self.name, (*pins, "")[0], vendored, str(self._vendor))
        fitting = [each for each in there if any(allows(one, each.version) for one in declared)]
        if pins or not fitting:
            return None
        newest = max(fitting, key=lambda each: numbers(each.version))
        return Installed(
            newest.name, self.name, newest.version, newest.folder, newest.environment, is_guess=True
        )

    def starts(self, package: Installed, names: Names) -> Iterator[Lead]:
        """Yield the root of the crate."""
        yield package.folder / "src/lib.rs", names

    def readme(self, package: Installed) -> tuple[Path, str]:
        """Return where a crate describes itself, and its words."""
        return read_readme(self._shelf, package.folder)

    def files(self, place: Path) -> list[Path]:
        """Return the file itself."""
        return [place]

    def lead(self, file: Path, module: str) -> Iterator[Lead]:
        """Yield where a path leads: into this crate, or into another one."""
        first, *names = module.split("::")
        own = next((each for each in file.parents if self._shelf.is_file(each / "Cargo.toml")), None)
        if first == "crate" and own:
            yield self._descend(own / "src/lib.rs", names)
        elif first in {"self", "super"}:
            above = 1 if first == "super" else 0
            place = _above(file) if above else file
            yield self._descend(place, [each for each in names if each != "super"])
        elif self.below(file, first):
            yield self._descend(file, [first, *names])
        elif other := self._crate(first):
            yield self._descend(other.folder / "src/lib.rs", names)

    def _descend(self, place: Path, names: list[str]) -> Lead:
        while names and (inner := self.below(place, names[0])):
            place, names = inner, names[1:]
        return place, tuple(names)

    def below(self, place: Path, name: str) -> Path | None:
        """Return the file of a module inside a module."""
        folder = place.parent if place.name in {"lib.rs", "mod.rs"} else place.with_suffix("")
        return self._shelf.first_file((folder / f"{name}.rs", folder / name / "mod.rs"))


def _above(file: Path) -> Path:
    folder = file.parent.parent if file.name == "mod.rs" else file.parent
    for name in ("lib.rs", "mod.rs"):
        if (folder / name).is_file():
            return folder / name
    return folder.with_suffix(".rs")
