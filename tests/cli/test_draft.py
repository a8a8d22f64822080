"""`plan --with` and `write --with`: a command of the user's own as the model, as processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from box_model import Box
from sample_code import lay_code

from groundplan.store import documents

from .conftest import make_desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .conftest import Desk

PLAN = """\
## Goal

An upload that fails is tried again, at most three times.

## Context

1. `src/upload.py::upload` gives up on the first error.

## Implementation Plan

- T1: Catch the error in `src/upload.py::upload` and try again.

## Open Questions

- Q: Which errors are retried? Default: Timeouts. Why: Others do not go away.
"""
FALSE = PLAN.replace("src/upload.py::upload` gives", "src/upload.py:900` gives")
MENDED = "## Context\n\n1. `src/upload.py::upload` gives up on the first error.\n"
ASKS = '```json\n{"code": [{"ask": "lines", "about": "src/upload.py:1-30"}]}\n```\n'
GOAL = ("plan", "Retry failed uploads", "--name", "retry uploads", "-k", "collaborate")


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


def test_a_goal_becomes_a_draft_that_waits_for_the_reply(desk: Desk, box: Box) -> None:
    box.answer(ASKS, FALSE, MENDED)
    ran = desk.run(*GOAL, "--with", "box")
    assert ran.code == 0, ran.err
    assert "Where it goes" in ran.out
    assert "box wrote 3 sections; 1 finding went back, 1 was mended" in ran.out
    assert "Proposed: Goal, Context, Implementation Plan (waits for your reply)" in ran.out
    assert "Which errors are retried?" in ran.out
    assert "asking box: about " in ran.err
    assert "at most 24 calls, 30 minutes, $10.00" in ran.err
    assert "box: 3 calls" in ran.err
    assert "read: groundplan show --copy" in ran.err
    assert len(box.asked) == 3


def test_what_would_be_sent_is_printed_and_not_sent(desk: Desk, box: Box) -> None:
    shown = desk.run(*GOAL, "--with", "box", "--show-brief")
    assert shown.code == 0
    assert box.asked == []
    assert desk.git("status", "--porcelain", "--ignored") == "", "nothing was written"
    box.answer(PLAN)
    assert desk.run(*GOAL, "--with", "box").code == 0
    assert box.asked[0].rstrip("\n") in shown.out
    assert len(list((desk.folder / "plans").iterdir())) == 1


def test_beside_another_plan_the_brief_is_printed_and_nothing_is_begun(desk: Desk, box: Box) -> None:
    assert desk.run("plan", "Count the uploads", "--name", "count").code == 0
    before = {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()}
    shown = desk.run(*GOAL, "--with", "box", "--show-brief")
    assert (shown.code, "Retry" in shown.out) == (0, True)
    assert {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()} == before


def test_a_chosen_model_that_is_missing_costs_nobody_the_planner(desk: Desk) -> None:
    settings = desk.home / ".config/groundplan/models.toml"
    settings.write_text('default = "claude"\n')
    ran = desk.run(*GOAL, environ={"PATH": "/usr/bin:/bin"}, columns=200)
    assert ran.code == 0, ran.err
    assert "`claude`, which you chose, is not installed: going on without a model" in ran.err
    assert "groundplan models use none" in ran.err
    assert "--with none" in ran.err
    assert "Which file, folder or symbol is to be changed?" in ran.out
    assert desk.run("answer", "Q1", "src/upload.py").code == 0


def test_a_named_model_that_is_missing_leaves_no_plan_behind(desk: Desk) -> None:
    ran = desk.attend(*GOAL, "--with", "claude", environ={"PATH": "/usr/bin:/bin"})
    assert ran.code == 5, ran.out
    assert "`claude` is not installed" in ran.out
    assert "--with none" in ran.out
    assert not (desk.folder / "plans").exists()


def test_with_none_no_model_is_asked(desk: Desk, box: Box) -> None:
    ran = desk.run(*GOAL, "--with", "none")
    assert ran.code == 0
    assert box.asked == []
    assert "Which file, folder or symbol is to be changed?" in ran.out


def test_the_model_that_the_user_chose_drafts_unless_another_agent_plans(desk: Desk, box: Box) -> None:
    settings = desk.home / ".config/groundplan/models.toml"
    settings.write_text(f'default = "box"\n{settings.read_text()}')
    box.answer(PLAN)
    by_agent = desk.run(*GOAL, "--name", "by-agent", environ={"CLAUDECODE": "1"})
    assert (by_agent.code, box.asked) == (0, [])
    by_user = desk.run(*GOAL, "--name", "by-user")
    assert (by_user.code, len(box.asked)) == (0, 1), by_user.err
    assert desk.run(*GOAL, "--name", "alone", "--with", "none").code == 0
    assert len(box.asked) == 1


@pytest.mark.req("S2-28", part="the model that is set for a section's kind drafts it")
def test_a_section_is_drafted_by_the_model_that_the_user_set_for_its_kind(desk: Desk, box: Box) -> None:
    quick = Box(desk.home, "quick")
    settings = desk.home / ".config/groundplan/models.toml"
    chosen = 'default = "box"\n[for]\nstrong = "box"\nfast = "quick"\n'
    settings.write_text(f"{chosen}{settings.read_text()}")
    box.answer(PLAN)
    quick.answer("## Next Steps\n\n- Ask the owner of the server.\n", PLAN)
    told = desk.run(*GOAL, "--json").json["draft"]
    assert {each["section"] for each in told["proposals"]} == {"goal", "context", "implementation-plan"}
    (also,) = told["others"]
    assert (also["model"], [each["section"] for each in also["proposals"]]) == ("quick", ["next-steps"])
    assert "## Next Steps" not in box.asked[0].replace("Next Steps`", "")
    assert "Write these sections anew: `## Next Steps`, `## Deferred`" in quick.asked[0]
    assert "Implementation Plan" in quick.asked[0], "it sees what is proposed already"
    assert desk.run(*GOAL, "--name", "named", "--with", "quick").code == 0
    assert (len(box.asked), len(quick.asked)) == (1, 2), "who is named writes all of it"


def test_without_a_person_only_a_model_that_the_user_chose_is_sent_anything(desk: Desk, box: Box) -> None:
    sent = desk.home / "sent"
    program = desk.home / "bin/claude"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ncat > {sent}\n")
    program.chmod(0o755)
    path = {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    for words in (("plan", "Retry failed uploads"), ("plan", "Retry more", "--refute-with", "claude")):
        model = "claude" if len(words) == 2 else "box"
        ran = desk.run(*words, "--with", model, environ={**path, "CLAUDECODE": "1"})
        assert (ran.code, "Nothing is sent to `claude` without a person" in ran.err) == (3, True)
    assert desk.run(*GOAL).code == 0
    for words in (
        ("write", "--with"),
        ("talk", "--with"),
        ("refute", "--with"),
        ("refute", "--detach", "--with"),
    ):
        assert desk.run(*words, "claude", environ=path).code == 3
    assert desk.run("write", "--with", "claude", "--show-brief", environ=path).code == 0
    assert (sent.exists(), box.asked) == (False, [])


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--with", "nobody"), 2, "There is no model `nobody`"),
        (("--show-brief",), 2, "`--show-brief` prints what a model would be sent"),
    ],
)
def test_a_wrong_call_is_named(desk: Desk, box: Box, words: tuple[str, ...], code: int, told: str) -> None:
    ran = desk.run(*GOAL, *words)
    assert (ran.code, told in ran.err) == (code, True)
    assert not (desk.folder / "plans").exists()


def test_write_goes_on_with_the_plan_there_is(desk: Desk, box: Box) -> None:
    assert desk.run(*GOAL).code == 0
    box.answer(PLAN)
    ran = desk.run("write", "--with", "box", "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["kind"], ran.json["model"]) == ("drafted", "box")
    assert {each["section"] for each in ran.json["proposals"]} == {"goal", "context", "implementation-plan"}
    assert ran.json["spent"]["calls"] == 1
    again = desk.run("write", "goal", "--with", "box", "--all")
    assert (again.code, "`--with` takes the text from a model" in again.err) == (2, True)


def test_a_draft_of_a_new_plan_is_one_document_of_json(
    desk: Desk, box: Box, matches_snapshot: Callable[[str, str], None]
) -> None:
    from .test_json import keys

    key = "AKIA" + "Q7RZ5XK2WNM3LT4B"
    risk = f"## Risks / Tradeoffs\n\n- The key {key} leaks.\n  - **Mitigation:** Revoke it.\n"
    beside = {
        "unsure": ["Whether it is enough."],
        "challenges": [{"text": "No.", "evidence": ["src/nowhere.py:3"]}],
    }
    box.answer(f"{FALSE}\n{risk}\n```json\n{json.dumps(beside)}\n```\n", FALSE)
    told = desk.run(*GOAL, "--with", "box", "--json").json
    assert (told["kind"], told["draft"]["broken"][0]["code"]) == ("planned", "GP101")
    draft = {"schema": told["schema"], "kind": "drafted", **told["draft"]}
    matches_snapshot("keys-drafted", "\n".join(sorted(set(keys(draft)))) + "\n")


def start(desk: Desk, *words: str) -> subprocess.Popen[bytes]:
    argv = [sys.executable, "-m", "groundplan.cli.main", *words]
    return subprocess.Popen(
        argv,
        cwd=desk.folder,
        env=desk.world(80, None),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_until_asked(box: Box, count: int) -> None:
    end = time.monotonic() + 60
    while len(box.asked) < count:
        assert time.monotonic() < end
        time.sleep(0.05)


def texts(desk: Desk) -> str:
    return desk.run("show", "--copy").out


@pytest.mark.crash
def test_killed_between_two_calls_no_answer_is_paid_for_twice(desk: Desk, box: Box) -> None:
    box.answer(ASKS)
    process = start(desk, *GOAL, "--with", "box")
    wait_until_asked(box, 2)
    process.kill()
    process.communicate()
    assert desk.run("check").code in {0, 1}
    box.answer(PLAN, PLAN, first=2)  # the one that was cut off is asked again
    ran = desk.run(*GOAL, "--with", "box")
    assert ran.code == 0, ran.err
    assert len(list((desk.folder / "plans").iterdir())) == 1
    assert "box: 1 call" in ran.err
    assert "T1" in texts(desk)


@pytest.mark.crash
def test_killed_between_judging_and_writing_nothing_is_asked_again(desk: Desk, box: Box) -> None:
    assert desk.run(*GOAL, "--with", "none").code == 0
    box.answer(PLAN)
    before = desk.document().read_bytes(), desk.ledger()
    child = os.fork()
    if child == 0:
        documents.save = documents.finish = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        from groundplan.app.changes import changing

        changing.save = documents.save
        os._exit(desk.run("write", "--with", "box").code)
    os.waitpid(child, 0)
    assert (desk.document().read_bytes(), desk.ledger()) == before
    assert len(box.asked) == 1
    ran = desk.run("write", "--with", "box")
    assert ran.code == 0, ran.err
    assert "box: no new call; its answers were saved before" in ran.err
    assert len(box.asked) == 1
    assert "T1" in texts(desk)


@pytest.mark.crash
def test_ctrl_c_hands_in_what_was_judged_and_names_the_way_on(desk: Desk, box: Box) -> None:
    box.answer(FALSE)
    process = start(desk, *GOAL, "--with", "box")
    wait_until_asked(box, 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert b"Proposed: Goal, Context, Implementation Plan" in out
    assert b"groundplan write --with box" in err


def test_a_model_that_fails_leaves_the_evidence_and_says_how_to_go_on(desk: Desk, box: Box) -> None:
    (box.folder / "model.py").write_text("import sys\nsys.exit('overloaded')\n")
    ran = desk.run(*GOAL, "--with", "box")
    assert ran.code == 5
    assert "Where it goes" in ran.out
    assert "error: `box` gave no answer: overloaded" in ran.err
    assert "groundplan write --with box" in ran.err
    assert "saved before" not in ran.err
    assert "wrote" not in ran.out
    assert desk.document().exists()


def test_at_a_terminal_the_talk_goes_on_with_the_models_questions(desk: Desk, box: Box) -> None:
    box.answer(PLAN)
    assert desk.run(*GOAL, "--with", "box").code == 0
    ran = desk.attend("talk", script=[("you ›", "\n"), ("you ›", "q\n")])
    assert ran.code == 0, ran.out
    assert "Which errors are retried?" in ran.out
    assert "An upload that fails is tried again" in desk.document().read_text()
    assert "Which file, folder or symbol is to be changed?" not in ran.out
    assert ran.left == ()
