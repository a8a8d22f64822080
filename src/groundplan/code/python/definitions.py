"""The classes and functions of masked Python text, each with the lines it takes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.outline import Definition, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.python.blocks import Blocks

HEADER_LIMIT = 300
_CLASS, _METHOD, _FUNCTION = Kind.CLASS, Kind.METHOD, Kind.FUNCTION
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
    is_class: bool  # names bound in the body are attributes
    name: int  # where the name stands
    start: int
    end: int


def find_blocks(text: bytes, masked: bytes, blocks: Blocks) -> Iterator[Block]:
    """Return the classes and functions of a text in the order of their first lines."""
    around: list[Block] = []
    decorators: list[re.Match[bytes]] = []
    for head in _HEAD.finditer(masked):
        if head[2] is not None:
            decorators.append(head)
            continue
        start = head.end(1)
        while around and around[-1].end <= start:
            around.pop()
        mine = [each for each in decorators if each[1] == head[1]] if decorators else decorators
        block = _read_block(text, blocks, head, mine, around[-1] if around else None)
        decorators = []
        yield block
        around.append(block)


def _read_block(
    text: bytes, blocks: Blocks, head: re.Match[bytes], mine: list[re.Match[bytes]], around: Block | None
) -> Block:
    masked, start = blocks.masked, head.end(1)
    name = head[5].decode("utf-8", "replace")
    is_class = head[4] == b"class"
    kind = _CLASS if is_class else _METHOD if around and around.is_class else _FUNCTION
    colon = blocks.colon(head.end())
    end = blocks.end(colon, start - head.start(1))
    line = blocks.line(start)
    forks = 0
    if not is_class:
        for fork in _FORKS:
            forks += masked.count(fork, colon, end)
    definition = Definition(
        name,
        f"{around.definition.qualified}.{name}" if around else name,
        kind,
        blocks.line(mine[0].end(1)) if mine else line,
        blocks.line(end - 1),
        line,
        _fold(text[start : min(colon, start + 4 * HEADER_LIMIT)]),
        _read_bases(masked[head.end() : colon]) if is_class else (),
        tuple(each[2].decode("utf-8", "replace") for each in mine) if mine else (),
        head[3] is not None,
        is_public(name),
        _DOC.match(masked, colon + 1, end) is not None,
        forks,
    )
    return Block(definition, is_class, head.start(5), colon + 1, end)


def _fold(header: bytes) -> str:
    words = header.decode("utf-8", "replace")
    return " ".join(words.split())[:HEADER_LIMIT] if "\n" in words else words[:HEADER_LIMIT]


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
