"""Files that a tool writes: what their first lines and their names say, and from what they are made."""

from __future__ import annotations

import re

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

_SMALL, _LONG_LINE = 10_000, 500  # bytes; people's own lines are a tenth of that
_HEAD = 2_000  # bytes; who generates a file says so at its top
_SIGNS = late_regex(
    rb"@generated\b|\bgenerated\b.{0,200}\bdo not (?:edit|modify)"
    rb"|\bdo not (?:edit|modify)\b.{0,200}generated\b|\bauto-?\s?generated (?:by|from|file)\b"
    rb"|^(?://|#|/\*|\"{3}|<!--)\s{0,9}(?:this file (?:is|was) )?generated (?:by|from|with)\b",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_SOURCE = late_regex(
    rb"\b(?:auto-?)?(?:generated|made|compiled)\s{1,9}(?:from|by)[\s:#*/`\"']{1,20}([\w./-]{1,200}\.\w{1,8})\b",
    re.IGNORECASE,
)
_NAMES = late_regex(
    r"(?:_pb2(?:_grpc)?\.pyi?|\.pb(?:\.gw)?\.go|_gen\.go|\.gen\.(?:go|ts|js)|\.generated\.\w{1,6}|_generated\.\w{1,6}"
    r"|\.min\.(?:js|css)|\.bundle\.js|\.snap|/__generated__/.{1,200})$"
)
# What a tool reads for a file of such a name, in the same folder.
_INPUTS = (
    (("_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb2_grpc.pyi", ".pb.go", ".pb.gw.go"), (".proto",)),
    ((".min.js",), (".js", ".mjs", ".cjs", ".ts")),
    ((".min.css",), (".css", ".scss", ".sass", ".less")),
)


@dataclass(frozen=True, slots=True)
class Generated:
    """A file that a tool writes, and the file it names as its source."""

    source: str = ""


def is_minified(text: bytes) -> bool:
    """Tell whether a script was pressed into a few lines: nobody cites what is defined there."""
    return len(text) > _SMALL and text.count(b"\n") * _LONG_LINE < len(text)


def why_generated(path: str, text: bytes | None) -> Generated | None:
    """Return what a file shows of the tool that writes it, or None where it shows none."""
    head = (text or b"")[:_HEAD]
    if _SIGNS.search(head):
        named = _SOURCE.search(head)
        return Generated(named[1].decode("utf-8", "replace") if named else "")
    return Generated() if _NAMES.search(path) else None


def place_by_name(path: str) -> str:
    """Return where a tool writes a file, by its name: `src/*_pb2.py`, `src/__generated__/`, or nothing."""
    found = _NAMES.search(path)
    if found is None:
        return ""
    if found[0].startswith("/"):
        return f"{path[: found.start()]}/__generated__/"
    return f"{path.rpartition('/')[0]}/*{found[0]}"


def inputs_by_name(path: str) -> tuple[str, ...]:
    """Return the files of which one is what a tool makes a file of this name from."""
    return tuple(
        path.removesuffix(made) + ending
        for names, endings in _INPUTS
        for made in names
        if path.endswith(made)
        for ending in endings
    )
