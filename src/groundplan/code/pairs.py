"""Code that stands twice, once async and once sync: a change to one half must reach the other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView

_HINT = re.compile(r"async|aio", re.IGNORECASE)
_FEWEST_SHARED = 2
# What an async file's path becomes for its twin; the first that is there is the twin.
_SPELLINGS = (
    ("asyncio", "sync"), ("_async", "_sync"), ("async_", "sync_"), ("async", "sync"), ("_async", ""),
    ("async_", ""), ("asyncio", "threading"), ("_aio", ""), ("aio_", ""), ("aio/", "sync/"), ("aio/", ""),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pair:
    """An async file and its sync twin, how that is known, and whether a tool writes the twin."""

    asynchronous: str
    synchronous: str
    is_generated: bool
    reason: str


def find_pairs(index: CodeView) -> tuple[Pair, ...]:
    """Return the pairs of async and sync files, told by their names, their contents and their first lines."""
    paths = frozenset(index.paths())
    found = []
    for path in sorted(paths):
        if not _HINT.search(path) or not path.endswith((".py", ".ts", ".js")):
            continue
        for twin in dict.fromkeys(_twin_paths(path)):
            pair = _pair(index, path, twin) if twin in paths else None
            if pair:
                found.append(pair)
                break
    return tuple(found)


def _twin_paths(path: str) -> Iterator[str]:
    for old, new in _SPELLINGS:
        if old in path:
            whole = path.replace(old, new)
            yield whole
            folder, _, name = path.rpartition("/")
            yield f"{folder}/{name.replace(old, new)}" if folder else name.replace(old, new)


def _pair(index: CodeView, path: str, twin: str) -> Pair | None:
    if path == twin:
        return None
    written = why_generated(twin, index.text(twin))
    if written and written.source.rpartition("/")[2] == path.rpartition("/")[2]:
        return Pair(path, twin, is_generated=True, reason=f"`{twin}` says it is generated from `{path}`")
    ours, theirs = index.outline(path), index.outline(twin)
    if ours is None or theirs is None or not any(each.is_async for each in ours.definitions):
        return None
    shared = _plain_names(ours) & _plain_names(theirs)
    smaller = min(len(_plain_names(ours)), len(_plain_names(theirs)))
    if len(shared) < _FEWEST_SHARED or len(shared) * 2 < smaller:
        return None
    return Pair(path, twin, written is not None, f"{len(shared)} of {smaller} definitions are in both")


def _plain_names(outline: Outline) -> set[str]:
    kinds = {Kind.CLASS, Kind.FUNCTION, Kind.METHOD}
    return {plain_name(each.qualified) for each in outline.definitions if each.kind in kinds}


def plain_name(name: str) -> str:
    """Return a name without what marks it as async or sync, in small letters: `AsyncClient` is `client`."""
    return re.sub(r"async(?:hronous)?|sync(?:hronous)?|_", "", name, flags=re.IGNORECASE).lower()
