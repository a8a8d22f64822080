"""Attacks with relayed words: an agent's decision after an approval, words that pass for the person's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from desk import Desk
from forging import forge

if TYPE_CHECKING:
    from pathlib import Path

PLAN = "plans/retry-failed-uploads.md"
MARK = "(relayed, not confirmed by a person)"


@pytest.fixture
def relayed(begun: Desk) -> Desk:
    """Return a plan whose answer and decision an agent wrote down."""
    for ran in (
        begun.agent("ask", "How many attempts?"),
        begun.agent("answer", "Q1", "Three of them."),
        begun.agent("decide", "Use full jitter", "--because", "servers recover unevenly", "--as", "user"),
    ):
        assert ran.code == 0, ran.said
    return begun


def test_resume_never_tells_a_relayed_decision_as_decided(relayed: Desk) -> None:
    told = relayed.pipe("resume").out
    assert "## Decided, not to be re-opened" not in told
    relayed_part = told.partition("## Decisions that no person has confirmed")[2]
    assert "D1 Use full jitter" in relayed_part
    assert f"Three of them. {MARK}" in told, "in the change log, too"


def test_log_and_show_mark_relayed_words(relayed: Desk) -> None:
    rows = [line for line in relayed.pipe("log").out.splitlines() if "Three of them." in line]
    assert rows
    assert all("relayed" in row for row in rows)
    shown = relayed.pipe("show").out
    assert shown.count("(relayed, not confirmed") == 2, shown
    told = relayed.pipe("show", "--json").json()
    assert [each["relayed"] for each in told["decisions"]] == [True]


def test_check_says_what_waits_in_one_line_and_in_words(relayed: Desk) -> None:
    told = relayed.pipe("check").out
    assert told.count("GP211") == 1
    assert "2 relayed messages wait for a person to confirm: “Three of them.”" in told


def test_an_agents_own_decision_does_not_settle_words_it_relayed(relayed: Desk) -> None:
    again = ("supersede", "D1", "Use no jitter", "--because", "it is simpler")
    assert relayed.agent(*again).code != 0
    assert "“Use full jitter” " in relayed.pipe("check").out or "2 relayed" in relayed.pipe("check").out


def test_what_a_person_confirmed_is_marked_no_more(relayed: Desk) -> None:
    ran = relayed.person("adopt", typed="adopt")
    assert ran.code == 0, ran.said
    assert "## Decided, not to be re-opened" in relayed.pipe("resume").out
    assert "relayed" not in relayed.pipe("log").out.replace("what was relayed", "")
    assert MARK not in relayed.pipe("show").out


@pytest.mark.req("S1-28")
def test_an_agents_decision_over_what_a_person_approved_is_a_proposal(ready: Desk) -> None:
    before = ready.read(PLAN)
    ran = ready.agent("decide", "Add APScheduler", "--because", "it is popular")
    assert ran.code == 0, ran.said
    assert "only a person may change what is approved" in ran.said
    assert ready.states() == {"ready": "passed"}
    assert ready.read(PLAN) == before
    assert [each["title"] for each in ready.pipe("show", "--json").json()["decisions"]] == [
        "Retry three times"
    ]
    assert "APScheduler" not in ready.pipe("resume").out.partition("## Decided")[2].partition("##")[0]
    assert "Add APScheduler" in ready.pipe("log").out


def test_a_relayed_answer_that_was_replaced_waits_for_nobody(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.person("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    assert desk.agent("ask", "How many attempts?").code == 0
    assert desk.pipe("answer", "Q1", "Three.").code == 0
    assert desk.pipe("answer", "Q1", "Four.").code == 0
    told = desk.pipe("check").out
    assert "Four." in told
    assert "Three." not in told


def test_an_answer_to_another_question_hides_no_relayed_one(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.person("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    for question in ("How many attempts?", "How long?"):
        assert desk.agent("ask", question).code == 0
    assert desk.pipe("answer", "Q1", "Three.").code == 0
    first = json.loads(desk.entry("answer").read_text())
    assert desk.pipe("answer", "Q2", "A minute.").code == 0
    second = json.loads(desk.entry("answer").read_text())["body"]
    forge(desk, "answer", second | {"replaces": [first["id"]]})
    assert "Three." in desk.pipe("check").out
