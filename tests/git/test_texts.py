from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from groundplan.git import texts
from groundplan.git.repository import find_repository
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Git

FIRST, SECOND = "plans/a.md", "plans/old name.md"


@pytest.fixture
def root(git: Git, tmp_path: Path) -> Path:
    """Two versions under one name, two under another, one of them on a side branch that was merged."""
    root = git.make(tmp_path / "repo", files={SECOND: "one\n", "other.md": "x"})
    (root / SECOND).write_text("two\n")
    git(root, "commit", "-qam", "second")
    git(root, "checkout", "-qb", "side")
    (root / SECOND).write_text("side\n")
    git(root, "commit", "-qam", "side")
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "-s", "ours", "--no-ff", "-m", "merge", "side")
    git(root, "mv", SECOND, FIRST)
    git(root, "commit", "-qm", "move")
    (root / FIRST).write_bytes(b"three\r\n\n")
    git(root, "commit", "-qam", "third")
    return root


def versions(root: Path, *paths: str, largest: int = 1000) -> list[tuple[str, bytes]]:
    return list(find_repository(root).past_texts(paths, largest=largest))


def test_every_version_of_every_path_is_found_the_newest_first(root: Path) -> None:
    found = versions(root, FIRST, SECOND)
    assert found[0] == (FIRST, b"three\r\n\n")
    assert {text for _, text in found} == {b"three\r\n\n", b"two\n", b"one\n", b"side\n"}


def test_a_path_that_never_was_has_no_versions(root: Path) -> None:
    assert versions(root, "plans/none.md") == versions(root) == versions(root, "plans") == []


def test_no_version_is_larger_than_asked_and_no_more_than_the_limits(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {text for _, text in versions(root, SECOND, largest=4)} == {b"two\n", b"one\n"}
    monkeypatch.setattr(texts, "MOST_TEXTS", 1)
    assert versions(root, FIRST, SECOND) == [(FIRST, b"three\r\n\n")]
    monkeypatch.setattr(texts, "MOST_TEXTS", 100)
    monkeypatch.setattr(texts, "MOST_BYTES", 9)
    assert versions(root, FIRST, SECOND) == [(FIRST, b"three\r\n\n")]
    monkeypatch.setattr(texts, "MOST_BYTES", 100)
    monkeypatch.setattr(texts, "MOST_COMMITS", 1)
    assert versions(root, FIRST, SECOND) == [(FIRST, b"three\r\n\n")]


def test_a_shallow_clone_has_what_it_has(git: Git, root: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{root}", "shallow")
    assert versions(tmp_path / "shallow", FIRST, SECOND) == [(FIRST, b"three\r\n\n")]


def test_a_partial_clone_gives_the_versions_it_has_and_fetches_none(
    git: Git, root: Path, tmp_path: Path
) -> None:
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{root}", "partial")
    assert versions(tmp_path / "partial", FIRST, SECOND) == [(FIRST, b"three\r\n\n")]


def test_before_the_first_commit_there_is_no_version(git: Git, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "empty")
    assert versions(tmp_path / "empty", FIRST) == []


def test_contents_read_ahead_are_not_asked_for_again(root: Path) -> None:
    repository = find_repository(root)
    ids = repository.file_ids("HEAD")
    repository.read_ahead([*ids.values(), "0" * 40], largest=5)
    shutil.rmtree(root / ".git/objects")
    assert repository.read_blob(ids["other.md"], "it") == b"x"
    for oid in (ids[FIRST], "0" * 40):  # larger than five bytes, and not here
        with pytest.raises(Unreadable, match="cannot read it"):
            repository.read_blob(oid, "it")


def test_what_is_read_ahead_has_its_limit(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = find_repository(root)
    ids = sorted(repository.file_ids("HEAD").values())
    repository.known.clear()
    monkeypatch.setattr("groundplan.git.repository._MOST_KNOWN", 0)
    repository.read_ahead(ids, largest=1000)
    assert repository.known == {}
