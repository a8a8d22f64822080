"""What every ecosystem asks of a repository before it names a command: files, texts, manifests."""

from __future__ import annotations

import re
import shlex
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.naming_calls import Layout
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.view import CodeView
    from groundplan.survey.manifest.facts import Manifest

MOST_TEXT = 400_000


@dataclass(frozen=True, slots=True)
class Run:
    """A command as typed in a shell at the root, and the line of a manifest that shows it."""

    line: str
    at: Spot


class Ground:
    """A repository's files and manifests, asked for by the ecosystems."""

    def __init__(self, index: CodeView, manifest: Manifest) -> None:
        self.manifest = manifest
        self._index = index

    @cached_property
    def paths(self) -> frozenset[str]:
        """Return every file there is."""
        return frozenset(self._index.paths())

    @cached_property
    def layout(self) -> Layout:
        """Return what decides how a package's tools are started."""
        return Layout.of(self.paths, self.manifest.projects)

    def text(self, path: str) -> str:
        """Return a file's text as far as a command can depend on it; nothing where there is none."""
        found = self._index.text(path) if path in self.paths else None
        return found[:MOST_TEXT].decode("utf-8", "replace") if found else ""

    def uses(self, word: str, ending: str) -> bool:
        """Whether a file of that ending holds a word."""
        return any(path.endswith(ending) for path in self._index.files_with(word))

    def nearest(self, path: str, *names: str) -> str:
        """Return the nearest file of one of these names in a file's folder or above it, or nothing."""
        return next((found for folder in folders_above(path) if (found := self.inside(folder, *names))), "")

    def inside(self, folder: str, *names: str) -> str:
        """Return the first of some files that stands in a folder, or nothing."""
        place = f"{folder}/" if folder else ""
        return next((place + name for name in names if place + name in self.paths), "")

    def ending(self, folder: str, *endings: str) -> tuple[str, ...]:
        """Return the files of a folder, not of those below it, that end so."""
        return tuple(each for each in self._by_folder.get(folder, ()) if each.endswith(endings))

    @cached_property
    def _by_folder(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    def spot(self, path: str, pattern: str) -> Spot | None:
        """Return the first line of a file on which a pattern is found, or None."""
        for number, line in enumerate(self.text(path).split("\n"), 1):
            if re.search(pattern, line[:1_000]):
                return Spot(path, number)
        return None


def folder_of(path: str) -> str:
    """Return the folder of a file, empty for the root."""
    return path.rpartition("/")[0]


def below(path: str, folder: str) -> str:
    """Return a path as seen from a folder above it."""
    return path.removeprefix(f"{folder}/") if folder else path


def in_folder(folder: str, line: str) -> str:
    """Return a line that first goes to the folder it runs in."""
    return f"cd {shlex.quote(folder)} && {line}" if folder else line
