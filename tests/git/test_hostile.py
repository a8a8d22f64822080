"""Repositories whose configuration is a program: plain git starts it, our questions never do."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.git import command
from groundplan.git.question import Inquiry
from groundplan.git.repository import find_repository
from groundplan.plan.errors import NotFound, Unavailable, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.git.conftest import Git

MISSING = "1234567890" * 4
MISSING_OBJECT = ("cat-file", "-p", MISSING)


class Trap:
    """A program that leaves a mark when it is started, and ways to have git start it."""

    def __init__(self, git: Git, folder: Path) -> None:
        self.git = git
        self.folder = folder
        self.mark = folder / "mark"
        self.program = folder / "trap"
        self.program.write_text(f'#!/bin/sh\necho "$0 $@" >> "{self.mark}"\nexit 1\n')
        self.program.chmod(0o755)

    def set(self, root: Path, name: str, value: str | None = None) -> None:
        self.git(root, "config", name, str(self.program) if value is None else value)

    def mark_files(self, root: Path, attribute: str) -> None:
        (root / ".git/info/attributes").write_text(f"* {attribute}\n")

    def spring(self, root: Path, *words: str) -> bool:
        """Run plain git, say whether it started the program, and take the mark away."""
        self.git(root, *words, check=False)
        has_sprung = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return has_sprung


def _fsmonitor(trap: Trap, root: Path) -> tuple[str, ...]:
    trap.set(root, "core.fsmonitor")
    return ("status",)


def _hook(trap: Trap, root: Path) -> tuple[str, ...]:
    (root / ".git/hooks").mkdir(exist_ok=True)
    trap.program.rename(root / ".git/hooks/post-index-change")
    return ("update-index", "--force-write-index")


def _hooks_path(trap: Trap, root: Path) -> tuple[str, ...]:
    (root / "hooks").mkdir()
    trap.program.rename(root / "hooks/post-index-change")
    trap.set(root, "core.hooksPath", str(root / "hooks"))
    return ("update-index", "--force-write-index")


def _textconv(trap: Trap, root: Path) -> tuple[str, ...]:
    trap.set(root, "diff.evil.textconv")
    trap.mark_files(root, "diff=evil")
    return ("diff",)


def _diff_command(trap: Trap, root: Path) -> tuple[str, ...]:
    trap.set(root, "diff.evil.command")
    trap.mark_files(root, "diff=evil")
    return ("diff",)


def _diff_external(trap: Trap, root: Path) -> tuple[str, ...]:
    trap.set(root, "diff.external")
    return ("diff",)


def _filter_clean(trap: Trap, root: Path) -> tuple[str, ...]:
    trap.set(root, "filter.evil.clean")
    trap.mark_files(root, "filter=evil")
    return ("diff",)


def _filter_process(trap: Trap, root: Path) -> tuple[str, ...]:
    trap.set(root, "filter.evil.process")
    trap.mark_files(root, "filter=evil")
    return ("status",)


def _filter_in_an_include(trap: Trap, root: Path) -> tuple[str, ...]:
    (root / "hidden").write_text(f'[filter "evil"]\n\tclean = {trap.program}\n')
    trap.set(root, "include.path", str(root / "hidden"))
    trap.mark_files(root, "filter=evil")
    return ("diff",)


def _fsmonitor_of_one_worktree(trap: Trap, root: Path) -> tuple[str, ...]:
    trap.set(root, "extensions.worktreeConfig", "true")
    trap.git(root, "config", "--worktree", "core.fsmonitor", str(trap.program))
    return ("status",)


def _promisor(trap: Trap, root: Path, url: str) -> None:
    trap.set(root, "core.repositoryFormatVersion", "1")
    trap.set(root, "extensions.partialClone", "origin")
    trap.set(root, "remote.origin.promisor", "true")
    trap.set(root, "remote.origin.url", url)


def _lazy_fetch_from_a_folder(trap: Trap, root: Path) -> tuple[str, ...]:
    _promisor(trap, root, str(root))
    trap.set(root, "remote.origin.uploadpack")
    trap.set(root, "protocol.file.allow", "always")
    return MISSING_OBJECT


def _lazy_fetch_by_ssh(trap: Trap, root: Path) -> tuple[str, ...]:
    _promisor(trap, root, "ssh://localhost/x")
    trap.set(root, "core.sshCommand")
    trap.set(root, "protocol.ssh.allow", "always")
    return MISSING_OBJECT


def _lazy_fetch_by_a_command(trap: Trap, root: Path) -> tuple[str, ...]:
    _promisor(trap, root, f"ext::{trap.program}")
    trap.set(root, "protocol.ext.allow", "always")
    return MISSING_OBJECT


def _lazy_fetch_for_a_branch(trap: Trap, root: Path) -> tuple[str, ...]:
    _lazy_fetch_from_a_folder(trap, root)
    (root / ".git/refs/heads/lost").write_text(f"{MISSING}\n")
    return ("rev-parse", "--verify", "lost^{commit}")


HOSTILE: list[Callable[[Trap, Path], tuple[str, ...]]] = [
    _fsmonitor,
    _hook,
    _hooks_path,
    _textconv,
    _diff_command,
    _diff_external,
    _filter_clean,
    _filter_process,
    _filter_in_an_include,
    _fsmonitor_of_one_worktree,
    _lazy_fetch_from_a_folder,
    _lazy_fetch_by_ssh,
    _lazy_fetch_by_a_command,
    _lazy_fetch_for_a_branch,
]


@pytest.mark.parametrize("plant", HOSTILE)
def test_a_planted_program_is_started_by_plain_git_and_never_by_us(
    plant: Callable[[Trap, Path], tuple[str, ...]], git: Git, tmp_path: Path
) -> None:
    root = git.make(tmp_path / "repo")
    (root / "src/app.py").write_text("print(2)\n")
    trap = Trap(git, tmp_path)
    words = plant(trap, root)
    assert trap.spring(root, *words), "the trap does not work, so this test would prove nothing"
    _ask_everything(root)
    assert not trap.mark.exists(), trap.mark.read_text()
    assert trap.spring(root, *words), "the trap was gone while we asked"


@pytest.mark.parametrize("plant", HOSTILE)
def test_even_status_and_diff_start_nothing_under_our_settings(
    plant: Callable[[Trap, Path], tuple[str, ...]], git: Git, tmp_path: Path
) -> None:
    root = git.make(tmp_path / "repo")
    (root / "src/app.py").write_text("print(2)\n")
    trap = Trap(git, tmp_path)
    words = plant(trap, root)
    settings = (*command._SETTINGS, *find_repository(root).silenced)
    argv = ["git", *(word for setting in settings for word in ("-c", setting)), *words]
    environ = command.scrub_environment(os.environ, root)
    subprocess.run(argv, cwd=root, env=environ, check=False, capture_output=True)
    assert not trap.mark.exists(), trap.mark.read_text()
    assert trap.spring(root, *words)


def _ask_everything(root: Path) -> None:
    found = find_repository(root / "src")
    assert found.branch == "main"
    assert found.tracked_files() == found.list_files("HEAD") == ("src/app.py",)
    assert found.read_file_at("main", "src/app.py") == b"print(1)\n"
    assert found.merge_base("main", "HEAD") == found.resolve("@") == found.head
    assert (found.user_name(), found.user_email()) == ("Ann Example", "ann@example.org")
    assert [commit.subject for commit in found.commits()] == ["first"]
    assert found.last_commit_with("src/app.py") == found.last_touch("src/app.py") == found.head
    assert not found.is_shallow()
    assert found.find_ignored(["plans/x.md"]) == ()
    assert list(found.past_texts(["src/app.py"], largest=100)) == [("src/app.py", b"print(1)\n")]
    for rev in (MISSING, "lost"):
        with pytest.raises(NotFound):
            found.read_file_at(rev, "src/app.py")


def test_a_repository_buried_in_the_files_is_not_opened(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    trap = Trap(git, tmp_path)
    buried = root / "docs/assets"
    git(root, "init", "-q", "--bare", str(buried))
    (root / "docs/assets/config").write_text(
        f"[core]\n\trepositoryformatversion = 0\n\tworktree = ..\n\tfsmonitor = {trap.program}\n"
    )
    git(buried, "commit", "-q", "--allow-empty", "-m", "x", check=False)
    assert trap.spring(buried, "status")
    with pytest.raises(Unavailable, match="bare repository"):
        find_repository(buried / "refs")
    assert find_repository(root / "docs").root == root.resolve()
    # and git itself, standing there, does not take its settings
    listed = command.run_git(buried, Inquiry("config", ("--list", "-z")))
    assert str(trap.program).encode() not in listed.out
    assert not trap.mark.exists()


def test_a_driver_whose_name_cannot_be_silenced_closes_the_repository(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    (root / "src/app.py").write_text("print(2)\n")
    trap = Trap(git, tmp_path)
    with (root / ".git/config").open("a") as file:
        file.write(f'[filter "a=b"]\n\tclean = {trap.program}\n')
    trap.mark_files(root, "filter=a=b")
    assert trap.spring(root, "diff")
    with pytest.raises(Unreadable, match="cannot be switched off"):
        find_repository(root)
    assert not trap.mark.exists()


@pytest.mark.parametrize("entry", [".", "bin", "{root}/bin"])
def test_a_git_that_lies_in_the_repository_is_not_the_git_we_start(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    root = git.make(tmp_path / "repo")
    (root / "src/app.py").write_text("print(2)\n")
    trap = Trap(git, tmp_path)
    (root / "bin").mkdir()
    for place in (root / "git", root / "bin/git"):
        place.symlink_to(trap.program)
    path = f"{entry.format(root=root)}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", path)
    subprocess.run(["env", "git", "--version"], cwd=root, check=False, capture_output=True)
    assert trap.mark.exists()
    trap.mark.unlink()
    monkeypatch.chdir(root)
    assert find_repository(root).tracked_files() == ("src/app.py",)
    assert not trap.mark.exists()
