"""The SQLite file behind an index: its tables, how it is opened, and what happens when it cannot be.

It is a cache. A file that is torn, foreign or gone is replaced without a word; where no file can be written
the database lives in memory and the index says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import sys
from pathlib import Path

from groundplan.code.tables import prepare_tables

_FORMAT = 1
_SUFFIXES = ("", "-wal", "-shm", "-journal")
_KEPT = 3  # databases of other versions of groundplan: two may be in use side by side
_MOST_LOSSES = 2  # of one database in one process; whatever breaks it more often is not worth a third try
# A file we cannot write in: making it anew would fail as well.
_HOPELESS = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
_PAGE_CACHE = -16_000  # KiB, so a cold index stays within a few tens of megabytes

# A text is keyed by the blob id and its language: the same words read as another language mean other things.
# A place is a path of one worktree; without a text it says why. Stamps tell whether the file changed since.
# `words` has a row for each text and keeps no copy of it. Its tokens are ASCII words as written there, so for
# any term made of them it names every file that holds it; case is folded, the caller looks again anyway.
_SCHEMA = """
CREATE TABLE about(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE worktree(id INTEGER PRIMARY KEY, root BLOB NOT NULL UNIQUE);
CREATE TABLE text(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL,
    language TEXT NOT NULL,
    is_searchable INTEGER NOT NULL DEFAULT 1,
    reason TEXT NOT NULL DEFAULT '',
    definitions TEXT,
    facts TEXT,
    calls TEXT,
    UNIQUE(key, language)
);
CREATE TABLE place(
    worktree INTEGER NOT NULL,
    path BLOB NOT NULL,
    text INTEGER,
    reason TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL,
    mtime INTEGER NOT NULL,
    ctime INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    PRIMARY KEY(worktree, path)
) WITHOUT ROWID;
CREATE TABLE symbol(name TEXT NOT NULL, text INTEGER NOT NULL, PRIMARY KEY(name, text)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5(
    body, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '_'"
);
"""


class Database:
    """The connection to a folder's database, or to one in memory; `notice` is what the user should hear."""

    def __init__(self, folder: Path | None, version: str, notice: str = "") -> None:
        self.notice = notice
        self._file = folder / f"index-{version}.sqlite" if folder is not None else None
        self._losses = 0
        self._opened = (0, 0)
        self.connection = self._open()

    @property
    def folder(self) -> Path | None:
        """The folder the file is in, or None where the database is in memory."""
        return self._file.parent if self._file is not None else None

    def is_removed(self) -> bool:
        """Tell whether the file was removed or replaced since it was opened: what we write would be lost."""
        return self._file is not None and _identity(self._file) != self._opened

    def reopen(self, error: sqlite3.DatabaseError | None = None) -> None:
        """Go on, after an error with the file made anew, or in memory where that is of no use."""
        self.close()
        if error is not None:
            self._losses += 1
            if self._file is None or self._losses > _MOST_LOSSES:
                raise error
            # torn rows that we find ourselves have no code
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _HOPELESS and not self.is_removed():
                self._give_up(str(error))
            elif not self.is_removed():
                remove_database(self._file)
        self.connection = self._open()

    def close(self) -> None:
        """Let go of the database."""
        self.connection.close()

    def _open(self) -> sqlite3.Connection:
        if self._file is None:
            return _prepare(":memory:")
        with contextlib.suppress(OSError):  # the whole cache may have been deleted since
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for _ in range(2):
            try:
                database = _prepare(str(self._file))
            except sqlite3.OperationalError as error:  # locked for long, read-only, disk full
                self._give_up(str(error))
                break
            except sqlite3.DatabaseError:  # not a database, or torn: what is in it can be had again
                remove_database(self._file)
            else:
                self._opened = _identity(self._file)
                forget_others(self._file)
                return database
        return _prepare(":memory:")

    def _give_up(self, why: str) -> None:
        self.notice = f"The index is not saved: `{self._file}`: {why}"
        self._file = None


def remove_database(file: Path) -> None:
    """Remove a database and the files SQLite keeps beside it; whoever has it open keeps what it has."""
    for suffix in _SUFFIXES:
        with contextlib.suppress(OSError):
            file.with_name(file.name + suffix).unlink()


def forget_others(kept: Path) -> None:
    """Remove the databases of other versions beside this one, but for those used last."""
    with contextlib.suppress(OSError):
        others = [file for file in kept.parent.glob("index-*.sqlite") if file != kept]
        for file in sorted(others, key=lambda file: file.stat().st_mtime)[: -_KEPT + 1]:
            remove_database(file)


def reader_version() -> str:
    """Return a digest of the code that makes records: another reader must not trust what this one stored."""
    digest = hashlib.sha256(f"{_FORMAT} {sys.version_info[:2]}".encode())
    room = Path(__file__).parent
    files = [
        room / name for name in ("database.py", "extracting.py", "files.py", "languages.py", "outline.py")
    ]
    files += [room / name for name in ("records.py", "stored_outline.py", "tables.py", "working.py")]
    for folder in ("python", "grammars"):
        files += sorted(file for file in (room / folder).rglob("*") if file.suffix in {".py", ".scm"})
    for file in files:
        with contextlib.suppress(OSError):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _identity(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def _prepare(name: str) -> sqlite3.Connection:
    return prepare_tables(name, _SCHEMA, _FORMAT, page_cache=_PAGE_CACHE)
