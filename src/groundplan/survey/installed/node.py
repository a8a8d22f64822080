"""npm packages: in `node_modules`, by their `package.json`; declarations before what they declare."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from groundplan.survey.installed.facts import Installed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.code.shelf import Shelf
    from groundplan.survey.installed.ecosystem import Lead, Names

_NAME = re.compile(r"(?:@[^/@\s]+/)?[^/@\s]+")
_BUILT = re.compile(r"\.([mc]?)jsx?$")
_ENDINGS = (".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs")
_MODULES = "node_modules"


class NodePackages:
    """The packages below the folders of a worktree."""

    name = "npm"
    endings = _ENDINGS

    def __init__(self, shelf: Shelf, root: Path, projects: tuple[str, ...]) -> None:
        self._shelf = shelf
        folders = [root / _MODULES, *(root / each / _MODULES for each in projects if each)]
        self._folders = [each for each in folders if shelf.is_folder(each)]
        self.looked_in = tuple(map(str, self._folders or folders[:1]))

    def find(self, asked: str) -> tuple[Installed, Names] | None:
        """Return the package with the longest name that words begin with; a name may have dots."""
        match = _NAME.match(asked)
        if match is None:
            return None
        within = asked[match.end() :].strip("/")  # `next/router.useRouter`
        words = match[0].split(".")
        for end in range(len(words), 0, -1):
            package = self._package(".".join(words[:end]))
            if package:
                inner, _, rest = within.partition(".")
                names = (*words[end:], *filter(None, rest.split(".")))
                return package, (f"./{inner}", *names) if inner else names
        return None

    def _package(self, name: str, *, near: Path | None = None) -> Installed | None:
        """Return a package, from where an import in a file would get it."""
        above = [] if near is None else [each / _MODULES for each in near.parents if each.name != _MODULES]
        for folder in (*above, *self._folders):
            place = folder / name
            about = self._about(place)
            if about.get("name") and _NAME.fullmatch(name) and ".." not in name.split("/"):
                return Installed(name, self.name, str(about.get("version", "")), place, str(folder))
        return None

    def _about(self, place: Path) -> dict[str, Any]:
        try:
            read = json.loads(self._shelf.text(place / "package.json") or b"{}")
        except (ValueError, RecursionError):
            return {}
        return read if isinstance(read, dict) else {}

    def starts(self, package: Installed, names: Names) -> Iterator[Lead]:
        """Yield the package's declarations, those that others wrote for it, then its code."""
        within, names = (names[0], names[1:]) if names[:1] and names[0].startswith("./") else (".", names)
        own = list(self._entries(package.folder, within))
        yield from ((file, names) for file in own if ".d." in file.name)
        if not any(".d." in file.name for file in own):
            typed = self._package(f"@types/{package.name.lstrip('@').replace('/', '__')}")
            if typed:
                yield from ((file, names) for file in self._entries(typed.folder, within))
        yield from ((file, names) for file in own if ".d." not in file.name)

    def _entries(self, folder: Path, within: str) -> Iterator[Path]:
        about = self._about(folder)
        exports = about.get("exports")
        if isinstance(exports, dict) and any(str(key).startswith(".") for key in exports):
            exports = exports.get(within)
        elif within != ".":
            exports = None
        plain = [about.get(key) for key in ("types", "typings", "module", "main")] if within == "." else []
        named = (*_targets(exports), *plain, within if within != "." else "index")
        paths = [each for each in named if isinstance(each, str)]
        found = [file for each in paths if (file := self._file(folder, each))]
        declared = [file for each in found if (file := self._declared(each))]
        yield from dict.fromkeys((*declared, *found))

    def _declared(self, file: Path) -> Path | None:
        return self._shelf.first_file([file.with_name(_BUILT.sub(r".d.\1ts", file.name)), file])

    def _file(self, folder: Path, path: str) -> Path | None:
        place = folder / path.removeprefix("./")
        stem = place.with_name(_BUILT.sub("", place.name)) if place.name else place
        exact = [place] if place.name.endswith(_ENDINGS) else []
        typed = [stem.with_name(f"{stem.name}{ending}") for ending in _ENDINGS[:3] if place.name]
        others = [place.with_name(f"{place.name}{ending}") for ending in _ENDINGS if place.name]
        inner = [place / f"index{ending}" for ending in _ENDINGS]
        return self._shelf.first_file((*typed, *exact, *others, *inner))

    def readme(self, package: Installed) -> tuple[Path, str]:
        """Return where a package describes itself, and its words."""
        return read_readme(self._shelf, package.folder)

    def files(self, place: Path) -> list[Path]:
        """Return the file itself."""
        return [place]

    def lead(self, file: Path, module: str) -> Iterator[Lead]:
        """Yield the file of a relative import, or the entry of another package."""
        if module.startswith("."):
            target = self._file(file.parent, module)
            if target:
                yield target, ()
            return
        match = _NAME.match(module)
        package = self._package(match[0], near=file) if match else None
        if match and package:
            within = module[match.end() :].strip("/")
            yield from self.starts(package, (f"./{within}",) if within else ())

    def below(self, place: Path, name: str) -> Path | None:  # noqa: ARG002
        """Return nothing: a file has no files inside it."""
        return None


def _targets(exports: object) -> Iterator[str]:
    """Yield the files that `exports` names for one path, declarations first."""
    if isinstance(exports, str):
        yield exports
    elif isinstance(exports, dict):
        for key in sorted(exports, key=lambda key: key != "types"):
            yield from _targets(exports[key])


def read_readme(shelf: Shelf, folder: Path) -> tuple[Path, str]:
    """Return the README of a folder, and its words."""
    names = [name for name in shelf.names(folder) if name.lower().startswith("readme")]
    path = folder / next((each for each in names if each.lower() == "readme.md"), (*names, "README.md")[0])
    return path, (shelf.text(path) or b"").decode("utf-8", "replace").strip()
