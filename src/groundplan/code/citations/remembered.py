"""Which commits touched a path, remembered while HEAD stays: a walk of a long history takes half a second.

Kept in the index's database, so it is gone when that is; then the history is walked again.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.view import CodeView
    from groundplan.git.commits import Commit

_NAME, _VERSION = "walk", "1"
_SCHEMA = (
    """CREATE TABLE walk_touching(
        worktree INTEGER NOT NULL, head TEXT NOT NULL, asked BLOB NOT NULL, commits TEXT NOT NULL,
        PRIMARY KEY(worktree, head, asked)
    ) WITHOUT ROWID""",
)
_SELECT = "SELECT commits FROM walk_touching WHERE worktree = ? AND head = ? AND asked = ?"
_INSERT = "INSERT OR REPLACE INTO walk_touching VALUES (?, ?, ?, ?)"
_FORGET = "DELETE FROM walk_touching WHERE worktree = ? AND head != ?"


class RememberedHistory:
    """The history of an index's repository; only walks are remembered, texts and commits are asked anew."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        self._repository = index.repository

    def commits_touching(self, paths: Iterable[str], *, limit: int) -> tuple[str, ...]:
        """Return the commits of HEAD's history that changed one of the paths, newest first."""
        wanted = sorted(set(paths))
        asked = "\0".join((str(limit), *wanted)).encode("utf-8", "surrogateescape")
        head = self._head()
        known = self._recall(head, asked)
        if known is not None:
            return known
        found = self._repository.commits_touching(wanted, limit=limit)
        if self._head() == head:  # else the walk may have begun at another commit
            self._keep(head, asked, found)
        return found

    def read_commits(self, ids: Iterable[str], *, renames: bool = True) -> Iterator[Commit]:
        """Give commits with the files they changed."""
        return self._repository.read_commits(ids, renames=renames)

    def read_file_at(self, rev: str, path: str) -> bytes | None:
        """Return a file's content in a revision."""
        return self._repository.read_file_at(rev, path)

    def list_files(self, rev: str) -> tuple[str, ...]:
        """Return the files of a revision."""
        return self._repository.list_files(rev)

    def _head(self) -> str:
        """Return what a walk hangs on: the commit it starts from, and where a clone was cut off."""
        head = self._repository.resolve("HEAD")
        try:
            cut = (self._repository.common_dir / "shallow").stat()
        except OSError:
            return head
        return f"{head} {cut.st_mtime_ns} {cut.st_size}"

    def _recall(self, head: str, asked: bytes) -> tuple[str, ...] | None:
        try:
            tables = self._index.derived(_NAME, _VERSION, _SCHEMA)
            row = tables.database.execute(_SELECT, (tables.worktree, head, asked)).fetchone()
        except sqlite3.Error:  # a cache: without it the answer takes longer
            return None
        return tuple(row[0].split()) if row else None

    def _keep(self, head: str, asked: bytes, found: tuple[str, ...]) -> None:
        try:
            tables = self._index.derived(_NAME, _VERSION, _SCHEMA)
            with tables.writing():
                tables.database.execute(_FORGET, (tables.worktree, head))
                tables.database.execute(_INSERT, (tables.worktree, head, asked, " ".join(found)))
        except sqlite3.Error:
            return
