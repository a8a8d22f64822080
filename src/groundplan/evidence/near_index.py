"""A few files of an index seen as an index: finding entry points in them need not read the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.through import Through

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView


class NearIndex(Through):
    """The index as a finder of entry points sees it, with the outlines of some files alone.

    Whatever opens a way to a target imports it, directly or not, so the rest need not be read.
    """

    def __init__(self, index: CodeView, near: Collection[str]) -> None:
        super().__init__(index)
        self.near = {path: outline for path in sorted(near) if (outline := index.outline(path)) is not None}

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of the near files, sorted by path."""
        yield from self.near.items()

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the near files that may hold a word."""
        return tuple(path for path in self._code.files_with(word) if path in self.near)
