"""An index that is refreshed only when a question needs the whole: most plans cite a few files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from groundplan.code.index import Index, Progress
    from groundplan.code.outline import Outline


def refreshed_late(index: Index, progress: Progress | None = None) -> Index:
    """Return an index that looks at single files as they are, and refreshes before any other question."""
    return cast("Index", _LateIndex(index, progress))


class _LateIndex:
    def __init__(self, index: Index, progress: Progress | None) -> None:
        self._index = index
        self._progress = progress
        self._is_fresh = False
        self._texts: dict[str, bytes | None] = {}
        self._peeked: dict[str, tuple[bytes, Outline | None] | None] = {}
        self.repository = index.repository
        self.root = index.root

    def text(self, path: str) -> bytes | None:
        """Return a file's text now; one command reads it once."""
        if path not in self._texts:
            self._texts[path] = self._index.text(path)
        return self._texts[path]

    def outline(self, path: str) -> Outline | None:
        """Return a file's outline now, from that file alone until the whole was refreshed."""
        if self._is_fresh:
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
        if not self._is_fresh:
            self._index.refresh(self._progress)
            self._is_fresh = True
        return getattr(self._index, name)
