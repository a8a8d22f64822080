"""A folder to write in, short ways to write there, and disks that are small or read-only."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.plan.errors import NotFound
from groundplan.store import system
from groundplan.store.change import Change, DocumentChange
from groundplan.store.documents import read_document, save
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.store.change import Saved

PLAN = "plan-1"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    root = tmp_path / "repo"
    root.mkdir()
    with Folder.open(root) as opened:
        yield opened


@pytest.fixture
def root(folder: Folder) -> Path:
    return Path(folder.root)


@pytest.fixture
def promise() -> Callable[..., Entry]:
    clock = itertools.count(1_700_000_000)

    def make(*follows: Entry, plan: str = PLAN, **body: object) -> Entry:
        return Entry(
            id=make_entry_id(next(clock)),
            plan=plan,
            kind="turn",
            at="2026-01-01T00:00:00Z",
            by=Author("user", "Ada", "terminal", ("bash",)),
            follows={entry.id: entry.digest for entry in follows},
            body=body,
        )

    return make


@pytest.fixture
def write(folder: Folder) -> Callable[..., Saved]:
    def write_over(
        texts: dict[str, bytes | None],
        entries: list[Entry] | None = None,
        talk: list[tuple[str, str]] | None = None,
        **more: object,
    ) -> Saved:
        documents = [DocumentChange(path, _digest(folder, path), text) for path, text in texts.items()]
        return save(folder, Change(PLAN, documents, entries or [], talk or [], **more))  # type: ignore[arg-type]

    return write_over


def _digest(folder: Folder, path: str) -> str | None:
    try:
        return read_document(folder, path).digest
    except NotFound:
        return None


@pytest.fixture(params=["one-step", "second-name", "copy"])
def exchange(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test where the system trades files in one step, where it cannot, and without second names too."""
    if request.param != "one-step":
        monkeypatch.setattr(system, "_system_rename", lambda: None)
    if request.param == "copy":
        monkeypatch.setattr(system, "_link", lambda source, target: False)
    if request.param == "one-step" and sys.platform not in {"linux", "darwin"}:
        pytest.skip("this system cannot trade files in one step")
    return str(request.param)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KB."""
    yield from _mounted(tmp_path / "small", "size=256k")


@pytest.fixture
def mounted_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, which `mount -o remount,ro` can make read-only."""
    yield from _mounted(tmp_path / "disk", "size=8m")


def _mounted(place: Path, options: str) -> Iterator[Path]:
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("mounting a disk of its own needs root on Linux")
    place.mkdir()
    argv = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    if subprocess.run(argv, check=False, capture_output=True).returncode:
        pytest.skip("this machine does not let us mount")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)
