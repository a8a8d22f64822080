"""Records that are obeyed only where they were written: each names the inode of its own file.

A repository can bring any file along, also one under `.groundplan/local/`. What a clone, an archive or a copy
brought has another inode than the record says, so a planted record never makes us write anything. Where the
inode could be told before, as on a fresh disk, the time could not: a dated record has one long ago.
"""

from __future__ import annotations

import json
import os
import secrets
from typing import TYPE_CHECKING, Any

from groundplan.plan.errors import Refused, Unreadable
from groundplan.store import staging
from groundplan.store.paths import open_regular

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.store.paths import Folder

RECORD_VERSION = 1
_LARGEST = 50_000_000
_SMALL = 100_000


def choose_time() -> int:
    """Return a time that no file has which was written today; nothing where it cannot be given to one."""
    even = secrets.randbelow(300_000_000) * 2  # some disks count in steps of two seconds
    return 1_000_000_000 + even if os.utime in os.supports_fd else 0


def write_record(folder: Folder, path: str, record: Mapping[str, Any], *, when: int = 0) -> None:
    """Write a record durably in one step; `when` dates it."""

    def sealed(inode: int) -> bytes:
        whole = {"version": RECORD_VERSION, "inode": inode, **({"when": when} if when else {}), **record}
        return json.dumps(whole, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")

    staging.put(folder, staging.stage(folder, sealed, when=when), path)


def read_record(folder: Folder, path: str, *, is_dated: bool = False) -> dict[str, Any] | None:
    """Return the record, None where there is none; refuse one that was not written here."""
    try:
        with folder.slot(path) as slot:
            handle = open_regular(slot)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        found, data = os.fstat(handle), file.read(_LARGEST)
    inode, when = found.st_ino, int(found.st_mtime) if os.utime in os.supports_fd else 0
    # What came with the repository is not even parsed where that takes memory: it cannot know the number.
    if len(data) > _SMALL and f'"inode": {inode}'.encode() not in data:
        raise _foreign(path)
    try:
        record = json.loads(data.decode("utf-8", "surrogatepass"))
        written, version = record["inode"], record["version"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unreadable(f"Record `{path}` makes no sense: {error}", place=path) from error
    if written != inode or (is_dated and record.get("when", 0) != when):
        raise _foreign(path)
    if version != RECORD_VERSION:
        raise Unreadable(f"Record `{path}` is of another version, `{version}`", place=path)
    return dict(record)


def _foreign(path: str) -> Refused:
    return Refused(f"Record `{path}` was not written here: it was copied or came with the repository")
