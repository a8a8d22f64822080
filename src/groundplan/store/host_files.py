"""Files of coding agents, outside `.groundplan/`: replaced whole and together, and nothing else touched.

There is no stage here: the user's own folder has no `.groundplan/`, and a repository may have none either. A
file is finished under a private name beside its own, then trades names with the file that is there. What came
out is looked at before it is removed: if it is not what was seen, somebody saved meanwhile, and all files are
traded back.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Changed, Outside, Refused, Unavailable
from groundplan.store import system
from groundplan.store.failures import outside
from groundplan.store.layout import OWN, shown, split_path
from groundplan.store.paths import read_slot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.store.paths import Folder, Slot

LARGEST_HOST_FILE = 2_000_000


@dataclass(frozen=True, slots=True)
class Replacement:
    """A file's bytes as they were seen (None: it is not there) and as they shall be (None: it goes)."""

    path: str
    seen: bytes | None
    new: bytes | None


def real_path(folder: Folder, path: str) -> str:
    """Return where a path leads inside the folder; a link that leads out of it, or to no file, is refused."""
    root = Path(os.path.realpath(folder.root))
    found = Path(os.path.realpath(root / path))
    if found == root / path:
        return path
    told = f"`{path}` is a symbolic link, or lies behind one, that leads to `{shown(str(found))}`"
    if not found.is_relative_to(root):
        raise Refused(
            f"{told}, outside of `{shown(str(root))}`", hint="Replace the link by a file or a folder"
        )
    inside = found.relative_to(root).as_posix()
    if OWN in split_path(inside) or found.suffix != Path(path).suffix or not found.parent.is_dir():
        raise Refused(f"{told}, which is no place for it", hint="Replace the link by a file or a folder")
    return inside


def read_host_file(folder: Folder, path: str) -> bytes | None:
    """Return the bytes of a file, None where there is none; never through a link, never a pipe."""
    with outside(f"read `{path}`"):
        try:
            return folder.read(path, limit=LARGEST_HOST_FILE)
        except FileNotFoundError:
            return None


@dataclass(slots=True)
class _Trade:
    """One file on its way; `private` names, beside it, what is not there yet or not any more."""

    change: Replacement
    private: str
    is_finished: bool = False  # all new bytes are there, under the one name or the other


def replace_files(folder: Folder, changes: Sequence[Replacement]) -> None:
    """Replace files whose bytes are as they were seen, all of them or none; no save meanwhile is lost."""
    folder = folder.allowing(change.path for change in changes)
    trades = [_Trade(change, f".groundplan-{os.urandom(8).hex()}") for change in changes]
    with outside("write the agent's files"):
        for trade in trades:
            _check(folder, trade.change)
        try:
            for trade in trades:
                _do(folder, trade)
            for trade in trades:  # an editor that had the file open may have gone on writing into it
                _demand_seen(folder, trade)
        except BaseException as error:
            kept = [path for trade in reversed(trades) for path in _take_back(folder, trade)]
            if isinstance(error, Changed) and kept:
                raise Changed(_told_kept(error.message, kept), hint=error.hint, kept=kept) from None
            raise
        for trade in trades:
            _forget(folder, trade)


def _check(folder: Folder, change: Replacement) -> None:
    if read_host_file(folder, change.path) != change.seen:
        raise _changed(change)
    if change.seen is None:
        return
    with folder.slot(change.path) as slot:
        if not _mode(slot) & 0o222:
            raise Unavailable(f"`{change.path}` is write-protected", hint=f"`chmod u+w {quote(change.path)}`")


def _mode(slot: Slot) -> int:
    return stat.S_IMODE(os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False).st_mode)


def _changed(change: Replacement) -> Changed:
    return Changed(f"`{change.path}` was changed meanwhile; nothing was written", hint="Run it again")


def _told_kept(message: str, kept: Sequence[str]) -> str:
    files = " and ".join(f"`{path}`" for path in kept)
    return f"{message}; what was saved before the newest save is in {files}"


def _do(folder: Folder, trade: _Trade) -> None:
    """Give a file its new bytes, and what was there the private name."""
    change = trade.change
    with folder.slot(change.path, write=True) as slot:
        aside = slot.beside(trade.private)
        if change.new is not None:
            _finish(aside, change, slot)
        trade.is_finished = True
        try:
            if change.new is None:
                system.rename_new(slot, aside)
            elif change.seen is None:
                system.rename_new(aside, slot)
            else:
                system.exchange(aside, slot)
        except (FileExistsError, FileNotFoundError):  # made or deleted since it was looked at
            raise _changed(change) from None
        system.sync_folder(slot)
    _demand_seen(folder, trade)


def _finish(aside: Slot, change: Replacement, slot: Slot) -> None:
    # Settings may be for their owner alone: nobody else reads the new ones before their mode is set.
    handle = system.create(aside, 0o666 if change.seen is None else 0o600)
    try:
        system.write_all(handle, change.new or b"")
        if change.seen is not None and hasattr(os, "fchmod"):
            with contextlib.suppress(FileNotFoundError):
                os.fchmod(handle, _mode(slot))
        system.sync_file(handle)
    finally:
        os.close(handle)


def _demand_seen(folder: Folder, trade: _Trade) -> None:
    if trade.change.seen is None:
        return
    with folder.slot(trade.change.path, write=True) as slot:
        if _look(slot.beside(trade.private)) != trade.change.seen:
            raise _changed(trade.change)


def _take_back(folder: Folder, trade: _Trade) -> list[str]:
    """Undo a trade as far as it came, and return the private name of a person's text that lost its own."""
    change = trade.change
    with contextlib.suppress(OSError), folder.slot(change.path, write=True) as slot:
        aside = slot.beside(trade.private)
        _give_back(slot, aside, trade)
        if not trade.is_finished or _look(aside) in {change.seen, change.new}:
            system.remove(aside)
        system.sync_folder(slot)
        if change.seen is None:
            _remove_empty_folders(folder, change.path)
        return [] if _look(aside) is None else [str(Path(change.path).with_name(trade.private))]
    return []


def _give_back(slot: Slot, aside: Slot, trade: _Trade) -> None:
    """Trade the names again; a text that somebody saved since keeps its name."""
    ours, out = trade.change.new, _look(aside)
    if not trade.is_finished or out == ours:  # the names were never traded
        return
    if trade.change.seen is None:
        with contextlib.suppress(FileNotFoundError):
            system.rename_new(slot, aside)
        if _look(aside) not in {None, ours}:
            system.rename_new(aside, slot)
        return
    with contextlib.suppress(FileExistsError, FileNotFoundError):
        if ours is None:
            system.rename_new(aside, slot)
            return
        system.exchange(aside, slot)
        if _look(aside) != ours:
            system.exchange(aside, slot)


def _forget(folder: Folder, trade: _Trade) -> None:
    """Remove what was displaced, and the folders above a removed file that it leaves empty."""
    change = trade.change
    if change.seen is not None:
        with folder.slot(change.path, write=True) as slot:
            system.remove(slot.beside(trade.private))
            system.sync_folder(slot)
    if change.new is None:
        _remove_empty_folders(folder, change.path)


def _look(slot: Slot) -> bytes | str | None:
    """Return a file's bytes, None where there is none, a word for what is no file to read."""
    try:
        return read_slot(slot, limit=LARGEST_HOST_FILE)
    except FileNotFoundError:
        return None
    except (Refused, Outside) as error:
        return error.message


def _remove_empty_folders(folder: Folder, path: str) -> None:
    above = path.rpartition("/")[0]
    while above:
        try:
            with folder.slot(above) as slot:
                os.rmdir(slot.name, dir_fd=slot.handle)
        except OSError:  # somebody keeps something in it
            return
        above = above.rpartition("/")[0]
