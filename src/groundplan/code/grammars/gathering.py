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
    Holder,
    Spans,
    hide_in_sections,
    span_of,
    without_arguments,
)
from groundplan.code.grammars.grammar import Taker
from groundplan.code.grammars.scripts import take_script
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tree_sitter import Node

    from groundplan.code.grammars.gathered import Span
    from groundplan.code.grammars.grammar import Reader

_KINDS: Mapping[str, Kind | None] = {
    **{kind.value: kind for kind in Kind},
    "container": None,
    "own": Kind.ATTRIBUTE,
}
# States the query may have open at once: a text made to open more loses matches instead of minutes.
_MATCH_LIMIT = 256
_OPENING = {"public": True, "module_function": True, "private": False, "protected": False}
_CLOSERS = frozenset({"private", "protected", "private_class_method", "private_constant"})
_ATTRIBUTES = frozenset(
    {"attr", "attr_accessor", "attr_reader", "attr_writer", "class_attribute"}
    | {"cattr_accessor", "cattr_reader", "cattr_writer", "mattr_accessor", "mattr_reader", "mattr_writer"}
)
_METHODS = frozenset({"define_method", "define_singleton_method", "alias_method"})
_IMPORTS = frozenset({"require", "require_relative", "load", "autoload"})
# `Point = Struct.new(:x) do … end` makes a class and names it.
_MAKERS = frozenset({"Struct.new", "Class.new", "Module.new", "Data.define"})
_LITERALS = frozenset({"simple_symbol", "string"})


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


# Ruby from nodes that are picked by their kind alone: in this language a call may define a method.


def take_ruby(gathered: Gathered, captures: Mapping[str, Sequence[Node]]) -> None:
    """Sort in the nodes that the patterns of Ruby picked, by the words they have there."""
    holders = [*captures.get("class", ()), *captures.get("module", ())]
    inside = Spans(span_of(each) for each in holders)
    for node in holders:
        _declare_class(gathered, node, Kind.CLASS if node.type == "class" else Kind.MODULE)
    for node in captures.get("method", ()):
        _declare_method(gathered, node, Kind.METHOD if inside.around(node.start_byte) else Kind.FUNCTION)
    for node in captures.get("constant", ()):
        _declare_constant(gathered, node)
    for node in captures.get("alias", ()):
        name = node.child_by_field_name("name")
        if name is not None and name.type != "global_variable":
            gathered.define(Found(*span_of(node), span_of(name), node.end_byte, Kind.METHOD))
    closed = [name for node in captures.get("call", ()) for name in _take_call(gathered, node)]
    gathered.branches += [node.start_byte for node in captures.get("branch", ())]
    _hide(gathered, captures, closed)


def _declare_class(gathered: Gathered, node: Node, kind: Kind) -> None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return
    scope, name = _parted(name)
    if name is None:
        return
    above = node.child_by_field_name("superclass")
    header = name.end_byte if above is None else above.end_byte
    gathered.define(Found(*span_of(node), span_of(name), header if body else node.end_byte, kind, scope))
    for base in above.named_children[:1] if above is not None else ():
        gathered.bases[node.start_byte] = [gathered.word(span_of(base)).partition("(")[0].replace("::", ".")]


def _parted(name: Node) -> tuple[Span | None, Node | None]:
    """Return the scope and the last word of `A::B`."""
    if name.type != "scope_resolution":
        return None, name
    scope = name.child_by_field_name("scope")
    return None if scope is None else span_of(scope), name.child_by_field_name("name")


def _declare_method(gathered: Gathered, node: Node, kind: Kind) -> None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is not None:
        end = node.end_byte if body is None else body.start_byte
        gathered.define(Found(*span_of(node), span_of(name), end, kind))


def _declare_constant(gathered: Gathered, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    scope, name = _parted(left) if left is not None else (None, None)
    if name is None or right is None:
        return
    kind, body = Kind.CONSTANT, node.end_byte
    if right.type == "call" and _called(gathered, right) in _MAKERS:
        kind, block = Kind.CLASS, right.child_by_field_name("block")
        body = body if block is None else block.start_byte
    gathered.define(Found(*span_of(node), span_of(name), body, kind, scope))


def _called(gathered: Gathered, node: Node) -> str:
    method = node.child_by_field_name("method")
    return gathered.word((node.start_byte, method.end_byte)) if method is not None else ""


def _take_call(gathered: Gathered, node: Node) -> Iterator[tuple[int, str]]:
    """Take in a call: it may define, import or hide a name, of which the last is returned with its place."""
    method, listed = node.child_by_field_name("method"), node.child_by_field_name("arguments")
    if method is None:
        return
    words = gathered.text[max(node.start_byte, method.end_byte - CHAIN_LIMIT - 1) : method.end_byte]
    gathered.calls.setdefault(words, []).append(method.end_byte)
    word = gathered.word(span_of(method))
    if listed is None or node.child_by_field_name("receiver") is not None:
        return
    if word in _IMPORTS:
        for name in _literals(listed.named_children[-1:]):
            gathered.imports.append(FoundImport(*span_of(node), module=span_of(name)))
    elif word in _ATTRIBUTES:
        for name in _literals(listed.named_children):
            gathered.define(Found(*span_of(node), _bare(name), node.end_byte, Kind.ATTRIBUTE))
    elif word in _METHODS:
        for name in _literals(listed.named_children[:1]):
            gathered.define(Found(*span_of(node), _bare(name), method.end_byte, Kind.METHOD))
    elif word in _CLOSERS:
        inner = [each for each in listed.named_children if each.type in {"method", "singleton_method"}]
        gathered.hidden.update(each.start_byte for each in inner)
        for name in _literals(listed.named_children):
            yield node.start_byte, gathered.word(_bare(name))


def _literals(nodes: Iterable[Node]) -> Iterator[Node]:
    return (each for each in nodes if each.type in _LITERALS and each.end_byte - each.start_byte > 1)


def _bare(name: Node) -> Span:
    """Return the place of a symbol or string without its sign."""
    start, end = span_of(name)
    return (start + 1, end - (name.type == "string"))


def _hide(gathered: Gathered, captures: Mapping[str, Sequence[Node]], closed: list[tuple[int, str]]) -> None:
    holders = [
        Holder(*span_of(each), is_open=True)
        for word in ("class", "module", "singleton")
        for each in captures.get(word, ())
    ]
    marks = [
        (each.start_byte, _OPENING[word])
        for each in captures.get("word", ())
        if (word := gathered.word(span_of(each))) in _OPENING
    ]
    # `def self.x` and constants are not asked by the word; `private :x` is, wherever it stands in the class.
    asked = [
        each
        for each in gathered.found.values()
        if each.kind in {Kind.METHOD, Kind.ATTRIBUTE}
        and not gathered.text.startswith(b"def self", each.start)
    ]
    hide_in_sections(gathered, asked, holders, marks)
    named: dict[tuple[int, str], list[Found]] = {}
    inside = Spans((each.start, each.end) for each in holders)
    for each in gathered.found.values() if closed else ():
        # a class stands in the one around it, not in itself
        around = inside.innermost(each.start - 1)
        named.setdefault((around, gathered.word(each.name)), []).append(each)
    for at, name in closed:
        for each in named.get((inside.innermost(at), name), ()):
            gathered.hidden.add(each.start)
