"""Commits are told with their words and files, however odd, and long histories end within their limits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from groundplan.git import streaming
from groundplan.git.commits import Change, read_commits
from groundplan.git.question import Inquiry
from groundplan.git.repository import find_repository
from groundplan.git.streaming import stream_git
from groundplan.plan.errors import NotFound, Unavailable, Unreadable

if TYPE_CHECKING:
    from pathlib import Path

    from tests.git.conftest import Git

LONG = "".join(f"line {number} of a text that is long enough to be known again\n" for number in range(30))


def _commit(git: Git, root: Path, message: str) -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


def test_commits_are_told_newest_first_with_words_and_files(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.py": LONG, "b.py": "b"})
    (root / "a.py").rename(root / "c.py")
    (root / "b.py").write_text("bb")
    (root / "d.py").write_text("d")
    second = _commit(git, root, "Second subject\n\nWhy it was done.\nIn two lines.")
    (root / "d.py").unlink()
    third = _commit(git, root, "Third")
    told = list(find_repository(root).commits())
    assert [commit.oid for commit in told][:2] == [third, second]
    assert [commit.subject for commit in told] == ["Third", "Second subject", "first"]
    assert told[1].body == "Why it was done.\nIn two lines."
    assert (told[1].author, told[1].email) == ("Ann Example", "ann@example.org")
    assert told[1].parents == (told[2].oid,)
    assert told[2].parents == ()
    assert told[1].changes == (Change("M", "b.py"), Change("R", "c.py", "a.py"), Change("A", "d.py"))
    assert told[0].changes == (Change("D", "d.py"),)
    assert told[2].changes == (Change("A", "a.py"), Change("A", "b.py"))  # the first commit, too


def test_commits_since_one_are_the_newer_ones(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    ids = [_commit(git, root, f"commit {number}") for number in range(4)]
    found = find_repository(root)
    assert [commit.oid for commit in found.commits(since=ids[1])] == [ids[3], ids[2]]
    assert [commit.oid for commit in found.commits(limit=1)] == [ids[3]]
    assert list(found.commits(since="HEAD")) == []
    with pytest.raises(NotFound):
        list(found.commits(since="gone"))


def test_a_merge_is_told_without_changes(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    git(root, "checkout", "-q", "-b", "side")
    (root / "side.py").write_text("s")
    side = _commit(git, root, "side")
    git(root, "checkout", "-q", "main")
    main = _commit(git, root, "main")
    git(root, "merge", "-q", "--no-ff", "-m", "Merge side", "side")
    merge, *others = find_repository(root).commits()
    assert (merge.subject, merge.parents, merge.changes) == ("Merge side", (main, side), ())
    assert {change.path for commit in others for change in commit.changes} >= {"side.py"}


def test_odd_words_and_names_are_told_whole(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={})
    names = [os.fsdecode(b"caf\xe9\n.txt"), "M", "-x", "tab\t\x1b[2J", "R100"]
    for name in names:
        (root / name).write_text("x")
    git(root, "config", "user.name", "Eve \x1b[31m\u202e E")
    message = "Subject \x1b]0;owned\x07\n\n\n\nM\nbody \u202e"
    _commit(git, root, message)
    newest, *_ = find_repository(root).commits()
    assert {change.path for change in newest.changes} == set(names)
    assert "\x1b]0;owned\x07" in newest.subject  # data: cleaned where it is shown
    assert newest.body == "M\nbody \u202e"
    assert newest.author == "Eve \x1b[31m\u202e E"


def test_words_in_another_encoding_are_told_in_ours(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    (tmp_path / "message").write_bytes("Grüße".encode("latin-1"))
    git(
        root,
        "-c",
        "i18n.commitEncoding=latin1",
        "commit",
        "-q",
        "--allow-empty",
        "-F",
        str(tmp_path / "message"),
    )
    git(root, "config", "i18n.logOutputEncoding", "utf-16")
    (tmp_path / "message").write_bytes(b"bad \xff byte")
    git(root, "commit", "-q", "--allow-empty", "-F", str(tmp_path / "message"))
    bad, other, _ = find_repository(root).commits()
    assert other.subject == "Grüße"
    assert bad.subject.encode("utf-8").startswith(b"bad ")


def test_commits_without_their_texts_are_read_without_renames(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.py": LONG, "b.py": "b" * 50})
    lost = git(root, "rev-parse", "HEAD:a.py")
    (root / "a.py").rename(root / "c.py")
    (root / "c.py").write_text(LONG + "one more line\n")
    (root / "b.py").rename(root / "d.py")
    _commit(git, root, "move")
    (root / ".git/objects" / lost[:2] / lost[2:]).unlink()
    found = find_repository(root)
    with pytest.raises(Unreadable):
        list(found.commits())
    told = found.read_commits(found.commit_ids(("HEAD",)), renames=False)
    assert [[change.status for change in commit.changes] for commit in told] == [
        ["D", "D", "A", "A"],
        ["A", "A"],
    ]


def test_the_last_commit_with_a_path_is_before_its_end(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.py": "a", "kept.py": "k"})
    (root / "a.py").write_text("aa")
    edited = _commit(git, root, "edit")
    (root / "a.py").unlink()
    removed = _commit(git, root, "remove")
    head = _commit(git, root, "empty")
    found = find_repository(root)
    assert found.last_commit_with("a.py") == edited
    assert found.last_touch("a.py") == removed
    assert found.last_commit_with("kept.py") == head
    assert found.last_commit_with("never.py") is found.last_touch("never.py") is None
    assert found.read_file_at(edited, "a.py") == b"aa"


def test_a_file_that_lived_on_one_branch_only_is_found(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    first = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "-q", "-b", "side")
    (root / "short.py").write_text("s")
    lived = _commit(git, root, "make")
    (root / "short.py").unlink()
    _commit(git, root, "remove")
    git(root, "checkout", "-q", "main")
    _commit(git, root, "main")
    git(root, "merge", "-q", "--no-ff", "-m", "Merge side", "side")
    found = find_repository(root)
    assert found.last_commit_with("short.py") == lived
    # commits of one second on two branches come in either order
    assert set(found.commits_touching(["short.py", "src"])) == {found.last_touch("short.py"), lived, first}
    assert found.commits_touching(["short.py"], limit=1) == (found.last_touch("short.py"),)
    assert found.commits_touching([]) == found.commits_touching(["*.py"]) == ()


def test_a_shallow_clone_says_so_and_tells_what_it_has(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    for number in range(3):
        _commit(git, root, f"commit {number}")
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{root}", "shallow")
    found = find_repository(tmp_path / "shallow")
    assert found.is_shallow()
    assert [commit.subject for commit in found.commits()] == ["commit 2", "commit 1"]
    assert not find_repository(root).is_shallow()


def test_a_partial_clone_tells_names_and_fetches_nothing(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.py": LONG, "b.py": "b" * 50})
    git(root, "config", "uploadpack.allowFilter", "true")
    (root / "a.py").rename(root / "c.py")
    (root / "c.py").write_text(LONG + "one more line\n")
    (root / "b.py").rename(root / "d.py")
    _commit(git, root, "move")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{root}", "partial")
    objects = sorted((tmp_path / "partial/.git/objects").rglob("*"))
    found = find_repository(tmp_path / "partial")
    names = [commit.subject for commit in found.read_commits(found.commit_ids(("HEAD",)), renames=False)]
    assert names == ["move", "first"]
    assert sorted((tmp_path / "partial/.git/objects").rglob("*")) == objects


def test_grafts_and_replaced_commits_do_not_bend_the_history(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    ids = [git(root, "rev-parse", "HEAD"), *(_commit(git, root, f"commit {number}") for number in range(3))]
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/grafts").write_text(f"{ids[3]} {ids[0]}\n")
    git(root, "replace", ids[3], ids[1])
    assert len(git(root, "rev-list", "HEAD").split()) < 4
    assert find_repository(root).commit_ids(("HEAD",)) == tuple(reversed(ids))


def test_the_stream_may_come_in_any_pieces(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    _commit(git, root, "second\n\nbody")
    found = find_repository(root)
    from groundplan.git.commits import ask_for_commits

    question = ask_for_commits(found.commit_ids(("HEAD",)), renames=True)
    whole = b"".join(stream_git(root, question))
    expected = list(read_commits([whole]))
    assert [commit.subject for commit in expected] == ["second", "first"]
    for size in (1, 2, 3, 7, 50):
        pieces = [whole[start : start + size] for start in range(0, len(whole), size)]
        assert list(read_commits(pieces)) == expected
    with pytest.raises(Unreadable):
        list(read_commits([b"\0oid\0parents\0"]))


def test_a_history_that_takes_too_long_or_says_too_much_is_ended(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = git.make(tmp_path / "repo")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text("#!/bin/sh\nexec cat /dev/zero\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    question = Inquiry("rev-list", (), ("HEAD",))
    monkeypatch.setattr(streaming, "OUTPUT_LIMIT", 4 * 2**20)
    with pytest.raises(Unavailable, match="more than 4 MB"):
        list(stream_git(root, question))
    (folder / "git").write_text("#!/bin/sh\nsleep 60\n")
    monkeypatch.setattr(streaming, "TIME_LIMIT", 0.3)
    with pytest.raises(Unavailable, match="did not answer"):
        list(stream_git(root, question))


def test_a_reader_that_has_enough_ends_git(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    _commit(git, root, "second")
    commits = find_repository(root).commits()
    assert next(commits).subject == "second"
    commits.close()  # type: ignore[attr-defined]
