"""Finds the files that a path, a frame or a dotted name in a goal means, however it was written there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable

_INSTALLED = ("site-packages", "dist-packages", "node_modules")  # below these begins a package's own path
_MOST_MATCHES = 20
_ROOTED = late_regex(r"[/~\\]|[A-Za-z]:")  # written from the root of somebody's disk


class PathLookup:
    """The paths of one repository, found by their ends."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = {}
        self._by_stem: dict[str, list[str]] = {}
        for path in paths:
            folder, _, name = path.rpartition("/")
            self._by_name.setdefault(name, []).append(path)
            stem = name.partition(".")[0]
            # A package is known by its folder: `__init__.py`, `index.ts`, `mod.rs`.
            known_as = folder.rpartition("/")[2] if stem in {"__init__", "index", "mod"} else stem
            self._by_stem.setdefault(known_as, []).append(path)

    def find(self, written: str, *, is_frame: bool = False) -> tuple[str, ...]:
        """Return the files whose ends agree longest with a path as written."""
        parts = [part for part in written.replace("\\", "/").split("/") if part not in {"", ".", "..", "~"}]
        if not parts:
            return ()
        installed = max((number for number, part in enumerate(parts) if part in _INSTALLED), default=-1)
        needed = 1 if len(parts) == 1 else 2
        if installed >= 0:
            parts = parts[installed + 1 :]
            needed = len(parts)
        is_rooted = is_frame or installed >= 0 or _ROOTED.match(written) is not None
        return self._longest(parts, needed, is_rooted=is_rooted)

    def _longest(self, parts: list[str], needed: int, *, is_rooted: bool) -> tuple[str, ...]:
        if not parts:
            return ()
        best, found, whole = max(needed, 1), [], []
        for path in self._by_name.get(parts[-1], ()):
            agreed = _agreement(path.split("/"), parts)
            if agreed == path.count("/") + 1:
                if agreed == len(parts) > 1:
                    return (path,)
                whole.append(path)  # `src/app.py` for `/home/me/project/src/app.py`
            if agreed > best:
                best, found = agreed, [path]
            elif agreed == best:
                found.append(path)
        # `impl/Cargo.toml` that is not there is no `Cargo.toml` at the top.
        found = found or (whole if is_rooted else [])
        return tuple(found) if len(found) <= _MOST_MATCHES else ()

    def find_module(self, dotted: list[str]) -> tuple[tuple[str, ...], int]:
        """Return the files that the longest beginning of a dotted name means, and how many parts that takes.

        A single part means a file only where one file alone has that name.
        """
        for length in range(len(dotted), 0, -1):
            parts = dotted[:length]
            found = [path for path in self._by_stem.get(parts[-1], ()) if _ends_with(path, parts)]
            if found and (length > 1 or len(found) == 1):
                return tuple(found[:_MOST_MATCHES]), length
        return (), 0


def _agreement(path: list[str], parts: list[str]) -> int:
    agreed = 0
    for ours, theirs in zip(reversed(path), reversed(parts), strict=False):
        if ours != theirs:
            break
        agreed += 1
    return agreed


def _ends_with(path: str, parts: list[str]) -> bool:
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    known = folder.split("/") if stem in {"__init__", "index", "mod"} else [*folder.split("/"), stem]
    return known[-len(parts) :] == parts
