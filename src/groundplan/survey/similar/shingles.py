"""The shape of code: its tokens without local names, cut into pieces whose smallest hashes stand for all.

Two texts whose samples share many hashes share many pieces: the share estimates how much of them is equal.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left

from groundplan.survey.quieting import quieten

SAMPLE = 32
PIECE = 5  # tokens
FEWEST_TOKENS = 20  # of a body; what is shorter is like everything
MOST_TOKENS = 6_000
_TOKEN = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*+|\d[\w.]*+|[^\s\w]")
_KEYWORDS = frozenset(
    b"and as assert break case catch class const continue def defer del do elif else except false finally "
    b"for from func function go if import in instanceof interface is lambda let match new nil None not null "
    b"of or pass raise range return select self struct super switch this throw true True False try type "
    b"typeof var void while with yield".split()
)
_DEFINING = frozenset((b"def", b"func", b"function", b"class"))
# Async twins differ in these alone.
_DROPPED = frozenset((b"async", b"await", b"public", b"private", b"readonly", b"static", b"export"))
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MIX = 2_654_435_761


class Tokens:
    """The normal tokens of one file, and where each stands, so that any lines of it can be sampled."""

    def __init__(self, language: str, text: bytes) -> None:
        quiet = quieten(language, text)
        found = [(match.start(), match[0]) for match in _TOKEN.finditer(quiet)]
        self.places: list[int] = []
        self.normal: list[bytes] = []
        size = len(found)
        before = b""
        for number, (place, token) in enumerate(found):
            if token in _DROPPED:
                continue
            if token[0] > 64 and token not in _KEYWORDS and token[:1] not in b"[]{}|~^`":
                after = found[number + 1][1] if number + 1 < size else b""
                # What is called or read from something says what the code does; what holds it does not.
                if (after != b"(" and before != b".") or before in _DEFINING:
                    token = b"v"  # noqa: PLW2901  (the token is what is normalised)
            elif 48 <= token[0] <= 57:
                token = b"0"  # noqa: PLW2901
            self.places.append(place)
            self.normal.append(token)
            before = token
        self.starts = [0]
        at = text.find(b"\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find(b"\n", at + 1)

    def between(self, first: int, last: int) -> list[bytes]:
        """Return the normal tokens of some lines, counted from 1, both ends inside."""
        if first > len(self.starts):
            return []
        start = self.starts[first - 1]
        end = self.starts[last] if last < len(self.starts) else self.starts[-1] + (1 << 40)
        low, high = bisect_left(self.places, start), bisect_left(self.places, end)
        return self.normal[low : min(high, low + MOST_TOKENS)]


def body_of(language: str, tokens: list[bytes]) -> list[bytes]:
    """Return a function's tokens without its signature, whose types are alike in functions that are not."""
    opener = b":" if language == "python" else b"{"
    depth = 0
    for place, token in enumerate(tokens):
        if token == opener and depth == 0:
            return tokens[place + 1 :]
        if token in {b"(", b"["}:
            depth += 1
        elif token in {b")", b"]"}:
            depth -= 1
    return tokens


def sample(tokens: list[bytes]) -> tuple[int, ...]:
    """Return the smallest hashes of a body's pieces, sorted: its sample."""
    crc = zlib.crc32
    pieces = {
        crc(b" ".join(tokens[number : number + PIECE])) * _MIX & 0xFFFFFFFF
        for number in range(len(tokens) - PIECE + 1)
    }
    return tuple(sorted(pieces)[:SAMPLE])


def likeness(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int]:
    """Return how many of the smallest hashes of both are shared, and of how many."""
    most = min(SAMPLE, max(len(one), len(other)))
    smallest = sorted({*one, *other})[:most]
    shared = set(one) & set(other)
    return sum(each in shared for each in smallest), len(smallest)


def split_words(name: str) -> tuple[str, ...]:
    """Return the words of an identifier, in small letters: `getUserByID` is get, user, by, id."""
    return tuple(word.lower() for word in _WORDS.findall(name))
