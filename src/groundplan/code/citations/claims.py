"""Whether words that look like a path claim anything about this repository: branches and packages do as well.

Only for what is not there, never was and is not planned. A linter that calls `origin/main` a missing file is
switched off; one that lets a wrong `src/app/servcie.py` pass is useless. So words that can be a file of here
are missing, and the rest is unclear, of which nothing is said.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.code.nearest import distance, slips_allowed
from groundplan.plan.citation import KNOWN_ENDINGS

if TYPE_CHECKING:
    from groundplan.code.citations.places import Places
    from groundplan.code.view import CitedCode
    from groundplan.plan.citation import Citation

_PROSE = (".md", ".mdx", ".rst", ".txt", ".adoc", ".markdown")
_OWN = ".groundplan/"
_MOST_READ = 40  # files that may hold the words
_PLAIN_PATTERN = re.compile(r"/?[\w.@+~-]+(?:/[\w.@+~-]+)*/?")


class Claims:
    """Tells claims about files of this repository from words that only look alike."""

    def __init__(self, index: CitedCode, places: Places) -> None:
        self._index = index
        self._places = places
        self._ignored: frozenset[str] | None = None

    def why_unclear(self, citation: Citation) -> str:
        """Return why a path that is not there claims nothing about this repository, or nothing if it does."""
        if citation.symbol or citation.first:
            return ""  # lines and symbols are cited of nothing else
        path = posixpath.normpath(citation.path.replace("\\", "/"))
        first, _, rest = path.partition("/")
        if path.lower() in self._places.folded:
            return ""  # `README.md` for `readme.md`: a slip on every disk that tells the two apart
        if self._is_ignored(path):
            return "git ignores such a path, so nobody else has it"
        if (place := self._spoken_of(path)) or (place := self._is_package(path)):
            return f"no file of this repository; `{place}` mentions it"
        if (folder := self._first_gap(path)) and (place := self._spoken_of(folder)):
            return f"no folder `{folder}` here; `{place}` mentions it"
        if not rest and not citation.path.endswith("/"):
            return ""
        ending = posixpath.basename(path).rpartition(".")[2].lower()
        has_ending = ending in KNOWN_ENDINGS and not citation.path.endswith("/")
        if has_ending and not first.startswith("."):
            return ""
        if first in {"..", "."} or self._is_folder_here(first):
            return ""
        return f"no folder `{first}` here: it may be a branch, a package or a place of another repository"

    def _is_folder_here(self, name: str) -> bool:
        """Tell whether a first folder is one of here, or a slip away from one."""
        starts = {each.partition("/")[0] for each in self._places.folders}
        starts = {each for each in starts if each.startswith(".") == name.startswith(".")}
        slips = slips_allowed(name)
        return self._places.kind(name) == "folder" or any(
            distance(name.lower(), each.lower(), slips) <= slips for each in starts
        )

    def _first_gap(self, path: str) -> str:
        """Return the outermost folder of a path that is not there, unless it is a bare word."""
        parts = path.split("/")[:-1]
        for end in range(1, len(parts) + 1):
            folder = "/".join(parts[:end])
            if self._places.kind(folder) != "folder":  # the index lists no folder that holds but pictures
                return folder if "/" in folder or folder.startswith(".") else ""
        return ""

    def _spoken_of(self, path: str) -> str:
        """Return the file of code that names a path: one that the program reads or writes elsewhere."""
        if len(path) < 5:
            return ""
        word = re.compile(rb"(?<![\w.-])%s(?![\w-])" % re.escape(path.encode("utf-8", "surrogateescape")))
        # What a plan's own ledger says of a path is no word of the code: a question would vouch for itself.
        named = (each for each in self._index.files_with(path) if not each.startswith(_OWN))
        found = [each for each in named if not each.lower().endswith(_PROSE)]
        for each in found[:_MOST_READ]:
            text = self._index.text(each) or b""
            if match := word.search(text):
                line = text.count(b"\n", 0, match.start()) + 1
                return f"{each}:{line}"
        return ""

    def _is_package(self, path: str) -> str:
        """Return the manifest that has `commander` for `commander.js`."""
        name, dot, ending = path.rpartition(".")
        if "/" in path or not dot or ending != "js" or (text := self._index.text("package.json")) is None:
            return ""
        return "package.json" if f'"{name}"'.encode() in text else ""

    def _is_ignored(self, path: str) -> bool:
        """Tell whether a plain line of the root's `.gitignore` covers a path: what a build makes."""
        if self._ignored is None:
            lines = (self._index.text(".gitignore") or b"").decode("utf-8", "replace").split("\n")
            kept = (line.strip() for line in lines)
            self._ignored = frozenset(line.strip("/") for line in kept if _PLAIN_PATTERN.fullmatch(line))
        parts = path.split("/")
        starts = ("/".join(parts[: end + 1]) for end in range(len(parts)))
        # `core` in there means dumps of it, not the folder `src/core` that git keeps
        gap = next((each for each in starts if not self._places.kind(each)), path)
        # Nothing is there below a gap, so what is left of `starts` need not be looked at on the disk.
        return not self._ignored.isdisjoint((posixpath.basename(gap), gap, *starts))
