"""What a script takes from others and gives them, as places in its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.grammars.gathered import Binding, FoundImport, read_pattern, span_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tree_sitter import Node

    from groundplan.code.grammars.gathered import Gathered

_REQUIRE = len("require")


def take_exchange(gathered: Gathered, captures: Mapping[str, Sequence[Node]]) -> None:
    """Sort in the imports and exports among the nodes that the patterns of a script picked."""
    for word, take in _TAKEN.items():
        for node in captures.get(word, ()):
            take(gathered, node)
    gathered.exports.sort(key=lambda each: each.start)
    if b"require" in gathered.calls:
        for node in captures["call"]:
            if node.end_byte - node.start_byte == _REQUIRE and gathered.word(span_of(node)) == "require":
                _take_required(gathered, node)
    if b"exports" in gathered.text:
        for node in captures.get("given", ()):
            _take_given(gathered, node)


def _take_import(gathered: Gathered, node: Node) -> None:
    _take_source(gathered, node, is_reexport=False)


def _take_source(gathered: Gathered, node: Node, *, is_reexport: bool) -> None:
    source = node.child_by_field_name("source")
    if source is not None and source.type == "string":
        span = span_of(source)
        gathered.imports.append(FoundImport(*span_of(node), span, is_reexport=is_reexport))


def _take_loaded(gathered: Gathered, node: Node) -> None:
    """Take in a call that imports, `import("name")`, and what is unpacked from its result."""
    arguments = node.child_by_field_name("arguments")
    for first in arguments.named_children[:1] if arguments is not None else ():
        if first.type == "string":
            gathered.imports.append(FoundImport(*span_of(node), span_of(first), is_dynamic=True))
            awaited = node.parent
            if awaited is not None and awaited.type == "await_expression":
                _bind_unpacked(gathered, awaited.parent)


def _take_default(gathered: Gathered, node: Node) -> None:
    _bind_inner(gathered, node, "default")


def _take_namespace(gathered: Gathered, node: Node) -> None:
    _bind_inner(gathered, node, "")


def _take_assigned(gathered: Gathered, node: Node) -> None:
    """Take in `import name = require("name")`."""
    _take_source(gathered, node, is_reexport=False)
    _bind_inner(gathered, node, "")


def _bind_inner(gathered: Gathered, node: Node, word: str) -> None:
    for each in node.named_children:
        if each.type == "identifier":
            gathered.bindings.append(Binding(each.start_byte, None, span_of(each), word))


def _take_given_namespace(gathered: Gathered, node: Node) -> None:
    """Take in `* as name` of an export, where the name may be a string."""
    for each in node.named_children:
        gathered.bindings.append(Binding(each.start_byte, None, span_of(each), ""))


def _take_specifier(gathered: Gathered, node: Node) -> None:
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is not None:
        into = gathered.exports if node.type == "export_specifier" else gathered.bindings
        given = None if alias is None else span_of(alias)
        into.append(Binding(node.start_byte, span_of(name), given, ""))


def _take_export(gathered: Gathered, node: Node) -> None:
    """Take in `export … from`, `export default name`, `export = name`."""
    if node.child_by_field_name("declaration") is not None:
        return
    _take_source(gathered, node, is_reexport=True)
    given, mark = node.child_by_field_name("value"), None
    for each in node.children:
        what = each.type
        if what == "*":
            gathered.bindings.append(Binding(each.start_byte, None, None, "*"))
        elif what == "default":
            mark = span_of(each)
        elif what == "identifier" and given is None:
            given = each
    if given is not None and given.type == "identifier":
        gathered.exports.append(Binding(node.start_byte, span_of(given), mark, ""))


def _take_required(gathered: Gathered, node: Node) -> None:
    """Take in `require("name")`, and what its value is bound to."""
    call = node.parent
    arguments = call.child_by_field_name("arguments") if call is not None else None
    words = arguments.named_children if arguments is not None else []
    if call is None or len(words) != 1 or words[0].type != "string":
        return
    gathered.imports.append(FoundImport(*span_of(call), span_of(words[0]), is_dynamic=True))
    holder, taken = call.parent, None
    if holder is not None and holder.type == "member_expression":  # `require("name").taken`
        member = holder.child_by_field_name("property")
        taken, holder = (span_of(member) if member is not None else None), holder.parent
    name = holder.child_by_field_name("name") if holder and holder.type == "variable_declarator" else None
    if name is not None and name.type == "identifier":
        gathered.requires.append(Binding(name.start_byte, taken, span_of(name), ""))
    elif taken is not None:
        return
    else:
        _bind_unpacked(gathered, holder)


def _bind_unpacked(gathered: Gathered, holder: Node | None) -> None:
    """Take in the names of `const { name: alias } = …`."""
    name = holder.child_by_field_name("name") if holder and holder.type == "variable_declarator" else None
    if name is not None and name.type == "object_pattern":
        for taken, alias in read_pattern(gathered.text, *span_of(name)):
            gathered.requires.append(Binding(taken[0], taken, alias, ""))


def _take_given(gathered: Gathered, node: Node) -> None:
    """Take in `exports.name = …` and `module.exports = …`."""
    left, value = node.child_by_field_name("left"), node.child_by_field_name("right")
    if value is not None and value.type == "assignment_expression":
        _take_given(gathered, value)
        while value is not None and value.type == "assignment_expression":
            value = value.child_by_field_name("right")
    holder = left.child_by_field_name("object") if left is not None else None
    name = left.child_by_field_name("property") if left is not None else None
    if holder is None or name is None or value is None or name.type != "property_identifier":
        return
    gathered.commonjs.append((gathered.word(span_of(holder)), gathered.word(span_of(name)), span_of(value)))


_TAKEN: Mapping[str, Callable[[Gathered, Node], None]] = {
    "import": _take_import,
    "import.call": _take_loaded,
    "import.default": _take_default,
    "import.namespace": _take_namespace,
    "import.assigned": _take_assigned,
    "export": _take_export,
    "export.namespace": _take_given_namespace,
    "specifier": _take_specifier,
}
