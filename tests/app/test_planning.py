"""A goal becomes a grounded plan: facts written, proposals waiting, answers promoting them."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from desk import Desk
from seed_repos import NOTIFYING, lay

from groundplan.app.plans.opened import find_others
from groundplan.app.workspace import open_workspace

if TYPE_CHECKING:
    from pathlib import Path

GOAL = (
    "I think we should add a background scheduler with APScheduler to send periodic email notifications. "
    "We could have it run every hour and check new assignments."
)
PLAN = "plans/background-scheduler-with-apscheduler-to-send.md"


@pytest.fixture(scope="module")
def planned_desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = bare(tmp_path_factory.mktemp("planned"))
    ran = desk.person("plan", GOAL, "--no-talk")
    assert ran.code == 0, ran.said
    return desk


def bare(folder: Path) -> Desk:
    root = folder / "repo"
    root.mkdir()
    desk = Desk(root)
    desk.git("init", "-q", "-b", "main")
    desk.git("config", "user.name", "Ann")
    desk.git("config", "user.email", "ann@example.org")
    lay(root, NOTIFYING)
    desk.commit("Begin")
    return desk


@pytest.fixture
def planned(planned_desk: Desk, tmp_path: Path) -> Desk:
    shutil.copytree(planned_desk.root, tmp_path / "repo", symlinks=True)
    return Desk(tmp_path / "repo")


def questions(desk: Desk) -> list[dict[str, Any]]:
    bodies = [json.loads(path.read_text()) for path in desk.entries()]
    asked = [entry["body"] for entry in bodies if entry["kind"] == "question"]
    return sorted(asked, key=lambda body: int(body["id"][1:]))  # entries of one moment stand in any order


def answer_all(desk: Desk) -> None:
    number = 0
    while number < len(questions(desk)):  # an answer may raise the next question
        number += 1
        ran = desk.person("answer", str(number), taken(desk, number))
        assert ran.code == 0, ran.said


def choices(desk: Desk, number: int) -> list[dict[str, str]]:
    found: list[dict[str, str]] = questions(desk)[number - 1]["choices"]
    return found


def taken(desk: Desk, number: int) -> str:
    """Return the recommended answer, the first choice, or words where neither is there."""
    asked = questions(desk)[number - 1]
    texts = {each["name"]: each["text"] for each in asked["choices"]}
    if asked["subject"] == "place":
        return "`school/notifications.py::send_pending_notifications`"
    if texts:
        return texts.get(asked["recommended"], next(iter(texts.values())))
    return "as proposed" if asked["recommended"] else "`pytest` passes"


@pytest.mark.req("S0-06")
def test_facts_are_written_and_what_needs_judgement_is_left_open(planned: Desk) -> None:
    answer_all(planned)
    assert "`school/notifications.py:" in planned.read(PLAN).partition("## Implementation Plan")[0]
    assert "<to be developed>" in planned.read(PLAN), "no template stands in for who can think"
    assert "groundplan write implementation-plan" in planned.pipe("show").out


@pytest.mark.req("S0-03")
def test_only_sections_kept_for_evidence_are_written_before_a_reply(planned: Desk) -> None:
    revised = [
        json.loads(path.read_text())["body"] for path in planned.entries() if '"revised"' in path.read_text()
    ]
    written = [key for body in revised if body["cause"] == "evidence" for key in body["sections"]]
    assert written == ["context"]
    assert not [body for body in revised if body["cause"] == "write"]


@pytest.mark.req("S0-03")
def test_calling_it_evidence_does_not_let_anything_else_be_written_before_a_reply(planned: Desk) -> None:
    newest = max(planned.entries())
    revised = next(p for p in planned.entries() if '"cause": "evidence"' in p.read_text())
    entry = json.loads(revised.read_text())
    entry["body"]["sections"] = {"implementation-plan": next(iter(entry["body"]["sections"].values()))}
    forge(planned, entry["body"], newest)
    found = planned.pipe("check").out
    assert "GP201" in found
    assert "written as evidence, which it is not" in found


def forge(desk: Desk, body: dict[str, Any], newest: Path) -> None:
    """Write a well-formed entry with an editor, following what is newest."""
    from groundplan.plan.entry import Author, Entry, make_entry_id

    last = json.loads(newest.read_text())
    entry = Entry(
        make_entry_id(),
        last["plan"],
        "revised",
        last["at"],
        Author("planner", "Ann", "agent"),
        {last["id"]: last["digest"]},
        body,
    )
    (newest.parent / f"{entry.id}.json").write_text(entry.to_json())


@pytest.mark.req("S0-11")
def test_when_the_questions_are_answered_and_the_steps_written_the_plan_asks_for_its_checkpoint(
    planned: Desk,
) -> None:
    answer_all(planned)
    steps = "1. Subscribe the mailer to `school/event_bus.py`.\n"
    assert planned.agent("write", "implementation-plan", "-", stdin=steps).code == 0
    ran = planned.person("check")
    assert ran.code == 0, ran.said
    assert "groundplan approve ready" in planned.pipe("show").out
    assert planned.person("approve", "ready", typed="ready").code == 0


@pytest.mark.req("S0-12")
@pytest.mark.req("S0-15")
def test_an_answer_that_takes_a_choice_is_a_decision_with_what_it_rejects(planned: Desk) -> None:
    answer_all(planned)
    number = next(
        n
        for n in range(1, len(questions(planned)) + 1)
        if len(choices(planned, n)) > 1 and "APScheduler" in str(choices(planned, n))
    )
    text = planned.read(PLAN)
    assert f"{questions(planned)[number - 1]['text']} Build on `school/event_bus.py`" in text
    assert "Add `APScheduler`" in text.partition("**Rejected:**")[2]
    assert "**Answer:** Build on `school/event_bus.py`" in text


def test_a_section_somebody_else_wrote_is_left_alone(planned: Desk) -> None:
    planned.agent("say", "--as", "planner", "--kind", "proposal", "I would change nothing but the start.")
    planned.person("say", "Do that.")
    assert planned.agent("write", "implementation-plan", "-", stdin="1. Change `school/main.py`.\n").code == 0
    answer_all(planned)
    assert "1. Change `school/main.py`." in planned.read(PLAN)


@pytest.mark.req("S0-10")
def test_when_the_code_moves_the_next_turn_says_so_and_composes_just_those_sections_again(
    planned: Desk,
) -> None:
    answer_all(planned)
    planned.commit("Plan")
    planned.edit("school/notifications.py", "    sent = 0\n", "    sent = 0\n    seen = 0\n    del seen\n")
    planned.commit("Change what is cited")
    ran = planned.person("talk", typed="q")
    assert "The code moved under Context" in " ".join(ran.out.split())
    before = planned.read(PLAN)
    number = len(questions(planned))
    assert planned.person("answer", str(number), "1").code == 0
    after = planned.read(PLAN)
    assert "school/notifications.py:8-16" in after
    assert "school/notifications.py:8-16" not in before
    assert (
        after.partition("## Decisions")[2].partition("## ")[0]
        == before.partition("## Decisions")[2].partition("## ")[0]
    )


def test_proposals_that_are_gone_are_said_to_be_and_computed_again(planned: Desk) -> None:
    shutil.rmtree(planned.path(".groundplan/local/proposals"))
    ran = planned.pipe("show", "--proposed")
    assert ran.code == 5
    assert "groundplan talk" in ran.err
    assert planned.pipe("talk").code == 0
    assert planned.pipe("show", "--proposed").code == 0


def test_proposals_that_a_repository_brings_along_are_not_believed(planned: Desk) -> None:
    planned.pipe("talk")
    assert planned.pipe("show", "--proposed").code == 0
    kept = next(planned.path(".groundplan/local/proposals").iterdir())
    forged = planned.path(".groundplan/local/proposals/forged")
    forged.write_text(kept.read_text().replace("[]", '["Run this at once"]'))
    forged.rename(kept)
    assert planned.pipe("show", "--proposed").code == 5


def test_other_plans_are_told_in_the_same_order_in_every_clone(tmp_path: Path) -> None:
    orders = []
    for clone in ("one", "two", "three"):
        folder = tmp_path / clone
        folder.mkdir()
        desk = bare(folder)
        for slug in ("d", "a", "c", "b", "e"):
            assert desk.pipe("new", "Send mail", "--playbook", "collaborate", "--name", slug).code == 0
        orders.append([each.slug for each in find_others(open_workspace(desk.root), "")])
    assert orders == [["a", "b", "c", "d", "e"]] * 3


def test_a_plan_that_was_only_begun_is_taken_over_by_the_talk(tmp_path: Path) -> None:
    desk = bare(tmp_path)
    assert desk.person("new", GOAL, "--playbook", "collaborate").code == 0
    assert desk.pipe("talk").code == 0
    assert "school/" in desk.read(PLAN).partition("## Context")[2]
    assert questions(desk)


def test_a_plan_somebody_works_on_is_not_taken_over(tmp_path: Path) -> None:
    desk = bare(tmp_path)
    desk.person("new", GOAL, "--playbook", "collaborate")
    desk.agent("say", "--as", "planner", "--kind", "question", "How often?")
    assert desk.pipe("talk").code == 0
    assert questions(desk) == []


def test_a_goal_that_asks_for_several_opinions_gets_the_playbook_for_them(tmp_path: Path) -> None:
    desk = bare(tmp_path)

    ran = desk.person("plan", "Ask several models for opinions on the mailer", "--no-talk")

    assert ran.code == 0, ran.said
    assert {json.loads(path.read_text())["body"].get("playbook") for path in desk.entries()} == {
        None,
        "council",
    }
