"""The uses of a definition of a small made repository, in short."""

from __future__ import annotations

from made_index import MadeIndex

from groundplan.code.index import Symbol
from groundplan.code.usages import find_usages


def uses_of(files: dict[str, str], path: str, qualified: str) -> tuple[list[str], list[str]]:
    """Return the known uses as `path:line`, then the possible ones."""
    index = MadeIndex(dict(files))
    outline = index.outline(path)
    assert outline is not None
    found = find_usages(index, Symbol(path, outline.find(qualified)[0]))
    known, possible = (
        [f"{each.path}:{each.line}" for each in some] for some in (found.resolved, found.possible)
    )
    return known, possible
