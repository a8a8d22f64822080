"""A small made repository as an index: indented texts by path, outlines from the real readers."""

from __future__ import annotations

import re
from functools import cached_property
from textwrap import dedent
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.index import Skipped, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Outline


class MadeIndex:
    """Answers as the index does, over texts written in a test; nothing is stored."""

    def __init__(self, files: dict[str, str | bytes]) -> None:
        self.files = {
            path: text if isinstance(text, bytes) else dedent(text).lstrip("\n").encode("utf-8")
            for path, text in files.items()
        }

    @cached_property
    def _outlines(self) -> dict[str, Outline]:
        read = {path: extract(path, self.files[path]) for path in sorted(self.files)}
        return {path: outline for path, outline in read.items() if outline is not None}

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
