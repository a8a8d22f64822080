"""`code changes`: what is not committed or not merged."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import make_desk

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

CODE = '''
    """Sends."""

    NAME = "x"


    def send(path):
        # TODO: wait between the tries
        return path


    def close():
        return None
'''


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = make_desk(tmp_path)
    put(made, "send.py", CODE)
    put(made, "gone.py", "x = 1\n")
    put(made, "app.js", "/* FIXME(ada): leaks */\nexport const TODOS = [];\n")
    (made.folder / "blob.bin").write_bytes(b"\0\1")
    commit(made, "Begin")
    return made


def put(desk: Desk, path: str, text: str) -> None:
    (desk.folder / path).write_text(dedent(text).lstrip("\n"))


def commit(desk: Desk, subject: str, day: str = "2021-01-01") -> None:
    desk.git("add", "-A")
    desk.git("commit", "-qm", subject, f"--date={day}T12:00:00+0000")


def changes(desk: Desk) -> dict[str, Any]:
    ran = desk.run("code", "changes", "--json")
    assert ran.code == 0, ran.err
    return ran.json


@pytest.mark.req("S0-14")
class TestChanges:
    def test_what_is_committed_is_no_change(self, desk: Desk) -> None:
        found = changes(desk)
        assert (found["files"], found["branches"], found["not_compared"]) == ([], [], ["blob.bin"])
        assert "No file differs from HEAD; 3 files compared" in desk.run("code", "changes").out

    def test_changed_new_and_removed_files_are_told_apart_by_definition(self, desk: Desk) -> None:
        put(desk, "send.py", CODE.replace("return None", "return 1"))
        put(desk, "new.py", "y = 2\n")
        (desk.folder / "gone.py").unlink()
        found = {each["path"]: (each["how"], each["definitions"]) for each in changes(desk)["files"]}
        assert found == {"send.py": ("changed", ["close"]), "new.py": ("new", []), "gone.py": ("removed", [])}

    def test_a_definition_that_is_taken_away_counts(self, desk: Desk) -> None:
        put(desk, "send.py", CODE.partition("    def close")[0])
        (only,) = changes(desk)["files"]
        assert only["definitions"] == ["close"]

    def test_other_line_ends_are_no_change(self, desk: Desk) -> None:
        path = desk.folder / "send.py"
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert changes(desk)["files"] == []

    def test_a_byte_order_mark_is_no_change(self, desk: Desk) -> None:
        (desk.folder / "marked.xml").write_bytes(b"\xef\xbb\xbf<a/>\n")
        commit(desk, "Mark")
        assert changes(desk)["files"] == []

    def test_a_branch_that_is_not_merged_is_named_with_its_files(self, desk: Desk) -> None:
        desk.git("checkout", "-qb", "retry")
        put(desk, "send.py", CODE.replace("return None", "return 1"))
        commit(desk, "Retry\x1b[31m it")
        desk.git("checkout", "-q", "main")
        (only,) = changes(desk)["branches"]
        assert (only["name"], only["commits"], only["paths"]) == ("retry", 1, ["send.py"])
        assert "\x1b" not in desk.run("code", "changes").out

    def test_what_was_not_counted_is_said(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("groundplan.survey.unfinished._MOST_BRANCHES", 1)
        monkeypatch.setattr("groundplan.survey.unfinished._MOST_COMMITS", 1)
        for name in ("one", "two"):
            desk.git("checkout", "-qb", name, "main")
            for number in "12":
                put(desk, f"{name}.py", f"x = {number}\n")
                commit(desk, f"Say {number}")
        desk.git("checkout", "-q", "main")
        told = desk.run("code", "changes").out
        assert "at least 1 commit that HEAD does not have" in told
        assert "in the newest 1: " in told
        assert "more branches are here that were not looked at: 1" in told

    def test_a_repository_without_a_commit_has_only_new_files(self, tmp_path: Path) -> None:
        made = make_desk(tmp_path / "empty")
        put(made, "a.py", "x = 1\n")
        assert [each["how"] for each in changes(made)["files"]] == ["new"]
