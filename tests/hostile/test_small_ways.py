"""Small ways around a promise: a link beside a document, a pointer without end, a file that nobody shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desk import Desk

from groundplan.app.judgement.document_files import read_written
from groundplan.conform.excuses import read_attributes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk.clear(tmp_path)
    made.path("src/app").mkdir(parents=True)
    made.path("src/app/client.py").write_text("def load(path):\n    return open(path).read()\n")
    made.commit("Load")
    return made


def test_a_link_beside_a_document_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("Create `secret.py`.\n")
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "tasks.md").write_text("1. Change `load`.\n")
    (folder / "plan.md").write_text("Create `mine.py`.\n")
    (folder / "spec.md").symlink_to("../secret")
    assert read_written(str(folder / "tasks.md")).beside == ("Create `mine.py`.\n", "")


def test_a_pointer_that_is_too_long_is_named(desk: Desk) -> None:
    desk.path("w").mkdir()
    desk.path("w/.git").write_text(f"gitdir: {'a' * 3_000}\n")
    ran = desk.pipe("status", "--repo", str(desk.path("w")))
    assert ran.code == 5
    assert "leads nowhere: File name too long" in " ".join(ran.said.split())


def test_attributes_without_end_are_bounded() -> None:
    long = b"*.zz" + b" linguist-generated" * 125 + b"\n"
    assert read_attributes({".gitattributes": long * 2_000}).rules == ()
    short = b"*.a linguist-generated linguist-generated=false -linguist-vendored\n"
    said = read_attributes({".gitattributes": short})
    assert said.rules == (("**/*.a", "linguist-generated", False), ("**/*.a", "linguist-vendored", False))
    many = {f"d{number}/.gitattributes": b"*.b linguist-generated\n" * 1_000 for number in range(100)}
    assert len(read_attributes(many).rules) == 2_000


def test_a_file_that_git_does_not_track_silences_nothing(desk: Desk) -> None:
    desk.path("t.md").write_text("1. Modify `src/app/absent_mod.py`, in `absent_fn`.\n")
    assert "GP101" in desk.pipe("check", "t.md").out
    desk.path("junk.py").write_text('# "src/app/absent_mod.py"\n')
    assert "GP101" in desk.pipe("check", "t.md").out
    desk.commit("Share it")
    assert "GP101" not in desk.pipe("check", "t.md").out
