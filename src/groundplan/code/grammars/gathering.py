"""One pass of a language's query over a syntax tree, sorted into what the outline is made of.

Only places in the text are kept, never nodes: asking a node for its parent or its fields costs more than all
the rest. No step here goes up or down the tree, so a text nested without end is read like any other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import QueryCursor

from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tree_sitter import Node

    from groundplan.code.grammars.grammar import Pass

_KINDS: Mapping[str, Kind | None] = {
    **{kind.value: kind for kind in Kind},
    "member": Kind.METHOD,
    "own": Kind.ATTRIBUTE,
    "container": None,
    "holder": None,
}
# A chain of calls holds all calls before it; longer ones are known by their last word.
CHAIN_LIMIT = 200
# States the query may have open at once: a text made to open more loses matches instead of minutes.
_MATCH_LIMIT = 256
_BOUND = re.compile(rb"[{,]\s*+([\w$]++)\s*+(?::\s*+([\w$]++)\s*+)?(?=[,}=])")
_LAST = 10_000


class Found(NamedTuple):
    """A definition as places in the text."""

    start: int
    end: int
    name: tuple[int, int]
    kind: Kind | None
    is_own: bool
    is_member: bool
    rank: int  # of the pattern: where two define the same name the first in the file of queries wins
    body: int  # where the header ends; the end where there is no body
    scope: tuple[int, int] | None


class FoundImport(NamedTuple):
    """An import statement, or a call that imports."""

    start: int
    end: int
    module: tuple[int, int]
    alias: tuple[int, int] | None
    is_reexport: bool
    is_dynamic: bool


class Binding(NamedTuple):
    """A name bound by an import or given by an export: the place where it begins, the name, the name here."""

    start: int
    name: tuple[int, int] | None
    alias: tuple[int, int] | None
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
    bases: dict[int, list[str]] = field(default_factory=dict)
    asynchronous: set[int] = field(default_factory=set)
    decorators: list[tuple[int, int, str]] = field(default_factory=list)
    imports: list[FoundImport] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    requires: list[Binding] = field(default_factory=list)
    exports: list[Binding] = field(default_factory=list)
    commonjs: list[tuple[str, str, tuple[int, int]]] = field(default_factory=list)

    def line(self, at: int) -> int:
        """Return the number of the line a place stands on, from 1."""
        return bisect_right(self.line_starts, at)

    def word(self, span: tuple[int, int], limit: int = 200) -> str:
        """Return the words of a span, cut where they grow out of all measure."""
        start, end = span
        return self.text[start : min(end, start + limit)].decode("utf-8", "replace")


def gather(text: bytes, root: Node, passes: Iterable[Pass]) -> Gathered:
    """Return what the queries of a language find in a tree."""
    line_starts = [0, *accumulate([len(line) + 1 for line in text.split(b"\n")])]
    gathered = Gathered(text, line_starts[:-1])
    for each in passes:
        if each.word in text:
            cursor = QueryCursor(each.query, match_limit=_MATCH_LIMIT)
            if each.is_shallow:
                cursor.set_max_start_depth(0)
            _take(gathered, cursor.matches(root), each.ranks)
    gathered.branches.sort()
    return gathered


def _take(
    gathered: Gathered, matches: list[tuple[int, dict[str, list[Node]]]], ranks: tuple[int, ...]
) -> None:
    text, calls, branches = gathered.text, gathered.calls, gathered.branches
    for pattern, captures in matches:
        # Calls and forks are nine of ten: they are read here, without another call.
        if called := captures.get("call"):
            end = called[0].end_byte
            words = text[max(called[0].start_byte, end - CHAIN_LIMIT - 1) : end]
            if (ends := calls.get(words)) is None:
                calls[words] = [end]
            else:
                ends.append(end)
        elif forks := captures.get("branch"):
            branches.append(forks[0].start_byte)
        else:
            _sort_in(gathered, ranks[pattern], {name: nodes[0] for name, nodes in captures.items()})


def _sort_in(gathered: Gathered, rank: int, captures: dict[str, Node]) -> None:
    if "name" in captures:
        _define(gathered, rank, captures, _span(captures["name"]))
    elif "pattern" in captures:
        for _, alias in _read_pattern(gathered.text, *_span(captures["pattern"])):
            _define(gathered, rank, captures, alias)
    elif "import" in captures:
        _import(gathered, captures)
    elif "mark" in captures:
        mark = captures["mark"]
        words = gathered.word(_span(captures["decorator"]))
        gathered.decorators.append((mark.start_byte, mark.end_byte, without_arguments(words)))
    elif "of" in captures:
        _describe(gathered, captures)
    elif "component" in captures:
        start, end = _span(captures["component"])
        if gathered.text[start : start + 1].isupper():
            gathered.calls.setdefault(gathered.text[start:end], []).append(end)
    elif "async" in captures:
        gathered.asynchronous.add(captures["async"].start_byte)
    elif "exported" in captures or "declared" in captures:
        _export(gathered, captures)
    else:
        _bind(gathered, captures)


def _define(gathered: Gathered, rank: int, captures: dict[str, Node], name: tuple[int, int]) -> None:
    word = next(word for word in captures if word in _KINDS)
    node, body = captures[word], captures.get("body")
    start = node.start_byte
    if "exported" in captures:
        gathered.exported.add(start)
    if word in {"member", "holder"}:
        rank += _LAST  # a pattern that knows where it stands says more
    known = gathered.found.get(name[0])
    if known is not None and known.rank <= rank:
        return
    scope = captures.get("scope")
    gathered.found[name[0]] = Found(
        start,
        node.end_byte,
        name,
        _KINDS[word],
        is_own=word == "own",
        is_member=word in {"member", "holder"},
        rank=rank,
        body=node.end_byte if body is None else body.start_byte,
        scope=None if scope is None else _span(scope),
    )


def _describe(gathered: Gathered, captures: dict[str, Node]) -> None:
    start = captures["of"].start_byte
    if "base" in captures:
        base = without_arguments(gathered.word(_span(captures["base"])))
        if base:
            gathered.bases.setdefault(start, []).append(base)
    elif gathered.word(_span(captures["access"])) != "public":
        gathered.hidden.add(start)


def _export(gathered: Gathered, captures: dict[str, Node]) -> None:
    node = captures.get("exported") or captures["declared"]
    begin = captures.get("statement", node).start_byte
    gathered.begins.setdefault(node.start_byte, begin)
    if "exported" in captures:
        gathered.exported |= {node.start_byte, begin}


def _import(gathered: Gathered, captures: dict[str, Node]) -> None:
    node, alias = captures["import"], captures.get("import.alias")
    gathered.imports.append(
        FoundImport(
            *_span(node),
            module=_span(captures["import.module"]),
            alias=None if alias is None else _span(alias),
            is_reexport="reexport" in captures,
            is_dynamic="dynamic" in captures,
        )
    )
    if "import.namespace" in captures:
        _bind(gathered, {"import.namespace": captures["import.namespace"]})


def _bind(gathered: Gathered, captures: dict[str, Node]) -> None:
    spans = {name: _span(node) for name, node in captures.items()}
    if "import.name" in spans:
        begin = spans.get("specifier", spans["import.name"])[0]
        gathered.bindings.append(Binding(begin, spans["import.name"], spans.get("import.alias"), ""))
    elif "export.name" in spans:
        begin = spans["export"][0]
        gathered.exports.append(Binding(begin, spans["export.name"], spans.get("export.alias"), ""))
    elif "commonjs" in spans:
        words = gathered.word(spans["commonjs"]), gathered.word(spans["commonjs.name"])
        gathered.commonjs.append((*words, spans["commonjs.value"]))
    elif "require.alias" in spans:
        gathered.requires.append(Binding(spans["require.alias"][0], None, spans["require.alias"], ""))
    elif "require.pattern" in spans:
        for name, alias in _read_pattern(gathered.text, *spans["require.pattern"]):
            gathered.requires.append(Binding(name[0], name, alias, ""))
    else:
        for capture, word in (("import.default", "default"), ("import.namespace", ""), ("import.all", "*")):
            if span := spans.get(capture):
                gathered.bindings.append(Binding(span[0], None, None if word == "*" else span, word))


def _read_pattern(text: bytes, start: int, end: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the names in `{ a, b: c }`, each with the name it is bound to."""
    for found in _BOUND.finditer(text, start, end):
        yield found.span(1), found.span(2 if found[2] else 1)


def _span(node: Node) -> tuple[int, int]:
    return node.start_byte, node.end_byte


def without_arguments(words: str) -> str:
    """Return a dotted name as written, without type parameters, call arguments and pointer signs."""
    for sign in "<([{":
        words = words.partition(sign)[0]
    return "".join(words.split()).lstrip("*~&")
