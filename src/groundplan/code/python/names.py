"""The names Python text binds outside functions: constants of the module, attributes of its classes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.outline import Definition, Kind
from groundplan.code.python.definitions import HEADER_LIMIT, is_public

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.python.blocks import Blocks
    from groundplan.code.python.definitions import Block

_NAME = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*+"
_BINDING = (
    rb"(?:type[ \t]++(" + _NAME + rb")(?:\[[^\]\n]*+\])?[ \t]*+=(?!=)"
    rb"|(" + _NAME + rb"(?:[ \t]*+[,=][ \t]*+" + _NAME + rb"(?=[ \t]*+[,=]))*)"
    rb"[ \t]*+(?:=(?!=)|:(?=[ \t]*+[\w\"(])))"
)
_OWN = re.compile(rb"self\.(" + _NAME + rb")[ \t]*+(?:=(?!=)|:[ \t]*+[\w\"])")
_SEPARATOR = re.compile(rb"[ \t]*+[,=][ \t]*+")
_NEVER = frozenset(b"else try finally lambda case match with if for while del return raise".split())


def find_names(text: bytes, blocks: Blocks, found: Sequence[Block]) -> Iterator[Definition]:
    """Return what is bound at the top of a module, in class bodies and on `self`, each name once."""
    taken = {block.definition.qualified for block in found}
    named = [*_bound(text, blocks, 0, (0, len(text)), "")]
    for block in found:
        if block.is_class:
            indent = _body_indent(blocks.masked, block)
            named += _bound(text, blocks, indent, (block.start, block.end), block.definition.qualified)
    for each in (*named, *_own(blocks, found)):
        if each.qualified not in taken:
            taken.add(each.qualified)
            yield each


def _bound(
    text: bytes, blocks: Blocks, indent: int, span: tuple[int, int], scope: str
) -> Iterator[Definition]:
    if indent < 0:
        return
    kind = Kind.ATTRIBUTE if scope else Kind.CONSTANT
    for found in _binding(indent).finditer(blocks.masked, *span):
        names = _SEPARATOR.split(found[found.lastindex or 0])
        if names[0] in _NEVER:
            continue
        start = found.start(found.lastindex or 0)
        line = blocks.line(start)
        header = text[start : blocks.starts[line] - 1].decode("utf-8", "replace").strip()
        for name in names:
            word = name.decode("utf-8", "replace")
            yield _definition(word, scope, line, kind, header[:HEADER_LIMIT])


def _own(blocks: Blocks, found: Sequence[Block]) -> Iterator[Definition]:
    """Return the attributes that methods bind on `self`."""
    classes = [block for block in found if block.is_class]
    for own in _OWN.finditer(blocks.masked) if classes else ():
        around = [block for block in classes if block.start <= own.start() < block.end]
        if around:
            word = own[1].decode("utf-8", "replace")
            line = blocks.line(own.start())
            yield _definition(word, around[-1].definition.qualified, line, Kind.ATTRIBUTE, "")


def _definition(word: str, scope: str, line: int, kind: Kind, header: str) -> Definition:
    qualified = f"{scope}.{word}" if scope else word
    return Definition(word, qualified, kind, line, line, line, header, is_exported=is_public(word))


def _body_indent(masked: bytes, block: Block) -> int:
    """Return how far right the statements of a body stand; -1 where it goes on the header's line."""
    body = masked[block.start : block.end]
    words = body.lstrip()
    first = len(body) - len(words)
    line_start = body.rfind(b"\n", 0, first)
    return first - line_start - 1 if words and line_start >= 0 else -1


@lru_cache(maxsize=64)
def _binding(indent: int) -> re.Pattern[bytes]:
    return re.compile(rb"\n[ \t]{%d}" % min(indent, 10_000) + _BINDING)
