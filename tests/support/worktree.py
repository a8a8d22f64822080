"""A worktree to index: real git, real files, a cache folder of its own."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from groundplan.app.judgement.codebase import open_codebase
from groundplan.code.index import open_index
from groundplan.git.repository import find_repository

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.index import Index
    from groundplan.code.workers import Workers


@dataclass
class IndexedWorktree:
    """A repository and its cache folder; `open` gives an index that is closed with the test."""

    root: Path
    cache: Path
    _open: ExitStack = field(default_factory=ExitStack)

    def put(self, path: str, text: str | bytes = "") -> Path:
        """Write a file, and its folders."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def git(self, *words: str) -> str:
        """Run plain git in it."""
        settings = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
        done = subprocess.run(
            ["git", *settings, *words], cwd=self.root, check=True, capture_output=True, text=True
        )
        return done.stdout

    def commit(self) -> None:
        """Commit all there is."""
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "all there is")

    def open(self, workers: Workers | None = None, *, root: Path | None = None) -> Index:
        """Open an index, not refreshed."""
        index = open_index(find_repository(root or self.root), cache=self.cache, workers=workers)
        return self._open.enter_context(index)

    def index(self, workers: Workers | None = None) -> Index:
        """Open an index and refresh it."""
        index = self.open(workers)
        index.refresh()
        return index

    @property
    def database(self) -> Path:
        """The one database in the cache folder."""
        (file,) = self.cache.rglob("index-*.sqlite")
        return file

    def close(self) -> None:
        """Close every index."""
        self._open.close()


def lay_worktree(folder: Path, *states: Mapping[str, str | None]) -> IndexedWorktree:
    """Make a repository below a folder with a commit for each state: texts by path, None removes a file."""
    made = IndexedWorktree(folder / "repo", folder / "cache")
    made.root.mkdir()
    made.git("init", "-q", "--template=")
    for state in states:
        for path, text in state.items():
            if text is None:
                (made.root / path).unlink()
            else:
                made.put(path, text)
        made.commit()
    return made


@contextmanager
def opened_worktree(folder: Path, *states: Mapping[str, str | None]) -> Iterator[Codebase]:
    """Open the code of such a repository, at the home of somebody who has nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        with open_codebase(lay_worktree(folder, *states).root) as opened:
            yield opened
