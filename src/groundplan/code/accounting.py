"""All places of a definition's name, each in one group: the groups add up to a search for the word."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.occurrences import OWN, places_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.outline import Outline
    from groundplan.code.usage import Usage

Place = tuple[int, int]  # line and column, from 1
_HEADER = 5  # lines


@dataclass(frozen=True, slots=True)
class Account:
    """How often a name appears as a whole word, and as what; a use under another name is not among these."""

    total: int = 0
    files: int = 0
    resolved: int = 0
    possible: int = 0
    definitions: int = 0
    mentions: int = 0  # in strings and comments
    other: tuple[str, ...] = ()  # `path:line` in code of its language: a key, a namesake, a variable
    elsewhere: tuple[tuple[str, int], ...] = ()  # files of other kinds, and how often each has the word


class Accounts:
    """Adds up the places of one name, file by file."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._word = re.compile(re.escape(name.encode("utf-8", "surrogateescape")))
        self._counts: Counter[str] = Counter()
        self._other: list[str] = []
        self._elsewhere: list[tuple[str, int]] = []
        self._files = 0

    def skip(self, path: str, text: bytes) -> None:
        """Note a file in which no uses are looked for."""
        number = 0 if path.startswith(OWN) else sum(1 for _ in places_of(text, self._word))
        if number:
            self._files += 1
            self._elsewhere.append((path, number))

    def add(
        self, path: str, text: bytes, outline: Outline, found: Iterable[Usage], mentioned: Iterable[Place]
    ) -> None:
        """Note a file that was searched, with the uses found and the words in its strings and comments."""
        words = [(line, column) for line, column, _ in places_of(text, self._word)]
        left = set(words)
        self._files += bool(left)
        self._counts["total"] += len(left)
        for each in found:
            self._take(left, "resolved" if each.is_resolved else "possible", (each.line, each.column))
        for place in mentioned:
            self._take(left, "mentions", place)
        for defined in outline.definitions:
            if defined.name == self._name:
                # where a header is long, its name is below the line it begins on
                begin = defined.line
                line = next((one for one, _ in words if begin <= one <= begin + _HEADER), 0)
                self._take(left, "definitions", min((at for at in left if at[0] == line), default=(0, 0)))
        self._other += [f"{path}:{line}" for line, _ in sorted(left)]

    def _take(self, left: set[Place], group: str, place: Place) -> None:
        if place in left:
            left.remove(place)
            self._counts[group] += 1

    def sum(self) -> Account:
        """Return what all files together have."""
        total = self._counts["total"] + sum(number for _, number in self._elsewhere)
        groups = {group: self._counts[group] for group in ("resolved", "possible", "definitions", "mentions")}
        return Account(
            total, self._files, **groups, other=tuple(self._other), elsewhere=tuple(self._elsewhere)
        )
