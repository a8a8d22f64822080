"""A repository with a past, and its history loaded into a cache of its own."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.code.index import open_index
from groundplan.git.repository import find_repository
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.survey.history.past import History

DAY = 24 * 3600
START = 1_700_000_000


class Past:
    """A repository that gets commits on chosen days by chosen people."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "repo"
        self.cache = folder / "cache"
        self.day = 0
        self.root.mkdir()
        home = folder / "home"
        home.mkdir()
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}
        self.git("init", "-q", "-b", "main")
        self._open: list[History] = []

    def git(self, *words: str, **environ: str) -> str:
        done = subprocess.run(
            ["git", *words],
            cwd=self.root,
            env=self.environ | environ,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(
        self,
        message: str,
        files: dict[str, str | None] | None = None,
        *,
        by: str = "Ann Example",
        after: int = 1,
    ) -> str:
        """Commit files (None: removed) so many days after the commit before, and return the commit's id."""
        for name, text in (files or {}).items():
            path = self.root / name
            if text is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        self.day += after
        when = f"{START + self.day * DAY} +0000"
        email = f"{by.split(maxsplit=1)[0].lower()}@example.org"
        people = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", by), ("EMAIL", email), ("DATE", when))
        }
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, **people)
        return self.git("rev-parse", "HEAD")

    def move(self, old: str, new: str, message: str) -> str:
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)
        return self.commit(message)

    def load(self) -> History:
        with open_index(find_repository(self.root), cache=self.cache) as index:
            history = load_history(index)
        self._open.append(history)
        return history

    def close(self) -> None:
        for history in self._open:
            history.close()


@pytest.fixture
def past(tmp_path: Path) -> Iterator[Past]:
    made = Past(tmp_path)
    yield made
    made.close()
