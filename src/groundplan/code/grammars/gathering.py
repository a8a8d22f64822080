"""What the queries of a language find in a syntax tree, sorted into what the outline is made of.

No step here goes up or down the tree, so a text nested without end is read like any other.
"""

from __future__ import annotations

from itertools import accumulate, count
from operator import add
from typing import TYPE_CHECKING

from tree_sitter import QueryCursor

from groundplan.code.grammars.declarators import take_declarators
from groundplan.code.grammars.gathered import (
    CHAIN_LIMIT,
    Found,
    FoundImport,
    Gathered,
    span_of,
    without_arguments,
)
from groundplan.code.grammars.grammar import Taker
from groundplan.code.grammars.ruby import take_ruby
from groundplan.code.grammars.scripts import take_script
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

    from groundplan.code.grammars.grammar import Reader

_KINDS: Mapping[str, Kind | None] = {
    **{kind.value: kind for kind in Kind},
    "container": None,
    "own": Kind.ATTRIBUTE,
}
# States the query may have open at once: a text made to open more loses matches instead of minutes.
_MATCH_LIMIT = 256


def gather(text: bytes, root: Node, tools: Reader) -> Gathered:
    """Return what the queries of a language find in a tree."""
    # each length lacks its line end, so the second line begins one further right, the third two
    line_starts = [0, *map(add, accumulate(map(len, text.split(b"\n"))), count(1))]
    line_starts.pop()
    gathered = Gathered(text, line_starts)
    taker = tools.grammar.taken_by
    for each in tools.passes:
        cursor = QueryCursor(each.query, match_limit=_MATCH_LIMIT)
        if each.is_shallow:
            cursor.set_max_start_depth(0)
        if taker is Taker.MATCHES:
            _take(gathered, cursor.matches(root), each.ranks)
        elif taker is Taker.SCRIPTS:
            take_script(gathered, root, cursor.captures(root))
        elif taker is Taker.RUBY:
            take_ruby(gathered, cursor.captures(root))
        else:
            take_declarators(gathered, cursor.captures(root))
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
            begin = captures["called"][0].start_byte if "called" in captures else called[0].start_byte
            words = text[max(begin, end - CHAIN_LIMIT - 1) : end]
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
        _define(gathered, rank, captures)
    elif "import" in captures:
        _import(gathered, captures)
    elif "import.file" in captures:
        gathered.files.append(span_of(captures["import.file"]))
    elif "block" in captures or "block.class" in captures:
        is_class = "block.class" in captures
        start, end = span_of(captures["block.class" if is_class else "block"])
        gathered.define(Found(start, end, (start, start), start, Kind.CLASS if is_class else Kind.FUNCTION))
    elif "mark" in captures:
        mark = captures["mark"]
        words = without_arguments(gathered.word(span_of(captures["decorator"])))
        if words == "cfg" and b"(test)" in gathered.text[mark.start_byte : mark.end_byte]:
            words = "cfg(test)"
        gathered.decorators.append((mark.start_byte, mark.end_byte, words))
    elif "of" in captures:
        _describe(gathered, captures)
    elif "async" in captures:
        gathered.asynchronous.add(captures["async"].start_byte)
    elif "open" in captures:
        gathered.open.add(captures["open"].start_byte)


def _define(gathered: Gathered, rank: int, captures: dict[str, Node]) -> None:
    word = next(word for word in captures if word in _KINDS)
    node, body, name = captures[word], captures.get("body"), span_of(captures["name"])
    if "name.start" in captures:
        name = captures["name.start"].start_byte, name[1]
    known = gathered.found.get(name[0])
    if known is not None and known.rank <= rank:
        return
    scope = captures.get("scope")
    gathered.found[name[0]] = Found(
        node.start_byte,
        node.end_byte,
        name,
        node.end_byte if body is None else body.start_byte,
        _KINDS[word],
        None if scope is None else span_of(scope),
        is_own=word == "own",
        rank=rank,
    )


def _describe(gathered: Gathered, captures: dict[str, Node]) -> None:
    start = captures["of"].start_byte
    base = without_arguments(gathered.word(span_of(captures["base"]))).replace("::", ".")
    if base:
        gathered.bases.setdefault(start, []).append(base)


def _import(gathered: Gathered, captures: dict[str, Node]) -> None:
    node, alias = captures["import"], captures.get("import.alias")
    gathered.imports.append(
        FoundImport(
            *span_of(node),
            module=span_of(captures.get("import.module", node)),
            alias=None if alias is None else span_of(alias),
        )
    )
