"""What Go's imports mean: from an import path to the files of the package it names."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.resolved import Resolved

if TYPE_CHECKING:
    from groundplan.code.outline import Import
    from groundplan.code.view import CodeView

_COMMENT = re.compile(r"//[^\n]*+")
_MODULE = re.compile(r"^[ \t]*+module[ \t]++[\"`]?([^\s\"`]+)", re.MULTILINE)
_REPLACE = re.compile(
    r"^[ \t]*+(?:replace[ \t]++)?([^\s=]++)(?:[ \t]++v\S++)?[ \t]*+=>[ \t]*+(\.\S*+)", re.MULTILINE
)
_REQUIRE = re.compile(r"^[ \t]*+(?:require[ \t]++)?([^\s()]++)[ \t]++v[0-9]\S*+", re.MULTILINE)
_LIMIT = 1_000_000
# Folders that the go command itself leaves out when it looks for packages.
_UNSEEN = frozenset({"vendor", "testdata", "node_modules"})


@dataclass(frozen=True, slots=True)
class _Module:
    """A go.mod: the folder it stands in, and what it calls that folder."""

    folder: str
    path: str


class GoModules:
    """The Go packages of an index; reads go.mod files once, so make a new one after a refresh."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        self._packages: dict[str, list[str]] = {}
        modules: list[_Module] = []
        self._required: set[str] = set()
        for path in index.paths():
            folder, name = posixpath.split(path)
            if name.endswith(".go"):
                self._packages.setdefault(folder, []).append(path)
            elif name == "go.mod" and not _UNSEEN.intersection(folder.split("/")):
                modules += self._read(folder, index.text(path) or b"")
        # The longest path wins, as in the go command: a module may stand inside another one.
        self._modules = sorted(modules, key=lambda each: (-len(each.path), each.folder))

    def resolve(self, importing_path: str, imported: Import) -> Resolved:
        """Return the files of the package that an import means, without its tests, or the module outside."""
        path = imported.module
        if path.startswith("."):
            folder = posixpath.normpath(posixpath.join(posixpath.dirname(importing_path), path))
            return Resolved(self._files(folder), how="relative")
        for module in self._modules:
            if path == module.path or path.startswith(f"{module.path}/"):
                inner = posixpath.join(module.folder, path[len(module.path) + 1 :]).rstrip("/")
                if found := self._files(inner):
                    return Resolved(found, how="module path")
        if not self._modules and (found := self._old_style(path)):
            return Resolved(found, how="folder of the same name")
        if any(path == each.path or path.startswith(f"{each.path}/") for each in self._modules):
            return Resolved(how="module path")
        return Resolved(external=self._outside(path), how="outside")

    def follow(self, path: str, name: str) -> Symbol | None:
        """Return the definition of a name in the package that a file belongs to."""
        for each in self.beside(path):
            outline = self._index.outline(each)
            if outline is not None and (found := outline.find(name)):
                return Symbol(each, found[-1])
        return None

    def beside(self, path: str) -> tuple[str, ...]:
        """Return the files whose names a file sees without an import, itself first."""
        folder = posixpath.dirname(path)
        # A file's own package: its tests see its names, it does not see theirs.
        siblings = (
            self._files(folder) if not path.endswith("_test.go") else tuple(self._packages.get(folder, ()))
        )
        return (path, *(one for one in siblings if one != path))

    def _files(self, folder: str) -> tuple[str, ...]:
        return tuple(each for each in self._packages.get(folder, ()) if not each.endswith("_test.go"))

    def _read(self, folder: str, text: bytes) -> list[_Module]:
        words = _COMMENT.sub("", text[:_LIMIT].decode("utf-8", "replace"))
        self._required.update(_REQUIRE.findall(words))
        named = _MODULE.search(words)
        found = [_Module(folder, named[1])] if named else []
        for path, target in _REPLACE.findall(words):
            inner = posixpath.normpath(posixpath.join(folder, target))
            if not inner.startswith(".."):
                found.append(_Module("" if inner == "." else inner, path))
        return found

    def _old_style(self, path: str) -> tuple[str, ...]:
        """Return the package of a repository without go.mod, by the end of the import path."""
        parts = path.split("/")
        if "." not in parts[0]:
            return ()
        for start in range(2, min(len(parts), 12)):
            if found := self._files("/".join(parts[start:])):
                return found
        return ()

    def _outside(self, path: str) -> str:
        """Return the module outside that holds a package: as go.mod requires it, or by custom."""
        parts = path.split("/")
        if "." not in parts[0]:
            return path  # the standard library: `net` and `net/http` are two packages
        for end in range(len(parts), 0, -1):
            if "/".join(parts[:end]) in self._required:
                return "/".join(parts[:end])
        return "/".join(parts[:3])
