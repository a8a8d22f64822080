"""The imports of masked Python text, one for each name they bind."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from groundplan.code.outline import Import

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.python.blocks import Blocks

_STATEMENT = (
    # nearly always a word alone; the longer way is for `from . a import` and `from .import`
    rb"([ \t]*+)(?:from[ \t]*+([.\w\x80-\xff]++(?=[ \t]++import\b)|[.\w\x80-\xff \t]*?[\w.\x80-\xff])"
    rb"[ \t]*+\bimport\b[ \t]*+"
    rb"(\([^()]*+\)?|[^\n;\\]*+(?:\\.[^\n;\\]*+)*)"
    rb"|import[ \t]++([^\n;\\]*+(?:\\.[^\n;\\]*+)*))"
)
_IMPORT = re.compile(rb"[\n;:]" + _STATEMENT, re.DOTALL)
_TYPING = re.compile(rb"\n([ \t]*+)if[ \t]++(?:\w++\.)?TYPE_CHECKING[ \t]*+:")
_NAMES = re.compile(
    rb"([\w.\x80-\xff]++|\*)(?:[ \t\n\\]++as[ \t\n\\]++([\w\x80-\xff]++))?[ \t\n\\()]*+(?:,|\Z)"
)


def find_imports(blocks: Blocks, functions: Sequence[tuple[int, int]]) -> tuple[Import, ...]:
    """Return what the text imports; `functions` are the places whose imports wait for a call."""
    masked = blocks.masked
    typing = [
        (found.end(), blocks.end(found.end(), len(found[1])))
        for found in (_TYPING.finditer(masked) if b"TYPE_CHECKING" in masked else ())
    ]
    return tuple(_read(masked, functions, typing))


def _read(
    masked: bytes, functions: Sequence[tuple[int, int]], typing: Sequence[tuple[int, int]]
) -> Iterator[Import]:
    line, seen = 0, 0
    for found in _statements(masked):
        start = found.end(1)
        line += masked.count(b"\n", seen, start)
        seen = start
        is_inner = bool(found[1]) and _is_in(functions, start)
        is_typing = bool(typing) and _is_in(typing, start)
        if found[2] is None:
            for module, at, alias in _names(found[4], line):
                # `import a.b` binds `a`, `import a.b as c` binds `c` to `a.b`
                yield Import(module, "", alias or module.partition(".")[0], at, is_inner, is_typing)
            continue
        module = "".join(found[2].decode("utf-8", "replace").split())
        for name, at, alias in _names(found[3], line):
            yield Import(module, name, "" if name == "*" else alias or name, at, is_inner, is_typing)


def _statements(masked: bytes) -> Iterator[re.Match[bytes]]:
    """Return the statements that import: looking only where the word stands is quickest."""
    end = 0
    while (at := masked.find(b"import", end)) >= 0:
        # never back past the end of the last one, so no text makes this slower than linear
        start = masked.rfind(b"\n", end, at)
        found = _IMPORT.match(masked, start) if start >= 0 else None
        if found is None:  # behind another statement on its line
            sign = max(masked.rfind(b";", max(start, end), at), masked.rfind(b":", max(start, end), at))
            found = _IMPORT.match(masked, sign) if sign >= 0 else None
        if found:
            yield found
        end = found.end() if found else at + 6


def _is_in(spans: Sequence[tuple[int, int]], at: int) -> bool:
    index = bisect_right(spans, at, key=lambda span: span[0]) - 1
    return index >= 0 and at < spans[index][1]


def _names(listed: bytes, line: int) -> Iterator[tuple[str, int, str]]:
    if b" as" not in listed and b"\\" not in listed:  # the names alone stand between the commas
        for part in listed.strip(b"()").split(b","):
            name = part.strip()
            if name and len(name.split()) == 1:
                at = line + part.count(b"\n", 0, part.find(name))
                yield name.decode("utf-8", "replace"), at, ""
            line += part.count(b"\n")
        return
    seen = 0
    for found in _NAMES.finditer(listed):
        line += listed.count(b"\n", seen, found.start(1))
        seen = found.start(1)
        yield found[1].decode("utf-8", "replace"), line, (found[2] or b"").decode("utf-8", "replace")
