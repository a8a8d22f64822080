"""Typed reads of a TOML table: every wrong type and unknown key is noted with its dotted key as a fault."""

from __future__ import annotations

import difflib
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unreadable
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BARE_KEY = late_regex(r"[A-Za-z0-9_-]+")
LONGEST_VALUE = 60
T = TypeVar("T")
MOST_SHOWN = 3
LONGEST_CHOICE = 12  # more names than this do not help whoever reads the message


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


# Faults of a playbook, collected so that one reading names all of them and not just the first.


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a playbook's files: where, by dotted key, and what is allowed there."""

    file: str
    key: str  # "section[3].record[0].shape"; empty: the file as a whole
    message: str
    needs_newer: bool = False  # only a newer groundplan can read it

    def __str__(self) -> str:
        """Write the fault on one line."""
        return ": ".join(part for part in (self.file, self.key, self.message) if part)


@dataclass(slots=True)
class Faults:
    """What is wrong with one file so far."""

    file: str
    found: list[Fault] = field(default_factory=list)

    def add(self, key: str, message: str, *, file: str = "", needs_newer: bool = False) -> None:
        """Note a fault."""
        self.found.append(Fault(file or self.file, key, message, needs_newer))


def allowed(value: str, known: Iterable[str]) -> str:
    """Return the words after "unknown": the nearest name and what else there is."""
    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(value, names, n=1, cutoff=0.6)
    said = f"nearest `{near[0]}`" if near else ""
    if names and (len(names) <= LONGEST_CHOICE or not near):
        shown = ", ".join(f"`{name}`" for name in names[:LONGEST_CHOICE])
        more = ", …" if len(names) > LONGEST_CHOICE else ""
        said = "; ".join(part for part in (said, f"one of {shown}{more}") if part)
    return said or "none is declared"


def refuse(name: str, faults: Iterable[Fault]) -> Unreadable:
    """Return the error that names the first faults and says how to see all."""
    found = list(faults)
    count = "1 fault" if len(found) == 1 else f"{len(found)} faults"
    lines = [f"Playbook `{name}` has {count}", *(f"  {fault}" for fault in found[:MOST_SHOWN])]
    if len(found) > MOST_SHOWN:
        lines.append(f"  and {len(found) - MOST_SHOWN} more")
    hint: str = Hint("See all: ", run("playbook check", name))
    if any(fault.needs_newer for fault in found):
        hint = "Install a newer groundplan: `pip install -U groundplan`"
    return Unreadable("\n".join(lines), hint=hint, place=found[0].file)
