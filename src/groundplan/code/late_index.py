"""An index that is refreshed only when a question needs the whole: most plans cite a few files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.code.index import Index, Progress, Refreshed
    from groundplan.code.outline import Outline


def refreshed_late(index: Index, progress: Progress | None = None) -> Index:
    """Return an index that looks at single files as they are, and refreshes before any other question."""
    return cast("Index", _LateIndex(index, progress))


class _LateIndex:
    def __init__(self, index: Index, progress: Progress | None) -> None:
        self._index = index
        self._progress = progress
        self._refreshed: Refreshed | None = None
        self._texts: dict[str, bytes | None] = {}
        self._peeked: dict[str, tuple[bytes, Outline | None] | None] = {}
        self.repository = index.repository
        self.root = index.root

    @property
    def folder(self) -> Path | None:
        """The folder in which what is computed is kept; nothing need be up to date to know it."""
        return self._index.folder

    def text(self, path: str) -> bytes | None:
        """Return a file's text now; one command reads it once."""
        if path not in self._texts:
            self._texts[path] = self._index.text(path)
        return self._texts[path]

    def outline(self, path: str) -> Outline | None:
        """Return a file's outline now, from that file alone until the whole was refreshed."""
        if self._refreshed is not None:
            return self._index.outline(path)
        found = self.peek(path)
        return found[1] if found is not None else None

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return a file's text and outline now; one command looks once."""
        if path not in self._peeked:
            self._peeked[path] = self._index.peek(path)
        return self._peeked[path]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (whatever the index answers)
        """Answer any other question from the whole index, brought up to date first."""
        self.refresh()
        return getattr(self._index, name)

    def refresh(self, progress: Progress | None = None) -> Refreshed:
        """Bring the whole up to date, once however many ask for it."""
        if self._refreshed is None:
            self._refreshed = self._index.refresh(progress or self._progress)
        return self._refreshed
