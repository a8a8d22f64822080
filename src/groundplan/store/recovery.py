"""Copies of every text that a write displaced or could not save, known by their digest.

Nothing is put back or replaced before its copy is on disk, so one command can restore it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Outside, Refused
from groundplan.plan.late_regex import late_regex
from groundplan.store import staging, system
from groundplan.store.failures import outside
from groundplan.store.layout import LARGEST_COPY, RECOVERY, shown
from groundplan.store.paths import read_slot

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from groundplan.store.paths import Folder, Slot

SIZE_CAP = 200_000_000
YOUNGEST_PRUNED = 30 * 24 * 3600.0
_DIGEST = late_regex(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class Copy:
    """A kept text: where it is, whose document it was and why it was kept (empty: an undo image)."""

    path: str
    digest: str
    size: int
    kept_at: float
    document: str = ""
    reason: str = ""


def digest_bytes(data: bytes) -> str:
    """Return the digest under which a document's bytes are known."""
    return hashlib.sha256(data).hexdigest()


def copy_path(digest: str) -> str:
    """Return where the copy with this digest lies, whether it is there or not."""
    if not _DIGEST.match(digest):
        raise Refused(f"`{shown(digest)}` is not a digest")
    return f"{RECOVERY}/{digest}"


def keep_all(folder: Folder, texts: Iterable[bytes]) -> None:
    """Put copies of the texts on disk; they are safe when this returns."""
    last = ""
    for data in texts:
        path = copy_path(digest_bytes(data))
        if read_copy(folder, digest_bytes(data)) is None:
            staged = staging.stage(folder, data, owned=staging.Owned(0o600))
            with folder.slot(staged, write=True) as source, folder.slot(path, write=True) as target:
                system.rename_over(source, target)
            last = path
        else:
            _touch(folder, path)
    if last:
        with folder.slot(last) as slot:
            system.sync_folder(slot)


def adopt(folder: Folder, staged: str) -> None:
    """Make a file on the stage a copy itself, unless there is one of its text: that needs no space."""
    data = folder.read(staged, limit=LARGEST_COPY)
    digest = digest_bytes(data)
    if data and read_copy(folder, digest) is None:
        staging.put(folder, staged, copy_path(digest))


def keep(folder: Folder, data: bytes, *, document: str, reason: str) -> str:
    """Keep a text that a person may miss, with the reason, and return its path."""
    keep_all(folder, [data])
    path = copy_path(digest_bytes(data))
    note = json.dumps({"document": document, "reason": reason}).encode()
    staging.put(folder, staging.stage(folder, note, owned=staging.Owned(0o600)), f"{path}.json")
    return path


def read_copy(folder: Folder, digest: str) -> bytes | None:
    """Return the kept text with this digest; None where it is gone or no longer what it was."""
    try:
        data = folder.read(copy_path(digest), limit=LARGEST_COPY)
    except (FileNotFoundError, Outside, Refused):
        return None
    return data if digest_bytes(data) == digest else None


def kept_copies(folder: Folder) -> tuple[Copy, ...]:
    """List every kept text, newest first."""
    with outside(f"read `{RECOVERY}`"), folder.slots(RECOVERY) as slots:
        notes = {slot.path: slot for slot in slots if slot.path.endswith(".json")}
        copies = [
            copy
            for slot in slots
            if _DIGEST.match(slot.path.rpartition("/")[2])
            if (copy := _described(slot, notes.get(f"{slot.path}.json")))
        ]
    return tuple(sorted(copies, key=lambda copy: (-copy.kept_at, copy.digest)))


def prune(
    folder: Folder, *, referenced: Collection[str], cap: int = SIZE_CAP, now: float | None = None
) -> tuple[str, ...]:
    """Remove the oldest copies over the cap; never one under 30 days or one that undo refers to."""
    clock = time.time() if now is None else now
    copies = kept_copies(folder)
    size, pruned = sum(copy.size for copy in copies), []
    for copy in reversed(copies):
        if size <= cap:
            break
        if clock - copy.kept_at < YOUNGEST_PRUNED or copy.digest in referenced:
            continue
        for path in (f"{copy.path}.json", copy.path):
            with folder.slot(path, write=True) as slot:
                system.remove(slot)
        size -= copy.size
        pruned.append(copy.digest)
    return tuple(pruned)


def _touch(folder: Folder, path: str) -> None:
    # The 30 days run from the last time a text was needed, not from the first.
    with folder.slot(path, write=True) as slot, contextlib.suppress(OSError):
        if os.utime in os.supports_follow_symlinks:
            os.utime(slot.name, dir_fd=slot.handle, follow_symlinks=False)
        else:
            os.utime(slot.name)


def _described(slot: Slot, note: Slot | None) -> Copy | None:
    try:
        found = os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False)
    except FileNotFoundError:
        return None
    about: dict[str, str] = {}
    if note is not None:
        with contextlib.suppress(ValueError, OSError, Outside, Refused):
            about = dict(json.loads(read_slot(note, limit=100_000)))
    return Copy(
        path=slot.path,
        digest=slot.path.rpartition("/")[2],
        size=found.st_size,
        kept_at=found.st_mtime,
        document=str(about.get("document", "")),
        reason=str(about.get("reason", "")),
    )
