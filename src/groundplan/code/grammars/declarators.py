"""C and C++, whose names stand at the bottom of declarators: `int (*find(void))(int)` defines `find`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.grammars.gathered import (
    CHAIN_LIMIT,
    Found,
    FoundImport,
    Holder,
    Spans,
    hide_in_sections,
    span_of,
    without_arguments,
)
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tree_sitter import Node

    from groundplan.code.grammars.gathered import Gathered, Span

_WRAPPERS = frozenset(
    {"pointer_declarator", "reference_declarator", "parenthesized_declarator", "array_declarator"}
    | {"attributed_declarator", "init_declarator", "function_declarator", "variadic_declarator"}
    | {"structured_binding_declarator", "bitfield_clause"}
)
_NAMES = frozenset(
    {"identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "operator_cast"}
    | {"primitive_type"}
    | {
        "qualified_identifier",
        "template_function",
        "template_method",
        "template_type",
        "namespace_identifier",
    }
)
_DEEPEST = 60
_TYPES = frozenset({"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"})
_ACCESS = {"public": True, "private": False, "protected": False}
# `TEST(Suite, Name) { … }`: the one kind of macro whose text says what it defines
_TESTS = frozenset({"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "FRIEND_TEST"})
_TWO_WORDS = re.compile(rb"\(\s*(\w+)\s*,\s*(\w+)\s*\)")
_SHOUTED = re.compile(r"[A-Z][A-Z0-9_]*")


# Where two hold, the first does: in C++ a structure is a class.
_TYPE_WORDS = {"class": Kind.CLASS, "struct.class": Kind.CLASS, "struct": Kind.TYPE, "enum": Kind.ENUM}


class _Named(NamedTuple):
    """What a declarator names: its place, that of the scope before it, and whether it is a function."""

    name: Span
    scope: Span | None
    is_function: bool


def take_declarators(gathered: Gathered, captures: Mapping[str, Sequence[Node]]) -> None:
    """Sort in the nodes that the patterns of C and C++ picked, by the words they have there."""
    functions = captures.get("function", ())
    code = Spans(span_of(each) for each in (*functions, *captures.get("body", ())))
    for node in captures.get("template", ()):
        for each in node.named_children[1:]:
            gathered.begins.setdefault(each.start_byte, node.start_byte)
    for word, kind in _TYPE_WORDS.items():
        for node in captures.get(word, ()):
            _declare_type(gathered, node, kind)
    for node in functions:
        _declare_function(gathered, node)
    friends = Spans(span_of(each) for each in captures.get("friend", ()))
    for node in (*captures.get("declaration", ()), *captures.get("field", ())):
        if friends.around(node.start_byte):
            continue
        if node.type == "field_declaration" or not code.around(node.start_byte):
            _declare_names(gathered, node)
    for node in captures.get("typedef", ()):
        _declare_typedef(gathered, node)
    _declare_plain(gathered, captures)
    _take_rest(gathered, captures)
    _hide(gathered, captures)


def _unwrap(gathered: Gathered, node: Node | None) -> _Named | None:
    """Return what a declarator names; the wrapper next to the name tells whether that is a function."""
    is_function = False
    for _ in range(_DEEPEST):
        if node is None:
            return None
        if node.type in _NAMES:
            return _named(gathered, node, is_function=is_function)
        if node.type not in _WRAPPERS:
            return None
        if node.type != "parenthesized_declarator":
            is_function = node.type == "function_declarator"
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((each for each in node.named_children if each.type in _WRAPPERS | _NAMES), None)
        node = inner
    return None


def _named(gathered: Gathered, node: Node, *, is_function: bool) -> _Named | None:
    start = node.start_byte
    for _ in range(_DEEPEST):
        if node.type == "qualified_identifier" or node.type.startswith("template_"):
            inner = node.child_by_field_name("name")
            if inner is None:
                return None
            node = inner
            continue
        break
    end = node.end_byte
    if node.type == "operator_cast":
        kind = node.child_by_field_name("type")
        end, is_function = (end if kind is None else kind.end_byte), True
    before = gathered.text[start : node.start_byte].rstrip()
    scope = (start, start + len(before) - 2) if before.endswith(b"::") and len(before) > 2 else None
    return _Named((node.start_byte, end), scope, is_function) if end > node.start_byte else None


def _declare_type(gathered: Gathered, node: Node, kind: Kind) -> None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    named = _named(gathered, name, is_function=False) if name is not None else None
    if (
        named is None
        or body is None
        or b":" in gathered.text[node.start_byte : named.name[0]].replace(b"::", b"")
    ):
        return
    gathered.define(Found(*span_of(node), named.name, body.start_byte, kind, named.scope))
    for clause in node.named_children:
        if clause.type == "base_class_clause":
            bases = [
                without_arguments(gathered.word(span_of(each))).replace("::", ".")
                for each in clause.named_children
                if each.type in _NAMES
            ]
            gathered.bases[node.start_byte] = [base for base in bases if base]


def _declare_function(gathered: Gathered, node: Node) -> None:
    named, body = _unwrap(gathered, node.child_by_field_name("declarator")), node.child_by_field_name("body")
    if named is None or not named.is_function:
        return
    end = node.end_byte if body is None else body.start_byte
    is_typed = node.child_by_field_name("type") is not None
    word = gathered.word(named.name)
    if not is_typed and word in _TESTS:
        said = _TWO_WORDS.match(gathered.text, named.name[1])
        if said is not None:
            gathered.decorators.append((*named.name, word))
            gathered.define(Found(*span_of(node), said.span(2), end, Kind.FUNCTION, said.span(1)))
        return
    if not is_typed and named.scope is None and _SHOUTED.fullmatch(word) and "_" in word:
        return  # what another macro defines is not written here
    kind = Kind.METHOD if named.scope else Kind.FUNCTION
    gathered.define(Found(*span_of(node), named.name, end, kind, named.scope))
    _note_static(gathered, node)


def _declare_names(gathered: Gathered, node: Node) -> None:
    """Note the functions and variables of a declaration; what has no body or value yet is only declared."""
    if not gathered.text.startswith(b";", node.end_byte - 1):
        return  # broken off: `my_inline` of `my_inline int f() {}`
    is_member = node.type == "field_declaration"
    is_extern = False
    for each in node.named_children:
        if each.type == "storage_class_specifier" and gathered.text.startswith(b"extern", each.start_byte):
            is_extern = True
        if each.type == "friend":
            return
    is_pure = is_member and node.child_by_field_name("default_value") is not None
    for declarator in node.children_by_field_name("declarator"):
        named = _unwrap(gathered, declarator)
        if named is None:
            continue
        kind = Kind.FUNCTION if named.is_function else Kind.ATTRIBUTE if is_member else Kind.CONSTANT
        is_declared = (named.is_function and not is_pure) or (
            is_extern and declarator.type != "init_declarator"
        )
        gathered.define(
            Found(*span_of(node), named.name, node.end_byte, kind, named.scope, is_declared=is_declared)
        )
    if not is_member:
        _note_static(gathered, node)


def _note_static(gathered: Gathered, node: Node) -> None:
    """Hide what only its own file sees; `static inline` in a header is for all who include it."""
    words = gathered.text[node.start_byte : node.start_byte + 80].split()
    if b"static" in words[:2] and b"inline" not in words[:4]:
        gathered.static.add(node.start_byte)


def _declare_typedef(gathered: Gathered, node: Node) -> None:
    what = node.child_by_field_name("type")
    known = what.child_by_field_name("name") if what is not None and what.type in _TYPES else None
    body = what.child_by_field_name("body") if what is not None and what.type in _TYPES else None
    kind = Kind.ENUM if what is not None and what.type == "enum_specifier" and known is None else Kind.TYPE
    start, end = node.start_byte, node.end_byte
    for declarator in node.children_by_field_name("declarator"):
        named = _unwrap(gathered, declarator)
        if named is None:
            continue
        if body is None:
            gathered.define(Found(start, end, named.name, end, kind))
        elif known is not None and gathered.word(named.name) == gathered.word(span_of(known)):
            continue  # `typedef struct Point { … } Point;` is one type
        elif known is None:
            # the fields of a structure without a name of its own are those of its first other name
            gathered.define(Found(start, end, named.name, body.start_byte, kind))
            known = declarator
        else:
            gathered.define(Found(named.name[0], end, named.name, end, kind))


def _declare_plain(gathered: Gathered, captures: Mapping[str, Sequence[Node]]) -> None:
    """Note what has its name as a field of its own."""
    kinds = {
        "entry": Kind.ATTRIBUTE,
        "macro": Kind.CONSTANT,
        "macro.function": Kind.FUNCTION,
        "alias": Kind.TYPE,
        "concept": Kind.TYPE,
    }
    for word, kind in kinds.items():
        for node in captures.get(word, ()):
            name = node.child_by_field_name("name")
            if name is None or (word == "macro" and _is_guard(gathered, node, name)):
                continue
            value = node.child_by_field_name("value") if word == "macro.function" else None
            end = node.end_byte if value is None else value.start_byte
            last = node.end_byte - (
                word.startswith("macro") and gathered.text[: node.end_byte].endswith(b"\n")
            )
            gathered.define(Found(node.start_byte, max(last, name.end_byte), span_of(name), end, kind))
    for node in captures.get("namespace", ()):
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None:
            continue
        inner = name.named_children[-1] if name.named_children else name
        scope = (name.start_byte, inner.start_byte) if inner.start_byte > name.start_byte else None
        gathered.define(Found(*span_of(node), span_of(inner), body.start_byte, Kind.MODULE, scope))


def _is_guard(gathered: Gathered, node: Node, name: Node) -> bool:
    """Whether a macro only keeps a header from being read twice: `#ifndef X` stands right before it."""
    if node.child_by_field_name("value") is not None:
        return False
    before = gathered.text[max(0, node.start_byte - 300) : node.start_byte].split()
    if gathered.text.find(b"#") < node.start_byte - sum(map(len, before[-2:])) - 20:
        return False
    return before[-1:] == [gathered.text[name.start_byte : name.end_byte]] and before[-2:-1] in (
        [b"#ifndef"],
        [b"ifndef"],
    )


def _take_rest(gathered: Gathered, captures: Mapping[str, Sequence[Node]]) -> None:
    for node in captures.get("include", ()):
        path = node.child_by_field_name("path")
        if path is not None:
            gathered.imports.append(FoundImport(*span_of(node), module=span_of(path)))
    for node in captures.get("call", ()):
        named = node.child_by_field_name("name") if node.type == "template_function" else node
        end = node.end_byte if named is None else named.end_byte
        words = gathered.text[max(node.start_byte, end - CHAIN_LIMIT - 1) : end]
        gathered.calls.setdefault(words, []).append(end)
    gathered.branches += [node.start_byte for node in captures.get("branch", ())]
    gathered.decorators.sort()


def _hide(gathered: Gathered, captures: Mapping[str, Sequence[Node]]) -> None:
    """Hide what is `static`, stands in a namespace without a name, or below `private:`."""
    holders = [Holder(*span_of(each), is_open=False) for each in captures.get("class", ())]
    structs = [*captures.get("struct", ()), *captures.get("enum", ())]
    holders += [Holder(*span_of(each), is_open=True) for each in structs]
    marks = list(_marks(gathered, captures.get("access", ())))
    hide_in_sections(gathered, gathered.found.values(), holders, marks)
    inside = Spans((each.start, each.end) for each in holders)
    unnamed = Spans(
        span_of(each) for each in captures.get("namespace", ()) if each.child_by_field_name("name") is None
    )
    for each in gathered.found.values():
        is_file_only = each.start in gathered.static and not inside.around(each.start)
        if is_file_only or unnamed.around(each.start):
            gathered.hidden.add(each.start)


def _marks(gathered: Gathered, nodes: Sequence[Node]) -> Iterator[tuple[int, bool]]:
    for node in nodes:
        after = gathered.text[node.end_byte : node.end_byte + 20].lstrip()
        word = gathered.word(span_of(node)).split()[:1]
        # not `class A : public B`; Qt writes `public slots:`
        if word and word[0] in _ACCESS and (after.startswith(b":") or b"slots" in after):
            yield node.start_byte, _ACCESS[word[0]]
