"""Records that are obeyed only where they were written: each names the inode of its own file.

A repository can bring any file along, also one under `.groundplan/local/`. What a clone, an archive or a copy
brought has another inode than the record says, so a planted record never makes us write anything.
"""

from __future__ import annotations

import json
import os
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


def write_record(folder: Folder, path: str, record: Mapping[str, Any]) -> None:
    """Write a record durably in one step."""

    def sealed(inode: int) -> bytes:
        whole = {"version": RECORD_VERSION, "inode": inode, **record}
        return json.dumps(whole, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")

    staging.put(folder, staging.stage(folder, sealed), path)


def read_record(folder: Folder, path: str) -> dict[str, Any] | None:
    """Return the record, None where there is none; refuse one that was not written here."""
    try:
        with folder.slot(path) as slot:
            handle = open_regular(slot)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as file:
        inode, data = os.fstat(handle).st_ino, file.read(_LARGEST)
    # What came with the repository is not even parsed where that takes memory: it cannot know the number.
    if len(data) > _SMALL and f'"inode": {inode}'.encode() not in data:
        raise _foreign(path)
    try:
        record = json.loads(data.decode("utf-8", "surrogatepass"))
        written, version = record["inode"], record["version"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unreadable(f"Record `{path}` makes no sense: {error}", place=path) from error
    if written != inode:
        raise _foreign(path)
    if version != RECORD_VERSION:
        raise Unreadable(f"Record `{path}` is of another version, `{version}`", place=path)
    return dict(record)


def _foreign(path: str) -> Refused:
    return Refused(f"Record `{path}` was not written here: it was copied or came with the repository")
