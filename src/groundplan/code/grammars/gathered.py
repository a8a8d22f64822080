"""What is known of a text before its outline is made: places, not nodes, whichever way they were found.

Only places in the text are kept, never nodes: a node keeps its tree alive.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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


# Words like `private:` that say of all that follows them in a class who may use it.


class Holder(NamedTuple):
    """A class as a place in the text, and whether its first members are for others."""

    start: int
    end: int
    is_open: bool


def hide_in_sections(
    gathered: Gathered, members: Iterable[Found], holders: Iterable[Holder], marks: Iterable[tuple[int, bool]]
) -> None:
    """Hide the members that stand below a word, in the same class, that closes it to others."""
    events: list[tuple[int, int, int, bool]] = [(each.start, 0, 0, False) for each in members]
    events += [(each.start, 1, each.end, each.is_open) for each in holders]
    events += [(at, 2, 0, is_open) for at, is_open in marks]
    around: list[tuple[int, bool]] = []
    for at, what, end, is_open in sorted(events):
        while around and around[-1][0] <= at:
            around.pop()
        if what == 1:
            around.append((end, is_open))
        elif what == 2 and around:
            around[-1] = (around[-1][0], is_open)
        elif what == 0 and around and not around[-1][1]:
            gathered.hidden.add(at)


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
