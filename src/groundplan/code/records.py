"""The rows of the index's database: what is known of each text, and where in a worktree it stands."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.stored_outline import Packed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.files import Stamp

# Bytes beyond ASCII become spaces before a text's words are stored, and before a term is looked up: whatever
# the term's letters, its ASCII parts are then words of every text that holds it.
_BEYOND = bytes(range(128)) + b" " * 128


_NO_OUTLINE = (None, None, None)
_PRUNING = (
    "DELETE FROM text WHERE id NOT IN (SELECT text FROM place WHERE text IS NOT NULL)",
    "DELETE FROM symbol WHERE text NOT IN (SELECT id FROM text)",
    "INSERT INTO words(words) VALUES ('delete-all')",
    "UPDATE text SET is_searchable = 0",
    "UPDATE place SET size = -1",
    "INSERT OR IGNORE INTO about VALUES ('generation', '0')",
    "UPDATE about SET value = CAST(value AS INTEGER) + 1 WHERE name = 'generation'",
)


class Torn(sqlite3.DatabaseError):
    """A row that should be there is not, or makes no sense."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is known of one path: the text that stands there, or why there is none; and the file's stamp."""

    text: int | None
    reason: str
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Record:
    """What a reader made of one text; without an outline the reason says why, or the language is plain."""

    key: bytes
    language: str
    outline: Packed | None = None
    names: tuple[str, ...] = ()
    reason: str = ""


class Records:
    """The rows of one database, seen from one worktree."""

    def __init__(self, database: sqlite3.Connection, root: str) -> None:
        self.database = database
        self.worktree = self._worktree_id(os.fsencode(root))

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the database for a moment of writing; all of it is kept, or none."""
        self.database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.database.execute("ROLLBACK")
            raise
        self.database.execute("COMMIT")

    def places(self) -> dict[str, Place]:
        """Return what is known of each path of this worktree."""
        rows = self.database.execute(
            "SELECT path, text, reason, size, mtime, ctime, inode FROM place WHERE worktree = ?",
            (self.worktree,),
        )
        return {os.fsdecode(path): Place(text, reason, tuple(stamp)) for path, text, reason, *stamp in rows}

    def place(self, path: str) -> Place | None:
        """Return what is known of one path of this worktree, if git listed it."""
        row = self.database.execute(
            "SELECT text, reason, size, mtime, ctime, inode FROM place WHERE worktree = ? AND path = ?",
            (self.worktree, os.fsencode(path)),
        ).fetchone()
        return Place(row[0], row[1], tuple(row[2:])) if row else None

    def put_places(self, places: Iterable[tuple[str, Place]]) -> None:
        """Write what is known of paths of this worktree."""
        self.database.executemany(
            "INSERT OR REPLACE INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (self.worktree, os.fsencode(path), place.text, place.reason, *place.stamp)
                for path, place in places
            ],
        )

    def drop_places(self, paths: Iterable[str]) -> None:
        """Forget paths of this worktree."""
        self.database.executemany(
            "DELETE FROM place WHERE worktree = ? AND path = ?",
            [(self.worktree, os.fsencode(path)) for path in paths],
        )

    def find_text(self, key: bytes, language: str) -> tuple[int, bool] | None:
        """Return the row of a text that has been read in this language, and whether it can be searched."""
        row = self.database.execute(
            "SELECT id, is_searchable FROM text WHERE key = ? AND language = ?", (key, language)
        ).fetchone()
        return (row[0], bool(row[1])) if row else None

    def add_text(self, record: Record, text: bytes) -> int:
        """Write what was read of a text and make it searchable; another process may have done so already."""
        added = self.database.execute(
            "INSERT OR IGNORE INTO text(key, language, reason, definitions, facts, calls)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (record.key, record.language, record.reason, *(record.outline or _NO_OUTLINE)),
        )
        if added.rowcount < 1:
            return self._search_again(record, text)
        number = added.lastrowid
        assert number is not None
        self._add_words(number, text)
        self.database.executemany(
            "INSERT OR IGNORE INTO symbol VALUES (?, ?)", [(name, number) for name in record.names]
        )
        return number

    def stored_outline(self, number: int) -> tuple[str, Packed] | None:
        """Return the language and the packed outline of a text, or None where it has none."""
        row = self.database.execute(
            "SELECT language, definitions, facts, calls FROM text WHERE id = ?", (number,)
        ).fetchone()
        if row is None:
            raise Torn(f"text {number} is not on record")
        return None if row[1] is None else (row[0], Packed(*row[1:]))

    def stored_facts(self) -> dict[int, str]:
        """Return the packed imports of every text of this worktree that has an outline."""
        return dict(
            self.database.execute(
                "SELECT id, facts FROM text WHERE facts IS NOT NULL"
                " AND id IN (SELECT text FROM place WHERE worktree = ?)",
                (self.worktree,),
            )
        )

    def stored_definitions(self, name: str) -> Iterator[tuple[int, str]]:
        """Return the texts that define a name, with their packed definitions."""
        yield from self.database.execute(
            "SELECT text.id, text.definitions FROM symbol JOIN text ON text.id = symbol.text"
            " WHERE symbol.name = ?",
            (name,),
        )

    def names(self) -> list[str]:
        """Return the names defined in this worktree, each once."""
        rows = self.database.execute(
            "SELECT DISTINCT name FROM symbol WHERE text IN (SELECT text FROM place WHERE worktree = ?)",
            (self.worktree,),
        )
        return [name for (name,) in rows]

    def reasons(self) -> dict[int, str]:
        """Return the texts that no outline could be had of, and why."""
        return dict(self.database.execute("SELECT id, reason FROM text WHERE reason <> ''"))

    def texts_with(self, words: Iterable[str]) -> set[int]:
        """Return the texts that hold every one of some ASCII words."""
        query = " AND ".join(f'"{word}"' for word in words)
        return {number for (number,) in self.database.execute("SELECT rowid FROM words(?)", (query,))}

    def key(self, number: int) -> bytes:
        """Return the blob id of a text."""
        row = self.database.execute("SELECT key FROM text WHERE id = ?", (number,)).fetchone()
        return row[0] if row else b""

    def generation(self) -> int:
        """Return how often texts were forgotten: rows that hang on them are to be made anew."""
        row = self.database.execute("SELECT value FROM about WHERE name = 'generation'").fetchone()
        return int(row[0]) if row else 0

    def prune(self, *, least: int = 5000) -> bool:
        """Forget the texts that stand nowhere any more once they outnumber the others; say whether it did.

        The words of a forgotten text cannot be taken out one by one, so all are: every file is read again.
        """
        living = self.database.execute("SELECT count(DISTINCT text) FROM place").fetchone()[0]
        texts = self.database.execute("SELECT count(*) FROM text").fetchone()[0]
        if texts - living <= max(living, least):
            return False
        with self.writing():
            for statement in _PRUNING:
                self.database.execute(statement)
        with contextlib.suppress(
            sqlite3.OperationalError
        ):  # somebody is reading: the room is used again later
            self.database.execute("VACUUM")
        return True

    def forget_worktrees(self) -> None:
        """Forget the worktrees that are no longer there."""
        rows = self.database.execute("SELECT id, root FROM worktree").fetchall()
        for number in (number for number, root in rows if not Path(os.fsdecode(root)).is_dir()):
            with self.writing():
                self.database.execute("DELETE FROM place WHERE worktree = ?", (number,))
                self.database.execute("DELETE FROM worktree WHERE id = ?", (number,))

    def _search_again(self, record: Record, text: bytes) -> int:
        number, is_searchable = self.database.execute(
            "SELECT id, is_searchable FROM text WHERE key = ? AND language = ?", (record.key, record.language)
        ).fetchone()
        if not is_searchable:
            self._add_words(number, text)
            self.database.execute("UPDATE text SET is_searchable = 1 WHERE id = ?", (number,))
        return int(number)

    def _add_words(self, number: int, text: bytes) -> None:
        # bytes, for they are ASCII by now: a string would be made, and encoded again
        self.database.execute(
            "INSERT INTO words(rowid, body) VALUES (?, ?)", (number, text.translate(_BEYOND))
        )

    def _worktree_id(self, root: bytes) -> int:
        find = "SELECT id FROM worktree WHERE root = ?"
        row = self.database.execute(find, (root,)).fetchone()
        if row is None:
            self.database.execute("INSERT OR IGNORE INTO worktree(root) VALUES (?)", (root,))
            row = self.database.execute(find, (root,)).fetchone()
        return int(row[0])


def searchable_words(term: str) -> list[str]:
    """Return the words of a term by which `texts_with` finds it, none where all texts must be looked at."""
    letters = term.encode("utf-8", "surrogateescape").translate(_BEYOND).decode("ascii")
    return "".join(letter if letter.isalnum() or letter == "_" else " " for letter in letters).split()
