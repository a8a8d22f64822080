"""Two branches write to one plan's ledger; plain git merges them, in either order, to the same promises."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.store.change import Change
from groundplan.store.documents import save
from groundplan.store.ledger import read_ledger
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.plan.entry import Entry
    from groundplan.store.ledger import Ledger

PLAN = "plan-1"
ENTRIES = 50
pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")


def git(root: Path, *words: str) -> None:
    settings = ["user.name=A", "user.email=a@example.org", "commit.gpgsign=false", "core.hooksPath=/dev/null"]
    options = [word for each in settings for word in ("-c", each)]
    subprocess.run(["git", *options, *words], cwd=root, check=True, capture_output=True)


def append(root: Path, promise: Callable[..., Entry], count: int, follows: list[Entry], branch: str) -> None:
    with Folder.open(root) as folder:
        last = follows
        for number in range(count):
            entry = promise(*last, branch=branch, number=number)
            save(folder, Change(PLAN, entries=[entry]))
            last = [entry]
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", branch)


@pytest.mark.parametrize("ending", ["lf", "crlf"])
def test_two_branches_of_fifty_entries_merge_without_conflict_in_either_order(
    tmp_path: Path, promise: Callable[..., Entry], ending: str
) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "core.autocrlf", "true" if ending == "crlf" else "false")
    start = promise(n=0)
    with Folder.open(root) as folder:
        save(folder, Change(PLAN, entries=[start]))
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    for branch in ("left", "right"):
        git(root, "checkout", "-q", "-b", branch, "main")
        append(root, promise, ENTRIES, [start], branch)
    merged: list[Ledger] = []
    for ours, theirs in (("left", "right"), ("right", "left")):
        git(root, "checkout", "-q", "-b", f"{ours}-first", ours)
        git(root, "merge", "-q", "--no-edit", theirs)
        with Folder.open(root) as folder:
            merged.append(read_ledger(folder, PLAN))
    assert merged[0] == merged[1]
    assert (len(merged[0].entries), merged[0].damage) == (2 * ENTRIES + 1, ())


def test_no_local_file_is_ever_committed(tmp_path: Path, promise: Callable[..., Entry]) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    append(tmp_path, promise, 2, [], "main")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout.split()
    assert len(listed) == 2
    assert all(name.startswith(f".groundplan/ledger/{PLAN}/") for name in listed)
