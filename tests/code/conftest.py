"""What the tests of the index share."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from worktree import IndexedWorktree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[IndexedWorktree]:
    """A fresh repository, and git without the developer's own settings."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("GROUNDPLAN_CACHE_DIR", raising=False)
    root = tmp_path / "repository"
    root.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=root, check=True)
    made = IndexedWorktree(root, tmp_path / "cache")
    yield made
    made.close()
