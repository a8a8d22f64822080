"""The code as it was committed once: enough of an index to look a citation up in a revision."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from groundplan.code.extracting import extract
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from groundplan.code.index import Index, Symbol
    from groundplan.code.outline import Outline
    from groundplan.git.repository import Repository


def index_of_commit(repository: Repository, commit: str) -> Index:
    """Return an index that knows single files of a commit, and nothing of what stands beside them."""
    return cast("Index", _PastIndex(repository, commit))


class _PastIndex:
    def __init__(self, repository: Repository, commit: str) -> None:
        self.repository = None  # so that nothing is looked up in the worktree
        self.root = None
        self._past = repository
        self._commit = commit
        self._texts: dict[str, bytes | None] = {}

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

    def names(self) -> tuple[str, ...]:
        """Return nothing, as with `paths`."""
        return ()

    def symbols(self, _name: str) -> tuple[Symbol, ...]:
        """Return nothing, as with `paths`."""
        return ()
