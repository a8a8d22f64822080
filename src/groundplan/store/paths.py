"""The one way into the user's folder: names are judged once, then opened step by step, no link followed.

On Windows there are no folder handles to open from. There each step is looked at with `lstat` just before the
full path is used, so a link swapped in between the look and the use is not seen: weaker, and said so.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from groundplan.files.plain import open_plain
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import NotFound, Refused, Unreadable
from groundplan.store import system
from groundplan.store.failures import explain
from groundplan.store.layout import LOCAL, OWN, shown, split_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HAS_HANDLES = os.open in os.supports_dir_fd
_O_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_O_DIRECTORY: int = getattr(os, "O_DIRECTORY", 0)
_KINDS = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@dataclass(frozen=True, slots=True)
class Slot:
    """A name in an open folder, there or not; `path` is how people know it."""

    handle: int | None
    name: str
    path: str
    is_writable: bool = False

    def beside(self, name: str) -> Slot:
        """Return the slot of another name in the same folder."""
        full = os.path.join(os.path.dirname(self.name), name)
        return Slot(self.handle, full, f"{self.path.rpartition('/')[0]}/{name}", self.is_writable)


class Folder:
    """A handle on the repository's root; all files are opened from it, and written only where allowed."""

    __slots__ = ("_documents", "_handle", "root")

    def __init__(self, root: str, handle: int | None, documents: frozenset[str] = frozenset()) -> None:
        self.root = root
        self._handle = handle
        self._documents = documents

    @classmethod
    def open(cls, root: str | os.PathLike[str]) -> Folder:
        """Open the root; its own path may lead through links, since the person named it."""
        path = os.path.abspath(os.fspath(root))
        try:
            if HAS_HANDLES:
                return cls(path, os.open(path, os.O_RDONLY | _O_DIRECTORY))
            os.listdir(path)
            return cls(path, None)
        except FileNotFoundError:
            raise NotFound(f"Folder `{path}` does not exist", name=path) from None
        except NotADirectoryError:
            raise Refused(f"`{path}` is not a folder") from None
        except OSError as error:
            raise explain(error, f"open `{path}`") from error

    def close(self) -> None:
        """Let go of the handle."""
        if self._handle is not None:
            with contextlib.suppress(OSError):  # it was open for reading only, so nothing can be lost
                os.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def allowing(self, documents: Iterable[str]) -> Folder:
        """Return the same folder with these documents open for writing beside `.groundplan/`."""
        return Folder(self.root, self._handle, frozenset(documents))

    @contextmanager
    def slot(self, path: str, *, write: bool = False) -> Iterator[Slot]:
        """Open the folder that holds a name; for writing, make it first where it is missing."""
        *above, name = split_path(path)
        if write and above[:1] != [OWN] and path not in self._documents:
            raise Refused(
                f"`{shown(path)}` may not be written: it is no document of this plan and not under `{OWN}/`"
            )
        if self._handle is None:
            self._look_along(above, path, make=write)
            yield Slot(None, os.path.join(self.root, *above, name), path, write)
            return
        handle = self._descend(above, path, make=write)
        try:
            yield Slot(handle, name, path, write)
        finally:
            os.close(handle)

    @contextmanager
    def slots(self, path: str) -> Iterator[tuple[Slot, ...]]:
        """Open every name in a folder from one handle; a folder that is missing has none."""
        parts = list(split_path(path)) if path else []
        prefix = f"{path}/" if path else ""
        if self._handle is None:
            full = os.path.join(self.root, *parts)
            try:
                self._look_along(parts, path, make=False)
                names = sorted(os.listdir(full))
            except FileNotFoundError:
                names = []
            yield tuple(Slot(None, os.path.join(full, name), prefix + name) for name in names)
            return
        try:
            handle = self._descend(parts, path, make=False)
        except FileNotFoundError:
            yield ()
            return
        try:
            yield tuple(Slot(handle, name, prefix + name) for name in sorted(os.listdir(handle)))
        finally:
            os.close(handle)

    def names(self, path: str) -> list[str]:
        """List a folder; one that is missing is empty."""
        with self.slots(path) as slots:
            return [slot.path.rpartition("/")[2] for slot in slots]

    def read(self, path: str, *, limit: int) -> bytes:
        """Return a file's bytes; a missing one is `FileNotFoundError`, a link or special file is refused."""
        with self.slot(path) as slot:
            return read_slot(slot, limit=limit)

    def head(self, path: str, *, size: int) -> bytes:
        """Return the first bytes of a file, however large it is."""
        with self.slot(path) as slot:
            handle = open_regular(slot)
            try:
                return os.read(handle, size)
            finally:
                os.close(handle)

    def _descend(self, parts: Iterable[str], path: str, *, make: bool) -> int:
        assert self._handle is not None
        handle, walked = os.dup(self._handle), ""
        for part in parts:
            walked = f"{walked}/{part}".lstrip("/")
            try:
                inner = _step(handle, part, mode=_folder_mode(walked) if make else None)
            except NotADirectoryError:
                kind = kind_of(Slot(handle, part, path))
                raise Refused(
                    f"Path `{shown(path)}` leads through `{shown(walked)}`, which is {kind}"
                ) from None
            finally:
                os.close(handle)
            handle = inner
        return handle

    def _look_along(self, parts: Iterable[str], path: str, *, make: bool) -> None:
        full, walked = self.root, ""
        for part in parts:
            full, walked = os.path.join(full, part), f"{walked}/{part}".lstrip("/")
            if make and not os.path.lexists(full):
                os.mkdir(full)
            kind = kind_of(Slot(None, full, path))
            if kind == "missing":
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), walked)
            if kind != "a folder":
                raise Refused(f"Path `{shown(path)}` leads through `{shown(walked)}`, which is {kind}")


def _folder_mode(path: str) -> int:
    # The conversation lives under local/, so that folder is for its owner alone.
    return 0o700 if path == LOCAL or path.startswith(f"{LOCAL}/") else 0o777


def _step(handle: int, part: str, *, mode: int | None) -> int:
    """Open a folder inside a folder; with a mode, make it first where it is missing."""
    flags = os.O_RDONLY | _O_DIRECTORY | _O_NOFOLLOW
    try:
        return os.open(part, flags, dir_fd=handle)
    except FileNotFoundError:
        if mode is None:
            raise
    except OSError as error:
        if error.errno == errno.ELOOP:  # some systems say this of a link, others that it is no folder
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), part) from None
        raise
    try:
        os.mkdir(part, mode, dir_fd=handle)
        system.sync_handle(handle)
    except FileExistsError:
        pass  # another writer was quicker
    return os.open(part, flags, dir_fd=handle)


def kind_of(slot: Slot) -> str:
    """Say what stands in a slot: `a file`, `a folder`, `a symbolic link`, …, or `missing`."""
    try:
        found = os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False)
    except FileNotFoundError:
        return "missing"
    attributes: int = getattr(found, "st_file_attributes", 0)
    if attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0):
        return "a symbolic link"
    return _KINDS.get(stat.S_IFMT(found.st_mode), "a file")


def open_regular(slot: Slot) -> int:
    """Open a plain file for reading, or refuse; a pipe without a writer does not make us wait."""
    if slot.handle is None and kind_of(slot) == "a symbolic link":  # a junction, which is none to Python
        raise Refused(f"`{shown(slot.path)}` is a symbolic link, not a file")
    try:
        return open_plain(slot.name, dir_fd=slot.handle)
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENXIO, errno.EISDIR}:
            raise Refused(f"`{shown(slot.path)}` is {kind_of(slot)}, not a file") from None
        raise


def read_slot(slot: Slot, *, limit: int) -> bytes:
    """Return the bytes of a plain file of at most `limit` bytes."""
    handle = open_regular(slot)
    try:
        chunks, size = [], 0
        while chunk := os.read(handle, 1 << 20):
            chunks.append(chunk)
            size += len(chunk)
            if size > limit:
                raise Unreadable(
                    f"`{shown(slot.path)}` is larger than {limit / 1e6:.3g} MB, the most groundplan reads",
                    hint="Split it, or move large material to a file that the plan cites",
                    place=slot.path,
                )
        return b"".join(chunks)
    finally:
        os.close(handle)
