"""One writer at a time per working tree, and readers that never see half a write.

A lock alone is not trusted: each write also carries the digest of what its caller saw.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from groundplan.plan.errors import Unavailable
from groundplan.store import system
from groundplan.store.layout import LOCAL, LOCK
from groundplan.store.paths import open_regular
from groundplan.store.staging import ignore_local

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.store.paths import Folder, Slot

LOCK_TIMEOUT = 10.0
_LONGEST_PAUSE = 0.02


@contextmanager
def held(folder: Folder, label: str, *, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Hold the write lock, or say who holds it once the time is up; a dead holder's lock is free at once."""
    deadline = time.monotonic() + timeout
    with folder.slot(LOCK, write=True) as slot:
        handle = _wait(slot, deadline, shared=False)
        try:
            _sign(handle, label)
            ignore_local(folder)
            yield
        finally:
            os.close(handle)


@contextmanager
def reading(folder: Folder, *, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Keep writers out while several files are read together; settle first, as nobody can inside.

    A tree that nobody ever wrote to needs no lock.
    """
    with contextlib.ExitStack() as stack:
        if "lock" in folder.names(LOCAL):
            slot = stack.enter_context(folder.slot(LOCK))
            stack.callback(os.close, _wait(slot, time.monotonic() + timeout, shared=True))
        yield


def _wait(slot: Slot, deadline: float, *, shared: bool) -> int:
    pause = 0.0005
    while True:
        handle = _open(slot)
        try:
            # Somebody may clean the folder while we wait: a lock on a nameless file locks nobody out.
            if system.lock(handle, shared=shared) and _is_named(handle, slot):
                return handle
            if time.monotonic() >= deadline:
                raise _busy(handle)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        time.sleep(random.uniform(pause / 2, pause))  # noqa: S311  (only spreads the writers out)
        pause = min(pause * 2, _LONGEST_PAUSE)


def _open(slot: Slot) -> int:
    if slot.is_writable:
        with contextlib.suppress(FileExistsError):
            return system.create(slot, 0o600)
    handle = open_regular(slot)
    if not slot.is_writable:
        return handle
    os.close(handle)
    return os.open(slot.name, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), dir_fd=slot.handle)


def _is_named(handle: int, slot: Slot) -> bool:
    try:
        named = os.stat(slot.name, dir_fd=slot.handle, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return os.path.samestat(named, os.fstat(handle))


def _sign(handle: int, label: str) -> None:
    os.ftruncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    system.write_all(handle, json.dumps({"pid": os.getpid(), "label": label}).encode())


def _busy(handle: int) -> Unavailable:
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        holder = json.loads(os.read(handle, 4096))
        pid, label = int(holder["pid"]), str(holder["label"])
    except (ValueError, KeyError, TypeError):
        return Unavailable("Another process is writing here", hint="Run the command again in a moment")
    return Unavailable(
        f"Process `{pid}` is writing here (`{label}`)",
        hint=f"Run the command again in a moment; if it hangs, look with `ps -p {pid}`",
    )
