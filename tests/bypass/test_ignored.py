"""A ledger that git ignores is lost with the machine: it never happens unsaid."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

READY = "plans/retry-failed-uploads.md"
LOCAL = '[plans]\nledger = "local"\n'


@pytest.fixture
def bare(tmp_path: Path) -> Desk:
    return Desk.clear(tmp_path)


@pytest.mark.parametrize("command", ["new", "plan"])
@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        (".groundplan/", ".groundplan/ledger"),
        (".*", ".groundplan/ledger"),
        ("*.json", ".groundplan/ledger"),
        ("/plans", "plans/"),
    ],
)
def test_no_plan_begins_where_git_would_leave_it_out(
    bare: Desk, command: str, pattern: str, path: str
) -> None:
    bare.path(".gitignore").write_text(f"# ours\n{pattern}\n")
    ran = bare.pipe(command, "Retry failed uploads in `client.py`", "--json")
    assert ran.code == 3, ran.said
    said = ran.json()["findings"][0]["message"]
    assert f"Git ignores `{path}" in said
    assert f"line 2 of `.gitignore` has `{pattern}`" in said
    assert not bare.path("plans").exists()
    assert not bare.entries()


@pytest.mark.parametrize("pattern", [".groundplan/", ".*", "*.json", "/plans", "*"])
def test_the_lines_of_the_hint_are_enough(bare: Desk, pattern: str) -> None:
    ignore = bare.path(".gitignore")
    ignore.write_text(f"{pattern}\n")
    for _ in range(2):  # a pattern may hide the ledger and the document
        ran = bare.pipe("new", "Retry failed uploads", "--json")
        if ran.code == 0:
            break
        lines = ran.json()["hint"].split("`")[3:6:2]
        ignore.write_text(ignore.read_text() + "".join(f"{line}\n" for line in lines))
    assert bare.pipe("new", "Retry failed uploads", "--name", "other").code == 0
    bare.git("add", "-f", ".gitignore")
    bare.commit("Plan")
    tracked = bare.git("ls-files").splitlines()
    assert {path.relative_to(bare.root).as_posix() for path in bare.entries()} <= set(tracked)
    assert "plans/other.md" in tracked
    assert not any(path.startswith(".groundplan/local") for path in tracked)


def test_digits_in_gitignore_hide_no_entry(bare: Desk) -> None:
    bare.path(".gitignore").write_text("[0-9]*\n")
    assert bare.pipe("new", "Retry failed uploads").code == 0
    bare.commit("Plan")
    tracked = set(bare.git("ls-files").splitlines())
    assert {path.relative_to(bare.root).as_posix() for path in bare.entries()} <= tracked


def test_who_wants_it_local_says_so_once(bare: Desk) -> None:
    bare.path(".gitignore").write_text(".groundplan/\nplans/\n")
    ran = bare.pipe("init")
    assert ran.code == 0
    assert "Git ignores `.groundplan/ledger`: line 1 of `.gitignore`" in ran.err
    bare.path(".groundplan/config.toml").write_text(LOCAL)
    assert bare.pipe("new", "Retry failed uploads").code == 0
    assert "GP218" not in bare.codes()
    assert "gnores" not in bare.pipe("doctor").out + bare.pipe("ask", "Why?").said


@pytest.fixture
def hidden(ready: Desk) -> Desk:
    """A plan that was committed and whose new entries git ignores since."""
    ready.path(".gitignore").write_text("*.json\n")
    return ready


def test_later_words_are_kept_and_the_warning_is_loud(hidden: Desk) -> None:
    before = len(hidden.entries())
    ran = hidden.person("say", "One more thing.")
    assert ran.code == 0
    assert len(hidden.entries()) > before
    assert "Git ignores `.groundplan/ledger`: line 1 of `.gitignore` has `*.json`" in ran.said
    assert "`!/.groundplan/**`" in ran.said


def test_check_and_doctor_say_so_where_the_pattern_is(hidden: Desk) -> None:
    ran = hidden.pipe("check")
    assert ran.code == 1
    assert ".gitignore:1  GP218 git-ignored" in ran.out
    ran = hidden.pipe("doctor")
    assert ran.code == 1
    assert "line 1 of `.gitignore` has `*.json`" in " ".join(ran.out.split())


def test_no_checkpoint_passes_on_a_ledger_that_git_ignores(hidden: Desk) -> None:
    assert hidden.states()["ready"] != "passed"
    hidden.path(".gitignore").write_text("*.json\n!/.groundplan/\n!/.groundplan/**\n")
    assert hidden.states()["ready"] == "passed"


def test_a_plan_is_not_moved_to_where_git_ignores_it(ready: Desk) -> None:
    ready.path(".gitignore").write_text("plans/old-*\n")
    ran = ready.person("move", "old retries")
    assert ran.code == 3, ran.said
    assert "Git ignores `plans/old-retries.md`" in ran.said
    assert ready.path(READY).exists()


def test_talk_that_is_to_be_shared_is_looked_after_too(bare: Desk) -> None:
    bare.path(".groundplan").mkdir()
    bare.path(".groundplan/config.toml").write_text('[policy]\ntalk = "committed"\n')
    bare.path(".gitignore").write_text("talk/\n")
    ran = bare.pipe("new", "Retry failed uploads")
    assert (ran.code, "Git ignores `.groundplan/talk`" in ran.err) == (3, True)


def test_files_that_git_does_not_track_yet_are_nothing_to_speak_of(bare: Desk) -> None:
    ran = bare.pipe("new", "Retry failed uploads", "--json")
    assert ran.json()["notices"] == []
    assert "GP218" not in json.dumps(bare.pipe("check", "--json").json())


def test_a_ledger_of_an_unknown_kind_is_refused_by_name(bare: Desk) -> None:
    bare.path(".groundplan").mkdir()
    bare.path(".groundplan/config.toml").write_text('[plans]\nledger = "nowhere"\n')
    ran = bare.pipe("new", "Retry failed uploads")
    assert (ran.code, "`ledger` is `nowhere`" in ran.err) == (5, True)


def test_an_ignored_folder_for_scratch_files_stops_no_plan_and_no_clone(bare: Desk) -> None:
    bare.path(".gitignore").write_text("tmp\n")
    begun = bare.pipe("new", "Retry failed uploads", "--playbook", "product", "--name", "retry")
    assert begun.code == 0, begun.said
    bare.commit("Plan")
    bare.git("clean", "-fdxq", "requirements")
    assert not bare.path("requirements/retry/tmp").exists()
    assert bare.pipe("check").code == 0
    asked = bare.pipe("ask", "How often does an upload fail?")
    assert asked.code == 0, asked.said
    given_up = bare.person("archive", "--abandon", "no longer wanted", typed="archive\n")
    assert given_up.code == 0, given_up.said
