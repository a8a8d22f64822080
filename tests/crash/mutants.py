"""Deliberately broken stores: each suite must report faults on its own one, or it proves nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import scenario

from groundplan.store import documents, pending, recovery, swap, system

if TYPE_CHECKING:
    from groundplan.store.intent import Intent
    from groundplan.store.paths import Folder, Slot

NAMES = ("intent", "lock", "verify", "displaced", "fsync", "naive")


def break_store(name: str) -> None:
    """Switch one promise of the store off in this process."""
    {
        "intent": _without_intent,
        "lock": _without_lock,
        "verify": _without_verifying,
        "displaced": _without_displaced,
        "fsync": _without_fsync,
        "naive": _naive,
    }[name]()


def _without_intent() -> None:
    def nothing(folder: Folder, intent: Intent) -> None:
        pass

    documents.write_intent = nothing


def _without_lock() -> None:
    def always(handle: int, *, shared: bool = False) -> bool:
        return True

    system.lock = always
    # Without a lock the others' stages are swept away too, so only the compare-and-set is left to fail.
    documents.settle_locked = lambda folder: ()
    documents.finish = _blind_finish


def _blind_finish(folder: Folder, intent: Intent) -> None:
    for each in intent.swaps:
        data = recovery.read_copy(folder, each.after or "") or b""
        (Path(folder.root) / each.path).write_bytes(data)
    pending._account(folder, intent)


def _without_verifying() -> None:
    def blind(folder: Folder, step: swap.Step, document: Slot, staged: Slot) -> None:
        system.rename_over(staged, document)

    swap._trade = blind


def _without_displaced() -> None:
    def drop(folder: Folder, staged: str, digest: str, document: str) -> None:
        with folder.slot(staged, write=True) as slot:
            system.remove(slot)

    swap.stash = drop


def _without_fsync() -> None:
    os.fsync = lambda handle: None


def _naive() -> None:
    """Write files as most programs do: open, truncate, write."""

    def naive_save(folder: Folder, change: documents.Change, *, timeout: float = 0) -> None:
        for each in change.documents:
            path = Path(folder.root) / each.rel
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(each.new or b"")
        for path, data in change.files():
            target = Path(folder.root) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)

    scenario.save = naive_save
