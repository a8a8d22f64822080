"""What find_repository sees and says, against real git."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from groundplan.git.repository import find_repository
from groundplan.plan.errors import Misused, NotFound, Unavailable, Unreadable

if TYPE_CHECKING:
    from pathlib import Path

    from tests.git.conftest import Git


def test_a_nested_folder_belongs_to_the_repository_above_it(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    (root / "a/b/c").mkdir(parents=True)
    found = find_repository(root / "a/b/c")
    assert found.root == root.resolve()
    assert found.git_dir == found.common_dir == root.resolve() / ".git"
    assert (found.head, found.branch) == (git(root, "rev-parse", "HEAD"), "main")
    assert not found.is_submodule


def test_a_file_stands_for_the_folder_it_lies_in(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    assert find_repository(root / "src/app.py").root == root.resolve()


def test_the_nearest_repository_wins(git: Git, tmp_path: Path) -> None:
    git.make(tmp_path / "outer")
    inner = git.make(tmp_path / "outer/vendor/inner")
    assert find_repository(inner / "src").root == inner.resolve()


def test_before_the_first_commit_there_is_a_branch_but_no_head(git: Git, tmp_path: Path) -> None:
    root = tmp_path / "new"
    root.mkdir()
    git(root, "init", "-q", "-b", "start")
    found = find_repository(root)
    assert (found.head, found.branch) == (None, "start")
    assert found.tracked_files() == ()
    with pytest.raises(NotFound, match="`HEAD` is not a commit"):
        found.resolve("HEAD")


def test_a_detached_head_has_a_commit_but_no_branch(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    git(root, "checkout", "-q", "--detach")
    found = find_repository(root)
    assert (found.head, found.branch) == (git(root, "rev-parse", "HEAD"), None)


def test_a_branch_named_like_a_tag_keeps_its_name(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    git(root, "tag", "main")
    assert find_repository(root).branch == "main"


def test_linked_worktrees_share_one_common_directory(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    git(root, "worktree", "add", "-q", "-b", "side", "../linked")
    found = find_repository(tmp_path / "linked/src")
    assert found.root == (tmp_path / "linked").resolve()
    assert found.git_dir == root.resolve() / ".git/worktrees/linked"
    assert found.common_dir == find_repository(root).common_dir
    assert found.branch == "side"
    assert not found.is_submodule


def test_a_worktree_of_a_bare_repository_is_a_worktree(git: Git, tmp_path: Path) -> None:
    git.make(tmp_path / "repo")
    git(tmp_path, "clone", "-q", "--bare", "repo", "bare.git")
    git(tmp_path / "bare.git", "worktree", "add", "-q", "../out", "main")
    assert find_repository(tmp_path / "out").common_dir == (tmp_path / "bare.git").resolve()


def test_a_submodule_and_its_worktree_say_that_they_are_one(git: Git, tmp_path: Path) -> None:
    git.make(tmp_path / "library")
    root = git.make(tmp_path / "repo")
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", "../library", "libs/modules/lib")
    git(root / "libs/modules/lib", "worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    assert find_repository(root / "libs/modules/lib/src").is_submodule
    assert find_repository(tmp_path / "linked").is_submodule
    assert not find_repository(root).is_submodule
    assert "libs/modules/lib" not in find_repository(root).tracked_files()


def test_a_repository_below_a_folder_called_modules_is_no_submodule(git: Git, tmp_path: Path) -> None:
    assert not find_repository(git.make(tmp_path / "modules/repo")).is_submodule


def test_a_folder_outside_any_repository_is_told_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="not inside a git repository") as caught:
        find_repository(tmp_path)
    assert "git init" in caught.value.hint


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="nowhere` is not there"):
        find_repository(tmp_path / "nowhere")


def test_a_bare_repository_is_refused_with_a_way_out(git: Git, tmp_path: Path) -> None:
    git.make(tmp_path / "repo")
    git(tmp_path, "clone", "-q", "--bare", "repo", "bare.git")
    with pytest.raises(Unavailable, match="bare repository") as caught:
        find_repository(tmp_path / "bare.git/refs")
    assert "git clone" in caught.value.hint


def test_a_worktree_configured_as_bare_is_refused(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    git(root, "config", "core.bare", "true")
    with pytest.raises(Unavailable, match="bare repository") as caught:
        find_repository(root)
    assert "core.bare false" in caught.value.hint


def test_inside_the_git_directory_the_worktree_is_shown(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    with pytest.raises(Unavailable, match="is a git directory, not a worktree") as caught:
        find_repository(root / ".git/objects")
    assert caught.value.hint == f"Go there: `cd {root.resolve()}`"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gitdir: ../gone\n", "points to"),
        ("hello\n", "not a git pointer"),
        ("gitdir: \n", "not a git pointer"),
    ],
)
def test_a_git_file_that_points_nowhere_is_named(git: Git, tmp_path: Path, text: str, said: str) -> None:
    git.make(tmp_path / "repo")
    lost = tmp_path / "repo/lost"
    lost.mkdir()
    (lost / ".git").write_text(text)
    with pytest.raises(Unreadable, match=said) as caught:
        find_repository(lost)  # and not the repository above it: git stops here too
    assert caught.value.place == str(lost.resolve() / ".git")


def test_a_git_file_that_points_to_an_ordinary_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / ".git").write_text("gitdir: plain\n")
    with pytest.raises(Unreadable, match="lacks `HEAD`"):
        find_repository(tmp_path)


def test_an_empty_git_folder_does_not_end_the_walk(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    (root / "sub/.git").mkdir(parents=True)
    assert find_repository(root / "sub").root == root.resolve()


def test_without_git_the_program_is_named(git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = git.make(tmp_path / "repo")
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(Unavailable, match="`git` is not on PATH") as caught:
        find_repository(root)
    assert "Install git" in caught.value.hint


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away"
)
def test_a_repository_of_another_user_is_refused_with_the_command_to_trust_it(
    git: Git, tmp_path: Path
) -> None:
    root = git.make(tmp_path / "repo")
    shutil.chown(root, 12345, 12345)
    shutil.chown(root / ".git", 12345, 12345)
    with pytest.raises(Unavailable, match="belongs to another user") as caught:
        find_repository(root)
    assert caught.value.hint.endswith(f"safe.directory {root.resolve()}`")
    git(tmp_path, "config", "--global", "safe.directory", str(root.resolve()))
    assert find_repository(root).branch == "main"


def test_git_says_dubious_and_the_person_is_told_what_to_type(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = git.make(tmp_path / "repo")
    said = f"fatal: detected dubious ownership in repository at '{root}'"
    _put_in_front(monkeypatch, tmp_path, f'#!/bin/sh\necho "{said}" >&2\nexit 128\n')
    with pytest.raises(Unavailable, match="does not trust") as caught:
        find_repository(root)
    assert "safe.directory" in caught.value.hint


def test_a_broken_configuration_is_quoted(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    (root / ".git/config").write_text("[core\n")
    with pytest.raises(Unreadable, match="bad config line 1"):
        find_repository(root)


def test_a_worktree_moved_elsewhere_by_the_configuration_is_refused(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    git(root, "config", "core.worktree", str(git.home))
    assert git(root, "rev-parse", "--show-toplevel") == str(git.home.resolve())
    with pytest.raises(Unreadable, match="as its worktree"):
        find_repository(root)


@pytest.mark.parametrize(
    "name", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE"]
)
def test_the_callers_git_variables_change_nothing(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    root = git.make(tmp_path / "repo")
    other = git.make(tmp_path / "other", files={"other.py": ""})
    before = find_repository(root)
    monkeypatch.setenv(name, str(other / ".git"))
    after = find_repository(root)
    assert (after, after.tracked_files()) == (before, ("src/app.py",))
    assert after.list_files("HEAD") == ("src/app.py",)


def test_settings_smuggled_in_by_variables_change_nothing(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = git.make(tmp_path / "repo")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.name")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "Somebody Else")
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'user.email'='else@example.org'")
    found = find_repository(root)
    assert (found.user_name(), found.user_email()) == ("Ann Example", "ann@example.org")


def test_a_person_may_keep_their_settings_elsewhere(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = git.make(tmp_path / "repo")
    (tmp_path / "mine").write_text("[user]\n\tname = Ben Example\n\tsigningKey = ~/.ssh/key.pub\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "mine"))
    found = find_repository(root)
    assert (found.user_name(), found.user_email()) == ("Ben Example", "")
    assert found.setting("user.signingkey") == "~/.ssh/key.pub"


def test_a_file_is_read_as_committed_not_as_it_lies_there(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.txt": "old\r\n", "dir/b -x;$(y).txt": "b"})
    (root / "a.txt").write_text("new")
    found = find_repository(root)
    assert found.read_file_at("HEAD", "a.txt") == b"old\r\n"
    assert found.read_file_at("main", "dir/b -x;$(y).txt") == b"b"
    assert found.read_file_at("main", "./dir//b -x;$(y).txt") == b"b"
    assert found.read_file_at("main", "*.txt") is None
    assert found.read_file_at("main", "dir") is None
    assert found.read_file_at("main", "gone.txt") is None


def test_a_committed_link_is_not_a_file(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.txt": "a"})
    (root / "link").symlink_to("/etc/passwd")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "link")
    found = find_repository(root)
    assert found.read_file_at("HEAD", "link") is None
    assert found.list_files("HEAD") == found.tracked_files() == ("a.txt",)


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "a/../../x", "", "."])
def test_a_path_outside_the_repository_is_refused(git: Git, tmp_path: Path, path: str) -> None:
    found = find_repository(git.make(tmp_path / "repo"))
    with pytest.raises(Misused, match="not a path inside"):
        found.read_file_at("HEAD", path)


def test_replaced_objects_are_not_read(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"policy.toml": "signed"})
    (root / "forged").write_text("attended")
    blob = git(root, "hash-object", "-w", "forged")
    git(root, "replace", git(root, "rev-parse", "HEAD:policy.toml"), blob)
    assert git(root, "show", "HEAD:policy.toml") == "attended"
    assert find_repository(root).read_file_at("HEAD", "policy.toml") == b"signed"


def test_names_that_are_not_utf8_survive(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={})
    name = os.fsdecode(b"caf\xe9 \n tab\t.txt")
    (root / name).write_bytes(b"x")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "odd")
    found = find_repository(root)
    assert found.tracked_files() == found.list_files("HEAD") == (name,)
    assert found.read_file_at("HEAD", name) == b"x"


def test_a_file_in_conflict_is_tracked_once(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.txt": "a"})
    for branch, text in (("left", "l"), ("right", "r")):
        git(root, "checkout", "-q", "-b", branch, "main")
        (root / "a.txt").write_text(text)
        git(root, "commit", "-q", "-am", branch)
    git(root, "merge", "-q", "left", check=False)
    assert find_repository(root).tracked_files() == ("a.txt",)


def test_two_branches_grew_from_one_commit(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    first = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "-q", "-b", "side")
    git(root, "commit", "-q", "--allow-empty", "-m", "second")
    git(root, "checkout", "-q", "--orphan", "alone")
    git(root, "commit", "-q", "--allow-empty", "-m", "third")
    found = find_repository(root)
    assert found.merge_base("main", "side") == found.resolve("main") == first
    assert found.merge_base("main", "alone") is None


def test_an_unknown_revision_offers_near_names(git: Git, tmp_path: Path) -> None:
    found = find_repository(git.make(tmp_path / "repo"))
    with pytest.raises(NotFound, match="`mian` is not a commit") as caught:
        found.resolve("mian")
    assert caught.value.near == ("main",)
    with pytest.raises(NotFound) as caught:
        found.read_file_at("origin/main", "a")
    assert caught.value.hint == "Fetch it first: `git fetch origin main`"


@pytest.mark.parametrize("rev", ["--help", "-n1", "", "a\nb", "\x1b[2J", "^main", "main..main", "main:src"])
def test_what_is_not_one_commit_is_refused(git: Git, tmp_path: Path, rev: str) -> None:
    found = find_repository(git.make(tmp_path / "repo"))
    with pytest.raises((Misused, NotFound)) as caught:
        found.resolve(rev)
    assert "\x1b" not in str(caught.value)


def test_a_sha256_repository_is_a_repository(git: Git, tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q", "--object-format=sha256")
    git(root, "commit", "-q", "--allow-empty", "-m", "first")
    assert len(find_repository(root).head or "") == 64


def test_a_damaged_object_is_named(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.txt": "a"})
    blob = git(root, "rev-parse", "HEAD:a.txt")
    damaged = root / ".git/objects" / blob[:2] / blob[2:]
    damaged.chmod(0o644)
    damaged.write_bytes(b"junk")
    with pytest.raises(Unreadable, match=r"HEAD:a\.txt"):
        find_repository(root).read_file_at("HEAD", "a.txt")


def _put_in_front(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(script)
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_opening_a_repository_starts_git_twice(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command opens one, and git takes longer to start than to answer."""
    root = git.make(tmp_path / "repo")
    started = tmp_path / "started"
    logging = tmp_path / "bin/git"
    logging.parent.mkdir()
    logging.write_text(f'#!/bin/sh\necho >> "{started}"\nexec "{shutil.which("git")}" "$@"\n')
    logging.chmod(0o755)
    monkeypatch.setenv("PATH", str(logging.parent), prepend=os.pathsep)
    assert find_repository(root).head is not None
    assert started.read_text() == "\n" * 2


def test_a_head_that_names_no_commit_of_the_repository_is_none(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "a\nrepo")
    assert find_repository(root).head == git(root, "rev-parse", "HEAD")
    (root / ".git/HEAD").write_text("0123456789" * 4 + "\n")
    found = find_repository(root)
    assert (found.root, found.head) == (root.resolve(), None)


def test_what_a_commit_holds_is_asked_for_once_and_what_a_branch_holds_each_time(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = git.make(tmp_path / "repo")
    commit = git(root, "rev-parse", "HEAD")
    found = find_repository(root)
    before = [found.read_file_at(commit, "src/app.py"), found.tree(commit), found.resolve(commit)]
    assert found.read_file_at("main", "src/app.py") == b"print(1)\n"
    (root / "src/app.py").write_text("print(2)\n")
    git(root, "commit", "-q", "-am", "second")
    assert found.read_file_at("main", "src/app.py") == b"print(2)\n"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [
        found.read_file_at(commit, "src/app.py"),
        found.tree(commit),
        found.resolve(commit),
    ] == before
