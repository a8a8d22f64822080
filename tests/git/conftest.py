"""A world of real git repositories without the developer's own settings."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Git:
    """Plain git, as a careless tool would run it."""

    home: Path

    def __call__(self, folder: Path, *words: str, check: bool = True) -> str:
        done = subprocess.run(
            ["git", *words], cwd=folder, capture_output=True, text=True, check=False, timeout=30
        )
        assert not check or done.returncode == 0, done.stderr
        return done.stdout.strip()

    def make(self, folder: Path, *, files: dict[str, str] | None = None) -> Path:
        """Make a repository with one commit on `main`."""
        folder.mkdir(parents=True, exist_ok=True)
        self(folder, "init", "-q", "-b", "main")
        for name, text in (files if files is not None else {"src/app.py": "print(1)\n"}).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        self(folder, "add", "-A")
        self(folder, "commit", "-q", "--allow-empty", "-m", "first")
        return folder


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        '[user]\n\tname = Ann Example\n\temail = ann@example.org\n[protocol "file"]\n\tallow = always\n'
    )
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_DIR", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    return Git(home)
