"""What is known of a text before its outline is made: places, not nodes, whichever way they were found.

Only places in the text are kept, never nodes: a node keeps its tree alive.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from groundplan.code.outline import Kind

# A chain of calls holds all calls before it; longer ones are known by their last word.
CHAIN_LIMIT = 200
_BOUND = re.compile(rb"[{,]\s*+([\w$]++)\s*+(?::\s*+([\w$]++)\s*+)?(?=[,}=])")

Span = tuple[int, int]


class Found(NamedTuple):
    """A definition as places in the text."""

    start: int
    end: int
    name: Span
    body: int  # where the header ends; the end where there is no body
    kind: Kind | None
    scope: Span | None = None
    is_own: bool = False  # of the nearest class around it
    is_member: bool = False  # nothing unless it stands in a class or in the value of a constant
    rank: int = 0  # of the pattern: where two define the same name the first in the file of queries wins
    is_declared: bool = False  # without a body: what it does stands elsewhere


class FoundImport(NamedTuple):
    """An import statement, or a call that imports."""

    start: int
    end: int
    module: Span
    alias: Span | None = None
    is_reexport: bool = False
    is_dynamic: bool = False


class Binding(NamedTuple):
    """A name bound by an import or given by an export: the place where it begins, the name, the name here."""

    start: int
    name: Span | None
    alias: Span | None
    word: str  # for what is taken where no name is written: `default`, `*` or nothing


@dataclass(slots=True)
class Gathered:
    """Everything the query found in one text."""

    text: bytes
    line_starts: list[int]
    found: dict[int, Found] = field(default_factory=dict)  # by the place of the name
    calls: dict[bytes, list[int]] = field(default_factory=dict)  # the words as written, and where they end
    branches: list[int] = field(default_factory=list)
    exported: set[int] = field(default_factory=set)
    begins: dict[int, int] = field(default_factory=dict)  # where the declaration around a place begins
    hidden: set[int] = field(default_factory=set)
    static: set[int] = field(default_factory=set)  # seen in its own file alone, unless it stands in a class
    open: set[int] = field(default_factory=set)  # what stands in it needs no word to be public
    bases: dict[int, list[str]] = field(default_factory=dict)
    asynchronous: set[int] = field(default_factory=set)
    decorators: list[tuple[int, int, str]] = field(default_factory=list)
    imports: list[FoundImport] = field(default_factory=list)
    files: list[Span] = field(default_factory=list)  # expressions that run another file
    bindings: list[Binding] = field(default_factory=list)
    requires: list[Binding] = field(default_factory=list)
    exports: list[Binding] = field(default_factory=list)
    commonjs: list[tuple[str, str, Span]] = field(default_factory=list)

    def define(self, found: Found) -> None:
        """Note a definition unless its name is known already."""
        self.found.setdefault(found.name[0], found)

    def line(self, at: int) -> int:
        """Return the number of the line a place stands on, from 1."""
        return bisect_right(self.line_starts, at)

    def word(self, span: Span, limit: int = 200) -> str:
        """Return the words of a span, cut where they grow out of all measure."""
        start, end = span
        return self.text[start : min(end, start + limit)].decode("utf-8", "replace")


def read_pattern(text: bytes, start: int, end: int) -> Iterator[tuple[Span, Span]]:
    """Return the names in `{ a, b: c }`, each with the name it is bound to."""
    for found in _BOUND.finditer(text, start, end):
        yield found.span(1), found.span(2 if found[2] else 1)


def span_of(node: Node) -> Span:
    """Return the place a node takes in the text."""
    return node.start_byte, node.end_byte


def without_arguments(words: str) -> str:
    """Return a dotted name as written, without type parameters, call arguments and pointer signs."""
    for sign in "<([{":
        words = words.partition(sign)[0]
    return "".join(words.split()).lstrip("*~&")
