"""Files through their renames: the names one had before, and the name it has now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.history import queries
from groundplan.survey.history.reading import GONE, unpack
from groundplan.survey.history.tables import pack_name, unpack_name

if TYPE_CHECKING:
    import sqlite3

_MOST_NAMES = 64  # of one file; names may also go round in a ring


class Lineage:
    """Which numbers of paths are one file. A name belongs to the file it was last given to."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._names: dict[int, str] = {}
        self._before: dict[int, list[int]] = {}
        self._after: dict[int, int] = {}
        self.left: set[int] = set()  # names that some file once left
        for old, new, newest in database.execute(queries.RENAMES_WITH_LAST):
            self.left.add(old)
            # a name that was made anew after its file had left is another file's
            if newest and unpack(newest)[0] & 7 == GONE:
                self._after[old] = new
        for old, new in self._after.items():
            self._before.setdefault(new, []).append(old)

    def numbers(self, path: str) -> tuple[int, ...]:
        """Return the numbers of all names a file had, its present one first; nothing for an unknown path."""
        found = self._database.execute(queries.NUMBER_OF_PATH, (pack_name(path),)).fetchone()
        return () if found is None else self._family(found[0])

    def within(self, folder: str) -> list[int]:
        """Return the numbers of all names below a folder."""
        start = folder.rstrip("/")
        bounds = (pack_name(f"{start}/"), pack_name(f"{start}0"))  # `0` is the letter behind `/`
        return [number for (number,) in self._database.execute(queries.PATHS_WITHIN, bounds)]

    def files(self) -> dict[str, tuple[int, ...]]:
        """Return each file by the name it has now, or had last, with the numbers of all names it had."""
        self._names = {number: unpack_name(kept) for number, kept in self._database.execute(queries.PATHS)}
        last = {self._last(number) for number in self._names}
        return {self._names[number]: self._family(number) for number in last}

    def name(self, number: int) -> str:
        """Return the name behind a number."""
        name = self._names.get(number)
        if name is None:
            (kept,) = self._database.execute(queries.PATH_OF_NUMBER, (number,)).fetchone()
            name = self._names[number] = unpack_name(kept)
        return name

    def name_now(self, number: int) -> str:
        """Return the name the file of a number has now, or had last."""
        return self.name(self._last(number))

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
