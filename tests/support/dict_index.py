"""An index over a dictionary of path and text: what the real one answers, without a disk or a repository."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.index import Refreshed, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.code.index import Skipped
    from groundplan.code.outline import Outline


class DictIndex:
    """The files of a repository as a dictionary; counts how often the whole of it was asked for."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self.files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        self.repository = None
        self.root = None
        self.refreshes = 0

    def refresh(self, progress: object = None) -> Refreshed:
        self.refreshes += 1
        return Refreshed(len(self.files), 0, 0, 0, ())

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.files))

    def text(self, path: str) -> bytes | None:
        return self.files.get(path)

    def outline(self, path: str) -> Outline | None:
        text = self.files.get(path)
        return extract(path, text) if text is not None else None

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        text = self.files.get(path)
        return (text, extract(path, text)) if text is not None else None

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        for path in self.paths():
            outline = self.outline(path)
            if outline is not None:
                yield path, outline

    def symbols(self, name: str) -> tuple[Symbol, ...]:
        return tuple(
            Symbol(path, each)
            for path, outline in self.outlines()
            for each in outline.definitions
            if each.name == name
        )

    def names(self) -> tuple[str, ...]:
        return tuple(sorted({each.name for _, outline in self.outlines() for each in outline.definitions}))

    def files_with(self, word: str) -> tuple[str, ...]:
        sought = re.compile(rb"(?<!\w)%s(?!\w)" % re.escape(word.encode()))
        return tuple(path for path in self.paths() if sought.search(self.files[path]))

    def skipped(self) -> tuple[Skipped, ...]:
        return ()
