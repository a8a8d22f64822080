"""The index answers for what lies in the worktree, and reads only what changed."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.code.index import open_index
from groundplan.git.repository import find_repository

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from groundplan.code.index import Index


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=folder, check=True)
    return folder


@pytest.fixture
def opened(root: Path, tmp_path: Path) -> Iterator[Callable[[], Index]]:
    made: list[Index] = []

    def open_it() -> Index:
        made.append(open_index(find_repository(root), cache=tmp_path / "cache"))
        return made[-1]

    yield open_it
    for index in made:
        index.close()


def put(root: Path, path: str, text: str | bytes) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_new_files_are_listed_ignored_ones_are_not(root: Path, opened: Callable[[], Index]) -> None:
    put(root, "a.py", "x = 1\n")
    put(root, ".gitignore", "*.log\n")
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    put(root, "new/b.txt", "word\n")
    put(root, "noise.log", "word\n")
    index = opened()
    index.refresh()
    assert index.paths() == (".gitignore", "a.py", "new/b.txt")


def test_a_second_refresh_reads_only_the_changed_file(root: Path, opened: Callable[[], Index]) -> None:
    put(root, "a.py", "x = 1\n")
    put(root, "b.py", "y = 1\n")
    index = opened()
    assert index.refresh().extracted == 2
    put(root, "b.py", "y = 2\n")
    assert index.refresh().extracted == 1
    assert index.text("b.py") == b"y = 2\n"


def test_a_file_that_is_gone_is_forgotten(root: Path, opened: Callable[[], Index]) -> None:
    put(root, "a.py", "x = 1\n")
    put(root, "b.py", "y = 1\n")
    index = opened()
    index.refresh()
    (root / "b.py").unlink()
    assert index.refresh().gone == 1
    assert index.paths() == ("a.py",)
    assert index.outline("b.py") is None


@pytest.mark.parametrize("term", ["fetch_data", "fetch_data(self", "--fetch", "naïve_call", "Ωmega"])
def test_every_file_that_holds_a_term_is_among_its_files(
    root: Path, opened: Callable[[], Index], term: str
) -> None:
    put(root, "a.txt", f"before “{term}” after\n")
    put(root, "b.txt", f"{term}²\n")
    put(root, "c.txt", "nothing of the kind\n")
    index = opened()
    index.refresh()
    assert {"a.txt", "b.txt"} <= set(index.files_with(term))
    assert "c.txt" not in index.files_with(term)


def test_a_crlf_checkout_is_the_same_text(root: Path, opened: Callable[[], Index]) -> None:
    put(root, "a.py", "x = 1\ny = 2\n")
    index = opened()
    index.refresh()
    key = index.key("a.py")
    put(root, "a.py", "x = 1\r\ny = 2\r\n")
    assert index.refresh().extracted == 0
    assert index.key("a.py") == key
    assert index.text("a.py") == b"x = 1\ny = 2\n"
