"""An index over a dictionary of path and text: what the real one answers, without a disk or a repository."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.index import Refreshed, Skipped, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
        return extract(path, text)[0] if text is not None else None
