"""What a command and all that it started use up: memory and files, also those that only a handle leads to.

Processes are looked at each time. Files are looked at a little each time: a command that makes a million of
them does not hide its memory behind them.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import resource
import stat
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_FILES_EVERY = 0.5  # seconds between two looks at all files
_AT_ONCE = 0.02  # seconds for files at each look
_SOME = 256  # files between two looks at the clock
_LEAST = 1024  # bytes that a name and what is known about it take, however empty the file
_FOLDER = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC"))
_IN_MEMORY = ("/memfd:", "/secretmem", "/dev/zero", "/dev/shm/", "/SYSV")  # noqa: S108 - beginnings of names
_SEGMENTS = "/proc/sysvipc/shm"


class Usage:
    """What all processes below one use up, held against limits."""

    def __init__(self, root: int, limits: dict[str, Any]) -> None:
        self._root, self._limits = root, limits
        self._nameless_memory = 0
        self._is_full = False
        self._looking = self._look_at_files()
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def find_passed(self) -> str:
        """Return the limit that was passed, if any."""
        running = descendants(self._root, self._limits["processes"] + 1)
        if len(running) > self._limits["processes"]:
            return "processes"
        if _memory(running, self._nameless_memory) > self._limits["memory"]:
            return "memory"
        end = time.monotonic() + _AT_ONCE
        while next(self._looking) and time.monotonic() < end:
            pass
        return "disk" if self._is_full else ""

    def _look_at_files(self) -> Iterator[bool]:
        """Look at all files again and again; yield whether there is more to look at now."""
        while True:
            running = descendants(self._root, self._limits["processes"])
            found = Nameless(self._limits["folders"])
            yield from found.look_at(running)
            self._nameless_memory, disk = found.memory, found.disk
            for size in itertools.chain([0], *map(sizes_below, self._limits["folders"])):
                disk += size
                self._is_full = disk > self._limits["disk"]
                yield True
            end = time.monotonic() + _FILES_EVERY
            while time.monotonic() < end:
                yield False


def descendants(root: int, most: int) -> list[int]:
    """Return the processes below `root`, and no more than `most` of them."""
    found: list[int] = []
    left = [root]
    while left and len(found) < most:
        parent = left.pop()
        with contextlib.suppress(OSError, ValueError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                children = (task / "children").read_text("ascii").split()
                found += map(int, children)
                left += map(int, children)
    return found


def names_of(running: list[int]) -> list[str]:
    """Return what processes are called; what has ended and waits is none."""
    found = []
    for number in running:
        with contextlib.suppress(OSError, ValueError, IndexError):
            text = Path(f"/proc/{number}/stat").read_text("utf-8")
            name, _, state = text.partition(" (")[2].rpartition(") ")
            found += [name] if state[0] not in "ZX" else []
    return found


def _memory(running: list[int], nameless: int) -> int:
    """Return the memory of processes, and of files in memory as far as no process maps them."""
    held = sum(map(_resident, running))
    return held + max(0, nameless - sum(map(_shared, running))) if nameless else held


def _resident(number: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{number}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
    return 0


def _shared(number: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{number}/status").read_bytes()
        return int(text.partition(b"RssShmem:")[2].split(None, 1)[0]) * 1024
    return 0


class Nameless:
    """Open files that no folder shows, each counted once."""

    def __init__(self, folders: list[str]) -> None:
        self.memory = _segments()
        self.disk = 0
        self._disks = {os.stat(each).st_dev for each in folders if os.path.isdir(each)}  # noqa: PTH112, PTH116
        self._seen: set[tuple[int, int]] = set()

    def look_at(self, running: list[int]) -> Iterator[bool]:
        """Look at all that processes have open; each thread may have files of its own."""
        for number in running:
            for task in _list(f"/proc/{number}/task"):
                for place, handle in enumerate(_list(f"{task}/fd")):
                    self._count(handle)
                    if place % _SOME == 0:
                        yield True

    def _count(self, handle: str) -> None:
        with contextlib.suppress(OSError):
            found = os.stat(handle)  # noqa: PTH116 - thousands of them
            key = found.st_dev, found.st_ino
            if stat.S_ISREG(found.st_mode) and found.st_nlink == 0 and key not in self._seen:
                self._seen.add(key)
                name = os.readlink(handle)  # noqa: PTH115
                is_memory = found.st_dev not in self._disks and name.startswith(_IN_MEMORY)
                self.memory += found.st_blocks * 512 * is_memory
                self.disk += found.st_blocks * 512 * (not is_memory)


def _list(folder: str) -> list[str]:
    with contextlib.suppress(OSError):
        return [f"{folder}/{name}" for name in os.listdir(folder)]  # noqa: PTH208 - thousands of them
    return []


def _segments() -> int:
    """Return the bytes in segments of shared memory, where they are the command's own."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        if os.readlink("/proc/self/ns/ipc") != os.readlink(f"/proc/{os.getppid()}/ns/ipc"):  # noqa: PTH115
            head, *rows = (line.split() for line in Path(_SEGMENTS).read_text("ascii").splitlines())
            return sum(int(row[head.index("rss")]) for row in rows)
    return 0


def sizes_below(folder: str) -> Iterator[int]:
    """Yield bytes that files below a folder take, a few files at a time.

    Each folder is opened from the one above, so no path is too long; nothing here calls itself.
    """
    open_folders: list[tuple[int, list[str]]] = []
    seen: set[tuple[int, int]] = set()
    try:
        handle: int | None = os.open(folder, _FOLDER)
        while handle is not None:
            open_folders.append((handle, []))
            yield from _look_into(*open_folders[-1], seen)
            handle = _open_next(open_folders)
    except OSError as error:
        if error.errno == errno.EMFILE:  # nothing is nested that deep in earnest
            yield sys.maxsize
    finally:
        for each, _ in open_folders:
            os.close(each)


def _open_next(open_folders: list[tuple[int, list[str]]]) -> int | None:
    """Open the next folder to look into, and close those that have none left below them."""
    while open_folders:
        above, names = open_folders[-1]
        while names:
            try:
                return os.open(names.pop(), _FOLDER, dir_fd=above)
            except OSError as error:  # it is gone, or a link by now
                if error.errno == errno.EMFILE:
                    raise
        os.close(open_folders.pop()[0])
    return None


def _look_into(handle: int, below: list[str], seen: set[tuple[int, int]]) -> Iterator[int]:
    """Yield the bytes that one folder takes, and fill in the folders below it."""
    with contextlib.suppress(OSError), os.scandir(handle) as entries:
        while some := list(itertools.islice(entries, _SOME)):
            yield sum(_size(each, below, seen) for each in some)


def _size(entry: os.DirEntry[str], below: list[str], seen: set[tuple[int, int]]) -> int:
    """Return the bytes of one entry; a file with several names takes its room once."""
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        return 0
    if stat.S_ISDIR(found.st_mode):
        below.append(entry.name)
    elif found.st_nlink > 1:
        if (found.st_dev, found.st_ino) in seen:
            return _LEAST
        seen.add((found.st_dev, found.st_ino))
    return max(found.st_blocks * 512, _LEAST)
