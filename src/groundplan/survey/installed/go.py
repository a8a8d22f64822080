"""Go modules: in the vendor folder or the module cache, at the version that `go.mod` asks for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.survey.installed.facts import Installed
from groundplan.survey.installed.node import read_readme

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.code.shelf import Shelf
    from groundplan.survey.installed.ecosystem import Lead, Names
    from groundplan.survey.manifest.facts import Dependency

_MAJOR = re.compile(r"(?:/v\d+|\.v\d+)$")


def module_cache(environ: Mapping[str, str]) -> Path | None:
    """Return the folder of downloaded modules."""
    for name, inner in (("GOMODCACHE", ""), ("GOPATH", "pkg/mod"), ("HOME", "go/pkg/mod")):
        folder = environ.get(name, "").split(":")[0]
        if Path(folder).is_absolute():
            return Path(folder) / inner
    return None


class GoModules:
    """The modules that this repository's `go.mod` files name."""

    name = "go"
    endings = (".go",)

    def __init__(
        self, shelf: Shelf, root: Path, cache: Path | None, dependencies: tuple[Dependency, ...]
    ) -> None:
        self._shelf = shelf
        self._vendor = root / "vendor"
        self._cache = cache
        self._modules = sorted(
            (each for each in dependencies if each.ecosystem == "go"), key=lambda each: -len(each.name)
        )
        self.looked_in = tuple(map(str, filter(None, (self._vendor, cache))))

    def find(self, asked: str) -> tuple[Installed, Names] | None:
        """Return the module that words begin with: its path, or the last part of it."""
        for is_whole in (True, False):
            for each in self._modules:
                known = each.name if is_whole else _MAJOR.sub("", each.name).rpartition("/")[2]
                if asked != known and not asked.startswith((f"{known}.", f"{known}/")):
                    continue
                package = self._place(each)
                if package:
                    path, _, names = asked[len(known) :].strip("/").rpartition("/")
                    inner, _, names = (
                        names.partition(".") if asked[len(known) :][:1] == "/" else ("", "", names)
                    )
                    within = "/".join(filter(None, (path, inner)))
                    rest = tuple(filter(None, names.lstrip(".").split(".")))
                    return package, (f"./{within}", *rest) if within else rest
        return None

    def _place(self, module: Dependency) -> Installed | None:
        version = module.locked or module.declared
        vendored = self._vendor / module.name
        if self._shelf.is_file(self._vendor / "modules.txt") and self._shelf.is_folder(vendored):
            return Installed(module.name, self.name, version, vendored, str(self._vendor))
        if self._cache is None:
            return None
        escaped = re.sub(r"[A-Z]", lambda letter: f"!{letter[0].lower()}", module.name)
        place = self._cache / f"{escaped}@{version}"
        if not self._shelf.is_folder(place):
            return None
        return Installed(module.name, self.name, version, place, str(self._cache))

    def starts(self, package: Installed, names: Names) -> Iterator[Lead]:
        """Yield the folder of the package that is meant."""
        if names[:1] and names[0].startswith("./"):
            yield package.folder / names[0][2:], names[1:]
        else:
            yield package.folder, names

    def readme(self, package: Installed) -> tuple[Path, str]:
        """Return where a module describes itself, and its words."""
        return read_readme(self._shelf, package.folder)

    def files(self, place: Path) -> list[Path]:
        """Return the files of a package; its tests are none of them."""
        return [
            place / name
            for name in self._shelf.names(place)
            if name.endswith(".go") and not name.endswith("_test.go")
        ]

    def lead(self, file: Path, module: str) -> Iterator[Lead]:  # noqa: ARG002
        """Yield nothing: Go hands on no names of other packages."""
        return iter(())

    def below(self, place: Path, name: str) -> Path | None:  # noqa: ARG002
        """Return nothing: a package inside is named by its path."""
        return None
