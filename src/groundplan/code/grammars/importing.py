"""From places in the text to imports: which names come from where, and which are given on."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.grammars.grammar import Public
from groundplan.code.outline import Import, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.grammars.gathered import Binding, FoundImport, Gathered
    from groundplan.code.grammars.grammar import Grammar
    from groundplan.code.outline import Definition

_TYPE_ONLY = re.compile(rb"(?:(?:import|export)\s+)?type\s+(?!(?:as|from)\b|[,=}])[\w$*{\"']")
_VERSION = re.compile(r"v[0-9]+")
_ARROW_LIMIT = 200
_PIECE = re.compile(r"//[^\n]*+|/\*.*?\*/|[{},;=]|[^\s{},;=]++", re.DOTALL)
_KEYWORDS = frozenset({"import", "static", "using", "global", "unsafe", "use", "function", "const"})
_QUOTED = re.compile(rb"""["']([^"'\n]{1,300})["']""")
_LIMIT = 20_000
_GIVEN = re.compile(rb"[{,]\s*+([\w$]++)\s*+(?=[,}:(])")
_NAME = re.compile(rb"[\w$]++")
_OBJECT_LIMIT = 20_000


@dataclass(frozen=True, slots=True)
class Statements:
    """The imports of a text by their places: statements, calls that import, and exports of its own names."""

    plain: list[FoundImport]
    calls: list[FoundImport]
    local: list[Binding]  # `export { name }` without a module

    def around(self, at: int) -> FoundImport | None:
        """Return the import statement a place stands in."""
        index = bisect_right(self.plain, at, key=lambda each: each.start) - 1
        return self.plain[index] if index >= 0 and self.plain[index].end > at else None

    def behind(self, at: int) -> FoundImport | None:
        """Return the importing call that follows a place."""
        index = bisect_right(self.calls, at, key=lambda each: each.start)
        return self.calls[index] if index < len(self.calls) else None


def find_statements(gathered: Gathered) -> Statements:
    """Return the imports and exports of a text, sorted by their places."""
    plain = sorted(each for each in gathered.imports if not each.is_dynamic)
    calls = sorted(each for each in gathered.imports if each.is_dynamic)
    statements = Statements(plain, calls, [])
    local = [each for each in gathered.exports if statements.around(each.start) is None]
    return Statements(plain, calls, local)


def read_imports(gathered: Gathered, grammar: Grammar, statements: Statements) -> tuple[Import, ...]:
    """Return one import for each name bound, and one for each module that is only loaded."""
    if grammar.names_modules:
        made = [_read_named_module(gathered, each) for each in statements.plain]
        return tuple(made)
    if grammar.public is not Public.MODULE:
        return read_brought(gathered, grammar.joint, statements.plain)
    bound: dict[int, list[Binding]] = {}
    for binding in (*gathered.bindings, *gathered.exports):
        if statement := statements.around(binding.start):
            bound.setdefault(statement.start, []).append(binding)
    for binding in gathered.requires:
        if statement := statements.behind(binding.start):
            bound.setdefault(statement.start, []).append(binding)
    given_on = {gathered.word(each.name) for each in statements.local if each.name}
    bodies = _outer_bodies(gathered)
    made = []
    for statement in (*statements.plain, *statements.calls):
        is_inner = statement.is_dynamic and _is_run_later(gathered, statement.start, bodies)
        made += _read_one(gathered, statement, bound.get(statement.start, []), (given_on, is_inner))
    made += _read_renamed(gathered, statements.local)
    return tuple(sorted(made, key=lambda each: each.line))


def _read_one(
    gathered: Gathered, statement: FoundImport, bindings: list[Binding], around: tuple[set[str], bool]
) -> Iterator[Import]:
    module = _unquote(gathered.word(statement.module, 1000))
    given_on, is_inner = around
    is_typing = _TYPE_ONLY.match(gathered.text, statement.start) is not None
    if not bindings:
        line = gathered.line(statement.start)
        yield Import(module, "", "", line, is_inner, is_typing, statement.is_reexport)
    for each in sorted(bindings, key=lambda each: each.start):
        name = _unquote(gathered.word(each.name)) if each.name else each.word
        alias = "" if name == "*" else _unquote(gathered.word(each.alias)) if each.alias else name
        yield Import(
            module,
            name,
            alias,
            gathered.line(each.start),
            is_inner,
            is_typing or (not each.word and _TYPE_ONLY.match(gathered.text, each.start) is not None),
            statement.is_reexport or alias in given_on,
        )


def _read_named_module(gathered: Gathered, statement: FoundImport) -> Import:
    module = _unquote(gathered.word(statement.module, 1000))
    line = gathered.line(statement.start)
    alias = gathered.word(statement.alias) if statement.alias else _last_word(module)
    if alias == ".":
        return Import(module, "*", "", line)
    return Import(module, "", "" if alias == "_" else alias, line)


def _last_word(module: str) -> str:
    # The package's own name is not in the import: by custom it is the last word without its version.
    parts = module.split("/")
    if len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    last, dot, version = parts[-1].rpartition(".")
    word = last if dot and _VERSION.fullmatch(version) else parts[-1]
    return word.removeprefix("go-").removesuffix("-go") or word


def _read_renamed(gathered: Gathered, local: list[Binding]) -> Iterator[Import]:
    """Return exports under another name as imports out of the module itself, whose name is empty."""
    for each in local:
        if each.name and each.alias:
            name, alias = gathered.word(each.name), _unquote(gathered.word(each.alias))
            yield Import("", name, alias, gathered.line(each.start), is_reexport=True)
    for at, found in gathered.found.items():
        begin = gathered.begins.get(found.start, -1)
        # `export default function run() {}`
        if begin >= 0 and b"default" in gathered.text[begin : found.start].split():
            yield Import("", gathered.word(found.name), "default", gathered.line(at), is_reexport=True)


def _outer_bodies(gathered: Gathered) -> list[tuple[int, int]]:
    bodies: list[tuple[int, int]] = []
    for each in sorted(gathered.found.values()):
        if each.kind in {Kind.FUNCTION, Kind.METHOD} and not (bodies and bodies[-1][1] > each.start):
            bodies.append((each.start, each.end))
    return bodies


def _is_run_later(gathered: Gathered, at: int, bodies: list[tuple[int, int]]) -> bool:
    """Whether a call that imports stands in a function, named or (by its look) not."""
    index = bisect_right(bodies, at, key=lambda each: each[0]) - 1
    if index >= 0 and bodies[index][1] > at:
        return True
    begin = gathered.line_starts[gathered.line(at) - 1]
    before = gathered.text[max(begin, at - _ARROW_LIMIT) : at]
    return gathered.text[begin : begin + 1].isspace() or before.rstrip().endswith(b"=>")


def _unquote(word: str) -> str:
    return word.strip("\"'`")


def read_brought(gathered: Gathered, joint: str, statements: list[FoundImport]) -> tuple[Import, ...]:
    """Return one import for each name that statements bring in, or each file where they name files."""
    made: list[Import] = []
    for each in statements:
        line = gathered.line(each.start)
        if not joint:
            made.append(Import(gathered.word(each.module, 1000).strip("\"'"), "", "", line))
            continue
        is_given_on = gathered.text.startswith(b"pub", each.start)
        words = gathered.word(each.module, _LIMIT)
        is_whole = words.startswith(("using", "global")) and "=" not in words
        made += [
            Import(*taken, line, is_reexport=is_given_on)
            for taken in read_tree(words, joint, is_whole=is_whole)
        ]
    for start, end in gathered.files:
        if quoted := _QUOTED.search(gathered.text, start, end):
            made.append(Import(quoted[1].decode("utf-8", "replace"), "", "", gathered.line(start)))
    return tuple(sorted(made, key=lambda one: one.line))


def read_tree(words: str, joint: str, *, is_whole: bool = False) -> Iterator[tuple[str, str, str]]:
    """Return module, name and alias of all that a tree of names brings in; `is_whole`: all of each module."""
    above: list[str] = []
    item: list[str] = []
    for found in _PIECE.finditer(words):
        piece = found[0]
        if piece.startswith(("//", "/*")) or (piece in _KEYWORDS and not item):
            continue
        if piece == "{":
            above.append("".join([*above[-1:], *item]))
            item = []
        elif piece in {",", "}", ";"}:
            yield from _read_item(above[-1] if above else "", item, joint, is_whole)
            item = []
            if piece == "}" and above:
                above.pop()
        elif piece == "=":  # `using Text = System.Text`
            item = ["=", *item]
        else:
            item.append(piece)
    yield from _read_item(above[-1] if above else "", item, joint, is_whole)


def _read_item(above: str, item: list[str], joint: str, is_whole: bool) -> Iterator[tuple[str, str, str]]:  # noqa: FBT001
    alias = ""
    if item[:1] == ["="] and len(item) > 1:
        alias, item = item[1], item[2:]
    elif "as" in item[1:]:
        at = item.index("as", 1)
        item, alias = item[:at], "".join(item[at + 1 : at + 2])
    path = (above + "".join(item)).strip(joint) if item else ""
    if not path:
        return
    module, _, name = path.rpartition(joint)
    if name == "self" and module:  # `use std::io::{self}` binds `io`
        module, _, name = module.rpartition(joint)
    if is_whole:
        yield path, "*", ""
    elif name == "*":
        yield module, "*", ""
    else:
        yield (module, name, alias or name) if module else (name, "", alias or name)


# What a module gives out by name: `export`, `module.exports`, or everything where it is a mere script.


class Names(NamedTuple):
    """What a file says of its names as a whole."""

    exported: frozenset[str] = frozenset()
    imported: frozenset[int] = frozenset()  # places of names that an import binds: they are not defined here
    is_script: bool = False  # neither imports nor exports: all its names are global


def read_names(gathered: Gathered, grammar: Grammar, statements: Statements) -> Names:
    """Return what a file says of its names, where its language exports by name."""
    if grammar.public is not Public.MODULE:
        return Names()
    exported = {gathered.word(each.name) for each in statements.local if each.name}
    exported.update(_read_commonjs(gathered))
    imported = frozenset(each.alias[0] for each in gathered.requires if each.alias)
    is_module = gathered.imports or gathered.exports or gathered.exported or exported
    return Names(frozenset(exported), imported, is_script=not is_module)


def read_exports(
    gathered: Gathered, names: Names, imports: Sequence[Import], definitions: Sequence[Definition]
) -> tuple[str, ...] | None:
    """Return the names under which others may import from a module, or None where it is no module."""
    if names.is_script:
        return None
    given = {each.alias for each in imports if each.is_reexport and each.alias}
    # What is exported under another name alone is not to be had under its own.
    renamed = {each.name for each in imports if not each.module}
    marked = {gathered.word(each.name) for each in gathered.found.values() if each.start in gathered.exported}
    for each in definitions:
        if (
            each.is_exported
            and "." not in each.qualified
            and (each.name not in renamed or each.name in marked)
        ):
            given.add(each.name)
    return tuple(sorted(given))


def _read_commonjs(gathered: Gathered) -> set[str]:
    given: set[str] = set()
    for holder, name, (start, end) in gathered.commonjs:
        if holder == "exports":
            given.add(name)
        elif holder != "module" or name != "exports":
            continue
        value = gathered.text[start : min(end, start + _OBJECT_LIMIT)]
        if value.startswith(b"{"):
            given.update(word.decode("utf-8", "replace") for word in _GIVEN.findall(value))
        elif _NAME.fullmatch(value):
            given.add(value.decode("utf-8", "replace"))
    return given
