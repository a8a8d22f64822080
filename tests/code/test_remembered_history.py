"""A walk of the history is taken once per HEAD, and what is remembered is what git says."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any, cast

import pytest

from groundplan.code.citations.remembered import RememberedHistory
from groundplan.code.index import open_index
from groundplan.git.repository import find_repository

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from groundplan.git.repository import Repository


class Walked:
    """A repository that counts the walks."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.walks = 0

    def commits_touching(self, paths: Iterable[str], *, limit: int) -> tuple[str, ...]:
        self.walks += 1
        return self._repository.commits_touching(paths, limit=limit)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a repository answers
        return getattr(self._repository, name)


class World:
    def __init__(self, folder: Path) -> None:
        self.root, self.cache, self.walks = folder / "shop", folder / "cache", 0
        self.root.mkdir()
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Ann")
        self.git("config", "user.email", "ann@example.org")
        self.commit("cart.py", "one")

    def git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True)

    def commit(self, path: str, text: str) -> None:
        (self.root / path).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "Change")

    def touching(self, *paths: str, spoil: str = "") -> tuple[str, ...]:
        """Ask as a new process would, and count the walks."""
        with open_index(find_repository(self.root), cache=self.cache) as index:
            index.refresh()
            walked = Walked(index.repository)
            index.repository = cast("Repository", walked)
            history = RememberedHistory(index)
            if spoil:
                index.derived("walk", "1", ()).database.execute(spoil)
            found = history.commits_touching(paths, limit=10)
            self.walks += walked.walks
            assert found == walked._repository.commits_touching(paths, limit=10)
            return found


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_a_path_is_walked_for_once_while_head_stays(world: World) -> None:
    assert len(world.touching("cart.py")) == 1
    assert world.touching("gone.py") == world.touching("gone.py") == ()
    assert len(world.touching("cart.py")) == 1
    assert world.walks == 2


def test_a_new_commit_is_walked_for_again(world: World) -> None:
    assert len(world.touching("cart.py")) == 1
    world.commit("cart.py", "two")
    assert len(world.touching("cart.py")) == 2
    world.git("reset", "-q", "--hard", "HEAD^")
    assert len(world.touching("cart.py")) == 1


def test_a_history_that_grows_at_its_end_is_walked_again(world: World) -> None:
    world.commit("cart.py", "two")
    near, far = world.root, world.root.parent / "near"
    world.git("clone", "-q", "--depth", "1", near.as_uri(), str(far))
    world.root = far
    assert len(world.touching("cart.py")) == 1
    world.git("fetch", "-q", "--unshallow")
    assert len(world.touching("cart.py")) == 2


def test_without_its_table_it_asks_git(world: World) -> None:
    world.touching("cart.py")
    assert len(world.touching("cart.py", spoil="DROP TABLE walk_touching")) == 1
    assert world.walks == 2
