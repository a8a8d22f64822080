"""The one translation of the system's errors into ours, so that no surface ever shows an errno."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING

from groundplan.plan.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

_AGAIN = "then run the command again; the plan on disk is unchanged"
_REASONS = {
    errno.ENOSPC: ("the disk is full", f"Free some space (`df -h .`), {_AGAIN}"),
    errno.EDQUOT: ("your disk quota is used up", f"Free some space (`quota`), {_AGAIN}"),
    errno.EROFS: ("the file system is read-only", f"Make it writable or work in a copy, {_AGAIN}"),
    errno.EACCES: ("permission is denied", f"Look at the owner and mode with `ls -la`, {_AGAIN}"),
    errno.EPERM: ("the system does not permit it", f"Look at the owner and mode with `ls -la`, {_AGAIN}"),
    errno.EIO: ("the disk reports an error", "Look at the system's log (`dmesg`) before you go on"),
    errno.EXDEV: (
        "it lies on another file system than `.groundplan/`",
        "Files cannot be replaced in one step across file systems: keep the plan beside `.groundplan/`",
    ),
    errno.ENAMETOOLONG: ("its name is too long", "Choose a shorter name"),
    errno.ENOENT: ("it is gone", "Look with `git status` whether it was moved or deleted"),
    errno.ENOLCK: ("the file system has no locks", "Keep the repository on a local disk"),
    errno.EOPNOTSUPP: ("the file system cannot do it", "Keep the repository on a local disk"),
}


def explain(error: OSError, doing: str) -> Unavailable:
    """Return the error that tells a person what failed and what to do next."""
    reason, hint = _REASONS.get(error.errno or 0, (error.strerror or str(error), ""))
    return Unavailable(f"Cannot {doing}: {reason}", hint=hint)


@contextmanager
def outside(doing: str) -> Iterator[None]:
    """Turn any system error of the block into `Unavailable`; `doing` completes "Cannot …"."""
    try:
        yield
    except OSError as error:
        raise explain(error, doing) from error
