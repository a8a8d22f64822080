"""The classes and functions of masked Python text, each with the lines it takes."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, count
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.outline import HEADER_LIMIT, Definition, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_CLASS, _METHOD, _FUNCTION = Kind.CLASS, Kind.METHOD, Kind.FUNCTION
_HEAD = re.compile(
    rb"\n([ \t]*+)(?:@[ \t]*+([\w.\x80-\xff]++)"
    rb"|(async[ \t]++)?(def|class)[ \t]++([A-Za-z_\x80-\xff][\w\x80-\xff]*+))"
)
_BASE = re.compile(rb"[\s\\]*+([A-Za-z_\x80-\xff][\w.\x80-\xff]*+)[\s\\]*+([=(]?)")
_BRACKET = re.compile(rb"[()\[\]{},]")
_DOC = re.compile(rb"\s*+[rRuU]?\"")
# Each is a point where the way forks; `elif` is counted by its `if`, a ternary and a comprehension as well.
_FORKS = (b"if ", b"for ", b"while ", b"except", b" and ", b" or ", b"case ")


# Where blocks of masked Python text end: at the first line further left, outside all brackets.


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


class Block(NamedTuple):
    """A class or function and where its body stands in the text."""

    definition: Definition
    is_class: bool  # names bound in the body are attributes
    name: int  # where the name stands
    start: int
    end: int


def find_blocks(text: bytes, masked: bytes, blocks: Blocks) -> Iterator[Block]:
    """Return the classes and functions of a text in the order of their first lines."""
    around: list[Block] = []
    decorators: list[re.Match[bytes]] = []
    for head in _HEAD.finditer(masked):
        if head[2] is not None:
            decorators.append(head)
            continue
        start = head.end(1)
        while around and around[-1].end <= start:
            around.pop()
        mine = [each for each in decorators if each[1] == head[1]] if decorators else decorators
        block = _read_block(text, blocks, head, mine, around[-1] if around else None)
        decorators = []
        yield block
        around.append(block)


def _read_block(
    text: bytes, blocks: Blocks, head: re.Match[bytes], mine: list[re.Match[bytes]], around: Block | None
) -> Block:
    masked, start = blocks.masked, head.end(1)
    name = head[5].decode("utf-8", "replace")
    is_class = head[4] == b"class"
    kind = _CLASS if is_class else _METHOD if around and around.is_class else _FUNCTION
    colon = blocks.colon(head.end())
    end = blocks.end(colon, start - head.start(1))
    line = blocks.line(start)
    forks = 0
    if not is_class:
        for fork in _FORKS:
            forks += masked.count(fork, colon, end)
    definition = Definition(
        name,
        f"{around.definition.qualified}.{name}" if around else name,
        kind,
        blocks.line(mine[0].end(1)) if mine else line,
        blocks.line(end - 1),
        line,
        _fold(text[start : min(colon, start + 4 * HEADER_LIMIT)]),
        _read_bases(masked[head.end() : colon]) if is_class else (),
        tuple(each[2].decode("utf-8", "replace") for each in mine) if mine else (),
        head[3] is not None,
        is_public(name),
        _DOC.match(masked, colon + 1, end) is not None,
        forks,
    )
    return Block(definition, is_class, head.start(5), colon + 1, end)


def _fold(header: bytes) -> str:
    words = header.decode("utf-8", "replace")
    return " ".join(words.split())[:HEADER_LIMIT] if "\n" in words else words[:HEADER_LIMIT]


def is_public(name: str) -> bool:
    """Tell whether a name is for others to use, as Python's own custom has it."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _read_bases(arguments: bytes) -> tuple[str, ...]:
    """Return the base classes between the brackets of a class, without keywords and type arguments."""
    bases: list[str] = []
    # `class Box[T](Base)` has its type parameters first
    opening = arguments.find(b"](") + 1 if arguments.lstrip().startswith(b"[") else arguments.find(b"(")
    depth, start = 0, opening + 1
    for sign in _BRACKET.finditer(arguments, max(0, opening)):
        letter = sign.group()
        depth += 1 if letter in b"([{" else -1 if letter in b")]}" else 0
        if (letter == b"," and depth == 1) or depth == 0:
            base = _BASE.match(arguments, start, sign.start())
            if base and not base[2]:
                bases.append(base[1].decode("utf-8", "replace"))
            start = sign.end()
        if depth <= 0:
            break
    return tuple(bases)
