"""The few things we ask of the operating system that decide what survives a crash or a race.

Linux and macOS trade two files in one step. Elsewhere, and on file systems without it, the displaced file
gets a second name first and is then replaced: a save that falls between these two steps is not seen.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import shutil
import sys
from typing import TYPE_CHECKING

from groundplan.files.plain import open_plain
from groundplan.plan.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.store.paths import Slot

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_NO_REPLACE, _SWAP = (4, 2) if sys.platform == "darwin" else (1, 2)
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
_O_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_O_BINARY: int = getattr(os, "O_BINARY", 0)


def sync_file(handle: int) -> None:
    """Return only when the file's bytes are on the disk."""
    if sys.platform == "darwin":
        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)  # a plain fsync there stops at the drive's own cache
    else:
        os.fsync(handle)


def sync_folder(slot: Slot) -> None:
    """Return only when the names in the slot's folder are on the disk, where the system can promise it."""
    if slot.handle is not None:
        sync_handle(slot.handle)


def sync_handle(handle: int) -> None:
    """Do what `sync_folder` promises for an open folder."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:  # some file systems cannot flush a folder, nor need to
            raise


def create(slot: Slot, mode: int) -> int:
    """Create a file that must not exist and return its handle."""
    _guard(slot)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _O_NOFOLLOW | _O_BINARY
    return os.open(slot.name, flags, mode, dir_fd=slot.handle)


def write_all(handle: int, data: bytes) -> None:
    """Write every byte, however many the system takes at a time."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def remove(slot: Slot) -> None:
    """Remove a file; one that is gone already is fine."""
    _guard(slot)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(slot.name, dir_fd=slot.handle)


def rename_over(source: Slot, target: Slot) -> None:
    """Move a file over whatever has the target's name."""
    _guard(source, target)
    os.replace(source.name, target.name, src_dir_fd=source.handle, dst_dir_fd=target.handle)


def rename_new(source: Slot, target: Slot) -> None:
    """Move a file to a name that must be free, else `FileExistsError`."""
    _guard(source, target)
    if _rename_with(_NO_REPLACE, source, target):
        return
    if sys.platform == "win32":
        os.rename(source.name, target.name)  # never replaces there
        return
    if _link(source, target):
        os.unlink(source.name, dir_fd=source.handle)
        return
    if _is_taken(target):  # the last resort, with a moment between the look and the move
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target.path)
    rename_over(source, target)


def exchange(staged: Slot, document: Slot) -> None:
    """Let two files trade names in one step, or as near to that as the system comes."""
    _guard(staged, document)
    if not _rename_with(_SWAP, staged, document):
        _trade_by_second_name(staged, document)


def lock(handle: int, *, shared: bool = False) -> bool:
    """Try to lock a file without waiting and say whether it worked; closing the handle unlocks."""
    try:
        if sys.platform == "win32":
            os.lseek(handle, 1 << 30, os.SEEK_SET)  # far behind the holder's name, which stays readable
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}:
            return False
        raise
    return True


def _guard(*slots: Slot) -> None:
    for slot in slots:
        if not slot.is_writable:
            raise Refused(f"`{slot.path}` was opened for reading only")


def _trade_by_second_name(staged: Slot, document: Slot) -> None:
    own = staged.path.rpartition("/")[2]
    aside = staged.beside(f"{own}.old")
    if not _link(document, aside):
        half = staged.beside(f"file.{own}")
        with (
            os.fdopen(open_plain(document.name, dir_fd=document.handle), "rb") as old,
            os.fdopen(create(half, 0o600), "wb") as copy,
        ):
            shutil.copyfileobj(old, copy)
        rename_over(half, aside)
    rename_over(staged, document)
    rename_over(aside, staged)


def _link(source: Slot, target: Slot) -> bool:
    """Give a file a second name; False where the file system has no such thing."""
    options = {"follow_symlinks": False} if os.link in os.supports_follow_symlinks else {}
    try:
        os.link(source.name, target.name, src_dir_fd=source.handle, dst_dir_fd=target.handle, **options)
    except OSError as error:
        if error.errno in {errno.EPERM, *_UNSUPPORTED}:
            return False
        raise
    return True


def _is_taken(slot: Slot) -> bool:
    try:
        os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _rename_with(flag: int, source: Slot, target: Slot) -> bool:
    rename = _system_rename()
    if rename is None or source.handle is None or target.handle is None:
        return False
    number = rename(source.handle, source.name, target.handle, target.name, flag)
    if number == 0:
        return True
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), target.path)


@functools.cache
def _system_rename() -> Callable[[int, str, int, str, int], int] | None:
    """Return the system's rename with flags as a function giving 0 or an error number."""
    name = {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform)
    if name is None:
        return None
    import ctypes  # noqa: PLC0415  (only a write needs it, and reading should start quickly)

    function = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if function is None:
        return None
    function.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]

    def call(one: int, old: str, other: int, new: str, flag: int) -> int:
        failed = function(one, os.fsencode(old), other, os.fsencode(new), flag)
        return ctypes.get_errno() if failed else 0

    return call
