"""An index that is refreshed only when a question needs the whole: most plans cite a few files."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.files import list_code
from groundplan.code.through import Through

if TYPE_CHECKING:
    from groundplan.code.index import Progress
    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView


class LateIndex(Through):
    """Looks at single files as they are, and refreshes the whole index before any other question."""

    def __init__(self, code: CodeView, progress: Progress | None = None) -> None:
        super().__init__(code)
        self._progress = progress
        self._is_refreshed = False
        self._texts: dict[str, bytes | None] = {}
        self._peeked: dict[str, tuple[bytes, Outline | None] | None] = {}

    @property
    def _asked(self) -> CodeView:
        self.refresh()
        return self._code

    def refresh(self, progress: Progress | None = None) -> None:
        """Bring the whole up to date, once however many ask for it."""
        if not self._is_refreshed:
            self._code.refresh(progress or self._progress)
            self._is_refreshed = True

    def text(self, path: str) -> bytes | None:
        """Return a file's text now; one command reads it once."""
        if path not in self._texts:
            self._texts[path] = self._code.text(path)
        return self._texts[path]

    def outline(self, path: str) -> Outline | None:
        """Return a file's outline now, from that file alone until the whole was refreshed."""
        if self._is_refreshed:
            return self._code.outline(path)
        found = self.peek(path)
        return found[1] if found is not None else None

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return a file's text and outline now; one command looks once."""
        if path not in self._peeked:
            self._peeked[path] = self._code.peek(path)
        return self._peeked[path]


class ListedCode(Through):
    """Names and texts at once; whatever else is asked brings the index up to date first."""

    def __init__(self, code: LateIndex) -> None:
        super().__init__(code)

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        return tuple(sorted(list_code(self.repository)))

    def paths(self) -> tuple[str, ...]:
        """Return every file, tracked or new and not ignored, sorted; binary ones are among them."""
        return self._listed
