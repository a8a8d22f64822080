"""The code as it was committed once: enough to look a citation up in a revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from groundplan.code.index import Progress, Symbol
    from groundplan.code.outline import Outline
    from groundplan.git.repository import Repository


class PastCode:
    """Single files of a commit, and nothing of what stands beside them."""

    repository = None  # so that nothing is looked up in the worktree
    root = None

    def __init__(self, repository: Repository, commit: str) -> None:
        self._past = repository
        self._commit = commit
        self._texts: dict[str, bytes | None] = {}

    def refresh(self, progress: Progress | None = None) -> None:
        """Do nothing: a commit does not change."""

    def text(self, path: str) -> bytes | None:
        """Return a file's text as committed, or None where the commit or the file is not there."""
        if path not in self._texts:
            try:
                text = self._past.read_file_at(self._commit, path)
            except GroundplanError:
                text = None
            self._texts[path] = text.replace(b"\r\n", b"\n") if text is not None else None
        return self._texts[path]

    def outline(self, path: str) -> Outline | None:
        """Return the outline of a file as committed."""
        text = self.text(path)
        return extract(path, text) if text is not None else None

    def peek(self, path: str) -> tuple[bytes, Outline | None] | None:
        """Return text and outline of a file as committed."""
        text = self.text(path)
        return (text, self.outline(path)) if text is not None else None

    def paths(self) -> tuple[str, ...]:
        """Return nothing: only what is named is looked at."""
        return ()

    def files_with(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - as any view is asked
        """Return nothing, as with `paths`."""
        return ()

    def names(self) -> tuple[str, ...]:
        """Return nothing, as with `paths`."""
        return ()

    def symbols(self, name: str) -> tuple[Symbol, ...]:  # noqa: ARG002 - as any view is asked
        """Return nothing, as with `paths`."""
        return ()
