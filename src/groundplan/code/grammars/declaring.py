"""The definitions of a script that may stand anywhere in it, each from the one node that declares it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.grammars.gathered import Found, span_of
from groundplan.code.grammars.marking import note_async, note_bases, note_words
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from tree_sitter import Node

    from groundplan.code.grammars.gathered import Gathered, Span

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_MODULES = frozenset({"internal_module", "module"})
# The others without a body are broken off.
_BODILESS = frozenset(
    {"type_alias_declaration", "function_signature", "method_signature", "abstract_method_signature"}
    | {"property_signature", "enum_assignment"}
)


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
