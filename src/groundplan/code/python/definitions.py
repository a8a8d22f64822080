"""The classes and functions of masked Python text, each with the lines it takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.outline import Definition, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.python.blocks import Blocks

HEADER_LIMIT = 300
_HEAD = re.compile(
    rb"\n([ \t]*+)(?:@[ \t]*+([\w.\x80-\xff]++)"
    rb"|(async[ \t]++)?(def|class)[ \t]++([A-Za-z_\x80-\xff][\w\x80-\xff]*+))"
)
_BASE = re.compile(rb"[\s\\]*+([A-Za-z_\x80-\xff][\w.\x80-\xff]*+)[\s\\]*+([=(]?)")
_BRACKET = re.compile(rb"[()\[\]{},]")
_DOC = re.compile(rb"\s*+[rRuU]?\"")
# Each is a point where the way forks; `elif` is counted by its `if`, a ternary and a comprehension as well.
_FORKS = (b"if ", b"for ", b"while ", b"except", b" and ", b" or ", b"case ")


class Block(NamedTuple):
    """A class or function and where its body stands in the text."""

    definition: Definition
    indent: int
    name: int  # where the name stands
    start: int
    end: int

    @property
    def is_class(self) -> bool:
        """Whether names bound in the body are attributes."""
        return self.definition.kind is Kind.CLASS


def find_blocks(text: bytes, masked: bytes, blocks: Blocks) -> Iterator[Block]:
    """Return the classes and functions of a text in the order of their first lines."""
    around: list[Block] = []
    decorators: list[re.Match[bytes]] = []
    for head in _HEAD.finditer(masked):
        if head[2] is not None:
            decorators.append(head)
            continue
        mine = [each for each in decorators if each[1] == head[1]]
        decorators = []
        while around and around[-1].end <= head.end(1):
            around.pop()
        block = _read_block(text, blocks, head, mine, around[-1] if around else None)
        yield block
        around.append(block)


def _read_block(
    text: bytes, blocks: Blocks, head: re.Match[bytes], mine: list[re.Match[bytes]], around: Block | None
) -> Block:
    masked, indent = blocks.masked, len(head[1])
    name = head[5].decode("utf-8", "replace")
    is_class = head[4] == b"class"
    kind = Kind.CLASS if is_class else Kind.METHOD if around and around.is_class else Kind.FUNCTION
    colon = blocks.colon(head.end())
    end = blocks.end(colon, indent)
    header = text[head.end(1) : min(colon, head.end(1) + 4 * HEADER_LIMIT)].decode("utf-8", "replace")
    definition = Definition(
        name,
        f"{around.definition.qualified}.{name}" if around else name,
        kind,
        first=blocks.line((mine[0] if mine else head).end(1)),
        last=blocks.line(end - 1),
        line=blocks.line(head.end(1)),
        header=" ".join(header.split())[:HEADER_LIMIT],
        bases=_read_bases(masked[head.end() : colon]) if is_class else (),
        decorators=tuple(each[2].decode("utf-8", "replace") for each in mine),
        is_async=head[3] is not None,
        is_exported=is_public(name),
        has_doc=_DOC.match(masked, colon + 1, end) is not None,
        branches=0 if is_class else sum([masked.count(fork, colon, end) for fork in _FORKS]),
    )
    return Block(definition, indent, head.start(5), colon + 1, end)


def is_public(name: str) -> bool:
    """Tell whether a name is for others to use, as Python's own custom has it."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _read_bases(arguments: bytes) -> tuple[str, ...]:
    """Return the base classes between the brackets of a class, without keywords and type arguments."""
    bases: list[str] = []
    # `class Box[T](Base)` has its type parameters first
    opening = arguments.find(b"](") + 1 if arguments.lstrip().startswith(b"[") else arguments.find(b"(")
    depth, start = 0, opening + 1
    for sign in _BRACKET.finditer(arguments, max(0, opening)):
        letter = sign.group()
        depth += 1 if letter in b"([{" else -1 if letter in b")]}" else 0
        if (letter == b"," and depth == 1) or depth == 0:
            base = _BASE.match(arguments, start, sign.start())
            if base and not base[2]:
                bases.append(base[1].decode("utf-8", "replace"))
            start = sign.end()
        if depth <= 0:
            break
    return tuple(bases)
