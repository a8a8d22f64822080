"""Files of coding agents, outside `.groundplan/`: replaced whole and together, and nothing else touched.

There is no stage here: the user's own folder has no `.groundplan/`, and a repository may have none either. A
file is finished under a private name beside its own; if one of several cannot be written, those before it are
put back.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Changed, Refused, Unavailable
from groundplan.store import system
from groundplan.store.failures import outside
from groundplan.store.layout import OWN, shown, split_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.store.paths import Folder, Slot

LARGEST_HOST_FILE = 2_000_000


@dataclass(frozen=True, slots=True)
class Replacement:
    """A file's bytes as they were seen (None: it is not there) and as they shall be (None: it goes)."""

    path: str
    seen: bytes | None
    new: bytes | None


def real_path(folder: Folder, path: str) -> str:
    """Return where a path leads inside the folder; a link that leads out of it, or to no file, is refused."""
    root = Path(os.path.realpath(folder.root))
    found = Path(os.path.realpath(root / path))
    if found == root / path:
        return path
    told = f"`{path}` is a symbolic link, or lies behind one, that leads to `{shown(str(found))}`"
    if not found.is_relative_to(root):
        raise Refused(
            f"{told}, outside of `{shown(str(root))}`", hint="Replace the link by a file or a folder"
        )
    inside = found.relative_to(root).as_posix()
    if OWN in split_path(inside) or found.suffix != Path(path).suffix or not found.parent.is_dir():
        raise Refused(f"{told}, which is no place for it", hint="Replace the link by a file or a folder")
    return inside


def read_host_file(folder: Folder, path: str) -> bytes | None:
    """Return the bytes of a file, None where there is none; never through a link, never a pipe."""
    with outside(f"read `{path}`"):
        try:
            return folder.read(path, limit=LARGEST_HOST_FILE)
        except FileNotFoundError:
            return None


def replace_files(folder: Folder, changes: Sequence[Replacement]) -> None:
    """Replace files whose bytes are as they were seen, all of them or none."""
    folder = folder.allowing(change.path for change in changes)
    with outside("write the agent's files"):
        for change in changes:
            _check(folder, change)
        done: list[Replacement] = []
        try:
            for change in changes:
                done.append(change)
                _put(folder, change.path, change.new)
        except OSError:
            for change in reversed(done):
                with contextlib.suppress(OSError):
                    _put(folder, change.path, change.seen)
            raise


def _check(folder: Folder, change: Replacement) -> None:
    if read_host_file(folder, change.path) != change.seen:
        raise Changed(f"`{change.path}` was changed meanwhile; nothing was written", hint="Run it again")
    if change.seen is None:
        return
    with folder.slot(change.path) as slot:
        if not _mode(slot) & 0o222:
            raise Unavailable(f"`{change.path}` is write-protected", hint=f"`chmod u+w {quote(change.path)}`")


def _mode(slot: Slot) -> int:
    return stat.S_IMODE(os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False).st_mode)


def _put(folder: Folder, path: str, data: bytes | None) -> None:
    if data is None:
        _remove(folder, path)
        return
    with folder.slot(path, write=True) as slot:
        staged = slot.beside(f".groundplan-{os.urandom(8).hex()}")
        handle = system.create(staged, 0o666)
        try:
            system.write_all(handle, data)
            if hasattr(os, "fchmod"):
                with contextlib.suppress(FileNotFoundError):
                    os.fchmod(handle, _mode(slot))
            system.sync_file(handle)
            os.close(handle)
            system.rename_over(staged, slot)
        except BaseException:
            with contextlib.suppress(OSError):
                system.remove(staged)
            raise
        system.sync_folder(slot)


def _remove(folder: Folder, path: str) -> None:
    """Remove a file, and the folders above it that it leaves empty."""
    with contextlib.suppress(FileNotFoundError), folder.slot(path, write=True) as slot:
        system.remove(slot)
        system.sync_folder(slot)
    above = path.rpartition("/")[0]
    while above:
        try:
            with folder.slot(above) as slot:
                os.rmdir(slot.name, dir_fd=slot.handle)
        except OSError:  # somebody keeps something in it
            return
        above = above.rpartition("/")[0]
