"""`talk --with`: a model of the user's own as the planner of the talk, at a real terminal and without one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from box_model import Box
from sample_code import lay_code

from .conftest import make_desk

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

GOAL = ("plan", "Retry failed uploads", "--name", "retry uploads", "-k", "collaborate")
SAY = "All uploads go through `src/upload.py::upload`, so one loop there is enough."
WHICH = {"text": "Which errors are tried again?", "options": ["Timeouts", "All"], "default": "Timeouts"}
WROTE = "Then it is timeouts alone, three times."
SECTIONS = """\
## Goal

An upload that fails is tried again, at most three times.

## Context

1. `src/upload.py::upload` gives up on the first error.

## Implementation Plan

- T1: Catch the error in `src/upload.py::upload` and try again;
  a test in `tests/test_upload.py` counts the calls.
"""


def turn(words: str = SAY, sections: str = "", **more: Any) -> str:
    return f"```json\n{json.dumps({'say': words, **more})}\n```\n\n{sections}"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = make_desk(tmp_path)
    lay_code(made.folder)
    made.git("add", "-A")
    made.git("commit", "-q", "-m", "Begin")
    return made


@pytest.fixture
def box(desk: Desk) -> Box:
    return Box(desk.home)


def entries(desk: Desk, kind: str) -> list[dict[str, Any]]:
    read = [json.loads(path.read_text()) for path in desk.folder.glob(".groundplan/ledger/*/*.json")]
    return [each for each in read if each["kind"] == kind]


@pytest.mark.req("S0-03")
@pytest.mark.req("S0-13")
def test_a_goal_is_talked_through_written_after_the_reply_and_approved_by_the_person(
    desk: Desk, box: Box
) -> None:
    box.answer(turn(questions=[WHICH]), turn(WROTE, SECTIONS))
    said = "Timeouts, but make the list a setting."
    script = [("you ›", f"{said}\n"), ("you ›", "a\n"), ("ready", "ready\n"), ("you ›", "q\n")]
    ran = desk.attend(*GOAL, "--with", "box", script=script)
    assert (ran.code, ran.left) == (0, ()), ran.out
    told = " ".join(ran.out.split())
    assert SAY in told
    assert "Which errors are tried again?" in told
    assert WROTE in told
    assert "Context and Implementation Plan written. Goal updated." in told, ran.out
    assert "asking box: about " in told
    assert "box: 2 calls" in told
    assert "## " not in ran.out.partition("a approve")[0], "the draft is not pushed at the person"
    assert said in box.asked[1]
    assert len(box.asked) == 2, "an approval asks nobody"
    (approval,) = entries(desk, "approval")
    assert approval["by"]["channel"] == "terminal"


def test_the_talk_goes_on_where_it_was_left(desk: Desk, box: Box) -> None:
    box.answer(turn(questions=[WHICH]), turn(WROTE, SECTIONS))
    left = desk.attend(*GOAL, "--with", "box", script=[("you ›", "q\n")])
    assert "groundplan talk --with box" in left.out
    ran = desk.attend("talk", "--with", "box", script=[("you ›", "\n"), ("you ›", "q\n")])
    assert "Which errors are tried again?" in ran.out
    assert WROTE in " ".join(ran.out.split())
    assert len(box.asked) == 2


def test_words_that_answer_nothing_go_to_the_model_whole(desk: Desk, box: Box) -> None:
    box.answer(turn(questions=[WHICH]), turn("Both, then?", questions=[{"text": "Is it urgent?"}]))
    words = "no, I think you are wrong about that"
    ran = desk.attend(*GOAL, "--with", "box", script=[("you ›", f"{words}\n"), ("you ›", "q\n")])
    assert ran.code == 0, ran.out
    assert words in box.asked[1]
    assert "Both, then?" in ran.out


@pytest.mark.req("S0-21")
def test_who_asks_to_follow_the_draft_sees_each_rewritten_section(desk: Desk, box: Box) -> None:
    box.answer(turn(questions=[WHICH]), turn(WROTE, SECTIONS))
    script = [("you ›", "f\n"), ("you ›", "\n"), ("you ›", "q\n")]
    ran = desk.attend(*GOAL, "--with", "box", script=script)
    assert "+An upload that fails is tried again" in " ".join(ran.out.split()), ran.out
    assert ran.left == ()


def test_a_model_that_fails_does_not_end_the_talk_and_enter_asks_it_again(desk: Desk, box: Box) -> None:
    program = box.folder / "model.py"
    works = program.read_text()
    program.write_text("import sys\nsys.exit('overloaded')\n")
    again = [("you ›", "\n"), ("you ›", "q\n")]
    edits = {"you ›": (str(program), works)}
    box.answer(turn(questions=[WHICH]))
    ran = desk.attend(*GOAL, "--with", "box", script=again, edits=edits)
    assert ran.code == 0, ran.out
    assert "`box` gave no answer: overloaded" in ran.out
    assert "Enter asks it again" in ran.out
    assert SAY in " ".join(ran.out.split())


@pytest.mark.crash
def test_ctrl_c_while_the_model_thinks_leaves_the_talk_open(desk: Desk, box: Box) -> None:
    script = [("box thinks", "\x03"), ("you ›", "q\n")]
    ran = desk.attend(*GOAL, "--with", "box", script=script)
    assert (ran.code, ran.left) == (0, ()), ran.out
    assert "Interrupted" in ran.out
    assert desk.run("check").code in {0, 1}


def test_without_a_terminal_it_takes_one_turn_and_waits(desk: Desk, box: Box) -> None:
    assert desk.run("new", "Retry failed uploads", "-k", "collaborate").code == 0
    box.answer(turn(questions=[WHICH]), turn(WROTE, SECTIONS))
    first = desk.run("talk", "--with", "box")
    assert first.code == 0, first.err
    assert SAY in " ".join(first.out.split())
    assert "Which errors are tried again?" in first.out
    assert "box: 1 call" in first.err
    assert desk.run("talk", "--with", "box").code == 0
    assert len(box.asked) == 1, "it is the user's turn"
    assert desk.run("answer", "Q1", "Timeouts").code == 0
    told = desk.run("talk", "--with", "box", "--json").json
    assert (told["kind"], told["draft"]["said"]) == ("talk", WROTE)
    assert len(box.asked) == 2


def test_what_would_be_sent_is_printed_and_not_sent(desk: Desk, box: Box) -> None:
    assert desk.run("new", "Retry failed uploads", "-k", "collaborate").code == 0
    shown = desk.run("talk", "--with", "box", "--show-brief")
    assert (shown.code, box.asked) == (0, [])
    box.answer(turn(questions=[WHICH]))
    assert desk.run("talk", "--with", "box").code == 0
    assert box.asked[0].rstrip("\n") in shown.out
