"""What must be on disk before what: without a power cut at hand, the order of the flushes is looked at."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.store import system
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.layout import DISPLACED, INTENT, LOCAL, RECOVERY, STAGE
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.store.paths import Slot

pytestmark = pytest.mark.crash
PLAN, FIRST, SECOND = "plan-1", "plans/first.md", "plans/second.md"
# What stands there is of use only to a process that lives on, or is made anew by the next one.
NOT_PROMISED = (STAGE, DISPLACED, f"{LOCAL}/lock", f"{LOCAL}/swept")


class Watcher:
    """Knows which files and folders have changes that are not flushed yet, and complains out of turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.files: set[int] = set()
        self.folders: dict[int, str] = {}
        self.complaints: list[str] = []
        for name in ("rename_over", "rename_new", "exchange"):
            monkeypatch.setattr(system, name, self._moving(getattr(system, name)))
        monkeypatch.setattr(system, "write_all", self._writing(system.write_all))
        monkeypatch.setattr(system, "remove", self._removing(system.remove))
        monkeypatch.setattr(os, "fsync", self._flushing(os.fsync))

    def _writing(self, real: Callable[[int, bytes], None]) -> Callable[[int, bytes], None]:
        def write_all(handle: int, data: bytes) -> None:
            self.files.add(os.fstat(handle).st_ino)
            real(handle, data)

        return write_all

    def _moving(self, real: Callable[[Slot, Slot], None]) -> Callable[[Slot, Slot], None]:
        def move(source: Slot, target: Slot) -> None:
            inode = os.stat(source.name, dir_fd=source.handle, follow_symlinks=False).st_ino
            if inode in self.files:
                self.complaints.append(f"{target.path} gets a file that is not flushed")
            if target.path == INTENT and RECOVERY in self.folders.values():
                self.complaints.append("the intent comes before the copies are safe")
            if target.path in {FIRST, SECOND} and LOCAL in self.folders.values():
                self.complaints.append("a document is touched before the intent is safe")
            real(source, target)
            self._changed(source)
            self._changed(target)

        return move

    def _removing(self, real: Callable[[Slot], None]) -> Callable[[Slot], None]:
        def remove(slot: Slot) -> None:
            if slot.path == INTENT and self.open_ends():
                self.complaints.append(f"the intent goes while {self.open_ends()} are not flushed")
            real(slot)
            self._changed(slot)

        return remove

    def _flushing(self, real: Callable[[int], None]) -> Callable[[int], None]:
        def flush(handle: int) -> None:
            real(handle)
            inode = os.fstat(handle).st_ino
            self.files.discard(inode)
            self.folders.pop(inode, None)

        return flush

    def _changed(self, slot: Slot) -> None:
        if not slot.path.startswith(NOT_PROMISED):
            assert slot.handle is not None
            self.folders[os.fstat(slot.handle).st_ino] = slot.path.rpartition("/")[0]

    def open_ends(self) -> list[str]:
        return sorted(self.folders.values())


def write_twice(root: Path) -> None:
    with Folder.open(root) as folder:
        for number in (b"1", b"2"):
            documents = [
                DocumentChange(path, read_document(folder, path).digest if number == b"2" else None, number)
                for path in (FIRST, SECOND)
            ]
            entry = Entry(make_entry_id(), PLAN, "turn", "2026-01-01T00:00:00Z", Author("user"))
            save(folder, Change(PLAN, documents, [entry], [(entry.id, "words")]))


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be flushed there")
def test_every_flush_comes_before_what_relies_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = Watcher(monkeypatch)
    write_twice(tmp_path)
    assert watcher.complaints == []
    assert watcher.open_ends() == []


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be flushed there")
@pytest.mark.parametrize("missing", ["sync_file", "sync_folder"])
def test_the_watcher_sees_a_missing_flush(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    watcher = Watcher(monkeypatch)
    monkeypatch.setattr(system, missing, lambda _: None)
    write_twice(tmp_path)
    assert len(watcher.complaints) > 3
