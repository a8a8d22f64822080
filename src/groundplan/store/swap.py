"""One document's text is traded for another, and whatever came out is looked at before anything is forgotten.

A person saves without our lock. So the old file is not overwritten but traded in one step; if what came out
is not the text we expected, it is copied first, then put back.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Outside, Refused
from groundplan.store import recovery, staging, system
from groundplan.store.displaced import stash
from groundplan.store.layout import LARGEST_COPY
from groundplan.store.paths import kind_of, read_slot

if TYPE_CHECKING:
    from groundplan.store.paths import Folder, Slot

_PUT_BACK_TRIES = 20
SPECIAL = "special"  # stands for the digest of what is no plain file: it equals no digest


class Conflict(Exception):
    """A document is not what the write expects; `kept` are copies of what was found instead."""

    def __init__(self, path: str, why: str, kept: tuple[str, ...] = ()) -> None:
        super().__init__(f"`{path}` {why}")
        self.path = path
        self.why = why
        self.kept = kept


@dataclass(frozen=True, slots=True)
class Step:
    """One trade: the digests expected and put (None: not there), the mode, and the name on the stage."""

    path: str
    expect: str | None
    put: str | None
    staged: str
    mode: int | None = None


def digest_of(slot: Slot) -> str | None:
    """Return the digest of the file in a slot, None where there is none, `SPECIAL` for no plain file."""
    try:
        return recovery.digest_bytes(read_slot(slot, limit=LARGEST_COPY))
    except FileNotFoundError:
        return None
    except (Outside, Refused):
        return SPECIAL


def digest_at(folder: Folder, path: str) -> str | None:
    """Return what `digest_of` says of a path; one that leads through a link is `SPECIAL` too."""
    try:
        with folder.slot(path) as slot:
            return digest_of(slot)
    except FileNotFoundError:
        return None
    except Refused:
        return SPECIAL


def ready(folder: Folder, step: Step, text: bytes | None = None) -> None:
    """Stage the text that will be put, out of the recovery copies where it is not given."""
    if step.put is None or digest_at(folder, step.staged) == step.put:
        return
    data = recovery.read_copy(folder, step.put) if text is None else text
    if data is None:
        raise Conflict(step.path, "cannot be written: the copy of its text is gone")
    owned = None if step.mode is None else staging.Owned(step.mode, *_owner(folder, step.path))
    finished = staging.stage(folder, data, owned=owned)
    # Under the step's own name stands a whole text or none: whoever finds an unknown one there after a crash
    # may take it for a person's.
    with folder.slot(finished, write=True) as source, folder.slot(step.staged, write=True) as target:
        system.rename_over(source, target)


def swap(folder: Folder, step: Step) -> None:
    """Do the trade durably, or leave the person's text where it was and raise `Conflict`."""
    with folder.slot(step.path, write=True) as document, folder.slot(step.staged, write=True) as staged:
        if step.put is None:
            _take_out(folder, step, document, staged)
        elif step.expect is None:
            _put_in(step, document, staged)
        else:
            _trade(folder, step, document, staged)
        system.sync_folder(document)


def put_back(folder: Folder, document: Slot, staged: Slot, ours: str) -> tuple[str, ...]:
    """Trade a person's displaced text in again, copy first, until what comes out is what we had put in."""
    kept: list[str] = []
    put = ours
    for _ in range(_PUT_BACK_TRIES):
        came, copy = _copied(folder, staged, document.path)
        kept += copy
        try:
            system.exchange(staged, document)
        except FileNotFoundError:
            break  # the person has deleted the file meanwhile; their text is kept
        if digest_of(staged) == put:
            break
        put = came
    system.sync_folder(document)
    left, copy = _copied(folder, staged, document.path) if digest_of(staged) != ours else (ours, [])
    stash(folder, staged.path, left, document.path)
    return tuple(dict.fromkeys([*kept, *copy]))


def rescue(folder: Folder, staged: Slot, path: str, ours: set[str | None]) -> tuple[str, ...]:
    """Deal with what an interrupted trade left on the stage; return the copies of a person's text, if any."""
    found = digest_of(staged)
    if found is None:
        return ()
    if found in ours:
        # It may be the file that was displaced, with an editor still writing into it.
        stash(folder, staged.path, found, path)
        return ()
    now = digest_at(folder, path)
    if now is not None and now in ours:
        with folder.slot(path, write=True) as document:
            return put_back(folder, document, staged, now)
    found, kept = _copied(folder, staged, path)
    if now is None:
        with folder.slot(path, write=True) as document, contextlib.suppress(FileExistsError):
            system.rename_new(staged, document)
            system.sync_folder(document)
            return tuple(kept)
    stash(folder, staged.path, found, path)
    return tuple(kept)


def _trade(folder: Folder, step: Step, document: Slot, staged: Slot) -> None:
    assert step.put is not None
    try:
        system.exchange(staged, document)
    except FileNotFoundError:
        if kind_of(document) != "missing":
            raise
        system.remove(staged)
        raise Conflict(step.path, "was deleted or renamed meanwhile") from None
    out = digest_of(staged)
    if out != step.expect:
        kept = put_back(folder, document, staged, step.put)
        raise Conflict(step.path, "was saved by somebody else meanwhile", kept)
    stash(folder, staged.path, out or "", step.path)


def _put_in(step: Step, document: Slot, staged: Slot) -> None:
    try:
        system.rename_new(staged, document)
    except FileExistsError:
        system.remove(staged)
        raise Conflict(step.path, "was created by somebody else meanwhile") from None


def _take_out(folder: Folder, step: Step, document: Slot, staged: Slot) -> None:
    try:
        system.rename_new(document, staged)
    except FileNotFoundError:
        raise Conflict(step.path, "was deleted or renamed meanwhile") from None
    out = digest_of(staged)
    if out == step.expect:
        stash(folder, staged.path, out or "", step.path)
        return
    kept = _copied(folder, staged, step.path)[1]
    try:
        system.rename_new(staged, document)
    except FileExistsError:
        stash(folder, staged.path, out or "", step.path)
    system.sync_folder(document)
    raise Conflict(step.path, "was saved by somebody else meanwhile", tuple(kept))


def _copied(folder: Folder, staged: Slot, path: str) -> tuple[str, list[str]]:
    """Keep a copy of a person's text; what is no plain file has no text to keep."""
    try:
        data = read_slot(staged, limit=LARGEST_COPY)
    except (Outside, Refused):
        return SPECIAL, []
    copy = recovery.keep(folder, data, document=path, reason="saved while groundplan was writing")
    return recovery.digest_bytes(data), [copy]


def _owner(folder: Folder, path: str) -> tuple[int, int]:
    try:
        with folder.slot(path) as slot:
            found = os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False)
            return found.st_uid, found.st_gid
    except (FileNotFoundError, Refused):
        return -1, -1
