"""What confused somebody who walked through the pages for the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

PLAN = "plans/nicer.md"
STEPS = "1. `src/upload.py`: retry.\n   Verify: `python3 -m pytest` passes.\n"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk.clear(tmp_path)
    assert desk.person("plan", "Make `post_file` nicer", "--name", "nicer", "--no-talk").code == 0
    return desk


@pytest.fixture
def written(desk: Desk) -> Desk:
    assert desk.person("answer", "Q1", "A test fails today and passes afterwards").code == 0
    desk.path("steps.md").write_text(STEPS, "utf-8")
    assert desk.person("write", "implementation-plan", "--file", "steps.md").code == 0
    return desk


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_note_names_how_an_answer_is_changed_and_so_does_help(written: Desk) -> None:
    said = flat(written.person("talk", typed="a new test for the retries\n?\nq").out)
    assert "Kept as a note; the plan's text is unchanged." in said
    assert said.count("`change Q1` answers anew") == 2


def test_a_request_for_changes_names_a_section_that_can_be_typed(written: Desk) -> None:
    assert written.person("approve", typed="revise\nSay how long it waits").code == 0
    for said in (written.person("status").said, written.person("request-changes", "Say how often").said):
        assert "<section>" not in said
        assert "groundplan write implementation-plan" in said


def test_what_changed_is_shown_once_where_both_differences_are_the_same(written: Desk) -> None:
    assert written.person("approve", typed="ready").code == 0
    assert written.person("request-changes", "Say how long it waits").code == 0
    written.path("steps.md").write_text(STEPS.replace("retry.", "retry after 1 second."), "utf-8")
    assert written.person("write", "implementation-plan", "--file", "steps.md").code == 0
    said = written.person("approve", typed="no").out
    assert said.count("retry after 1 second") == 1
    assert "The same has changed since it was last approved." in flat(said)


def test_the_goal_of_an_open_plan_begins_no_second_one(desk: Desk) -> None:
    ran = desk.person("plan", "Make `post_file` nicer", "--no-talk")
    assert ran.code == 2
    assert "Plan `nicer` has this very goal, and is open" in ran.said
    assert "groundplan talk nicer" in ran.said
    assert desk.person("plan", "Make `post_file` nicer", "--name", "again", "--no-talk").code == 0


def test_the_choices_of_a_question_are_seen_without_the_talk(desk: Desk) -> None:
    desk.person("answer", "Q1", "A test fails today and passes afterwards")
    desk.agent("ask", "Which way?", "--default", "the short one")
    assert "Which way?" in desk.person("status").out


def test_the_name_that_something_gets_is_not_said_to_be_missing(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.person("plan", "Rename `post_file` to `send_file`", "--name", "nicer", "--no-talk")
    assert "Not found" not in desk.read(PLAN)


def test_plans_are_no_occurrence_of_a_name(desk: Desk) -> None:
    said = desk.pipe("code", "find", "post_file").out
    assert "src/routes.py" in said
    assert "plans/" not in said


def test_the_log_of_an_archived_plan_is_named_where_no_plan_is_open(desk: Desk) -> None:
    desk.commit("Plan it")
    assert desk.person("archive", "--abandon", "not needed", "--yes").code == 0
    assert "groundplan log nicer" in desk.pipe("log").said


def test_a_command_with_an_option_that_lacks_its_words_points_at_its_own_help(desk: Desk) -> None:
    assert "groundplan archive --help" in desk.pipe("archive", "--abandon").said


def test_an_answer_without_words_says_how_it_is_written(desk: Desk) -> None:
    assert "it is `groundplan answer [QUESTION] TEXT`" in desk.pipe("answer").said


def test_plans_of_the_repository_are_no_surprise_to_another_plan(written: Desk) -> None:
    base = written.git("rev-parse", "HEAD").strip()
    written.path("their.md").write_text("1. `src/upload.py`: retry.\n", "utf-8")
    written.path("src/upload.py").write_text("def upload(): ...\n", "utf-8")
    written.commit("Plan and do it")
    said = written.pipe("conform", "--plan-file", "their.md", "--base", base).out
    assert "plans/nicer.md" not in said
