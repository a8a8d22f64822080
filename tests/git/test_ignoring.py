from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from groundplan.git.repository import find_repository
from groundplan.plan.ignored import Ignored

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Git

ENTRY = ".groundplan/ledger/gp-1/e-0.json"
DOCUMENT = "plans/é'x.md"


def ignored(root: Path, *paths: str) -> list[tuple[str, str, int, str]]:
    found = find_repository(root).find_ignored(paths or (ENTRY, DOCUMENT))
    return [(each.path, each.source, each.line, each.pattern) for each in found]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("", []),
        ("# note\n*.pyc\n", []),
        ("[0-9]*\n", []),
        ("*.pyc\n*.json\n", [(ENTRY, ".gitignore", 2, "*.json")]),
        (".groundplan/\n", [(ENTRY, ".gitignore", 1, ".groundplan/")]),
        (".*\n", [(ENTRY, ".gitignore", 1, ".*")]),
        ("plans\n", [(DOCUMENT, ".gitignore", 1, "plans")]),
        ("*\n", [(ENTRY, ".gitignore", 1, "*"), (DOCUMENT, ".gitignore", 1, "*")]),
        ("*.json\n!/.groundplan/**\n", []),
        ("a:1:b\n*.json:1:x\n*.j*n\n", [(ENTRY, ".gitignore", 3, "*.j*n")]),
    ],
)
def test_git_says_which_line_of_which_file_ignores_a_path(
    git: Git, tmp_path: Path, lines: str, found: list[tuple[str, str, int, str]]
) -> None:
    root = git.make(tmp_path / "repo", files={".gitignore": lines})
    assert ignored(root) == found


@pytest.mark.parametrize("pattern", [".groundplan/", ".groundplan", ".*", "*.json", "*", "/.g*/", "ledger"])
def test_the_remedy_makes_git_see_the_file(git: Git, tmp_path: Path, pattern: str) -> None:
    root = git.make(tmp_path / "repo", files={".gitignore": f"{pattern}\n"})
    (found,) = find_repository(root).find_ignored([ENTRY])
    lines = found.remedy.split("`")[3::2]
    assert lines == ["!/.groundplan/", "!/.groundplan/**"]
    (root / ".gitignore").write_text("\n".join([pattern, *lines]) + "\n")
    assert ignored(root, ENTRY) == []


def test_a_folders_own_file_is_mended_there(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={".groundplan/.gitignore": "\n*\n"})
    (found,) = find_repository(root).find_ignored([ENTRY])
    assert found.remedy == "Remove line 2 of `.groundplan/.gitignore`"


def test_a_file_that_git_tracks_is_not_ignored(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"plans/a.md": "x", "b": ""})
    (root / ".gitignore").write_text("plans/\n")
    assert ignored(root, "plans/a.md") == []
    assert [path for path, *_ in ignored(root, "plans/b.md")] == ["plans/b.md"]


@pytest.mark.parametrize("name", ["mine", ".config/git/ignore"])
def test_a_persons_own_patterns_count(git: Git, tmp_path: Path, name: str) -> None:
    root = git.make(tmp_path / "repo")
    own = git.home / name
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("*.json\n")
    if name == "mine":
        git(root, "config", "--global", "core.excludesFile", "~/mine")
    assert ignored(root, ENTRY) == [(ENTRY, str(own), 1, "*.json")]
    assert Ignored(ENTRY, str(own), 1, "*.json").remedy.startswith("End `.gitignore` with")


@pytest.mark.skipif(os.name == "nt", reason="pipes of this kind")
def test_a_pipe_as_the_list_of_patterns_makes_nobody_wait(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    os.mkfifo(tmp_path / "pipe")
    git(root, "config", "core.excludesFile", str(tmp_path / "pipe"))
    assert ignored(root) == []


def test_a_path_that_begins_with_a_colon_is_a_path(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={".gitignore": "*.md\n"})
    assert [path for path, *_ in ignored(root, ":(top)x.md", "*.md")] == [":(top)x.md", "*.md"]
