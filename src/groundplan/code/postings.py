"""Which words stand in which units of a text, kept by that text: only changed texts are cut anew."""

from __future__ import annotations

import os
from array import array
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.code.view import CodeView

_UNIT_BITS = 12  # a unit's number is that of its text, then that of its place in it
_STEPS = (1, 2, 3, 5, 8)  # counts are kept as one of these: beyond the first few they hardly matter
_LONGEST_LENGTH = 65_535

# One row of `…_words` for each unit. Its tokens are `word~count`, so no positions and no texts are kept.
_SCHEMA = (
    "CREATE TABLE {name}_text(id INTEGER PRIMARY KEY, lengths BLOB NOT NULL)",
    """CREATE VIRTUAL TABLE {name}_words USING fts5(
        body, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '_~'"
    )""",
)
_STANDING = """
SELECT place.path, place.text, {name}_text.lengths
FROM place LEFT JOIN {name}_text ON {name}_text.id = place.text
WHERE place.worktree = ? AND place.text IS NOT NULL ORDER BY place.path
"""


class Unit(Protocol):
    """A stretch of a text with its words and how often each stands there."""

    @property
    def length(self) -> int:
        """How many words it has."""

    @property
    def words(self) -> Mapping[str, int]:
        """Its words and their counts."""


class Postings:
    """The stored words of all texts ever cut, and which of them stand in this worktree."""

    def __init__(self, code: CodeView, name: str, version: str) -> None:
        schema = tuple(each.format(name=name) for each in _SCHEMA)
        self._tables = code.derived(name, version, schema)
        self._database = self._tables.database
        self._name = name
        self._find = f"SELECT rowid FROM {name}_words(?)"  # noqa: S608 - `derived` allows letters alone

    def standing(self) -> Iterator[tuple[str, int, array[int] | None]]:
        """Give each path of the worktree, its text's number, and its units' lengths once it is cut."""
        sought = _STANDING.format(name=self._name)
        for path, number, lengths in self._database.execute(sought, (self._tables.worktree,)).fetchall():
            yield os.fsdecode(path), number, None if lengths is None else _unpack(lengths)

    def add(self, texts: Iterable[tuple[int, Sequence[Unit]]]) -> None:
        """Store the units of texts; another process may have stored the same meanwhile."""
        with self._tables.writing():
            for number, units in texts:
                lengths = array("H", (min(unit.length, _LONGEST_LENGTH) for unit in units))
                row = self._database.execute(
                    f"INSERT OR IGNORE INTO {self._name}_text VALUES(?, ?)", (number, lengths.tobytes())
                )
                if row.rowcount < 1:
                    continue
                first = unit_number(number, 0)
                self._database.executemany(
                    f"INSERT INTO {self._name}_words(rowid, body) VALUES(?, ?)",
                    ((first + place, _tokens(unit.words)) for place, unit in enumerate(units) if unit.words),
                )

    def units_with(self, word: str) -> Iterator[tuple[int, int]]:
        """Give the number of each unit a word stands in, and how often, as far as counts are kept."""
        for step in _STEPS:
            sought = f'"{word}~{step}"'
            for (number,) in self._database.execute(self._find, (sought,)):
                yield number, step


def unit_number(text: int, place: int) -> int:
    """Return the number of the unit at a place of a text."""
    return (text << _UNIT_BITS) + place


def _tokens(words: Mapping[str, int]) -> str:
    highest = _STEPS[-1]
    return " ".join(
        [f"{word}~{_STEP_OF[count] if count < highest else highest}" for word, count in words.items()]
    )


_STEP_OF = tuple(max(step for step in _STEPS if step <= max(count, 1)) for count in range(_STEPS[-1]))


def _unpack(lengths: bytes) -> array[int]:
    unpacked = array("H")
    unpacked.frombytes(lengths)
    return unpacked
