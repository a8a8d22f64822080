"""Disks that are full, read-only or closed to us: a clear message, the old plan intact, no litter."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Unavailable
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.ledger import read_ledger
from groundplan.store.paths import Folder
from groundplan.store.pending import settle

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry

PLAN, DOCUMENT = "plan-1", "plans/first.md"


def write(root: Path, text: bytes, *entries: Entry) -> None:
    with Folder.open(root) as folder:
        path = root / DOCUMENT
        seen = read_document(folder, DOCUMENT).digest if path.exists() else None
        save(folder, Change(PLAN, [DocumentChange(DOCUMENT, seen, text)], entries))


def fill(disk: Path, free: int) -> None:
    found = os.statvfs(disk)
    (disk / "filler").write_bytes(b"x" * (found.f_bavail * found.f_bsize - free))


def test_a_full_disk_is_said_so_and_the_old_plan_stands(
    small_disk: Path, promise: Callable[..., Entry]
) -> None:
    write(small_disk, b"old " * 1000, promise())
    fill(small_disk, free=0)
    with pytest.raises(Unavailable, match="Cannot save `write`: the disk is full") as caught:
        write(small_disk, b"new " * 1000, promise())
    assert "Free some space" in caught.value.hint
    assert (small_disk / DOCUMENT).read_bytes() == b"old " * 1000
    assert list((small_disk / ".groundplan/local/stage").iterdir()) == []
    (small_disk / "filler").unlink()
    write(small_disk, b"new " * 1000)
    with Folder.open(small_disk) as folder:
        assert len(read_ledger(folder, PLAN).entries) == 1


@pytest.mark.parametrize("free", range(4, 60, 4))
def test_a_disk_that_fills_up_half_way_leaves_all_or_nothing(
    small_disk: Path, promise: Callable[..., Entry], free: int
) -> None:
    write(small_disk, b"old " * 2000, promise())
    fill(small_disk, free=free * 1024)
    try:
        write(small_disk, b"new " * 2000, promise(), promise())
        expected = (b"new " * 2000, 3)
    except Unavailable:
        expected = (b"old " * 2000, 1)
    with Folder.open(small_disk) as folder:
        assert settle(folder) == ()
        assert (read_document(folder, DOCUMENT).data, len(read_ledger(folder, PLAN).entries)) == expected


def test_a_read_only_tree_can_be_read_and_says_why_it_cannot_be_written(
    mounted_disk: Path, promise: Callable[..., Entry]
) -> None:
    write(mounted_disk, b"old", promise())
    remount = ["mount", "-o", "remount,ro", str(mounted_disk)]
    assert subprocess.run(remount, check=False, capture_output=True).returncode == 0
    with pytest.raises(Unavailable, match="the file system is read-only"):
        write(mounted_disk, b"new")
    with Folder.open(mounted_disk) as folder:
        assert settle(folder) == ()
        assert read_document(folder, DOCUMENT).data == b"old"
        assert len(read_ledger(folder, PLAN).entries) == 1


def test_a_folder_closed_to_us_is_said_so(tmp_path: Path) -> None:
    write(tmp_path, b"old")
    place = tmp_path / "plans"
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        place.chmod(0o555)
        undo = lambda: place.chmod(0o755)  # noqa: E731
    else:  # root may write anywhere, but not into what the file system calls immutable
        chattr = shutil.which("chattr")
        if not chattr or subprocess.run([chattr, "+i", place], check=False, capture_output=True).returncode:
            pytest.skip("root cannot be kept out here: no chattr on this file system")
        undo = lambda: subprocess.run([chattr, "-i", place], check=True)  # noqa: E731
    try:
        with pytest.raises(Unavailable, match="permi"):
            write(tmp_path, b"new")
    finally:
        undo()
    assert (tmp_path / DOCUMENT).read_bytes() == b"old"
    assert list((tmp_path / ".groundplan/local/stage").iterdir()) == []
    assert not (tmp_path / ".groundplan/local/intent.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="an open folder cannot be removed there")
def test_a_folder_that_vanished_under_us_is_said_so(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    with Folder.open(root) as folder:
        root.rmdir()
        with pytest.raises(Unavailable, match="it is gone"):
            save(folder, Change(PLAN, [DocumentChange(DOCUMENT, None, b"x")]))


def test_a_document_on_another_disk_is_said_so(tmp_path: Path, mounted_disk: Path) -> None:
    with Folder.open(tmp_path) as folder, pytest.raises(Unavailable, match="another file system"):
        save(folder, Change(PLAN, [DocumentChange("disk/first.md", None, b"x")]))
    assert list(mounted_disk.iterdir()) == []
