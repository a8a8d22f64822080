"""Files through their renames: the names one had before, and the name it has now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.history.queries import RENAMES
from groundplan.survey.history.tables import pack_name, unpack_name

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

_MOST_NAMES = 64  # of one file; names may also go round in a ring


class Lineage:
    """Which numbers of paths are one file. A name that another file took later belongs to that one."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._before: dict[int, list[int]] = {}
        self._after: dict[int, int] = {}
        for old, new in database.execute(RENAMES):
            self._before.setdefault(new, []).append(old)
            self._after[old] = new

    def numbers(self, path: str) -> tuple[int, ...]:
        """Return the numbers of all names a file had, its present one first; nothing for an unknown path."""
        found = self._database.execute("SELECT id FROM path WHERE name = ?", (pack_name(path),)).fetchone()
        return self._family(found[0]) if found else ()

    def families(self, numbers: Iterable[int]) -> dict[str, tuple[int, ...]]:
        """Return each file by the name it has now, with the numbers of all names it had."""
        last = {self._last(number) for number in numbers}
        return {self.name(number): self._family(number) for number in last}

    def name_now(self, number: int) -> str:
        """Return the name a file has now, or had last."""
        return self.name(self._last(number))

    def _last(self, number: int) -> int:
        for _ in range(_MOST_NAMES):
            if number not in self._after:
                break
            number = self._after[number]
        return number

    def _family(self, number: int) -> tuple[int, ...]:
        family = [number]
        for each in family:
            older = [old for old in self._before.get(each, ()) if old not in family]
            family += older[: _MOST_NAMES - len(family)]
        return tuple(family)

    def name_or_none(self, number: int | None) -> str | None:
        """Return the name behind a number, where there is one."""
        return None if number is None else self.name(number)

    def name(self, number: int) -> str:
        """Return the name behind a number."""
        found = self._database.execute("SELECT name FROM path WHERE id = ?", (number,)).fetchone()
        return unpack_name(found[0])
