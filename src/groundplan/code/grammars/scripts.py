"""JavaScript and TypeScript from nodes that are picked by their kind alone and then asked for their parts.

Patterns that name a definition with its parts read better, but making them takes as long as reading 400 KB,
for each of three grammars, and matching them takes half as long as the parser does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from groundplan.code.grammars.exchange import take_exchange
from groundplan.code.grammars.gathered import CHAIN_LIMIT, Found, read_pattern, span_of, without_arguments
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tree_sitter import Node

    from groundplan.code.grammars.gathered import Gathered, Span

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_MODULES = frozenset({"internal_module", "module"})
# The others without a body are broken off.
_BODILESS = frozenset(
    {"type_alias_declaration", "function_signature", "method_signature", "abstract_method_signature"}
    | {"property_signature", "enum_assignment"}
)
_VARIABLES = frozenset({"lexical_declaration", "variable_declaration"})
# A default without a name of its own is known as `default` where it is one of these.
_VALUES = frozenset(
    {"object", "array", "call_expression", "new_expression", "string", "template_string", "number"}
    | {"as_expression", "satisfies_expression"}
)


# What stands before and behind a script's names: `async`, access words, what a class extends, decorators.


def note_async(gathered: Gathered, value: Node, start: int) -> None:
    """Note that what begins at a place is asynchronous, where the function that is its value is."""
    if gathered.text.startswith(b"async", value.start_byte):
        first = value.child(0)  # else it is a parameter of that name: `async => 1`
        if first is not None and first.type == "async":
            gathered.asynchronous.add(start)


def note_words(gathered: Gathered, node: Node, name: int) -> None:
    """Note the words before a name that say who may use it and whether it is asynchronous."""
    start = node.start_byte
    if start == name:
        return
    before = gathered.text[start:name]
    if b"async" in before or b"private" in before or b"protected" in before:
        for each in node.children:
            if each.type == "async":
                gathered.asynchronous.add(start)
            elif each.type == "accessibility_modifier" and gathered.word(span_of(each)) != "public":
                gathered.hidden.add(start)


def note_bases(gathered: Gathered, node: Node, body: Node, start: int) -> None:
    """Note what the class or interface of a node extends, for the definition that begins at a place."""
    header = gathered.text[node.start_byte : body.start_byte]
    if b"extends" not in header and b"implements" not in header:
        return
    named: list[Node] = []
    for clause in node.named_children:
        if clause.type == "extends_type_clause":
            named += clause.children_by_field_name("type")
        elif clause.type == "class_heritage":
            for each in clause.named_children:
                if each.type == "extends_clause":
                    named += each.children_by_field_name("value")
                else:  # JavaScript has the words themselves here
                    named += each.named_children if each.type == "implements_clause" else [each]
    bases = [without_arguments(gathered.word(span_of(each))) for each in named]
    if any(bases):
        gathered.bases[start] = [base for base in bases if base]


def note_decorator(gathered: Gathered, node: Node) -> None:
    """Note a decorator; what it decorates begins after it."""
    for words in node.named_children[:1]:
        named = without_arguments(gathered.word(span_of(words)))
        gathered.decorators.append((node.start_byte, node.end_byte, named))


# The definitions of a script that may stand anywhere in it, each from the one node that declares it.


def places(node: Node, name: Node, body: Node | None = None) -> tuple[int, int, Span, int]:
    """Return where a definition begins and ends, its name stands and its header ends."""
    end = node.end_byte
    return node.start_byte, end, span_of(name), end if body is None else body.start_byte


def declare(gathered: Gathered, node: Node, kind: Kind) -> None:
    """Note a definition that has its name and its body as fields of its own."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    what = node.type
    if name is None or (body is None and what not in _BODILESS):
        return
    if what in _MODULES and name.type == "string":  # `declare module "name"` says more of another module
        return
    gathered.define(Found(*places(node, name, body), kind))
    if kind is Kind.FUNCTION or kind is Kind.METHOD:
        note_words(gathered, node, name.start_byte)
    elif body is not None and (kind is Kind.CLASS or kind is Kind.INTERFACE):
        note_bases(gathered, node, body, node.start_byte)


def declare_bound(gathered: Gathered, node: Node) -> None:
    """Note a function or a class that a name is bound to."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is not None and value is not None and name.type == "identifier":
        declare_value(gathered, node, name, value)


def declare_value(gathered: Gathered, node: Node, name: Node, value: Node) -> bool:
    """Note what a node gives a name where it is a function or a class, and tell whether it is."""
    body = value.child_by_field_name("body")
    if body is not None and value.type == "class":
        gathered.define(Found(*places(node, name, body), Kind.CLASS))
        note_bases(gathered, value, body, node.start_byte)
    elif body is not None and value.type in FUNCTIONS:
        gathered.define(Found(*places(node, name, body), Kind.FUNCTION))
        note_async(gathered, value, node.start_byte)
    else:
        return False
    return True


def declare_returned(gathered: Gathered, node: Node) -> None:
    """Note a function or a class with a name that a function returns."""
    declare(gathered, node, Kind.CLASS if node.type == "class" else Kind.FUNCTION)


def declare_field(gathered: Gathered, node: Node) -> None:
    """Note a field of a class, which is a method where a function is its value."""
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    value = node.child_by_field_name("value")
    if name is None:
        return
    body = None
    if value is not None and value.type in FUNCTIONS:
        note_async(gathered, value, node.start_byte)
        body = value.child_by_field_name("body")
    gathered.define(Found(*places(node, name, body), Kind.ATTRIBUTE if body is None else Kind.METHOD))
    note_words(gathered, node, name.start_byte)


def declare_entry(gathered: Gathered, node: Node) -> None:
    """Note a name in an enumeration."""
    gathered.define(Found(*places(node, node), Kind.ATTRIBUTE))


def declare_own(gathered: Gathered, node: Node) -> None:
    """Note what is assigned to `this`: an attribute of the class around it."""
    left = node.child_by_field_name("left")
    name = left.child_by_field_name("property") if left is not None else None
    if name is not None:
        gathered.define(Found(*places(node, name), Kind.ATTRIBUTE, is_own=True))


def declare_parameter(gathered: Gathered, node: Node) -> None:
    """Note a parameter with an access word before it: it is an attribute of the class as well."""
    note_words(gathered, node, node.end_byte)
    name = node.child_by_field_name("pattern")
    if name is not None and name.type == "identifier":
        gathered.define(Found(*places(node, name), Kind.ATTRIBUTE, is_own=True))


def declare_member(gathered: Gathered, node: Node) -> None:
    """Note a method of a class or of an object that has a name."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is not None and body is not None:
        gathered.define(Found(*places(node, name, body), Kind.METHOD, is_member=True))
        note_words(gathered, node, name.start_byte)


def declare_pair(gathered: Gathered, node: Node) -> None:
    """Note a function in an object, or an object in it that may hold some."""
    name, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if name is None or value is None or name.type != "property_identifier":
        return
    if value.type == "object":
        gathered.define(Found(*places(node, name), None, is_member=True))
    elif (body := value.child_by_field_name("body")) is not None:
        gathered.define(Found(*places(node, name, body), Kind.METHOD, is_member=True))
        note_async(gathered, value, node.start_byte)


def take_script(gathered: Gathered, root: Node, captures: Mapping[str, Sequence[Node]]) -> None:
    """Sort in the nodes that the patterns of a script picked, by the words they have there."""
    _take_calls(gathered, captures.get("call", ()), captures.get("component", ()))
    gathered.branches += [node.start_byte for node in captures.get("branch", ())]
    for word, take in _DECLARED.items():
        for node in captures.get(word, ()):
            take(gathered, node)
    for node in root.named_children:
        _take_top(gathered, node)
    for word, take in _MEMBERS.items():
        for node in captures.get(word, ()):
            take(gathered, node)
    gathered.decorators.sort()
    take_exchange(gathered, captures)


def _take_calls(gathered: Gathered, called: Iterable[Node], components: Iterable[Node]) -> None:
    text, calls = gathered.text, gathered.calls
    for node in called:
        start, end = node.start_byte, node.end_byte
        words = text[start if end - start <= CHAIN_LIMIT else end - CHAIN_LIMIT - 1 : end]
        if (ends := calls.get(words)) is None:
            calls[words] = [end]
        else:
            ends.append(end)
    for node in components:
        start, end = span_of(node)
        if text[start : start + 1].isupper():
            calls.setdefault(text[start:end], []).append(end)


def _take_top(gathered: Gathered, node: Node) -> None:
    """Take in a statement at the top of the file: its names are the module's."""
    is_exported = node.type == "export_statement"
    inner = node.child_by_field_name("declaration") if is_exported else node
    if inner is None:
        return
    if inner.type == "ambient_declaration":
        for each in inner.named_children:
            if each.type in _VARIABLES:
                _take_variables(gathered, each, is_exported=is_exported)
    elif inner.type in _VARIABLES:
        _take_variables(gathered, inner, is_exported=is_exported)
    elif inner.type == "expression_statement":
        for each in inner.named_children:
            if each.type == "assignment_expression":
                _take_assigned(gathered, each)


def _take_variables(gathered: Gathered, node: Node, *, is_exported: bool) -> None:
    for each in node.named_children:
        name = each.child_by_field_name("name")
        if name is None:
            continue
        if is_exported:
            gathered.exported.add(each.start_byte)
        if name.type == "identifier":
            gathered.define(Found(*places(each, name), Kind.CONSTANT))
        elif name.type == "object_pattern":
            start, end = span_of(each)
            for _, alias in read_pattern(gathered.text, *span_of(name)):
                gathered.define(Found(start, end, alias, end, Kind.CONSTANT))


def _take_assigned(gathered: Gathered, node: Node) -> None:
    """Take in what is given to an object: `Point.prototype.move = function () {}`.

    Of several names for one value, `exports = module.exports = own.Route = class {}`, the last says most.
    """
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    while right is not None and right.type == "assignment_expression":
        inner = right.child_by_field_name("left")
        if inner is not None and inner.type == "member_expression":
            is_given = left is not None and gathered.word(span_of(left)) == "module.exports"
            gathered.exported |= {right.start_byte} if is_given else set()
            left, node = inner, right
        right = right.child_by_field_name("right")
    if left is None or right is None or left.type != "member_expression":
        return
    scope, name = left.child_by_field_name("object"), left.child_by_field_name("property")
    if scope is None or name is None or name.type != "property_identifier":
        return
    body = right.child_by_field_name("body")
    if right.type == "object":
        gathered.define(Found(*places(node, name), None, span_of(scope)))
    elif body is not None and right.type in FUNCTIONS:
        gathered.define(Found(*places(node, name, body), Kind.METHOD, span_of(scope)))
        note_async(gathered, right, node.start_byte)
    elif body is not None and right.type == "class":
        gathered.define(Found(*places(node, name, body), Kind.CLASS, span_of(scope)))
        note_bases(gathered, right, body, node.start_byte)


def _mark_exported(gathered: Gathered, node: Node) -> None:
    """Mark what is exported where it is declared; a default without a name is defined by that word."""
    start = node.start_byte
    declared = node.child_by_field_name("declaration")
    if declared is not None:
        for each in (declared, *(declared.named_children if declared.type == "ambient_declaration" else ())):
            gathered.begins.setdefault(each.start_byte, start)
            gathered.exported |= {each.start_byte, start}
    value = node.child_by_field_name("value")
    mark = next((each for each in node.children if each.type == "default"), None) if value else None
    if value is None or mark is None:
        return
    if declare_value(gathered, node, mark, value):
        gathered.exported.add(start)
    elif value.type in _VALUES:
        gathered.define(Found(*places(node, mark), Kind.CONSTANT))
        gathered.exported.add(start)


def _mark_declared(gathered: Gathered, node: Node) -> None:
    for each in node.named_children:
        gathered.begins.setdefault(each.start_byte, node.start_byte)


# Where a name is defined twice the first stays: what is bound to it says more than that it is at the top.
_DECLARED: Mapping[str, Callable[[Gathered, Node], None]] = {
    **{
        kind.value: partial(declare, kind=kind)
        for kind in (Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.TYPE, Kind.FUNCTION, Kind.METHOD)
    },
    "attribute": partial(declare, kind=Kind.ATTRIBUTE),
    "bound": declare_bound,
    "returned": declare_returned,
    "field": declare_field,
    "entry": declare_entry,
    "export": _mark_exported,
    "declared": _mark_declared,
}
_MEMBERS: Mapping[str, Callable[[Gathered, Node], None]] = {
    "own": declare_own,
    "parameter": declare_parameter,
    "member": declare_member,
    "pair": declare_pair,
    "decorator": note_decorator,
}
