"""What stands before and behind a script's names: `async`, access words, what a class extends, decorators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.grammars.gathered import span_of, without_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

    from groundplan.code.grammars.gathered import Gathered


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
