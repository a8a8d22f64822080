"""Tables for rooms above in the index's database, made anew when what they are made of is another.

A module of `code` names its tables `<name>_…` for such a room and keys its rows by `text.id`, which is never
used twice. It sees what is new by joining `place` (worktree, path, text) and `text` (id, key, language).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from groundplan.code.records import Records

_NAME = re.compile(r"[a-z]{2,20}")
_OURS = frozenset({"about", "worktree", "text", "place", "symbol", "words"})


@dataclass(frozen=True, slots=True)
class Derived:
    """The database with such tables in it, and the number by which `place` knows this worktree."""

    database: sqlite3.Connection
    worktree: int
    writing: Callable[[], AbstractContextManager[None]]  # all that is written meanwhile is kept, or none


def make_derived(records: Records, name: str, version: str, schema: Sequence[str]) -> Derived:
    """Return a room's tables: empty ones where its version or texts changed."""
    if not _NAME.fullmatch(name) or name in _OURS:
        raise Misused(f"`{name}` cannot name derived tables")
    mark = f"{records.generation()} {version}"
    if _mark(records, name) != mark:
        with records.writing():
            if _mark(records, name) != mark:
                _drop(records.database, name)
                for statement in schema:
                    records.database.execute(statement)
                records.database.execute(
                    "INSERT OR REPLACE INTO about VALUES (?, ?)", (f"derived {name}", mark)
                )
    return Derived(records.database, records.worktree, records.writing)


def _mark(records: Records, name: str) -> str:
    row = records.database.execute("SELECT value FROM about WHERE name = ?", (f"derived {name}",)).fetchone()
    return str(row[0]) if row else ""


def _drop(database: sqlite3.Connection, name: str) -> None:
    # a virtual table takes its shadow tables with it, so it goes first
    rows = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?"
        " ORDER BY sql NOT LIKE 'CREATE VIRTUAL%'",
        (f"{name}_*",),
    ).fetchall()
    for (table,) in rows:
        database.execute(f'DROP TABLE IF EXISTS "{table}"')
