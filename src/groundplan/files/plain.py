"""Opening a regular file, and nothing else: a named pipe would be waited for, a device never ends.

What is not a regular file is an `OSError`: `EISDIR` for a folder, `ELOOP` for a link that may not be
followed, `ENXIO` for a pipe, a socket or a device.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader

Name = str | os.PathLike[str]

_O_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)
_KINDS = {stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}
_DESCRIPTORS = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")
_PIECE = 1 << 20
_MOST = 64 << 20  # more than any file that is read whole


def open_plain(name: Name, *, dir_fd: int | None = None, follows: bool = False) -> int:
    """Return a handle for reading a regular file; a link as the last name is followed only if wanted."""
    # Looked at first, as opening a pipe wakes whoever waits to write, and opening a device may start it.
    _demand_regular(os.stat(name, dir_fd=dir_fd, follow_symlinks=follows).st_mode, name)
    handle = os.open(name, _FLAGS | (0 if follows else _O_NOFOLLOW), dir_fd=dir_fd)
    try:
        _demand_regular(os.fstat(handle).st_mode, name)
    except OSError:
        os.close(handle)
        raise
    return handle


def open_stream(name: Name, *, follows: bool = False) -> BufferedReader:
    """Open a regular file as a stream of bytes."""
    return os.fdopen(open_plain(name, follows=follows), "rb")


def read_plain(name: Name, *, most: int = _MOST, follows: bool = False) -> bytes:
    """Return the first bytes of a regular file, at most so many."""
    with open_stream(name, follows=follows) as file:
        return file.read(most)


def read_below(root: Name, path: str, *, most: int) -> bytes:
    """Return the first bytes of a regular file below a folder, with no link on the way from there."""
    place = os.fspath(root)
    *folders, name = path.split("/")
    for each in folders:
        place = os.path.join(place, each)  # noqa: PTH118 - a name, as everywhere here
        if stat.S_ISLNK(os.lstat(place).st_mode):
            raise OSError(errno.ELOOP, "it is a symbolic link", place)
    return read_plain(os.path.join(place, name), most=most)  # noqa: PTH118


def read_pieces(name: Name) -> Iterator[bytes]:
    """Yield a regular file piece by piece, however large it is."""
    with open_stream(name) as file:
        while piece := file.read(_PIECE):
            yield piece


def read_named(name: str, *, most: int) -> bytes:
    """Return the first bytes of a file that the caller named, wherever links lead.

    A descriptor that the caller's shell opened for us, as in `check <(make-plan)`, is as good as a file.
    """
    if not name.startswith(_DESCRIPTORS):
        return read_plain(name, most=most, follows=True)
    with open(name, "rb") as stream:  # noqa: PTH123 - a descriptor, not a path
        return stream.read(most)


def _demand_regular(mode: int, name: Name) -> None:
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(name))
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, "it is a symbolic link", os.fspath(name))
    kind = _KINDS.get(stat.S_IFMT(mode), "a device")
    raise OSError(errno.ENXIO, f"it is {kind}, not a file", os.fspath(name))
