"""Which file or folder a written path means: plans write paths from the root, from a folder, or by name."""

from __future__ import annotations

import os
import posixpath
import stat
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.code.view import CitedCode
    from groundplan.plan.citation import Citation

_MODULE_ENDINGS = (".ts", ".tsx", ".js", ".jsx", ".vue", ".mjs", ".py", ".go", "/index.ts", "/index.tsx")


@dataclass(frozen=True, slots=True)
class Spelling:
    """A path from the root that a written one can mean, and the folder the written one then starts in."""

    path: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a written path leads: nowhere (no path), outside, to a file or to a folder; `note` says how.

    `others` are further files that a path without its first folders can mean.
    """

    path: str = ""
    start: str = ""
    others: tuple[str, ...] = ()
    is_folder: bool = False
    is_outside: bool = False
    note: str = ""


class Places:
    """The files and folders of one worktree; the full listing is asked for only when a look did not do."""

    def __init__(self, index: CitedCode, *, root: Path | None, scope: str = "") -> None:
        self._index = index
        self._root = root
        self._scope = scope.strip("/")
        self._spelled: dict[tuple[str, str, bool], tuple[Spelling, ...]] = {}

    def find(self, citation: Citation) -> Placed:
        """Return where a citation's path leads, by looking there and nowhere else."""
        if is_absolute(citation.path):
            return Placed(is_outside=True, note="the path is absolute")
        spellings = self.spellings(citation)
        if not spellings:
            return Placed(is_outside=True, note="the path leads above the repository")
        for each in spellings:
            kind, real = self._look(each.path)
            if kind == "outside":
                return Placed(
                    each.path, is_outside=True, note="a link on the way leads out of the repository"
                )
            if kind == "folder" or (kind == "file" and not _names_folder(citation.path)):
                return Placed(real, each.start, is_folder=kind == "folder")
        return Placed()

    def spellings(self, citation: Citation) -> tuple[Spelling, ...]:
        """Return the paths from the root that a citation's path can mean, the likeliest first."""
        key = (citation.path, citation.place.document, citation.is_link)
        if key not in self._spelled:
            self._spelled[key] = tuple(self._spell(citation))
        return self._spelled[key]

    def _spell(self, citation: Citation) -> Iterator[Spelling]:
        path, document = citation.path.replace("\\", "/"), citation.place.document
        folder = posixpath.dirname(document) if document and not is_absolute(document) else ""
        climbs = path.startswith("../")
        if climbs or citation.is_link:
            starts = [folder, self._scope] if climbs else [folder, "", self._scope]
        else:
            starts = ["", self._scope, folder]
        seen = set()
        for start in starts:
            whole = posixpath.normpath(posixpath.join(start, path))
            if whole not in seen and whole not in {".", ".."} and not whole.startswith("../"):
                seen.add(whole)
                yield Spelling(whole, start)
        if climbs and not document and (bare := posixpath.normpath(path.replace("../", ""))) not in seen:
            yield Spelling(bare)  # whoever asks does not say where the words stand: count from the root
        first, _, rest = path.partition("/")
        if rest.strip("/") and self._root is not None and first == self._root.name:
            yield Spelling(posixpath.normpath(rest))

    def likely(self, citation: Citation) -> tuple[Spelling, ...]:
        """Return the spellings worth asking the history for: words start at the root, links beside them."""
        most = 2 if self._scope or citation.is_link else 1
        return self.spellings(citation)[:most]

    def kind(self, path: str) -> str:
        """Return `file`, `folder`, `outside` (through a link) or nothing for what stands at a path."""
        return self._look(path)[0]

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files of the index, sorted."""
        return self._index.paths()

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file of the index."""
        found: set[str] = set()
        for path in self.files:
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """File name -> the paths with that name."""
        names: dict[str, list[str]] = {}
        for path in self.files:
            names.setdefault(path.rpartition("/")[2], []).append(path)
        return names

    @cached_property
    def folded(self) -> frozenset[str]:
        """The files, and their bare names, in lower case."""
        return frozenset(each.lower() for each in (*self.files, *self.by_name))

    def find_by_ending(self, citation: Citation) -> Placed:
        """Return where a path leads that leaves out its first folders, or a module's ending."""
        tail = posixpath.normpath(citation.path.replace("\\", "/"))
        is_folder = _names_folder(citation.path)
        if not is_folder and (found := self._ending_in(tail)):
            if len(found) == 1:
                return Placed(found[0], note=f"it means `{found[0]}`")
            note = f"{len(found)} files end in this path, `{found[0]}` the first"
            return Placed(found[0], others=tuple(found[1:20]), note=note)
        if "/" in tail or is_folder:
            folders = sorted(each for each in self.folders if f"/{each}".endswith(f"/{tail}"))
            if folders:
                return Placed(folders[0], is_folder=True, note=f"it means `{folders[0]}/`")
        if is_folder or "." in tail.rpartition("/")[2]:
            return Placed()
        for each in self.spellings(citation):
            for ending in _MODULE_ENDINGS:
                if self.kind(whole := each.path + ending) == "file":
                    return Placed(whole, each.start, note=f"it means `{whole}`")
        return Placed()

    def _ending_in(self, tail: str) -> list[str]:
        names = self.by_name.get(tail.rpartition("/")[2], ())
        return [path for path in names if f"/{path}".endswith(f"/{tail}")]

    def _look(self, path: str) -> tuple[str, str]:
        if self._root is not None:
            return look_on_disk(self._root, path)
        if self._index.text(path) is not None:
            return "file", path
        return ("folder" if path in self.folders else ""), path


def is_absolute(path: str) -> bool:
    """Tell a path that starts at the root of a disk, of a drive or of a home folder."""
    return path.startswith(("/", "\\", "~")) or (len(path) > 1 and path[1] == ":" and path[0].isalpha())


def look_on_disk(root: Path, path: str) -> tuple[str, str]:
    """Return `file`, `folder`, `outside` or nothing, and the path behind the links on the way."""
    whole = f"{root}/{path}"
    try:
        status = os.lstat(whole)
        real, inside = os.path.realpath(whole, strict=True), os.path.realpath(root)
        if real != inside and not real.startswith(inside + os.sep):
            return "outside", path
        if real != os.path.normpath(f"{inside}/{path}"):
            status = os.lstat(real)
            path = os.path.relpath(real, inside).replace(os.sep, "/")
    except (OSError, ValueError):  # not there, a loop of links, a name no disk can hold
        return "", path
    if stat.S_ISDIR(status.st_mode):
        return "folder", path
    return ("file" if stat.S_ISREG(status.st_mode) else ""), path


def _names_folder(path: str) -> bool:
    return path.endswith(("/", "\\"))
