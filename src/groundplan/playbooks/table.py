"""Typed reads of a TOML table: every wrong type and unknown key is noted with its dotted key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from groundplan.plan.late_regex import late_regex
from groundplan.playbooks.faults import allowed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.playbooks.faults import Faults

BARE_KEY = late_regex(r"[A-Za-z0-9_-]+")
LONGEST_VALUE = 60

T = TypeVar("T")


class Table:
    """One table of the file. Reading goes on after a fault with a harmless value in its place."""

    def __init__(self, data: Mapping[str, Any], key: str, faults: Faults) -> None:
        self.data = data
        self.key = key
        self.faults = faults
        self._read: set[str] = set()

    def at(self, name: str) -> str:
        """Return the dotted key of a value in this table."""
        shown = name if BARE_KEY.fullmatch(name) else f'"{name}"'
        return f"{self.key}.{shown}" if self.key else shown

    def fault(self, name: str, message: str) -> None:
        """Note what is wrong with a value."""
        self.faults.add(self.at(name), message)

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; without a default it must be there and say something."""
        value = self._take(name, default)
        if not isinstance(value, str):
            return self._wrong(name, "a text", value, default or "")
        if default is None and name in self.data and not value.strip():
            self.fault(name, "is empty; a text must stand here")
        return value

    def number(self, name: str, default: int | None = None) -> int:
        """Return a whole number that is not negative; without a default it must be there."""
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            return self._wrong(name, "a whole number from 0 up", value, default or 0)
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        """Return `true` or `false`."""
        value = self._take(name, default)
        if not isinstance(value, bool):
            return self._wrong(name, "`true` or `false`", value, default)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty where it is left out."""
        value = self._take(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            return self._wrong(name, "a list of texts", value, ())
        return tuple(value)

    def some_of(self, name: str, known: Iterable[str]) -> tuple[str, ...]:
        """Return texts out of a closed set, none where they are left out."""
        names = tuple(known)
        for value in (given := self.texts(name)):
            if value not in names:
                self.fault(name, f"unknown `{_short(value)}`; {allowed(value, names)}")
        return tuple(value for value in given if value in names)

    def one_of(self, name: str, known: Iterable[str], default: str | None = None) -> str:
        """Return a text out of a closed set."""
        names = list(known)
        value = self.text(name, default)
        if name in self.data and isinstance(self.data[name], str) and value not in names:
            self.fault(name, f"unknown `{_short(value)}`; {allowed(value, names)}")
            return default or names[0]
        return value if value in names or value == default else names[0]

    def named_texts(self, name: str) -> dict[str, str]:
        """Return a table of texts, empty where it is left out."""
        inner = self.table(name)
        return {key: inner.text(key, "") for key in inner.data}

    def named_lists(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return a table of lists of texts, empty where it is left out."""
        inner = self.table(name)
        return {key: inner.texts(key) for key in inner.data}

    def table(self, name: str) -> Table:
        """Return a table inside this one, empty where it is left out."""
        value = self._take(name, {})
        if not isinstance(value, dict):
            value = self._wrong(name, "a table", value, {})
        return Table(value, self.at(name), self.faults)

    def tables(self, name: str) -> list[Table]:
        """Return the tables written as `[[name]]`, in their order."""
        value = self._take(name, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            value = self._wrong(name, f"tables written as `[[{name}]]`", value, [])
        return [Table(item, f"{self.at(name)}[{place}]", self.faults) for place, item in enumerate(value)]

    def close(self) -> None:
        """Note every key that nothing has read."""
        for name in self.data:
            if name not in self._read:
                self.fault(name, f"unknown key `{_short(name)}`; {allowed(name, sorted(self._read))}")

    def _take(self, name: str, default: object) -> object:
        self._read.add(name)
        if name not in self.data and default is None:
            self.fault(name, f"is missing; `{name}` must be given")
            return ""
        return self.data.get(name, default)

    def _wrong(self, name: str, wanted: str, value: object, instead: T) -> T:
        # A missing value is noted once, by `_take`.
        if name in self.data:
            self.fault(name, f"must be {wanted}, found `{_short(value)}`")
        return instead


def _short(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = " ".join(text.split()).replace("`", "'")
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
