"""A small made repository as a view of code: indented texts by path, outlines from the real readers."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from groundplan.code.database import Database
from groundplan.code.derived import make_derived
from groundplan.code.extracting import extract
from groundplan.code.index import Refreshed, Symbol
from groundplan.code.languages import PLAIN
from groundplan.code.records import Place, Record, Records

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.code.derived import Derived
    from groundplan.code.index import Progress, Skipped
    from groundplan.code.outline import Import, Outline
    from groundplan.code.view import CitedCode, CodeView
    from groundplan.git.repository import Repository


class MadeCode:
    """Answers as the index does, over texts written in a test; no folder and no history stand behind it."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self.files = {
            path: text if isinstance(text, bytes) else dedent(text).lstrip("\n").encode("utf-8")
            for path, text in files.items()
        }
        self.refreshes = 0

    @property
    def repository(self) -> Repository | None:
        """Return nothing: what needs a repository is tested with a real one."""
        return None

    @property
    def root(self) -> Path | None:
        """Return nothing, so that only these texts are looked at."""
        return None

    @cached_property
    def _outlines(self) -> dict[str, Outline]:
        read = {path: extract(path, self.files[path]) for path in sorted(self.files)}
        return {path: outline for path, outline in read.items() if outline is not None}

    def refresh(self, progress: Progress | None = None) -> Refreshed:
        """Count the refresh."""
        self.refreshes += 1
        return Refreshed(len(self.files), 0, 0, 0, ())

    def paths(self) -> tuple[str, ...]:
        """Return every path, sorted."""
        return tuple(sorted(self.files))

    def text(self, path: str) -> bytes | None:
        """Return a text."""
        return self.files.get(path)

    def outline(self, path: str) -> Outline | None:
        """Return an outline."""
        return self._outlines.get(path)

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return a text and its outline."""
        return (self.files[path], self.outline(path)) if path in self.files else None

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        """Return the definitions of a name."""
        return tuple(
            Symbol(path, each)
            for path, outline in self._outlines.items()
            for each in outline.definitions
            if each.name == name
        )

    def names(self) -> tuple[str, ...]:
        """Return the names that are defined."""
        return tuple(
            sorted({each.name for outline in self._outlines.values() for each in outline.definitions})
        )

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the files that hold a word."""
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)".encode(), re.IGNORECASE)
        return tuple(path for path in sorted(self.files) if pattern.search(self.files[path]))


class MadeIndex(MadeCode):
    """The whole of a made worktree, with tables beside it."""

    folder = None

    @property
    def repository(self) -> Repository:
        """Fail: what needs a repository is tested with a real one."""
        raise AssertionError("a made index has no repository")

    @property
    def root(self) -> Path:
        """Return a folder that is not there."""
        return Path("/made/repo")

    @cached_property
    def _records(self) -> Records:
        """Return the real tables, in memory, with these files in them."""
        records = Records(Database(None, "made").connection, str(self.root))
        for path, text in sorted(self.files.items()):
            outline = self._outlines.get(path)
            number = records.add_text(Record(path.encode(), outline.language if outline else PLAIN), text)
            records.put_places([(path, Place(number, "", (0, 0, 0, 0)))])
        return records

    def derived(self, name: str, version: str, schema: Sequence[str]) -> Derived:
        """Return tables beside the real ones."""
        return make_derived(self._records, name, version, schema)

    def imports(self) -> tuple[tuple[str, tuple[Import, ...]], ...]:
        """Return the imports of every file that has an outline."""
        return tuple((path, outline.imports) for path, outline in self._outlines.items())

    def key(self, path: str) -> str:
        """Return a number that is another for another text."""
        return str(hash(self.files[path])) if path in self.files else ""

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return every outline."""
        return iter(self._outlines.items())

    def skipped(self) -> tuple[Skipped, ...]:
        """Return nothing: all of it was read."""
        return ()


if TYPE_CHECKING:
    # The type checker holds the fakes to what the real ones promise.
    CITED: CitedCode = MadeCode({})
    CODE: CodeView = MadeIndex({})
