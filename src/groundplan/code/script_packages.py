"""The packages of a JavaScript repository by name: workspaces, and the package a file itself belongs to."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from groundplan.code.loose_json import read_object
from groundplan.code.script_settings import path_in
from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.code.view import CodeView

_LIST_ITEM = re.compile(r"\s*-\s*['\"]?([^'\"#\n]+?)['\"]?\s*(?:#.*)?")
_TARGETS_LIMIT = 200
_LOOKED_FOR = ("package.json", "pnpm-workspace.yaml", "lerna.json")


@dataclass(frozen=True, slots=True)
class Package:
    """A package.json: its folder, its name, and where it says its code is."""

    folder: str
    name: str
    held: dict[str, Any] = field(repr=False)

    def entries(self, subpath: str) -> tuple[str, ...]:
        """Return the files a subpath may mean, best first; the package itself is `.`."""
        exports = self.held.get("exports")
        found = list(_exported(exports, subpath)) if exports is not None else []
        if subpath == ".":
            found = [*_strings(self.held.get("source")), *found]
            for key in ("module", "main", "types", "typings", "browser"):
                found += _strings(self.held.get(key))
        return tuple(dict.fromkeys(path_in(self.folder, each) for each in found))

    def private(self, name: str) -> tuple[str, ...]:
        """Return the files a name like `#internal` may mean, by the package's `imports`."""
        return tuple(path_in(self.folder, each) for each in _exported(self.held.get("imports"), name))


class ScriptPackages:
    """The packages of an index: those of a workspace by name, and the one around a file."""

    def __init__(self, index: CodeView, paths: Iterable[str]) -> None:
        self._folders: dict[str, Package] = {}
        self._workspace: dict[str, Package] = {}
        globs: list[tuple[str, str]] = []
        linked: set[str] = set()
        for path in paths:
            if not path.endswith(_LOOKED_FOR):  # nearly all
                continue
            folder, name = posixpath.split(path)
            if name == "package.json" and "node_modules" not in folder.split("/"):
                held = read_object(index.text(path))
                self._folders[folder] = Package(folder, _text(held.get("name")), held)
                globs += [(folder, each) for each in _workspaces(held)]
                linked.update(_linked(held, folder))
            elif name == "pnpm-workspace.yaml":
                globs += [(folder, each) for each in _read_list(index.text(path) or b"", "packages")]
            elif name == "lerna.json":
                globs += [(folder, each) for each in _strings(read_object(index.text(path)).get("packages"))]
        members = _matcher(globs)
        self._apart = {
            folder for folder in self._folders if folder and folder not in linked and not members(folder)
        }
        for folder, package in sorted(self._folders.items(), key=lambda each: (each[0].count("/"), each[0])):
            if package.name and (not folder or folder in linked or members(folder)):
                self._workspace.setdefault(package.name, package)

    def around(self, path: str) -> Package | None:
        """Return the package a file belongs to."""
        folder = posixpath.dirname(path)
        while folder not in self._folders:
            if not folder:
                return None
            folder = posixpath.dirname(folder)
        return self._folders[folder]

    def at(self, folder: str) -> Package | None:
        """Return the package whose package.json stands in a folder."""
        return self._folders.get(folder)

    def named(self, name: str, importing: str) -> Package | None:
        """Return the package a name means in a file: one of the workspace, or the file's own."""
        own = self.around(importing)
        if own and own.name != name and own.folder in self._apart and _is_published(own.held, name):
            return None
        return self._workspace.get(name) or (own if own and own.name == name else None)

    def is_wanted(self, name: str, importing: str) -> bool:
        """Whether a package around a file asks for one of that name, or for its types."""
        typed = "@types/" + name.removeprefix("@").replace("/", "__")
        return any(
            each in {name, typed}
            for folder, package in self._folders.items()
            if not folder or importing.startswith(f"{folder}/")
            for each, _ in _wanted(package.held)
        )


def package_name(module: str) -> str:
    """Return the package in the name of a module: `@vue/shared` of `@vue/shared/dist/a.js`."""
    parts = module.split("/")
    return "/".join(parts[: 2 if module.startswith("@") else 1])


def _exported(exports: object, subpath: str) -> Iterator[str]:
    if isinstance(exports, dict) and any(key.startswith((".", "#")) for key in exports):
        if subpath in exports:
            yield from _strings(exports[subpath])
            return
        for pattern, target in exports.items():
            before, star, after = pattern.partition("*")
            if star and subpath.startswith(before) and subpath.endswith(after):
                middle = subpath[len(before) : len(subpath) - len(after)]
                yield from (each.replace("*", middle) for each in _strings(target))
                return
    elif subpath == ".":
        yield from _strings(exports)


def _strings(value: object) -> list[str]:
    """Return all texts of a value: of a list, or of conditions such as `import`, to any depth."""
    found: list[str] = []
    waiting: list[object] = [value]
    while waiting and len(found) < _TARGETS_LIMIT:
        each = waiting.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, list):
            waiting += reversed(each)
        elif isinstance(each, dict):
            waiting += reversed(list(each.values()))
    return found


def _workspaces(held: dict[str, Any]) -> list[str]:
    named = held.get("workspaces")
    return _strings(named.get("packages") if isinstance(named, dict) else named)


def _linked(held: dict[str, Any], folder: str) -> Iterator[str]:
    for _, version in _wanted(held):
        kind, colon, target = version.partition(":")
        if colon and kind in {"file", "link", "portal"}:
            yield path_in(folder, target)


def _wanted(held: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the packages that a package asks for, each with its version."""
    for key in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        wanted = held.get(key)
        if isinstance(wanted, dict):
            yield from ((name, _text(version)) for name, version in wanted.items())


def _is_published(held: dict[str, Any], name: str) -> bool:
    """Tell whether a package outside the workspace asks for a version of another one, not for its folder."""
    return any(each == name and ":" not in version for each, version in _wanted(held))


def _read_list(text: bytes, key: str) -> Iterator[str]:
    """Return the items of one list in a simple YAML file."""
    is_in_list = False
    for line in text[:100_000].decode("utf-8", "replace").split("\n"):
        if line.rstrip() == f"{key}:":
            is_in_list = True
        elif is_in_list and (item := _LIST_ITEM.fullmatch(line[:500])):
            yield item[1]
        elif line.strip() and not line.lstrip().startswith("#"):
            is_in_list = False


def _matcher(globs: list[tuple[str, str]]) -> Callable[[str], bool]:
    wanted = [(folder, each) for folder, each in globs if not each.startswith("!")]
    unwanted = [(folder, each[1:]) for folder, each in globs if each.startswith("!")]
    yes, no = ([path_in(*each) for each in side] for side in (wanted, unwanted))
    return lambda folder: (
        any(_fits(each, folder) for each in yes) and not any(_fits(each, folder) for each in no)
    )


def _fits(glob: str, folder: str) -> bool:
    """Tell whether a folder is the one a glob names: a package holds no other one by its name alone."""
    if "*" not in glob and "?" not in glob:
        return folder == glob
    return matches(glob.replace("[", "[[]"), folder)  # a bracket is part of a folder's name


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
