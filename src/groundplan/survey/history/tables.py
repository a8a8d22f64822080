"""The SQLite file behind the history: its tables, and how it is opened.

It is a cache beside the index's database, in a file of its own: the readers of code change often, and a
history of a hundred thousand commits need not be read anew for that. Torn or foreign, it is replaced; where
no file can be kept it lives in memory.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING

from groundplan.code.tables import prepare_tables

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "history-3.sqlite"
_FORMAT = 3
_PAGE_CACHE = -32_000  # negative: in KB

# A commit never changes, so the rows hold for every branch and worktree; `tip` says up to where they reach.
# Of two commits read together the newer has the higher id. Which file changed in which commit stands twice,
# as numbers packed by `reading.py`: `past.paths` has a commit's files, `path.touches` a file's commits.
_SCHEMA = """
CREATE TABLE tip(oid TEXT PRIMARY KEY, notice TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, UNIQUE(name, email));
CREATE TABLE path(id INTEGER PRIMARY KEY, name NOT NULL UNIQUE, touches BLOB NOT NULL DEFAULT x'');
CREATE TABLE past(
    id INTEGER PRIMARY KEY,
    oid BLOB NOT NULL UNIQUE,
    time INTEGER NOT NULL,
    day TEXT NOT NULL,
    author INTEGER NOT NULL,
    files INTEGER NOT NULL,
    subject TEXT NOT NULL,
    paths BLOB NOT NULL
);
CREATE TABLE rename(past INTEGER NOT NULL, old INTEGER NOT NULL, new INTEGER NOT NULL);
CREATE TABLE revert(past INTEGER PRIMARY KEY, oid TEXT NOT NULL, subject TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(subject, body, content='', tokenize='porter unicode61');
"""


def open_tables(folder: Path | None) -> sqlite3.Connection:
    """Return the history's database in a folder, or in memory where there is no folder or it will not do."""
    if folder is not None:
        file = folder / FILE_NAME
        for _ in range(2):
            try:
                return _prepare(str(file))
            except sqlite3.OperationalError:  # locked for long, read-only, disk full
                break
            except sqlite3.DatabaseError:  # torn, or somebody else's
                remove_tables(folder)
    return _prepare(":memory:")


def remove_tables(folder: Path) -> None:
    """Remove the database of a folder; it can be had again."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            (folder / f"{FILE_NAME}{suffix}").unlink()


def clear_tables(database: sqlite3.Connection) -> None:
    """Forget every commit, within the transaction that is open."""
    for table in ("tip", "author", "path", "past", "rename", "revert"):
        database.execute(f"DELETE FROM {table}")  # noqa: S608  (a name of the tuple above)
    database.execute("INSERT INTO words(words) VALUES('delete-all')")


def pack_name(name: str) -> str | bytes:
    """Return a path as the database keeps it: as text, or as bytes where it is none."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return os.fsencode(name)
    return name


def unpack_name(kept: str | bytes) -> str:
    """Return a path as git lists it."""
    return kept if isinstance(kept, str) else os.fsdecode(kept)


def _prepare(name: str) -> sqlite3.Connection:
    database = prepare_tables(name, _SCHEMA, _FORMAT, page_cache=_PAGE_CACHE)
    try:
        database.execute("CREATE TEMP TABLE outside(past INTEGER PRIMARY KEY)")
    except BaseException:
        database.close()
        raise
    return database
