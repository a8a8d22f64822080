"""A file's text with one letter for each byte, and the lines and columns of places in it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

_ONE_MORE = (1).__add__  # a line and its line feed


class LaidOpen:
    """One file laid open: what is asked about places in it is the same in every language."""

    def __init__(self, path: str, text: bytes) -> None:
        self.path = path
        self.raw = text.decode("latin-1")

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts."""
        starts = [0, *accumulate(map(_ONE_MORE, map(len, self.raw.split("\n"))))]
        starts.pop()
        return starts

    def line_of(self, at: int) -> int:
        """Return the line of a place, counted from 1."""
        return bisect_right(self.starts, at)

    def column_of(self, at: int) -> int:
        """Return the column of a place, in characters, counted from 1."""
        start = self.starts[self.line_of(at) - 1]
        return len(self.raw[start:at].encode("latin-1").decode("utf-8", "replace")) + 1
