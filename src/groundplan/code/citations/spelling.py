"""A citation written anew: another path, other lines or another symbol, in the syntax it was written in."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol

if TYPE_CHECKING:
    from groundplan.plan.citation import Citation

_JOINT = re.compile(r"::|[.#:]")


def respell(
    citation: Citation, path: str, *, start: str = "", lines: tuple[int, int] = (0, 0), symbol: str = ""
) -> str:
    """Return the citation's text for another path from the root, other lines or a dotted symbol."""
    text, place = citation.text or citation.path, _as_written(citation, path, start)
    if citation.symbol:
        if not symbol:
            return place
        brackets = re.search(r"\([^()]*\)$", text)
        return f"{place}::{_joined(citation.symbol, symbol)}{brackets[0] if brackets else ''}"
    _, mark, anchor = text.partition("#")
    if mark and not citation.first:
        return f"{place}#{anchor}"
    first, last = lines
    if not first:
        return place
    column = re.search(r":L?\d+(:\d+)$", text)  # the line is the same, so this is true of it still
    if column:
        return f"{place}:{first}{column[1]}"
    letter = "L" if mark or re.search(r":L\d", text) else ""
    return f"{place}{mark or ':'}{letter}{first}" + (f"-{letter}{last}" if last != first else "")


def _as_written(citation: Citation, path: str, start: str) -> str:
    """Keep to how the path was written: from which folder, with `./`, as a folder with `/`."""
    written = re.split(r"::|#|:(?=L?\d)", citation.text or citation.path, maxsplit=1)[0]
    if start and (path.startswith(f"{start}/") or written.startswith("../") or citation.is_link):
        path = posixpath.relpath(path, start)
    if written.startswith("./") and not path.startswith("../"):
        path = f"./{path}"
    if written.endswith("/"):
        path = f"{path}/"
    return path.replace("/", "\\") if "\\" in written else path


def _joined(written: str, symbol: str) -> str:
    """Join the names of a symbol as the written one joins its own."""
    marks = _JOINT.findall(written)
    return (marks[-1] if marks else ".").join(split_symbol(symbol))
