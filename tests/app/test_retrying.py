"""Two who speak at once: what merely adds words is saved after the other, what replaces them is refused."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from desk import Desk

from groundplan.app.callers import Caller
from groundplan.app.plans.opened import open_plan
from groundplan.app.talk.talking import answer, ask, say
from groundplan.app.workspace import open_workspace
from groundplan.plan.errors import Changed
from groundplan.store.recovery import kept_copies

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan

ANN = Caller("Ann", "terminal")


@pytest.fixture
def stale(tmp_path: Path) -> OpenPlan:
    """A plan as it was read before somebody else asked a question."""
    desk = Desk.clear(tmp_path)
    assert desk.person("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    opened = open_plan(open_workspace(desk.root))
    assert desk.agent("ask", "How often?").code == 0
    return opened


def test_a_question_is_asked_after_the_one_that_was_quicker(stale: OpenPlan) -> None:
    asked = ask(stale, "Which client?", caller=ANN)
    assert asked.id == "Q2"
    now = open_plan(open_workspace(stale.workspace.root))
    assert [q.text for q in now.judgement.promises.questions] == ["How often?", "Which client?"]
    assert not any(finding.code in {"GP206", "GP210"} for finding in now.judgement.findings)
    assert [copy for copy in kept_copies(stale.workspace.folder) if copy.reason] == []


def test_a_message_is_said_in_sight_of_what_came_before_it(stale: OpenPlan) -> None:
    said = say(stale, "Only large files matter.", caller=ANN)
    now = open_plan(open_workspace(stale.workspace.root))
    [question] = now.history.of_kind("question")
    assert now.history.is_before(question, said.turn)


def test_what_rests_on_the_words_that_were_there_is_refused_and_its_text_kept(stale: OpenPlan) -> None:
    now = open_plan(open_workspace(stale.workspace.root))
    ask(now, "Which client?", caller=ANN)
    with pytest.raises(Changed) as raised:
        answer(now, "1", "2 % of them.", caller=ANN)
    assert raised.value.kept


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_of_several_who_ask_at_once_nobody_is_sent_away(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.person("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            os._exit(desk.agent("ask", f"Question of writer {number}?").code)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert codes == [0] * 4
    questions = open_plan(open_workspace(desk.root)).judgement.promises.questions
    assert sorted(q.text for q in questions) == [f"Question of writer {number}?" for number in range(4)]
    assert sorted(q.id for q in questions) == ["Q1", "Q2", "Q3", "Q4"]
