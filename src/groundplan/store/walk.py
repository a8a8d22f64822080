"""Finding the repository's files without following a link out of it, and folders left empty."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused
from groundplan.store.layout import split_path
from groundplan.store.paths import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from groundplan.store.paths import Folder

_ENDINGS = (".md", ".markdown")
_DEEPEST = 40
_NEVER = {"node_modules", "__pycache__", "venv"}


@dataclass(frozen=True, slots=True)
class Listing:
    """Paths in order; not complete where the limit was reached or a folder could not be read."""

    paths: tuple[str, ...]
    is_complete: bool = True
    special: tuple[str, ...] = ()  # links and what is no file, where they were looked for


def list_markdown_files(folder: Folder, under: Iterable[str] = ("",), *, limit: int = 2000) -> Listing:
    """Return the Markdown files under the folders named (`""`: the root); links, hidden folders left out."""

    def sort_in(path: str, kind: str) -> str:
        name = path.rpartition("/")[2]
        if kind == "a folder" and not name.startswith(".") and name not in _NEVER:
            return "enter"
        return "take" if kind == "a file" and is_markdown(name) else ""

    return _walk(folder, under, sort_in, limit)


def is_markdown(path: str) -> bool:
    """Tell whether a path names a Markdown file."""
    return path.lower().endswith(_ENDINGS)


def list_files(folder: Folder, under: str, *, limit: int = 2000) -> Listing:
    """Return every file under a folder, hidden ones too; links and what is no file are named apart."""
    special: list[str] = []

    def sort_in(path: str, kind: str) -> str:
        if kind not in {"a folder", "a file"}:
            special.append(path)
        return {"a folder": "enter", "a file": "take"}.get(kind, "")

    return replace(_walk(folder, (under,), sort_in, limit), special=tuple(special))


def _walk(folder: Folder, under: Iterable[str], sort_in: Callable[[str, str], str], limit: int) -> Listing:
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
                    todo = sort_in(slot.path, kind_of(slot)) if _is_nameable(slot.path) else ""
                    if todo == "take":
                        found.add(slot.path)
                    elif todo == "enter":
                        waiting.append(slot.path)
        except OSError:
            is_complete = False
        if len(found) > limit:
            return Listing(tuple(sorted(found)[:limit]), is_complete=False)
    return Listing(tuple(sorted(found)), is_complete)


def _is_nameable(path: str) -> bool:
    try:
        split_path(path)
    except Refused:
        return False
    return True


def drop_empty_folders(folder: Folder, under: str) -> None:
    """Remove a folder and those in it as far as nothing is left in them; what holds anything stays."""
    with contextlib.suppress(OSError, Refused):
        with folder.slots(under) as slots:
            inner = [slot.path for slot in slots if kind_of(slot) == "a folder"]
        for path in inner:
            drop_empty_folders(folder, path)
        with folder.slot(under) as slot:
            os.rmdir(slot.name, dir_fd=slot.handle)
