from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Refused, Unreadable
from groundplan.store.config import (
    LARGEST_CONFIG,
    add_file,
    read_config_bytes,
    read_optional,
    read_own_playbooks,
)
from groundplan.store.walk import Listing, list_markdown_files

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.store.paths import Folder


def test_settings_are_bytes_or_nothing(folder: Folder, root: Path) -> None:
    assert read_config_bytes(folder) is None
    (root / ".groundplan").mkdir()
    assert read_config_bytes(folder) is None
    (root / ".groundplan/config.toml").write_bytes(b"version = 1")
    assert read_config_bytes(folder) == b"version = 1"
    assert read_optional(folder, ".groundplan/allowed_signers") is None


def test_settings_through_a_link_or_too_large_are_not_read(folder: Folder, root: Path) -> None:
    (root / ".groundplan").mkdir()
    config = root / ".groundplan/config.toml"
    config.symlink_to("/etc/passwd")
    with pytest.raises(Refused, match="symbolic link"):
        read_config_bytes(folder)
    config.unlink()
    config.write_bytes(b"#" * (LARGEST_CONFIG + 1))
    with pytest.raises(Unreadable, match="larger than"):
        read_config_bytes(folder)


def test_a_settings_file_is_added_once_and_never_replaced(folder: Folder, root: Path) -> None:
    assert add_file(folder, ".groundplan/config.toml", b"one")
    assert not add_file(folder, ".groundplan/config.toml", b"two")
    assert (root / ".groundplan/config.toml").read_bytes() == b"one"
    with pytest.raises(Refused, match="may not be written"):
        add_file(folder, "setup.py", b"code")


def test_own_playbooks_are_given_by_their_path(folder: Folder) -> None:
    assert read_own_playbooks(folder) == {}
    add_file(folder, ".groundplan/playbooks/ours/playbook.toml", b"x")
    assert read_own_playbooks(folder) == {"ours/playbook.toml": b"x"}


@pytest.fixture
def files(root: Path) -> Path:
    for name in (
        "README.md",
        "plans/a.md",
        "plans/deep/b.MD",
        "plans/deep/c.markdown",
        "plans/x.txt",
        "node_modules/d.md",
        ".hidden/e.md",
        ".groundplan/talk/f.md",
        "plans/con.md",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    (root / "plans/link.md").symlink_to(root / "README.md")
    (root / "plans/outside").symlink_to("/etc")
    (root / "plans/loop").symlink_to(root / "plans")
    return root


def test_markdown_files_are_found_without_following_links(folder: Folder, files: Path) -> None:
    assert list_markdown_files(folder).paths == (
        "README.md",
        "plans/a.md",
        "plans/deep/b.MD",
        "plans/deep/c.markdown",
    )
    assert list_markdown_files(folder, ["plans/deep", "none"]).paths == (
        "plans/deep/b.MD",
        "plans/deep/c.markdown",
    )


def test_a_limit_is_kept_and_said(folder: Folder, files: Path) -> None:
    assert list_markdown_files(folder, limit=2) == Listing(("README.md", "plans/a.md"), is_complete=False)
    assert list_markdown_files(folder, limit=4).is_complete


def test_a_walk_does_not_go_deeper_than_anybody_would(folder: Folder, root: Path) -> None:
    deep = root
    for _ in range(60):
        deep /= "d"
        deep.mkdir()
    (deep / "x.md").write_text("x")
    assert list_markdown_files(folder) == Listing((), is_complete=False)


def test_a_linked_folder_named_for_the_walk_is_refused(folder: Folder, files: Path) -> None:
    with pytest.raises(Refused, match="symbolic link"):
        list_markdown_files(folder, ["plans/outside"])
