"""The table of languages read by tree-sitter, so that another one is a wheel, a file of queries and a line.

The words a file of queries may capture, and what they say (`@name` and `@body` belong to one definition):

- `@class`, `@interface`, `@type`, `@enum`, `@function`, `@method`, `@constant`, `@attribute`: a definition;
  `@own`: an attribute of the nearest class around it; `@container`: gives its name to what stands in it, and
  is no definition itself. With `@name`, and where they are: `@body` (the header ends there), `@statement`
  (the declaration begins there), `@scope` (the name it belongs to without standing inside: a Go receiver).
- `@exported`: a definition that is marked as public; with `@statement`, where the declaration begins.
  `@declared` with `@statement`: the latter alone. `@access` or `@base` with `@of`: what they speak of.
- `@async`: a definition that is asynchronous. `@decorator` in `@mark`: it decorates what begins after it.
- `@import` with `@import.module`; `@import.alias` beside it where the language names the module itself. In
  it: `@specifier` with `@import.name` and perhaps `@import.alias`, `@import.default`, `@import.namespace`,
  `@import.all`. `@reexport`: its names are given on. `@dynamic`: it may be run later. `@require.name`,
  `@require.alias`: names bound by the call that stands behind them.
- `@export` with `@export.name` and perhaps `@export.alias`; `@commonjs` with `.name` and `.value`.
- `@call`: the words called. `@component`: the same where it begins with a capital. `@branch`: a fork.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources

from tree_sitter import Language, Parser, Query


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
class Reader:
    """A grammar ready for use: made once in a process, as making the query takes longer than most files."""

    grammar: Grammar
    parser: Parser
    query: Query


@cache
def reader(language: str) -> Reader:
    """Return the parser and the query of a language of the table; its wheel is imported by the first call."""
    grammar = GRAMMARS[language]
    made = Language(getattr(import_module(grammar.wheel), grammar.entry)())
    folder = resources.files(__package__).joinpath("queries")
    queries = [folder.joinpath(f"{name}.scm").read_text("utf-8") for name in grammar.queries]
    return Reader(grammar, Parser(made), Query(made, "\n".join(queries)))
