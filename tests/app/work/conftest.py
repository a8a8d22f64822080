"""Somebody works through an approved plan in a real repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from work_bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Bench]]:
    """Return what lays a bench with a plan of the tasks it is given."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("PYTHONPATH", raising=False)  # a receipt names it
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    made: list[Bench] = []

    def make(*words: str, **more: dict[str, str]) -> Bench:
        made.append(Bench.lay(tmp_path / f"repo{len(made)}", *words, **more))
        return made[-1]

    yield make
    for bench in made:
        bench.close_all()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Return the bench that others are copied from."""
    folder = tmp_path_factory.mktemp("template")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        patch.delenv("XDG_CONFIG_HOME", raising=False)
        made = Bench.lay(folder / "repo")
    yield made
    made.close_all()


@pytest.fixture
def bench(template: Bench, lay: Callable[..., Bench], tmp_path: Path) -> Iterator[Bench]:
    """Return a bench with one approved task."""
    del lay  # it sets the home folder
    made = Bench.copy(template, tmp_path / "repo")
    yield made
    made.close_all()
