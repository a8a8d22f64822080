"""What git would wait for: a named pipe in the place of a file that it opens."""

from __future__ import annotations

import math
import os
import stat
import time
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.git.worktree import Worktree

_OWN = ("HEAD", "index", "config.worktree", "commondir", "gitdir", "info/sparse-checkout")
_SHARED = (
    *("config", "packed-refs", "shallow", "info/exclude", "info/attributes", "info/refs", "logs/HEAD"),
    *("objects/info/alternates", "objects/info/commit-graph", "objects/pack/multi-pack-index"),
)
_READ_ANYWHERE = frozenset({".gitignore", ".gitattributes"})
# In other folders they are looked for once git is slow.
_CHECKED_OUT = (
    *(".gitignore", ".gitattributes", ".gitmodules", ".mailmap"),
    *(".groundplan/.gitignore", ".groundplan/local/.gitignore", "plans/.gitignore"),
)
_FOLDERS = ("refs", "objects/pack", "objects/info")
_PLAIN = (stat.S_IFREG, stat.S_IFDIR)


def demand_no_pipe(place: Worktree) -> None:
    """Refuse a repository in which git would wait for somebody to write."""
    for path in _find_opened(place):
        demand_plain(path, place.root)


def demand_plain(path: Path, root: Path) -> None:
    """Refuse a path that git would wait for."""
    try:
        kind = stat.S_IFMT(path.stat().st_mode)
    except OSError:
        return
    if kind not in _PLAIN:
        shown = os.path.relpath(path, root) if path.is_relative_to(root) else str(path)
        raise Unreadable(
            f"`{shown}` is no file, and git would wait for it: it is a named pipe, a socket or a device",
            hint=f"Remove it: `rm {quote(shown)}`",
            place=shown,
        )


def demand_none_below(root: Path, seconds: float) -> None:
    """Refuse a worktree with a folder in which git would wait, as far as there is time to look."""
    for path in _find_special(root, time.monotonic() + seconds):
        if path.name in _READ_ANYWHERE:
            demand_plain(path, root)


def _find_opened(place: Worktree) -> Iterator[Path]:
    yield from (place.git_dir / name for name in _OWN)
    yield from (place.common_dir / name for name in _SHARED)
    yield from (place.root / name for name in _CHECKED_OUT)
    for folder in {place.git_dir / "refs", *(place.common_dir / name for name in _FOLDERS)}:
        if not folder.is_symlink():  # it may lead to anything, and be endless
            yield from _find_special(folder)


def _find_special(folder: Path, end: float = math.inf) -> Iterator[Path]:
    """Yield what is neither a file nor a folder, as the folders themselves tell it."""
    waiting = [os.fspath(folder)]
    while waiting and time.monotonic() < end:
        try:
            with os.scandir(waiting.pop()) as found:
                for each in found:
                    if each.is_dir(follow_symlinks=False):
                        waiting.append(each.path)
                    elif not each.is_file(follow_symlinks=False):
                        yield Path(each.path)
        except OSError:
            continue
