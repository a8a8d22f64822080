"""The table of languages read by tree-sitter, so that another one is a wheel, a file of queries and a line.

The words a file of queries may capture, and what they say (`@name` and `@body` belong to one definition):

- `@class`, `@interface`, `@type`, `@enum`, `@function`, `@method`, `@constant`, `@attribute`: a definition;
  `@container`: gives its name to what stands in it, and is no definition itself. With `@name`, and where
  they are: `@body` (the header ends there), `@scope` (the name it belongs to without standing inside: a Go
  receiver).
- `@exported`: a definition that is marked as public. `@access` or `@base` with `@of`: what they speak of.
- `@async`: a definition that is asynchronous. `@decorator` in `@mark`: it decorates what begins after it.
- `@import` with `@import.module`; `@import.alias` beside it where the language names the module itself.
- `@call`: the words called. `@branch`: a fork.

No pattern outside the root should ask for a node among the children of another that may be nested without
end: each level of the text would wait for one more.

JavaScript and TypeScript, which most repositories hold megabytes of, are read flat instead: their patterns
only pick nodes, under words that scripts.py and exchange.py explain.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING

from tree_sitter import Language, Parser, Query

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(rb";[^\n]*+|\"[^\"\\]*+(?:\\.[^\"\\]*+)*\"|[()\[\]]")
_OPENING, _CLOSING = (b"(", b"["), (b")", b"]")


class Public(enum.Enum):
    """How a language says that a name is for others."""

    MODULE = enum.auto()  # by `export`; members are as public as their class, but for `private` and `#`
    CAPITAL = enum.auto()  # by the first letter
    MARKED = enum.auto()  # each definition by a word before it, which the queries mark `@exported`
    ALL = enum.auto()  # but for what the queries mark with `@access`


@dataclass(frozen=True, slots=True)
class Grammar:
    """What must be known of a language beside its queries."""

    wheel: str
    queries: tuple[str, ...]
    public: Public
    documents: tuple[bytes, ...]  # how a comment begins that documents what follows it
    entry: str = "language"  # the function of the wheel that gives the grammar
    is_flat: bool = False  # its patterns pick nodes one by one; scripts.py asks these for their parts
    names_modules: bool = False  # an import without an alias is bound to the last word of the module's path


GRAMMARS: dict[str, Grammar] = {
    "javascript": Grammar(
        "tree_sitter_javascript",
        ("ecmascript", "javascript", "jsx"),
        Public.MODULE,
        (b"/**",),
        is_flat=True,
    ),
    "typescript": Grammar(
        "tree_sitter_typescript",
        ("ecmascript", "typescript"),
        Public.MODULE,
        (b"/**",),
        entry="language_typescript",
        is_flat=True,
    ),
    "tsx": Grammar(
        "tree_sitter_typescript",
        ("ecmascript", "typescript", "jsx"),
        Public.MODULE,
        (b"/**",),
        entry="language_tsx",
        is_flat=True,
    ),
    "go": Grammar("tree_sitter_go", ("go",), Public.CAPITAL, (b"//", b"/*"), names_modules=True),
}


@dataclass(frozen=True, slots=True)
class Pass:
    """Patterns that are looked for together."""

    query: Query
    ranks: tuple[int, ...]  # the place of each pattern in the language's files of queries
    is_shallow: bool = False  # only from the root of the tree
    is_flat: bool = False  # captures are taken one by one, not as matches


@dataclass(frozen=True, slots=True)
class Reader:
    """A grammar ready for use: made once in a process, as making a query takes longer than most files."""

    grammar: Grammar
    parser: Parser
    passes: tuple[Pass, ...]


@cache
def reader(language: str) -> Reader:
    """Return the parser and the queries of a language of the table; the first call imports its wheel."""
    grammar = GRAMMARS[language]
    made = Language(getattr(import_module(grammar.wheel), grammar.entry)())
    folder = resources.files(__package__).joinpath("queries")
    queries = [folder.joinpath(f"{name}.scm").read_bytes() for name in grammar.queries]
    parser = Parser(made)
    return Reader(
        grammar, parser, _split(made, grammar, b"\n".join(queries), parser.parse(b"").root_node.type)
    )


def _patterns(queries: bytes) -> Iterator[bytes]:
    """Cut queries where tree-sitter would, without making one of them all, which takes long."""
    depth, start = 0, -1
    for found in _TOKEN.finditer(queries):
        token = found[0]
        if depth == 0 and token[:1] in b'(["':
            if start >= 0:
                yield queries[start : found.start()]
            start = found.start()
        depth += (token in _OPENING) - (token in _CLOSING)
    if start >= 0:
        yield queries[start:]


def _split(language: Language, grammar: Grammar, queries: bytes, root: str) -> tuple[Pass, ...]:
    """Return the patterns in as many passes as pay: a pattern costs at each node while it waits for its end.

    Those that begin at the root wait through the whole tree, unless the pass stays at the top.
    """
    kinds: dict[bool, list[int]] = {}
    patterns = list(_patterns(queries))
    for rank, pattern in enumerate(patterns):
        kinds.setdefault(pattern.startswith(b"(%s " % root.encode()), []).append(rank)
    return tuple(
        Pass(
            Query(language, b"\n".join(patterns[rank] for rank in ranks).decode("utf-8")),
            tuple(ranks),
            is_shallow=is_shallow,
            is_flat=grammar.is_flat,
        )
        for is_shallow, ranks in sorted(kinds.items())
    )
