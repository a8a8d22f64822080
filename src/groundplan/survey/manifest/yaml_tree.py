"""Enough YAML to read workflows, hooks and lock files: block maps and lists, plain flow lists, block text.

Not a YAML reader: no anchors, tags or multi-line flow maps are understood, they are kept as plain text.
Each line is looked at once, so the cost is that of the file's length, whatever the file holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MOST_LINES = 300_000
MOST_DEPTH = 60
MOST_LINE = 10_000
_KEY = re.compile(
    r"""("[^"]{0,500}"|'[^']{0,500}'|[^\s#'"\[\]{},:&*!|>%@`-][^#:]{0,500}?|-[^\s#:][^#:]{0,500}?)\s{0,20}:(?:\s|$)"""
)
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?\s*(?:#.*)?$")


@dataclass(slots=True)
class Node:
    """A value and the line it starts on: text, or named children, or items."""

    line: int
    text: str = ""
    children: dict[str, Node] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)

    def child(self, *names: str) -> Node | None:
        """Return the node under a chain of keys, or None."""
        node: Node | None = self
        for name in names:
            node = node.children.get(name) if node else None
        return node

    def words(self) -> list[str]:
        """Return the texts of a list, or the one text."""
        if self.items:
            return [each.text for each in self.items if each.text]
        return [self.text] if self.text else []


def read_tree(text: str) -> Node:
    """Return the tree of a YAML text; what is not understood stays as text."""
    return _Reader(text.split("\n")[:MOST_LINES]).read()


class _Reader:
    """Walks the lines once, keeping the open nodes and their indents on a stack."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.root = Node(1)
        self.stack: list[tuple[int, Node]] = [(-1, self.root)]

    def read(self) -> Node:
        number = 0
        while number < len(self.lines):
            line = self.lines[number]
            bare = line.lstrip(" ")
            if not bare or bare[0] == "#" or bare.startswith(("---", "...", "\t")) or len(line) > MOST_LINE:
                number += 1
                continue
            number = self._take(number, len(line) - len(bare), bare)
        return self.root

    def _take(self, number: int, indent: int, bare: str) -> int:
        is_item = bare == "-" or bare.startswith("- ")
        while len(self.stack) > 1 and self._is_over(indent, is_item=is_item):
            self.stack.pop()
        while is_item and len(self.stack) < MOST_DEPTH:
            item = Node(number + 1)
            self.stack[-1][1].items.append(item)
            self.stack.append((indent, item))
            rest = bare[1:].lstrip(" ")
            indent += len(bare) - len(rest)
            bare = rest
            is_item = bare == "-" or bare.startswith("- ")
        if not bare:
            return number + 1
        key = _KEY.match(bare)
        if key is None:
            node = self.stack[-1][1]
            node.text = f"{node.text} {_scalar(bare)}".strip() if len(node.text) < MOST_LINE else node.text
            _flow(node)
            return number + 1
        child = Node(number + 1)
        self.stack[-1][1].children[_unquoted(key[1])] = child
        value = bare[key.end() :].strip()
        if len(self.stack) < MOST_DEPTH:
            self.stack.append((indent, child))
        if _BLOCK.match(value):
            return self._block(number + 1, indent, child)
        child.text = _scalar(value)
        _flow(child)
        return number + 1

    def _is_over(self, indent: int, *, is_item: bool) -> bool:
        """Whether a line of that indent ends the innermost open node.

        The items of a key may stand at the key's own indent.
        """
        opened, node = self.stack[-1]
        if is_item and opened == indent and not node.text and not node.children:
            above = self.stack[-2][1] if len(self.stack) > 1 else None
            return above is not None and bool(above.items) and above.items[-1] is node
        return opened >= indent

    def _block(self, number: int, indent: int, node: Node) -> int:
        """Take the lines of a block text, which end where the indent does."""
        start, width = number, 0
        while number < len(self.lines):
            line = self.lines[number]
            bare = line.lstrip(" ")
            if bare.strip():
                if len(line) - len(bare) <= indent:
                    break
                width = width or len(line) - len(bare)
            number += 1
        node.line = start + 1
        node.text = "\n".join(line[width:] for line in self.lines[start:number])
        return number


def _scalar(value: str) -> str:
    if value[:1] in {'"', "'"}:
        end = value.rfind(value[0])
        return value[1:end] if end > 0 else value[1:]
    cut = value.find(" #")
    return (value[:cut] if cut >= 0 else value).strip()


def _unquoted(key: str) -> str:
    return key[1:-1] if key[:1] in {'"', "'"} and key[-1:] == key[:1] else key.strip()


def _flow(node: Node) -> None:
    """Turn `[a, b]` into items; a list that spans lines is read when its bracket closes."""
    text = node.text
    if text.startswith("[") and text.endswith("]") and len(text) <= MOST_LINE and not node.items:
        node.items = [
            Node(node.line, _unquoted(each.strip())) for each in text[1:-1].split(",") if each.strip()
        ]
