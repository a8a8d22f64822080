"""Places in a text, some inside others: which of them stand around another place."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.grammars.gathered import Span


class Spans:
    """Spans that are disjoint or nested, as those of a syntax tree are."""

    def __init__(self, spans: Iterable[Span]) -> None:
        # From each of these places on, until the next, the innermost span is the one that starts there.
        self._places: list[int] = []
        self._inside: list[int] = []
        around: list[tuple[int, int]] = []
        for start, end in sorted(set(spans), key=lambda each: (each[0], -each[1])):
            self._close(around, start)
            around.append((start, end))
            self._mark(start, start)
        self._close(around, None)

    def _close(self, around: list[tuple[int, int]], until: int | None) -> None:
        while around and (until is None or around[-1][1] <= until):
            _, end = around.pop()
            self._mark(end, around[-1][0] if around else -1)

    def _mark(self, place: int, inside: int) -> None:
        self._places.append(place)
        self._inside.append(inside)

    def innermost(self, at: int) -> int:
        """Return where the innermost span around a place starts, or -1."""
        index = bisect_right(self._places, at) - 1
        return self._inside[index] if index >= 0 else -1

    def around(self, at: int) -> bool:
        """Whether a place stands in one of the spans."""
        return self.innermost(at) >= 0
