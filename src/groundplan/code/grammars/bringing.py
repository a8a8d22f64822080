"""Imports written as one path of names, or as a tree of them: `use std::{fmt, io::{self, Read as R}}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Import

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.grammars.gathered import FoundImport, Gathered

_PIECE = re.compile(r"//[^\n]*+|/\*.*?\*/|[{},;=]|[^\s{},;=]++", re.DOTALL)
_KEYWORDS = frozenset({"import", "static", "using", "global", "unsafe", "use", "function", "const"})
_QUOTED = re.compile(rb"""["']([^"'\n]{1,300})["']""")
_LIMIT = 20_000


def read_brought(gathered: Gathered, joint: str, statements: list[FoundImport]) -> tuple[Import, ...]:
    """Return one import for each name that statements bring in, or each file where they name files."""
    made: list[Import] = []
    for each in statements:
        line = gathered.line(each.start)
        if not joint:
            made.append(Import(gathered.word(each.module, 1000).strip("\"'"), "", "", line))
            continue
        is_given_on = gathered.text.startswith(b"pub", each.start)
        words = gathered.word(each.module, _LIMIT)
        is_whole = words.startswith(("using", "global")) and "=" not in words
        made += [
            Import(*taken, line, is_reexport=is_given_on)
            for taken in read_tree(words, joint, is_whole=is_whole)
        ]
    for start, end in gathered.files:
        if quoted := _QUOTED.search(gathered.text, start, end):
            made.append(Import(quoted[1].decode("utf-8", "replace"), "", "", gathered.line(start)))
    return tuple(sorted(made, key=lambda one: one.line))


def read_tree(words: str, joint: str, *, is_whole: bool = False) -> Iterator[tuple[str, str, str]]:
    """Return module, name and alias of all that a tree of names brings in; `is_whole`: all of each module."""
    above: list[str] = []
    item: list[str] = []
    for found in _PIECE.finditer(words):
        piece = found[0]
        if piece.startswith(("//", "/*")) or (piece in _KEYWORDS and not item):
            continue
        if piece == "{":
            above.append("".join([*above[-1:], *item]))
            item = []
        elif piece in {",", "}", ";"}:
            yield from _read_item(above[-1] if above else "", item, joint, is_whole)
            item = []
            if piece == "}" and above:
                above.pop()
        elif piece == "=":  # `using Text = System.Text`
            item = ["=", *item]
        else:
            item.append(piece)
    yield from _read_item(above[-1] if above else "", item, joint, is_whole)


def _read_item(above: str, item: list[str], joint: str, is_whole: bool) -> Iterator[tuple[str, str, str]]:  # noqa: FBT001
    alias = ""
    if item[:1] == ["="] and len(item) > 1:
        alias, item = item[1], item[2:]
    elif "as" in item[1:]:
        at = item.index("as", 1)
        item, alias = item[:at], "".join(item[at + 1 : at + 2])
    path = (above + "".join(item)).strip(joint) if item else ""
    if not path:
        return
    module, _, name = path.rpartition(joint)
    if name == "self" and module:  # `use std::io::{self}` binds `io`
        module, _, name = module.rpartition(joint)
    if is_whole:
        yield path, "*", ""
    elif name == "*":
        yield module, "*", ""
    else:
        yield (module, name, alias or name) if module else (name, "", alias or name)
