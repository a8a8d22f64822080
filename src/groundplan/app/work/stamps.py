"""What was written to while commands ran: committed files, git's own, entries of the ledger."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.store.layout import LEDGER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.git.repository import Repository

Stamps = dict[str, tuple[int, ...]]


def take_stamps(repository: Repository) -> Stamps:
    """Return what tells later whether a committed file was written to, even if it was put back."""
    tree = repository.tree(repository.head) if repository.head else {}
    return {path: _stamp(Path(repository.root) / path) for path in tree}


def find_written(repository: Repository, before: Stamps) -> list[str]:
    """Return committed files that were written to since."""
    return [path for path, stamp in before.items() if _stamp(Path(repository.root) / path) != stamp]


def take_own_stamps(repository: Repository) -> Stamps:
    """Return stamps of what steers git, of its branches and tags, and of the ledger; by full path."""
    git = Path(repository.common_dir)
    steering = [git / name for name in ("config", "config.worktree", "HEAD", "refs/stash")]
    folders = [*(git / name for name in ("hooks", "info", "refs/heads", "refs/tags")), _ledger(repository)]
    below = [place for folder in folders for place in folder.rglob("*") if not place.is_dir()]
    return {str(place): _stamp(place) for place in (*steering, *below)}


def find_own_written(repository: Repository, before: Stamps) -> Iterator[str]:
    """Return files of git's own, new ones too, that were written to since.

    A branch whose file is gone is none of them: git packs branches away.
    """
    now = take_own_stamps(repository)
    ledger = str(_ledger(repository))
    for place in sorted(before.keys() | now.keys()):
        if place.startswith(ledger) or now.get(place, ()) == before.get(place, ()):
            continue
        if now.get(place) or "/refs/" not in place:
            yield os.path.relpath(place, repository.root)


def find_lost_entry(repository: Repository, before: Stamps) -> str:
    """Return an entry of the ledger that was changed or removed since, or nothing; new ones are none."""
    ledger = str(_ledger(repository))
    changed = (place for place in before if place.startswith(ledger) and _stamp(Path(place)) != before[place])
    return next((os.path.relpath(place, repository.root) for place in sorted(changed)), "")


def _ledger(repository: Repository) -> Path:
    return Path(repository.root) / LEDGER


def _stamp(place: Path) -> tuple[int, ...]:
    try:
        found = os.lstat(place)
    except OSError:
        return ()
    if stat.S_ISDIR(found.st_mode):
        return (found.st_mode,)
    return (found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
