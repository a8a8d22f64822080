"""An agent's files: replaced together or not at all, never through a link that leads elsewhere."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Changed, Refused, Unavailable
from groundplan.store import system
from groundplan.store.host_files import Replacement, read_host_file, real_path, replace_files
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    place = tmp_path / "repo"
    place.mkdir()
    return place


def tree(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_files_are_created_changed_and_deleted(root: Path) -> None:
    (root / "b.md").write_bytes(b"old")
    (root / "c").mkdir()
    (root / "c/d.md").write_bytes(b"gone soon")
    with Folder.open(root) as folder:
        replace_files(
            folder,
            [
                Replacement(".x/skills/a.md", None, b"new"),
                Replacement("b.md", b"old", b"newer"),
                Replacement("c/d.md", b"gone soon", None),
            ],
        )
    assert tree(root) == {".x/skills/a.md": b"new", "b.md": b"newer"}
    assert not (root / "c").exists()


def test_a_folder_that_holds_something_else_stays(root: Path) -> None:
    (root / "c").mkdir()
    (root / "c/d.md").write_bytes(b"ours")
    (root / "c/e.md").write_bytes(b"theirs")
    with Folder.open(root) as folder:
        replace_files(folder, [Replacement("c/d.md", b"ours", None)])
    assert tree(root) == {"c/e.md": b"theirs"}


def test_a_file_keeps_its_mode(root: Path) -> None:
    (root / "a.md").write_bytes(b"old")
    (root / "a.md").chmod(0o640)
    with Folder.open(root) as folder:
        replace_files(folder, [Replacement("a.md", b"old", b"new")])
    assert (root / "a.md").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("seen", [None, b"older"])
def test_a_file_that_was_changed_meanwhile_stays_and_so_do_the_others(root: Path, seen: bytes | None) -> None:
    (root / "b.md").write_bytes(b"theirs")
    with Folder.open(root) as folder, pytest.raises(Changed):
        replace_files(folder, [Replacement("a.md", None, b"new"), Replacement("b.md", seen, b"ours")])
    assert tree(root) == {"b.md": b"theirs"}


def test_a_write_protected_file_is_refused_before_anything_is_written(root: Path) -> None:
    (root / "b.md").write_bytes(b"old")
    (root / "b.md").chmod(0o444)
    with Folder.open(root) as folder, pytest.raises(Unavailable, match="write-protected"):
        replace_files(folder, [Replacement("a.md", None, b"new"), Replacement("b.md", b"old", b"new")])
    assert tree(root) == {"b.md": b"old"}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_if_one_cannot_be_written_those_before_it_are_put_back(
    root: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    (root / "b.md").write_bytes(b"old")
    calls = 0

    def failing(handle: int, data: bytes) -> None:
        nonlocal calls
        calls += 1
        if calls == number:
            raise OSError(28, "No space left on device")
        os.write(handle, data)

    monkeypatch.setattr(system, "write_all", failing)
    changes = [
        Replacement("x/a.md", None, b"new"),
        Replacement("b.md", b"old", b"new"),
        Replacement("c.md", None, b"new"),
    ]
    with Folder.open(root) as folder, pytest.raises(Unavailable, match="disk is full"):
        replace_files(folder, changes)
    assert tree(root) == {"b.md": b"old"}
    assert not (root / "x").exists()


def test_a_link_inside_is_followed_to_the_file_and_stays_a_link(root: Path) -> None:
    (root / "CLAUDE.md").write_bytes(b"old")
    (root / "AGENTS.md").symlink_to("CLAUDE.md")
    with Folder.open(root) as folder:
        assert real_path(folder, "AGENTS.md") == "CLAUDE.md"
        replace_files(folder, [Replacement("CLAUDE.md", b"old", b"new")])
    assert (root / "AGENTS.md").is_symlink()
    assert (root / "AGENTS.md").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("AGENTS.md", "../outside.md"),
        ("AGENTS.md", "/etc/passwd.md"),
        (".claude", "../elsewhere"),
        ("AGENTS.md", ".git/hooks/post-checkout"),
        ("AGENTS.md", ".git/description.md"),
        ("AGENTS.md", ".groundplan/ledger/x.md"),
        ("AGENTS.md", "Makefile"),
        ("AGENTS.md", "missing/folder.md"),
        ("AGENTS.md", "AGENTS.md"),
    ],
)
def test_a_link_that_leads_anywhere_else_is_refused(root: Path, link: str, target: str) -> None:
    for folder_name in (".git/hooks", ".groundplan/ledger"):
        (root / folder_name).mkdir(parents=True)
    (root / "Makefile").write_bytes(b"all:\n")
    (root.parent / "elsewhere").mkdir()
    (root.parent / "outside.md").write_bytes(b"theirs")
    (root / link).symlink_to(target)
    path = link if link == "AGENTS.md" else f"{link}/settings.json"
    with Folder.open(root) as folder, pytest.raises(Refused):
        read_host_file(folder, real_path(folder, path))


def test_a_link_swapped_in_after_the_look_is_not_followed(root: Path) -> None:
    (root.parent / "outside.md").write_bytes(b"old")
    (root / "a.md").symlink_to("../outside.md")
    with Folder.open(root) as folder, pytest.raises(Refused):
        replace_files(folder, [Replacement("a.md", b"old", b"new")])
    assert (root.parent / "outside.md").read_bytes() == b"old"


def test_a_pipe_is_refused_and_nobody_waits(root: Path) -> None:
    os.mkfifo(root / "AGENTS.md")
    with Folder.open(root) as folder, pytest.raises(Refused, match="a pipe"):
        read_host_file(folder, real_path(folder, "AGENTS.md"))
