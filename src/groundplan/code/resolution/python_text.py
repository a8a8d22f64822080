"""One Python file laid open for questions about places in it: statements, blocks, brackets."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.python.masking import mask
from groundplan.code.resolution.laid_open import LaidOpen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.code.outline import Definition, Outline

MODULE = -1  # the scope around all blocks
NEAR = 4000  # letters to each side of a place that are looked at
_BLOCKS = frozenset({Kind.CLASS, Kind.FUNCTION, Kind.METHOD, Kind.ENUM})
_BRACKET = re.compile(r"[()\[\]{}]")
_HEADER = re.compile(r"[()\[\]{}:]")
_CLOSING = {")": "(", "]": "[", "}": "{"}


class PythonText(LaidOpen):
    """A file's text and its masked twin, both with one letter for each byte, so that places agree."""

    def __init__(self, path: str, text: bytes, read_outline: Callable[[], Outline]) -> None:
        super().__init__(path, text)
        self._read_outline = read_outline
        self._headers: dict[int, int] = {}
        self._statements: dict[int, list[int]] = {}

    @cached_property
    def outline(self) -> Outline:
        """The file's outline, which many a question about its text can do without."""
        return self._read_outline()

    @cached_property
    def blocks(self) -> tuple[Definition, ...]:
        """The classes and functions, in their order."""
        return tuple(each for each in self.outline.definitions if each.kind in _BLOCKS)

    @cached_property
    def code(self) -> str:
        """The text with strings and comments blanked."""
        return mask(self.raw.encode("latin-1")).decode("latin-1")

    def find_word(self, word: str, start: int = 0, end: int | None = None) -> Iterator[int]:
        """Return every place where a word stands in the text, strings and comments included."""
        text, size = self.raw, len(word)
        end = len(text) if end is None else end
        at = text.find(word, start, end)
        while at >= 0:
            before, after = text[at - 1 : at], text[at + size : at + size + 1]
            if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
                yield at
            at = text.find(word, at + size, end)

    def find_code(self, word: str, start: int = 0, end: int | None = None) -> Iterator[int]:
        """Return every place where a word stands in the code."""
        for at in self.find_word(word, start, end):
            if self.code[at] == word[0]:
                yield at

    def statement(self, at: int) -> tuple[int, int]:
        """Return the start and end of the statement around a place, or of its part near by where it is long.

        A table of a megabyte is one statement: to read all of it for each name in it would take forever.
        """
        start, end = self.whole_statement(at)
        return max(start, at - NEAR), min(end, at + NEAR)

    def whole_statement(self, at: int) -> tuple[int, int]:
        """Return the start and end of the statement around a place, however long."""
        low, high = self._gap(self.line_of(at))
        if low not in self._statements:
            self._statements[low] = self._split_statements(low, high)
        starts = self._statements[low]
        index = bisect_right(starts, at)
        return starts[max(0, index - 1)], (starts[index] - 1 if index < len(starts) else high)

    def _gap(self, line: int) -> tuple[int, int]:
        """Return the stretch around a line where no block starts or ends: its ends close all brackets."""
        firsts, parents = self._nesting
        last = bisect_right(firsts, line) - 1
        block = last
        while block >= 0 and self.blocks[block].last < line:
            block = parents[block]
        low = 0 if block < 0 else self.blocks[block].first - 1
        before = last
        while before != block and parents[before] != block:
            before = parents[before]
        if before != block:
            low = max(low, self.blocks[before].last)
        high = min(len(self.starts), self.blocks[block].last) if block >= 0 else len(self.starts)
        if last + 1 < len(firsts):
            high = min(high, firsts[last + 1] - 1)
        return self.starts[low], (self.starts[high] - 1 if high < len(self.starts) else len(self.code))

    def _split_statements(self, low: int, high: int) -> list[int]:
        """Return where each statement starts: a line outside all brackets that no backslash leads to."""
        found, depth, goes_on, start = [], 0, False, low
        for line in self.code[low:high].split("\n"):
            if depth <= 0 and not goes_on:
                found.append(start)
                depth = 0
            for sign in _BRACKET.findall(line):
                depth += -1 if sign in _CLOSING else 1
            goes_on = line.endswith("\\")
            start += len(line) + 1
        return found

    def opener(self, start: int, at: int) -> int:
        """Return the place of the innermost bracket that is open at `at`, looking from `start`, or -1."""
        waiting: list[int] = []
        for found in _BRACKET.finditer(self.code, max(start, at - NEAR), at):
            if found.group() in _CLOSING:
                if waiting:
                    waiting.pop()
            else:
                waiting.append(found.start())
        return waiting[-1] if waiting else -1

    def closer(self, at: int, end: int) -> int:
        """Return the place of the bracket that closes the one at `at`, or `end`."""
        depth = 0
        for found in _BRACKET.finditer(self.code, at, end):
            depth += -1 if found.group() in _CLOSING else 1
            if depth == 0:
                return found.start()
        return end

    def opening(self, at: int, floor: int) -> int:
        """Return the place of the bracket that the one at `at` closes, not looking before `floor`, or -1."""
        depth = 0
        code = self.code
        for place in range(at, floor - 1, -1):
            letter = code[place]
            if letter in ")]}":
                depth += 1
            elif letter in "([{":
                depth -= 1
                if depth == 0:
                    return place
        return -1

    @cached_property
    def _nesting(self) -> tuple[list[int], list[int]]:
        """For each block its first line, and the block around it."""
        firsts: list[int] = []
        parents: list[int] = []
        around: list[int] = []
        for index, block in enumerate(self.blocks):
            while around and self.blocks[around[-1]].last < block.first:
                around.pop()
            firsts.append(block.first)
            parents.append(around[-1] if around else MODULE)
            around.append(index)
        return firsts, parents

    def block_at(self, line: int) -> int:
        """Return the innermost block around a line, or `MODULE`."""
        firsts, parents = self._nesting
        index = bisect_right(firsts, line) - 1
        while index >= 0 and self.blocks[index].last < line:
            index = parents[index]
        return index

    def parent(self, block: int) -> int:
        """Return the block around a block, or `MODULE`."""
        return self._nesting[1][block]

    def scope_at(self, at: int) -> int:
        """Return the block whose names hold at a place: a header is read outside its own block."""
        block = self.block_at(self.line_of(at))
        while block != MODULE and at < self.header_end(block):
            block = self.parent(block)
        return block

    def block_start(self, block: int) -> int:
        """Return where the first line of a block starts, its decorators included."""
        return self.starts[self.blocks[block].first - 1]

    def header_start(self, block: int) -> int:
        """Return where `def` or `class` of a block stands, or the white space before it."""
        return self.starts[self.blocks[block].line - 1]

    def header_end(self, block: int) -> int:
        """Return the place of the colon that ends a block's header."""
        if block not in self._headers:
            self._headers[block] = self._find_colon(self.header_start(block))
        return self._headers[block]

    def body(self, block: int) -> tuple[int, int]:
        """Return where a block's body starts and ends."""
        last = self.blocks[block].last
        end = self.starts[last] if last < len(self.starts) else len(self.code)
        return self.header_end(block) + 1, end

    def is_class(self, block: int) -> bool:
        """Whether a block is a class."""
        return block != MODULE and self.blocks[block].kind in {Kind.CLASS, Kind.ENUM}

    def class_around(self, block: int) -> int:
        """Return the class that a function, or a function nested in it, is a method of, or `MODULE`."""
        while block != MODULE and not self.is_class(block):
            block = self.parent(block)
        return block

    def _find_colon(self, start: int) -> int:
        depth = 0
        for found in _HEADER.finditer(self.code, start):
            letter = found.group()
            if letter == ":":
                if depth == 0:
                    return found.start()
            else:
                depth += -1 if letter in _CLOSING else 1
        return len(self.code)
