"""Files that a write displaced stay for a while as they are, because an editor may still be writing into one.

An editor that opened the old file before our exchange writes on into it, nameless or not. Such a late save is
found here by its digest and becomes a recovery copy.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from groundplan.plan.errors import Outside, Refused
from groundplan.store import recovery, system
from groundplan.store.layout import DISPLACED, LARGEST_COPY, SWEPT, split_path
from groundplan.store.paths import read_slot

if TYPE_CHECKING:
    from groundplan.store.paths import Folder, Slot

LONGEST_SAVE = 120.0
_CLOCK_STEP = 2.0  # the coarsest a file system counts time
_PREFIX = len(DISPLACED) + 1
_LONGEST_NAME = 120  # of the 255 bytes a file name may have
_REASON = "saved into the file that groundplan had just replaced"


def stash(folder: Folder, staged: str, digest: str, document: str) -> None:
    """Move a displaced file out of the stage, remembering the digest it had and whose it was."""
    whose = quote(document, safe="").replace(".", "%2E")[-_LONGEST_NAME:]
    step = staged.rpartition("/")[2]
    _rename(folder, staged, f"{DISPLACED}/{digest}.{step}.{whose}")


def sweep_displaced(folder: Folder, *, now: float | None = None) -> tuple[str, ...]:
    """Drop what nobody wrote into for a while, and return the recovery copies of what somebody did."""
    clock = time.time() if now is None else now
    late: list[str] = []
    with folder.slots(DISPLACED) as slots:
        swept_at = _swept_at(folder) if slots else 0.0
        for slot in slots:
            with contextlib.suppress(FileNotFoundError, Outside, Refused):
                late += _sweep(folder, slot, swept_at, clock)
    return tuple(late)


def _sweep(folder: Folder, slot: Slot, swept_at: float, clock: float) -> list[str]:
    found = os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False)
    is_old = clock - found.st_ctime > LONGEST_SAVE
    if found.st_mtime < swept_at - _CLOCK_STEP and not is_old:
        return []  # it was sound when last looked at, or when it was put here, and nobody wrote since
    data = read_slot(slot, limit=LARGEST_COPY)
    digest, (known, _, rest) = recovery.digest_bytes(data), slot.path[_PREFIX:].partition(".")
    if digest == known:
        if is_old:
            with folder.slot(slot.path, write=True) as old:
                system.remove(old)
        return []
    # The file itself stays: the editor may not be done yet. One that empties it first goes on to fill it.
    copies = [recovery.keep(folder, data, document=_whose(rest), reason=_REASON)] if data else []
    _rename(folder, slot.path, f"{DISPLACED}/{digest}.{rest}")
    return copies


def _whose(rest: str) -> str:
    path = unquote(rest.rpartition(".")[2])
    try:
        split_path(path)
    except Refused:  # not a name we made: the folder may come from anywhere
        return ""
    return path


def _swept_at(folder: Folder) -> float:
    """Return when the last sweep began, by the file system's own clock, and remember this one."""
    with folder.slot(SWEPT, write=True) as slot:
        try:
            last = os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False).st_mtime
            system.remove(slot)
        except FileNotFoundError:
            last = 0.0
        os.close(system.create(slot, 0o600))
    return last


def _rename(folder: Folder, source: str, target: str) -> None:
    with folder.slot(source, write=True) as old, folder.slot(target, write=True) as new:
        system.rename_over(old, new)
