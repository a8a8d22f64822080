"""A small made repository as an index: indented texts by path, outlines from the real readers."""

from __future__ import annotations

import re
import sqlite3
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.index import Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Skipped
    from groundplan.code.outline import Outline


class MadeIndex:
    """Answers as the index does, over texts written in a test; nothing is stored."""

    root = Path("/made/repo")

    def __init__(self, files: dict[str, str | bytes]) -> None:
        self.files = {
            path: text if isinstance(text, bytes) else dedent(text).lstrip("\n").encode("utf-8")
            for path, text in files.items()
        }

    @cached_property
    def _outlines(self) -> dict[str, Outline]:
        read = {path: extract(path, self.files[path]) for path in sorted(self.files)}
        return {path: outline for path, outline in read.items() if outline is not None}

    worktree = 1

    @cached_property
    def _database(self) -> sqlite3.Connection:
        made = sqlite3.connect(":memory:")
        made.execute("CREATE TABLE place(worktree INTEGER, path BLOB, text INTEGER)")
        made.execute("CREATE TABLE text(id INTEGER PRIMARY KEY, key BLOB, language TEXT)")
        for number, path in enumerate(sorted(self.files)):
            outline = self._outlines.get(path)
            made.execute("INSERT INTO place VALUES (1, ?, ?)", (path.encode(), number))
            made.execute(
                "INSERT INTO text VALUES (?, ?, ?)", (number, b"", outline.language if outline else "")
            )
        return made

    def derived(self, name: str, version: str, schema: tuple[str, ...]) -> sqlite3.Connection:
        for statement in schema:
            self._database.execute(statement.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
        return self._database

    @contextmanager
    def writing(self) -> Iterator[None]:
        yield
        self._database.commit()

    def imports(self) -> tuple[tuple[str, object], ...]:
        return tuple((path, outline.imports) for path, outline in self._outlines.items())

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def text(self, path: str) -> bytes | None:
        return self.files.get(path)

    def key(self, path: str) -> str:
        return str(hash(self.files.get(path)))

    def outline(self, path: str) -> Outline | None:
        return self._outlines.get(path)

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        return iter(self._outlines.items())

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        return tuple(
            Symbol(path, each)
            for path, outline in self._outlines.items()
            for each in outline.definitions
            if each.name == name
        )

    def names(self) -> tuple[str, ...]:
        return tuple(
            sorted({each.name for outline in self._outlines.values() for each in outline.definitions})
        )

    def files_with(self, word: str) -> tuple[str, ...]:
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)".encode())
        return tuple(path for path in sorted(self.files) if pattern.search(self.files[path]))

    def skipped(self) -> tuple[Skipped, ...]:
        return ()
