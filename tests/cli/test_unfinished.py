"""`code changes` and `code todos`: what is not committed, not merged, or left to do."""

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

    NAME = "TODO: no comment"


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
        assert made.run("code", "todos").code == 0


@pytest.mark.req("S0-14")
class TestTodos:
    def todos(self, desk: Desk, *words: str) -> list[tuple[str, str, str]]:
        ran = desk.run("code", "todos", *words, "--json")
        assert ran.code == 0, ran.err
        return [
            (each["mark"], each["text"], f"{each['at']['path']}:{each['at']['line']}")
            for each in ran.json["todos"]
        ]

    def test_marks_in_comments_are_listed_and_others_are_not(self, desk: Desk) -> None:
        assert self.todos(desk) == [
            ("FIXME", "(ada): leaks", "app.js:1"),
            ("TODO", "wait between the tries", "send.py:7"),
        ]

    @pytest.mark.parametrize(
        ("path", "line"),
        [
            ("README.md", "    run 'grep --colour TODO *'"),
            ("README.md", "# TODO"),
            ("page.py", "url = 'https://x.org/TODO'"),
            ("run.sh", "grep -R --include TODO ."),
        ],
    )
    def test_a_mark_that_is_in_no_comment_is_none(self, desk: Desk, path: str, line: str) -> None:
        put(desk, path, f"{line}\n")
        assert len(self.todos(desk)) == 2

    def test_words_narrow_them_down(self, desk: Desk) -> None:
        assert [place for *_, place in self.todos(desk, "waiting try")] == ["send.py:7"]
        assert "No comment about `rocket`" in desk.run("code", "todos", "rocket").out

    def test_a_mark_inside_a_sentence_is_none(self, desk: Desk) -> None:
        put(
            desk,
            "app.js",
            "// we keep it as XXX\n// MONGOLIAN LETTER TODO E\nf(); // see below, FIXME: gone\n",
        )
        told = desk.run("code", "todos", "--json").json["todos"]
        assert [each["text"] for each in told if each["at"]["path"] == "app.js"] == ["gone"]

    def test_its_age_is_that_of_the_commit_that_brought_the_line(self, desk: Desk) -> None:
        put(desk, "send.py", CODE.replace("return None", "return 1"))
        commit(desk, "Later", "2022-02-02")
        put(desk, "app.js", "// XXX not committed\n")
        told = {each["mark"]: each for each in desk.run("code", "todos", "--json").json["todos"]}
        assert (told["TODO"]["since"], told["TODO"]["within"]) == ("2021-01-01", "send")
        assert told["XXX"]["since"] == ""

    def test_its_age_goes_back_before_a_new_name_and_another_indent(self, desk: Desk) -> None:
        desk.git("mv", "send.py", "sender.py")
        commit(desk, "Rename", "2022-02-02")
        put(desk, "sender.py", CODE.replace("        # TODO", "            # TODO"))
        commit(desk, "Format", "2022-02-03")
        told = {each["mark"]: each for each in desk.run("code", "todos", "--json").json["todos"]}
        assert told["TODO"]["since"] == "2021-01-01"
        assert "since 2021-01-01 or before\n" in desk.run("code", "todos").out

    def test_of_two_equal_lines_neither_is_called_the_older(self, desk: Desk) -> None:
        put(desk, "app.js", "// XXX again\n")
        commit(desk, "One")
        put(desk, "app.js", "// XXX again\nf();\n// XXX again\n")
        commit(desk, "Two", "2022-02-02")
        told = [each for each in desk.run("code", "todos", "--json").json["todos"] if each["mark"] == "XXX"]
        assert [each["since"] for each in told] == ["2022-02-02", "2022-02-02"]
