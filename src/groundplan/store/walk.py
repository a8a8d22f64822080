"""Finding the repository's Markdown files without following a link out of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.plan.errors import Refused
from groundplan.store.names import split_path
from groundplan.store.paths import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.store.paths import Folder

_ENDINGS = (".md", ".markdown")
_DEEPEST = 40
_NEVER = {"node_modules", "__pycache__", "venv"}


@dataclass(frozen=True, slots=True)
class Listing:
    """Paths in order; not complete where the limit was reached or a folder could not be read."""

    paths: tuple[str, ...]
    is_complete: bool = True


def list_markdown_files(folder: Folder, under: Iterable[str] = ("",), *, limit: int = 2000) -> Listing:
    """Return the Markdown files under the folders named (`""`: the root); links, hidden folders left out."""
    found: set[str] = set()
    waiting = list(under)
    is_complete = True
    while waiting:
        here = waiting.pop()
        if here.count("/") >= _DEEPEST:
            is_complete = False
            continue
        try:
            with folder.slots(here) as slots:
                for slot in slots:
                    _sort_in(slot.path, kind_of(slot), found, waiting)
        except OSError:
            is_complete = False
        if len(found) > limit:
            return Listing(tuple(sorted(found)[:limit]), is_complete=False)
    return Listing(tuple(sorted(found)), is_complete)


def _sort_in(path: str, kind: str, found: set[str], waiting: list[str]) -> None:
    name = path.rpartition("/")[2]
    try:
        split_path(path)
    except Refused:
        return
    if kind == "a folder" and not name.startswith(".") and name not in _NEVER:
        waiting.append(path)
    elif kind == "a file" and name.lower().endswith(_ENDINGS):
        found.add(path)
