"""The table of languages read by tree-sitter, so that another one is a wheel, a file of queries and a line.

The words a file of queries may capture, and what they say (`@name` and `@body` belong to one definition):

- `@class`, `@interface`, `@type`, `@enum`, `@function`, `@method`, `@constant`, `@attribute`: a definition;
  `@own`: an attribute of the nearest class around it; `@container`: gives its name to what stands in it, and
  is no definition itself. `@member`: a method, and `@holder`: a container, where they stand in the body of a
  class or in the value of a constant, else nothing.
  With `@name`, and where they are: `@body` (the header ends there), `@scope` (the name it belongs to without
  standing inside: a Go receiver). With `@pattern` instead of `@name`: each name of `{ a, b: c }`.
- `@exported`: a definition that is marked as public; with `@statement`, where the declaration begins.
  `@declared` with `@statement`: the latter alone. `@access` or `@base` with `@of`: what they speak of.
- `@async`: a definition that is asynchronous. `@decorator` in `@mark`: it decorates what begins after it.
- `@import` with `@import.module`; `@import.alias` beside it where the language names the module itself. In
  it: `@specifier` with `@import.name` and perhaps `@import.alias`, `@import.default`, `@import.namespace`,
  `@import.all`. `@reexport`: its names are given on. `@dynamic`: it may be run later. `@require.alias`:
  the name bound by the call that stands behind it; `@require.pattern`: many of them, as in `{ a, b: c }`.
- `@export` with `@export.name` and perhaps `@export.alias`; `@commonjs` with `.name` and `.value`.
- `@call`: the words called. `@component`: the same where it begins with a capital. `@branch`: a fork.

A pattern with `(#set! word "require")` is looked for only in texts that hold the word. No pattern outside the
root should ask for a node among the children of another that may be nested without end: each level of the
text would wait for one more. That is why `@member` is decided by places, not by `(class_body (…))`.
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

_TOKEN = re.compile(rb";[^\n]*+|\"(?:[^\"\\]++|\\.)*+\"|[()\[\]]")
_WORD = re.compile(rb"#set! word \"([^\"]++)\"")
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
    names_modules: bool = False  # an import without an alias is bound to the last word of the module's path


GRAMMARS: dict[str, Grammar] = {
    "javascript": Grammar(
        "tree_sitter_javascript", ("ecmascript", "javascript", "jsx"), Public.MODULE, (b"/**",)
    ),
    "typescript": Grammar(
        "tree_sitter_typescript",
        ("ecmascript", "typescript"),
        Public.MODULE,
        (b"/**",),
        entry="language_typescript",
    ),
    "tsx": Grammar(
        "tree_sitter_typescript",
        ("ecmascript", "typescript", "jsx"),
        Public.MODULE,
        (b"/**",),
        entry="language_tsx",
    ),
    "go": Grammar("tree_sitter_go", ("go",), Public.CAPITAL, (b"//", b"/*"), names_modules=True),
}


@dataclass(frozen=True, slots=True)
class Pass:
    """Patterns that are looked for together."""

    query: Query
    ranks: tuple[int, ...]  # the place of each pattern in the language's files of queries
    word: bytes = b""  # only in a text that holds it
    is_shallow: bool = False  # only from the root of the tree


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
    return Reader(grammar, parser, _split(made, b"\n".join(queries), parser.parse(b"").root_node.type))


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


def _split(language: Language, queries: bytes, root: str) -> tuple[Pass, ...]:
    """Return the patterns in as many passes as pay: a pattern costs at each node while it waits for its end.

    Those that begin at the root wait through the whole tree, unless the pass stays at the top; those of a
    rare word are not looked for where it does not stand. On vuejs/core this makes the query twice as fast.
    """
    kinds: dict[tuple[bytes, bool], list[int]] = {(b"", False): []}
    patterns = list(_patterns(queries))
    for rank, pattern in enumerate(patterns):
        word = _WORD.search(pattern)
        is_shallow = pattern.startswith(b"(%s " % root.encode())
        kinds.setdefault((word[1] if word else b"", is_shallow), []).append(rank)
    return tuple(
        Pass(
            Query(language, b"\n".join(patterns[rank] for rank in ranks).decode("utf-8")),
            tuple(ranks),
            word,
            is_shallow,
        )
        for (word, is_shallow), ranks in kinds.items()
        if ranks
    )
