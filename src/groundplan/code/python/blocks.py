"""Where blocks of masked Python text end: at the first line further left, outside all brackets."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, count
from operator import add

_OPENING = b"([{"
# After these a line further left may still be inside brackets; after a name or a closing bracket only if
# somebody breaks a line before an operator or a `for` and moves it left, which nobody was seen to do.
_GOES_ON = b"([{,`+-*/%|&^~<>=\\:."
_SIGN = re.compile(rb"[()\[\]{}:]")
_HEADER_LIMIT = 20_000
_PLAIN_LIMIT = 1_000
_HEADER_BUDGET = 4  # how often the whole text may be looked at for the ends of headers; others need 1
# How often the whole text may be looked at again for brackets; a hostile text stops there, others need 3.
_BALANCE_BUDGET = 30


def _within(inner: bytes) -> bytes:
    """Return a pattern for text with brackets in it, given one for what may stand between these."""
    return rb"[^()\[\]{}]*+(?:(?:\(%s\)|\[%s\]|\{%s\})[^()\[\]{}]*+)*" % (inner, inner, inner)


_DEEP = _within(_within(_within(rb"[^()\[\]{}]*+")))
# Type parameters, parameters, and what is returned, up to the colon: nearly every header.
_PLAIN_HEADER = re.compile(rb"[^()\[\]{}:]*+(?:(?:\(%s\)|\[%s\])[^()\[\]{}:]*+)*:" % (_DEEP, _DEEP))


class Blocks:
    """The lines and brackets of one masked text, which has a line end before its first line."""

    def __init__(self, masked: bytes) -> None:
        self.masked = masked
        lengths = map(len, masked.split(b"\n"))
        # of line 1, which follows the line end before it, and on; each length lacks its line end
        self.starts = list(map(add, accumulate(lengths), count(1)))
        self.count = len(self.starts) - 1 - masked.endswith(b"\n")
        self.is_balanced = _depth(masked, 0, len(masked)) == 0
        self._header_budget = _HEADER_BUDGET * len(masked) + _HEADER_LIMIT
        self._budget = _BALANCE_BUDGET * len(masked) if self.is_balanced else 0

    def line(self, at: int) -> int:
        """Return the number of the line a place stands on, from 1."""
        return bisect_right(self.starts, at)

    def colon(self, start: int) -> int:
        """Return the place of the colon that ends the header of a class or function."""
        if self._header_budget > 0:
            if plain := _PLAIN_HEADER.match(self.masked, start, start + _PLAIN_LIMIT):
                return plain.end() - 1
            self._header_budget -= _PLAIN_LIMIT
        limit = min(len(self.masked), start + max(0, min(_HEADER_LIMIT, self._header_budget)))
        depth = 0
        for sign in _SIGN.finditer(self.masked, start, limit):
            letter = sign.group()
            if letter == b":":
                if depth == 0:
                    self._header_budget -= sign.start() - start
                    return sign.start()
            elif letter in _OPENING:
                depth += 1
            else:
                depth -= 1
                if depth < 0:
                    limit = sign.start()
                    break
        self._header_budget -= limit - start
        line_end = self.masked.find(b"\n", start)
        return line_end if line_end >= 0 else len(self.masked)

    def end(self, colon: int, indent: int) -> int:
        """Return the place after the last word of the block that begins at a colon."""
        left = _further_left(indent)
        at = counted = colon
        depth = 0
        while True:
            found = left.search(self.masked, at)
            stop = found.start() if found else len(self.masked)
            end = colon + len(self.masked[colon:stop].rstrip())
            if found is None or self._budget <= 0 or self.masked[end - 1] not in _GOES_ON:
                return end
            depth += _depth(self.masked, counted, stop)
            self._budget -= stop - counted
            counted = stop
            if depth <= 0:
                return end
            at = stop + 1


@lru_cache(maxsize=64)
def _further_left(indent: int) -> re.Pattern[bytes]:
    # A line that begins with a closing bracket, or where a string ends, goes on with what is above it.
    return re.compile(rb"\n[ \t]{0,%d}+[^\s)\]}`]" % min(indent, 10_000))


def _depth(masked: bytes, start: int, end: int) -> int:
    tally = masked.count
    opened = tally(b"(", start, end) + tally(b"[", start, end) + tally(b"{", start, end)
    return opened - tally(b")", start, end) - tally(b"]", start, end) - tally(b"}", start, end)
