"""The table of languages read by tree-sitter, so that another one is a wheel, a file of queries and a line.

The words a file of queries may capture, and what they say (`@name` and `@body` belong to one definition):

- `@class`, `@interface`, `@type`, `@enum`, `@function`, `@method`, `@constant`, `@attribute`: a definition;
  `@container`: gives its name to what stands in it, and is no definition itself. With `@name`, and where
  they are: `@body` (the header ends there), `@scope` (the name it belongs to without standing inside: a Go
  receiver).
- `@block`: code that belongs to what is around it; a name bound inside is no definition. `@block.class`: a
  class without a name.
- `@open`: what stands in it is as public as itself, without a word of its own. `@base` with `@of`: what it
  extends. `@async`: a definition that is asynchronous. `@decorator` in `@mark`: of what begins after it.
- `@import` with `@import.module`; `@import.alias` beside it where the language names the module itself.
- `@call`: the words called; `@called`, where it is there, is where they begin. `@branch`: a fork.

No pattern outside the root should ask for a node among the children of another that may be nested without
end: each level of the text would wait for one more.

Some languages are read flat instead: their patterns only pick nodes, and the module that `taken_by` names
asks these for their parts. JavaScript and TypeScript, because most repositories hold megabytes of them; C and
C++, whose names stand at the bottom of declarators of any depth; Ruby, where a call may define a method.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING

from tree_sitter import Language, Parser, Query

from groundplan.code.grammars.macros import blank_conditions, blank_macros

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SOFT = (
    rb"abstract|actual|annotation|const|data|enum|expect|external|final|infix|inline|inner|internal|lateinit"
    rb"|open|operator|override|sealed|suspend|tailrec|value"
)
_ARGUMENTS = rb"\((?:[^()]|\((?:[^()]|\([^()]{0,300}\)){0,500}\)){0,2000}\)"
_DECLARES = (
    rb"public|private|internal|protected|abstract|open|final|sealed|data|value|inline|enum|annotation|class"
    rb"|interface|object|fun|expect|actual|typealias"
)
_MENDED: tuple[tuple[re.Pattern[bytes], Callable[[bytes], bytes]], ...] = (
    # `final = true` sets a variable of that name
    (
        re.compile(rb"^[ \t]*(" + _SOFT + rb")(?=[ \t]*(?:=[^=]|\??\.|\[|[-+*/]=|\+\+|--))", re.MULTILINE),
        lambda word: b"_" + word[1:],
    ),
    # `@Target(CLASS) annotation class Name`, `class Name actual constructor(`
    (re.compile(rb"\b(annotation)\s+class\b"), lambda word: b" " * len(word)),
    (re.compile(rb"\b(actual|expect)\s+constructor\b"), lambda word: b" " * len(word)),
    # `suspend { … }` calls a function of that name
    (re.compile(rb"\b(suspend)(?=[ \t]*\{)"), lambda word: b"_" + word[1:]),
    # `class Name @Inject internal constructor(`
    (
        re.compile(
            rb"(@\w+(?:\([^()\n]{0,200}\))?)"
            rb"(?=\s+(?:(?:public|internal|private|protected|actual)\s+){0,3}constructor\b)"
        ),
        lambda word: b" " * len(word),
    ),
    # arguments of an annotation make of it and what follows it an expression
    (
        re.compile(
            rb"^[ \t]*@[\w.:]+(" + _ARGUMENTS + rb")(?=\s+(?:@\w|(?:" + _DECLARES + rb")\b))", re.MULTILINE
        ),
        lambda words: bytes(10 if byte == 10 else 32 for byte in words),
    ),
    # an annotation between a property and its getter
    (
        re.compile(rb"^[ \t]*(@\w+(?:\([^()\n]{0,200}\))?)(?=\s+(?:get|set)[ \t]*\()", re.MULTILINE),
        lambda word: b" " * len(word),
    ),
    # `Basket<Item>(3)` makes a basket and compares nothing
    (re.compile(rb"\b[A-Za-z_]\w*(<[A-Z][\w.,?*<> ]{0,80}>)(?=\()"), lambda word: b" " * len(word)),
    # `interface Name { fun run() }`: a function without a body ends where its line goes on
    (re.compile(rb"\bfun\s[^(){}=\n]{1,200}\([^(){}\n]{0,300}\)([ \t])(?=[ \t]{0,20}\})"), lambda _: b";"),
)
_TOKEN = re.compile(rb";[^\n]*+|\"[^\"\\]*+(?:\\.[^\"\\]*+)*\"|[()\[\]]")
_OPENING, _CLOSING = (b"(", b"["), (b")", b"]")


# Kotlin's words that are keywords in one place and names in another, where its grammar takes them wrong.
# They are spelled otherwise before a text is parsed, at the same length, so that every place in it stays.


def mend_soft_words(text: bytes) -> bytes:
    """Return the text with such words spelled so that the grammar reads them right."""
    made = bytearray(text)
    for pattern, spell in _MENDED:
        for found in pattern.finditer(bytes(made)):
            made[found.start(1) : found.end(1)] = spell(found[1])
    return bytes(made)


class Public(enum.Enum):
    """How a language says that a name is for others."""

    MODULE = enum.auto()  # by `export`; members are as public as their class, but for `private` and `#`
    CAPITAL = enum.auto()  # by the first letter
    # by one of `words` before the name; what an interface or enum has is as public as it
    WORD = enum.auto()
    ALL = enum.auto()  # but for what has one of `words` before its name


class Taker(enum.Enum):
    """Who sorts in what the patterns of a language find."""

    MATCHES = enum.auto()  # gathering.py, by the words above
    SCRIPTS = enum.auto()  # the others pick nodes one by one
    DECLARATORS = enum.auto()
    RUBY = enum.auto()


@dataclass(frozen=True, slots=True)
class Grammar:
    """What must be known of a language beside its queries."""

    wheel: str
    queries: tuple[str, ...]
    public: Public
    documents: tuple[bytes, ...]  # how a comment begins that documents what follows it
    entry: str = "language"  # the function of the wheel that gives the grammar
    taken_by: Taker = Taker.MATCHES
    names_modules: bool = False  # an import without an alias is bound to the last word of the module's path
    words: bytes = b""  # a pattern of the words that make a name public, or hide it: see `Public`
    mend: Callable[[bytes], bytes] | None = None  # makes what is parsed instead, each byte in its place
    joint: str = ""  # between the words of an import, where its last one is what it takes


GRAMMARS: dict[str, Grammar] = {
    "javascript": Grammar(
        "tree_sitter_javascript",
        ("ecmascript", "javascript", "jsx"),
        Public.MODULE,
        (b"/**",),
        taken_by=Taker.SCRIPTS,
    ),
    "typescript": Grammar(
        "tree_sitter_typescript",
        ("ecmascript", "typescript"),
        Public.MODULE,
        (b"/**",),
        entry="language_typescript",
        taken_by=Taker.SCRIPTS,
    ),
    "tsx": Grammar(
        "tree_sitter_typescript",
        ("ecmascript", "typescript", "jsx"),
        Public.MODULE,
        (b"/**",),
        entry="language_tsx",
        taken_by=Taker.SCRIPTS,
    ),
    "go": Grammar("tree_sitter_go", ("go",), Public.CAPITAL, (b"//", b"/*"), names_modules=True),
    "rust": Grammar(
        "tree_sitter_rust",
        ("rust",),
        Public.WORD,
        (b"///", b"/**", b"#[doc"),
        words=rb"\bpub\b(?!\s*\()|#\[macro_export",
        joint="::",
    ),
    "java": Grammar("tree_sitter_java", ("java",), Public.WORD, (b"/**",), words=rb"\bpublic\b", joint="."),
    "csharp": Grammar(
        "tree_sitter_c_sharp",
        ("csharp",),
        Public.WORD,
        (b"///", b"/**"),
        mend=blank_conditions,
        words=rb"\bpublic\b",
        joint=".",
    ),
    "kotlin": Grammar(
        "tree_sitter_kotlin",
        ("kotlin",),
        Public.ALL,
        (b"/**",),
        words=rb"\b(?:private|protected|internal)\b",
        mend=mend_soft_words,
        joint=".",
    ),
    "php": Grammar(
        "tree_sitter_php",
        ("php",),
        Public.ALL,
        (b"/**",),
        entry="language_php",
        words=rb"\b(?:private|protected)\b",
        joint="\\",
    ),
    "ruby": Grammar("tree_sitter_ruby", ("ruby",), Public.ALL, (b"#",), taken_by=Taker.RUBY),
    "c": Grammar(
        "tree_sitter_c",
        ("c",),
        Public.ALL,
        (b"/*", b"//"),
        taken_by=Taker.DECLARATORS,
        mend=blank_macros,
    ),
    "cpp": Grammar(
        "tree_sitter_cpp",
        ("c", "cpp"),
        Public.ALL,
        (b"/*", b"//"),
        taken_by=Taker.DECLARATORS,
        mend=blank_macros,
    ),
}


@dataclass(frozen=True, slots=True)
class Pass:
    """Patterns that are looked for together."""

    query: Query
    ranks: tuple[int, ...]  # the place of each pattern in the language's files of queries
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
        )
        for is_shallow, ranks in sorted(kinds.items())
    )
