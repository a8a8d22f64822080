"""New files are finished under a private name first, so that a name people know never holds half a text.

The stage lies in `.groundplan/local/`, not beside the document: no stray files in the user's folders, no
pattern by which we would ever delete there, and one place to sweep.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused
from groundplan.store import system
from groundplan.store.layout import IGNORE, LARGEST_COPY, STAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from groundplan.store.paths import Folder


@dataclass(frozen=True, slots=True)
class Owned:
    """The mode and owner that a staged file takes over; without one it is as any new file."""

    mode: int
    uid: int = -1
    gid: int = -1


def stage(
    folder: Folder, content: bytes | Callable[[int], bytes], *, owned: Owned | None = None, when: int = 0
) -> str:
    """Write a file to the stage, safe on disk, and return its path; a failed one leaves nothing behind.

    A callable gets the inode number and returns the bytes; `when` is the time that the file is to have.
    """
    path = f"{STAGE}/file.{os.urandom(8).hex()}"
    with folder.slot(path, write=True) as slot:
        handle = system.create(slot, 0o666 if owned is None else 0o600)
        try:
            data = content if isinstance(content, bytes) else content(os.fstat(handle).st_ino)
            system.write_all(handle, data)
            _take_over(handle, owned)
            if when:
                os.utime(handle, (when, when))
            system.sync_file(handle)
        except BaseException:
            with contextlib.suppress(OSError):
                system.remove(slot)
            raise
        finally:
            os.close(handle)
    return path


def put(folder: Folder, staged: str, path: str) -> None:
    """Give a staged file its name, over whatever has it, durably."""
    with folder.slot(staged, write=True) as source, folder.slot(path, write=True) as target:
        system.rename_over(source, target)
        system.sync_folder(target)


def add_files(folder: Folder, files: Iterable[tuple[str, bytes]]) -> None:
    """Add files that never change again; one there with the same bytes is fine, with others it is refused."""
    folders: dict[str, str] = {}
    for path, data in files:
        if is_there(folder, path, data):
            continue
        staged = stage(folder, data)
        with folder.slot(staged, write=True) as source, folder.slot(path, write=True) as target:
            try:
                system.rename_new(source, target)
            except FileExistsError:
                system.remove(source)
                raise Refused(f"`{path}` is there already with other content") from None
        folders[path.rpartition("/")[0]] = path
    for path in folders.values():
        with folder.slot(path) as slot:
            system.sync_folder(slot)


def take_files(folder: Folder, files: Iterable[tuple[str, bytes]]) -> None:
    """Take back files that were added a moment ago and not yet acknowledged; others' stay."""
    for path, data in files:
        with contextlib.suppress(Refused):
            if is_there(folder, path, data):
                with folder.slot(path, write=True) as slot:
                    system.remove(slot)
                    system.sync_folder(slot)


def is_there(folder: Folder, path: str, data: bytes) -> bool:
    """Tell whether a file is there with these bytes; one with other bytes is refused."""
    try:
        found = folder.read(path, limit=LARGEST_COPY)
    except FileNotFoundError:
        return False
    if found != data:
        raise Refused(f"`{path}` is there already with other content")
    return True


def ignore_local(folder: Folder) -> None:
    """Keep git away from the local folder, also where a crash or a person left its ignore file empty."""
    with contextlib.suppress(FileNotFoundError):
        if folder.read(IGNORE, limit=10_000).strip() == b"*":
            return
    put(folder, stage(folder, b"*\n"), IGNORE)


def _take_over(handle: int, owned: Owned | None) -> None:
    if owned is None or not hasattr(os, "fchmod"):
        return
    if (owned.uid, owned.gid) != (-1, -1):
        with contextlib.suppress(PermissionError):  # only root may give files away; the mode still holds
            os.fchown(handle, owned.uid, owned.gid)
    os.fchmod(handle, owned.mode)
