"""An agent's files: replaced together or not at all, never through a link that leads elsewhere."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Changed, Refused, Unavailable
from groundplan.store import system
from groundplan.store.host_files import Replacement, read_host_file, real_path, replace_files
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Callable
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


OLD, OURS, THEIRS = b"old\n", b"old\nours\n", b"old\ntheirs\n"
ASKED = ("create", "write_all", "sync_file", "exchange", "rename_new", "sync_folder", "remove")


def save_by_renaming(file: Path) -> None:
    draft = file.with_name("draft~")
    draft.write_bytes(THEIRS)
    draft.replace(file)


def save_in_place(file: Path) -> None:
    file.write_bytes(THEIRS)


def meddle(monkeypatch: pytest.MonkeyPatch, number: int, save: Callable[[], object]) -> list[str]:
    """Have somebody save before our so-manieth call of the system; the calls that came are returned."""
    calls: list[str] = []

    def meddled(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def first_save(*words: object) -> object:
            calls.append(name)
            if len(calls) == number:
                save()
            return call(*words)

        return first_save

    for name in ASKED:
        monkeypatch.setattr(system, name, meddled(name, getattr(system, name)))
    return calls


def changes_of(kind: str) -> list[Replacement]:
    change = {
        "changed": Replacement("b.md", OLD, OURS),
        "created": Replacement("b.md", None, OURS),
        "deleted": Replacement("b.md", OLD, None),
    }[kind]
    return [Replacement("a.md", None, b"new"), change, Replacement("z/c.md", OLD, b"newer")]


@pytest.mark.parametrize("atomic", [True, False])
@pytest.mark.parametrize("save", [save_by_renaming, save_in_place])
@pytest.mark.parametrize("kind", ["changed", "created", "deleted"])
def test_a_save_by_hand_at_any_moment_is_there_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, save: Callable[[Path], None], *, atomic: bool
) -> None:
    if not atomic:  # as on Windows and some file systems
        monkeypatch.setattr(system, "_system_rename", lambda: None)
    outcomes = set()
    for number in itertools.count(1):
        root = tmp_path / str(number)
        (root / "z").mkdir(parents=True)
        (root / "z/c.md").write_bytes(OLD)
        if kind != "created":
            (root / "b.md").write_bytes(OLD)
        with monkeypatch.context() as patch, Folder.open(root) as folder:
            calls = meddle(patch, number, lambda root=root: save(root / "b.md"))
            try:
                replace_files(folder, changes_of(kind))
                outcome = "written"
            except Changed:
                outcome = "changed"
        if len(calls) < number:
            break
        outcomes.add(outcome)
        others = {"a.md": b"new", "z/c.md": b"newer"} if outcome == "written" else {"z/c.md": OLD}
        assert tree(root) == others | {"b.md": THEIRS}, (number, calls[number - 1])
    assert outcomes == {"written", "changed"}


def test_what_an_editor_writes_into_the_file_it_had_open_is_there_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in itertools.count(1):
        root = tmp_path / str(number)
        (root / "z").mkdir(parents=True)
        (root / "z/c.md").write_bytes(OLD)
        (root / "b.md").write_bytes(OLD)
        handle = os.open(root / "b.md", os.O_RDWR)
        with monkeypatch.context() as patch, Folder.open(root) as folder:
            calls = meddle(patch, number, lambda handle=handle: os.write(handle, THEIRS))
            with pytest.raises(Changed):
                replace_files(folder, changes_of("changed"))
        os.close(handle)
        assert tree(root) == {"b.md": THEIRS, "z/c.md": OLD}
        if calls[number - 1 : number] == ["sync_folder"] and calls.count("exchange") > 2:
            break


def test_two_saves_by_hand_while_files_are_traded_are_both_there(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "b.md").write_bytes(OLD)
    trade = system.exchange

    def saved_before_and_after(*slots: object) -> None:
        save_by_renaming(root / "b.md")
        trade(*slots)  # type: ignore[arg-type]
        monkeypatch.setattr(system, "exchange", trade)
        (root / "b.md").write_bytes(b"later")

    monkeypatch.setattr(system, "exchange", saved_before_and_after)
    with Folder.open(root) as folder, pytest.raises(Changed, match="saved before") as caught:
        replace_files(folder, [Replacement("b.md", OLD, OURS)])
    assert tree(root) == {"b.md": b"later", caught.value.kept[0]: THEIRS}


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
