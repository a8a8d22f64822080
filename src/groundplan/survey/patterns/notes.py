"""What one text shows of each habit: how often and where first. Kept per text, summed over files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

MOST_LINES = 4
MOST_PRACTICES = 200
MOST_NAME = 80


class Notes:
    """Counts by habit and practice, with the first lines of each."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, list[int]]] = {}

    def add(self, habit: str, practice: str, line: int, count: int = 1) -> None:
        """Count one place where a habit is practised so."""
        practices = self.found.setdefault(habit, {})
        name = practice[:MOST_NAME]
        tally = practices.get(name)
        if tally is None:
            if len(practices) < MOST_PRACTICES:
                practices[name] = [count, line]
            return
        tally[0] += count
        if len(tally) <= MOST_LINES:
            tally.append(line)

    def add_all(self, habit: str, practice: str, lines: Iterable[int]) -> None:
        """Count several places."""
        for line in lines:
            self.add(habit, practice, line)

    def pack(self) -> bytes:
        """Return the notes as they are kept."""
        return json.dumps(self.found, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def numbered(pattern: re.Pattern[bytes], text: bytes) -> Iterator[tuple[re.Match[bytes], int]]:
    """Return each match of a pattern with its line, counting the lines between matches only once."""
    line, seen = 1, 0
    for match in pattern.finditer(text):
        line += text.count(b"\n", seen, match.start())
        seen = match.start()
        yield match, line


def unpack(record: bytes) -> dict[str, dict[str, list[int]]]:
    """Return kept notes: habit, practice, then the count followed by lines."""
    found = json.loads(record)
    return found if isinstance(found, dict) else {}
