"""Attacks on taking back: an agent that gives up another's plan, withdraws another's question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desk import Desk
from forging import forge

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PLAN = "plans/retry-failed-uploads.md"
GOAL = ("new", "Retry failed uploads", "--playbook", "collaborate")


@pytest.fixture
def agents(tmp_path: Path) -> Desk:
    """Return a plan that an agent began and nobody else has touched."""
    desk = Desk.clear(tmp_path)
    assert desk.agent(*GOAL).code == 0
    assert desk.agent("ask", "How many attempts?").code == 0
    return desk


def test_an_agent_gives_up_the_plan_it_began(agents: Desk) -> None:
    ran = agents.agent("archive", "--abandon", "the place was wrong")
    assert ran.code == 0, ran.said
    assert not agents.path(PLAN).exists()
    assert "1 archived" in agents.pipe().out
    assert "abandoned the plan: the place was wrong" in agents.pipe("log", "retry-failed-uploads").out


@pytest.mark.parametrize(
    "touch",
    [
        lambda desk: desk.person("say", "Go on."),
        lambda desk: desk.person("answer", "Q1", "Three."),
        lambda desk: desk.pipe("say", "Go on."),
    ],
    ids=["a-persons-words", "a-persons-answer", "another-channel"],
)
def test_nobody_gives_up_what_somebody_else_touched(agents: Desk, touch: Callable[[Desk], object]) -> None:
    touch(agents)
    before = agents.read(PLAN)
    assert agents.agent("archive", "--abandon", "the place was wrong").code == 3
    assert agents.read(PLAN) == before


def test_an_agent_gives_up_no_plan_of_a_person(begun: Desk) -> None:
    assert begun.agent("archive", "--abandon", "no time").code == 3
    assert begun.path(PLAN).exists()


def test_an_agent_archives_nothing_without_a_reason_nor_through_another_channel(agents: Desk) -> None:
    assert agents.agent("archive").code == 3, "abandoning has a reason"
    assert agents.pipe("archive", "--abandon", "no time").code == 3, "another channel began it"


def test_a_person_brings_back_what_was_put_away_and_an_agent_does_not(agents: Desk) -> None:
    before = agents.read(PLAN)
    agents.agent("archive", "--abandon", "the place was wrong")
    assert agents.agent("archive", "--restore", "retry-failed-uploads").code == 3
    ran = agents.person("archive", "--restore", "retry-failed-uploads")
    assert ran.code == 0, ran.said
    assert agents.read(PLAN).partition("Change Log")[0] == before.partition("Change Log")[0]
    assert agents.pipe("show").code == 0
    assert agents.agent("archive", "--abandon", "again").code == 3, "a person has touched it"
    assert agents.person("archive", "--abandon", "it is not needed", "--yes").code == 0
    assert agents.pipe("show").code == 5
    assert agents.person("archive", "--restore", "retry-failed-uploads").code == 0
    assert agents.codes() <= {"GP204", "GP504"}


def test_an_approved_plan_is_put_away_only_after_a_person_said_so(ready: Desk) -> None:
    ran = ready.person("archive")
    assert "1 task is not done" in ran.out
    assert ran.code == 3
    assert ready.path(PLAN).exists()
    assert ready.agent("waive", "--all", "--reason", "done").code == 3
    assert ready.person("waive", "--all", "--reason", "done before").code == 0
    assert ready.agent("archive").code == 3
    assert ready.person("archive").code == 0
    assert not ready.path(PLAN).exists()
    assert ready.person("archive", "--restore", "retry-failed-uploads").code == 0
    assert ready.states() == {"ready": "passed"}


def test_who_asked_by_mistake_withdraws_the_question(agents: Desk) -> None:
    assert "GP204" in agents.codes()
    ran = agents.agent("ask", "--withdraw", "Q1", "asked by mistake")
    assert ran.code == 0, ran.said
    assert "GP204" not in agents.codes()
    assert agents.agent("ask", "--withdraw", "Q1", "again").code == 2, "it is open no more"
    assert agents.person("answer", "Q1", "Three.").code == 2
    assert "(withdrawn)" in agents.pipe("show").out


def test_nobody_withdraws_anothers_question(begun: Desk) -> None:
    assert begun.person("ask", "How many attempts?").code == 0
    assert begun.agent("ask", "--withdraw", "Q1", "in my way").code == 3
    assert begun.pipe("ask", "--withdraw", "Q1", "in my way").code == 3
    assert "GP204" in begun.codes()
    assert begun.person("ask", "--withdraw", "Q1", "settled").code == 0
    assert "GP204" not in begun.codes()


def test_an_answered_question_is_not_withdrawn(agents: Desk) -> None:
    agents.person("answer", "Q1", "Three.")
    assert agents.agent("ask", "--withdraw", "Q1", "never mind").code == 2
    (question,) = agents.pipe("show", "--json").json()["questions"]
    assert question["answer"] == "Three."


def test_an_agent_does_not_withdraw_what_the_planner_asked_through_it(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.agent("plan", "Retry failed uploads in `src/upload.py`", "--name", "mine").code == 0
    assert desk.agent("ask", "--withdraw", "Q1", "in my way").code == 3
    assert "GP204" in desk.codes()


def test_where_every_plan_is_archived_the_way_back_is_told(agents: Desk) -> None:
    agents.agent("archive", "--abandon", "the place was wrong")
    ran = agents.pipe("show")
    assert "Every plan in this repository is archived" in ran.said
    assert "groundplan archive --restore retry-failed-uploads" in ran.said
    assert "groundplan show retry-failed-uploads" in ran.said


def test_an_archived_plan_that_is_read_is_not_to_be_archived_again(agents: Desk) -> None:
    agents.agent("archive", "--abandon", "the place was wrong")
    assert agents.pipe("new", "Count the uploads", "--name", "count").code == 0
    ran = agents.pipe("show", "retry-failed-uploads")
    assert ran.code == 0
    assert "groundplan archive" not in ran.said
    assert (
        agents.pipe("show", "--json", "-p", "retry-failed-uploads")
        .json()["next"]
        .startswith("groundplan plan ")
    )


def test_a_forged_restoring_is_named(ready: Desk) -> None:
    assert ready.person("waive", "--all", "--reason", "done before").code == 0
    assert ready.person("archive").code == 0
    forge(ready, "restored", {})
    assert "GP214" in ready.codes()
