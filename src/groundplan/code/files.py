"""The files of a worktree: which there are, whether one may be read, and its bytes as text.

A worktree is somebody else's data. Nothing here follows a link, waits for a pipe, or reads without a limit.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.files.plain import open_plain
from groundplan.git.command import run_git
from groundplan.git.question import Inquiry
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.git.repository import Repository

# Above this a file is data, not code: of the five repositories the benchmarks run on, no text a person wrote
# comes near it. The limit keeps a search over all texts, and the memory of a refresh, bounded.
TEXT_LIMIT = 8 * 1024 * 1024
# Above this it is a bundle or a table; a reader would spend seconds on symbols nobody cites.
OUTLINE_LIMIT = 3 * 512 * 1024
_FEW_NULLS = 0.02  # of the bytes of a text; what is binary has more of them, or is no UTF-8
_CARELESS = 100_000_000  # nanoseconds: a clock tick of any system, and then some
_COARSE = 2_000_000_000  # file systems that count whole seconds, or two
_TRUSTED = 1.0  # seconds for which a folder is believed to be one still

_FINE = "fine"
_GONE, _LINK, _SPECIAL = "is gone", "is a symbolic link", "is a pipe, socket or device"
_FOLDER = "is a folder of another repository"
_BINARY = "is binary"
NO_TEXT = frozenset({_GONE, _LINK, _SPECIAL, _BINARY})  # reasons why a file has no text that could be missed

_INSTALLED = frozenset({"node_modules", "__pycache__"})
_ENVIRONMENT = "pyvenv.cfg"  # lies at the top of every virtual environment, whatever that is called

Stamp = tuple[int, int, int, int]  # size, mtime and ctime in nanoseconds, inode
NEVER: Stamp = (-1, 0, 0, 0)  # equal to no file's stamp


@dataclass(frozen=True, slots=True)
class Read:
    """A file as read: its text, or the reason there is none; the stamp tells whether it changed since."""

    stamp: Stamp
    text: bytes = b""
    reason: str = ""


def list_files(repository: Repository) -> list[str]:
    """Return the paths git tracks, and those it would if asked to: new and not ignored. Each once, sorted."""
    options = ("-z", "--cached", "--others", "--exclude-standard")
    answer = run_git(repository.root, Inquiry("ls-files", options), silenced=repository.silenced)
    if answer.code != 0:
        raise Unreadable(
            f"git cannot list the files: {answer.complaint}", hint="See what git says: `git fsck`"
        )
    listed = set(os.fsdecode(answer.out).split("\0"))
    # an untracked folder that is a repository of its own ends in `/`: its files are not ours
    return sorted(path for path in listed if path and not path.endswith("/"))


def list_code(repository: Repository) -> list[str]:
    """Return the files to read: all but what is installed or compiled and that nobody committed."""
    listed = list_files(repository)
    installed = find_installed(listed)
    if not installed:
        return listed
    tracked = frozenset(repository.tracked_files())
    return [path for path in listed if path in tracked or not path.startswith(installed)]


def find_installed(listed: Sequence[str]) -> tuple[str, ...]:
    """Return the outermost folders of packages and of what Python compiles, each with its slash."""
    found: list[str] = []
    for path in listed:
        parts = path.split("/")
        at = next((at for at, each in enumerate(parts[:-1], 1) if each in _INSTALLED), 0)
        if not at and parts[-1] == _ENVIRONMENT:
            at = len(parts) - 1
        folder = "/".join(parts[:at]) + "/"
        if at and not path.startswith(tuple(found)):
            found.append(folder)
    return tuple(found)


@dataclass(slots=True)
class Worktree:
    """The folder the files lie in; it remembers which folders below it are folders and not links."""

    root: str
    _faults: dict[str, str] = field(default_factory=lambda: {"": _FINE})
    _looked: float = field(default_factory=time.monotonic)

    def stamp(self, path: str) -> Stamp | str:
        """Return a regular file's stamp, or the reason it is not one; an empty reason: it is not there."""
        fault = self._fault(path.rpartition("/")[0])
        if fault != _FINE:
            return fault
        try:
            found = os.lstat(self._full(path))
        except FileNotFoundError:
            return ""
        except (OSError, ValueError) as error:
            return _complaint(error)
        return _refusal(found.st_mode) or _stamp(found)

    def read(self, path: str) -> Read:
        """Return a file's text, as UTF-8 where it says what it is, line ends as LF; or the reason not to."""
        before = time.time_ns()
        fault = self._fault(path.rpartition("/")[0])
        if fault != _FINE:
            return Read(NEVER, reason=fault or _GONE)
        try:
            handle = open_plain(self._full(path))
        except (OSError, ValueError) as error:
            return Read(NEVER, reason=_open_complaint(error))
        try:
            found = os.fstat(handle)
            if found.st_size > TEXT_LIMIT:
                return Read(_stamp(found), reason=f"is larger than {TEXT_LIMIT >> 20} MB")
            data = _read_all(handle, found.st_size)
        except OSError as error:
            return Read(NEVER, reason=_complaint(error))
        finally:
            os.close(handle)
        stamp = _stamp(found)
        if len(data) != found.st_size or _is_racy(stamp, before):
            stamp = NEVER
        text = as_text(data)
        if text is None:
            return Read(stamp, reason=_BINARY)
        return Read(stamp, text)

    def forget(self) -> None:
        """Look anew which folders are links: a refresh must not trust what the last one saw."""
        self._faults = {"": _FINE}
        self._looked = time.monotonic()

    def _full(self, path: str) -> str:
        return f"{self.root}/{path}"

    def _fault(self, folder: str) -> str:
        """Say what is wrong with a folder: a link on the way there must not be followed."""
        if time.monotonic() - self._looked > _TRUSTED:
            self.forget()
        unknown = []
        while folder not in self._faults:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        fault = self._faults[folder]
        for below in reversed(unknown):
            if fault == _FINE:
                fault = _folder_fault(self._full(below))
            self._faults[below] = fault
        return fault


def key_of(text: bytes) -> bytes:
    """Return the id git gives a blob with this text."""
    digest = hashlib.sha1(b"blob %d\0" % len(text), usedforsecurity=False)
    digest.update(text)
    return digest.digest()


def as_text(data: bytes) -> bytes | None:
    """Return the bytes as text: a byte order mark is heeded and dropped, CRLF becomes LF; None: binary."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        wide = data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff"))
        try:
            data = data.decode("utf-32" if wide else "utf-16").encode()
        except UnicodeError:
            return None
    elif data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    if b"\0" in data:
        if not _is_text_with_nulls(data):
            return None
        data = data.replace(b"\0", b" ")
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


def _is_text_with_nulls(data: bytes) -> bool:
    """Tell whether data is text that has a few zeros in it, as in a string of a test."""
    if data.count(b"\0") > len(data) * _FEW_NULLS:
        return False
    try:
        data.decode()
    except UnicodeError:
        return False
    return True


def _read_all(handle: int, size: int) -> bytes:
    """Read what the file had when it was opened, and one byte more to see that it has not grown."""
    data = os.read(handle, size + 1)
    while len(data) < size and (more := os.read(handle, size + 1 - len(data))):
        data += more
    return data


def _stamp(found: os.stat_result) -> Stamp:
    # some systems count inodes past what a database's integers hold
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino & 0x7FFFFFFFFFFFFFFF)


def _is_racy(stamp: Stamp, now: int) -> bool:
    """Tell whether the file could change once more without its times showing it."""
    newest = max(stamp[1], stamp[2])
    return newest > now - (_COARSE if stamp[1] % 1_000_000_000 == 0 else _CARELESS)


def _folder_fault(full: str) -> str:
    try:
        mode = os.lstat(full).st_mode
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        return _complaint(error)
    if stat.S_ISDIR(mode):
        return _FINE
    return "lies behind a symbolic link" if stat.S_ISLNK(mode) else ""


def _refusal(mode: int) -> str:
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISLNK(mode):
        return _LINK
    return _FOLDER if stat.S_ISDIR(mode) else _SPECIAL


def _open_complaint(error: OSError | ValueError) -> str:
    number = getattr(error, "errno", None)
    if number == errno.ENOENT:
        return _GONE
    if number == errno.ELOOP:  # that is how a link says it may not be followed
        return _LINK
    if number == errno.EISDIR:
        return _FOLDER
    return _SPECIAL if number == errno.ENXIO else _complaint(error)


def _complaint(error: OSError | ValueError) -> str:
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"
