"""Files through their renames: the names one had before, and the name it has now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.history import queries
from groundplan.survey.history.packing import GONE, unpack
from groundplan.survey.history.tables import unpack_name

if TYPE_CHECKING:
    import sqlite3

_MOST_NAMES = 64  # of one file; names may also go round in a ring


class Lineage:
    """Which numbers of paths are one file. A name belongs to the file it was last given to."""

    def __init__(self, database: sqlite3.Connection) -> None:
        rows = database.execute(queries.PATHS).fetchall()
        self._names = {number: unpack_name(kept) for number, kept, _ in rows}
        self._numbers = {name: number for number, name in self._names.items()}
        self._before: dict[int, list[int]] = {}
        self._after: dict[int, int] = {}
        # a name that was made anew after its file had left is another file's
        gone = {number for number, _, newest in rows if newest and unpack(newest)[0] & 7 == GONE}
        self.left: set[int] = set()  # names that some file once left
        for _, old, new in database.execute(queries.RENAMES):
            self.left.add(old)
            if old in gone:
                self._after[old] = new
        for old, new in self._after.items():
            self._before.setdefault(new, []).append(old)

    def numbers(self, path: str) -> tuple[int, ...]:
        """Return the numbers of all names a file had, its present one first; nothing for an unknown path."""
        number = self._numbers.get(path)
        return () if number is None else self._family(number)

    def within(self, folder: str) -> list[int]:
        """Return the numbers of all names below a folder."""
        start = f"{folder.rstrip('/')}/"
        return [number for name, number in self._numbers.items() if name.startswith(start)]

    def files(self) -> dict[str, tuple[int, ...]]:
        """Return each file by the name it has now, or had last, with the numbers of all names it had."""
        last = {self._last(number) for number in self._names}
        return {self._names[number]: self._family(number) for number in last}

    def name(self, number: int) -> str:
        """Return the name behind a number."""
        return self._names[number]

    def name_now(self, number: int) -> str:
        """Return the name the file of a number has now, or had last."""
        return self._names[self._last(number)]

    def _last(self, number: int) -> int:
        for _ in range(_MOST_NAMES):
            if number not in self._after:
                break
            number = self._after[number]
        return number

    def _family(self, number: int) -> tuple[int, ...]:
        if number not in self._before:
            return (number,)
        family = [number]
        for each in family:
            older = [old for old in self._before.get(each, ()) if old not in family]
            family += older[: _MOST_NAMES - len(family)]
        return tuple(family)
