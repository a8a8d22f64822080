"""What a room above computes from one text alone, kept by that text so that it is computed once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.view import CodeView

_SCHEMA = "CREATE TABLE {name}_text(id INTEGER PRIMARY KEY, record BLOB NOT NULL)"
_SELECT = """
    SELECT place.path, place.text, record FROM place JOIN text ON text.id = place.text
    LEFT JOIN {name}_text ON {name}_text.id = place.text
    WHERE place.worktree = ? AND text.language != ?
"""
_INSERT = "INSERT OR REPLACE INTO {name}_text VALUES (?, ?)"


class KeptRecords:
    """The records of one kind; another version starts without any. Equal texts share one."""

    def __init__(self, code: CodeView, name: str, version: str) -> None:
        self._name = name
        self._tables = code.derived(name, version, (_SCHEMA.format(name=name),))

    def standing(self) -> Iterator[tuple[str, int, bytes | None]]:
        """Give each path that has an outline, its text's number, and the record once it is made."""
        tables = self._tables
        rows = tables.database.execute(_SELECT.format(name=self._name), (tables.worktree, PLAIN)).fetchall()
        return ((os.fsdecode(path), number, record) for path, number, record in rows)

    def add(self, records: Iterable[tuple[int, bytes]]) -> None:
        """Keep the records of texts, given by the texts' numbers."""
        with self._tables.writing():
            self._tables.database.executemany(_INSERT.format(name=self._name), records)
