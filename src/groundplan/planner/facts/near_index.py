"""A few files of an index seen as an index: finding entry points in them need not read the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.code.index import Index
    from groundplan.code.outline import Outline


class NearIndex:
    """The index as a finder of entry points sees it, with the outlines of some files alone.

    Whatever opens a way to a target imports it, directly or not, so the rest need not be read.
    """

    def __init__(self, index: Index, near: Collection[str]) -> None:
        self._index = index
        self.near = {path: outline for path in sorted(near) if (outline := index.outline(path)) is not None}

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of the near files, sorted by path."""
        yield from self.near.items()

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the near files that may hold a word."""
        return tuple(path for path in self._index.files_with(word) if path in self.near)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (whatever else an index answers)
        return getattr(self._index, name)
