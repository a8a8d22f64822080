"""Plans follow decisions: what was rejected is not proposed, what is said besides an answer is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from made_brief import make_brief, write

from groundplan.planner.answers import understand
from groundplan.planner.question import Choice, Question
from groundplan.planner.reconsidering import AGAIN, CHANGE, reconsider
from groundplan.planner.writers.as_decided import as_decided
from groundplan.planner.writers.besides import said_besides

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief

FILES = {"app/bus.py": "def subscribe(name):\n    return name\n", "app/mail.py": "def send():\n    pass\n"}
BUS = Question(
    "installed:apscheduler",
    "Is `app/bus.py` enough for this, or do we add `APScheduler`?",
    "",
    (Choice("reuse", "Build on `app/bus.py`"), Choice("new", "Add `APScheduler`")),
    "reuse",
    sways={"cache:replicas=several": "new"},
)
REPLICAS = Question(
    "cache:replicas",
    "How many instances run?",
    "",
    (Choice("one", "One instance runs"), Choice("several", "Several instances run")),
    "one",
)


def brief_with(said: str, goal: str = "Send mails with APScheduler", **more: Any) -> Brief:
    settled = {BUS.subject: understand(BUS, said)} if said else {}
    return make_brief(
        goal, FILES, ["app/mail.py::send"], "collaborate", questions=(BUS,), settled=settled, **more
    )


@pytest.mark.parametrize(
    ("goal", "left"),
    [
        ("Send mails with APScheduler", "Send mails"),
        ("Send mails using `APScheduler` every hour", "Send mails every hour"),
        ("Send mails every hour (maybe with APScheduler)", "Send mails every hour"),
        ("Send mails, perhaps APScheduler", "Send mails"),
        ("APScheduler sends mails", "APScheduler sends mails (decided: Build on `app/bus.py`)"),
        ("Send mails with APSchedulerPlus", "Send mails with APSchedulerPlus"),
    ],
)
def test_what_was_rejected_is_taken_out_of_the_goals_words(goal: str, left: str) -> None:
    assert as_decided(brief_with("1"), goal) == left


def test_what_was_taken_is_sure_and_nothing_changes_before_a_decision() -> None:
    assert as_decided(brief_with("2"), "Send mails, maybe APScheduler") == "Send mails with APScheduler"
    assert as_decided(brief_with(""), "Send mails, maybe APScheduler") == "Send mails, maybe APScheduler"
    assert as_decided(brief_with("I wonder"), "Send mails with APScheduler") == "Send mails with APScheduler"


def test_a_decision_is_cited_by_its_id() -> None:
    steps = write(brief_with("1", decisions={BUS.subject: "D4"}), "implementation-plan")
    assert "By D4: Build on `app/bus.py` (not: Add `APScheduler`)" in steps
    assert "apscheduler" not in steps.replace("(not: Add `APScheduler`)", "").lower()


def test_what_is_asked_for_besides_an_answer_is_heard() -> None:
    said = "1. Log every mail that is sent. The web page can come later."
    assert said_besides(brief_with(said)) == ("Log every mail that is sent",)


@pytest.mark.parametrize(
    "said",
    [
        "Thanks, that is clear",
        "Show me the options again",
        "Write a section for both options",
        "Does it log anything?",
        "Leave the web page out",
        "I tested it: 0.2 s, but three replicas disagree",
        "later",
    ],
)
def test_talk_is_not_taken_for_a_demand(said: str) -> None:
    brief = brief_with("", replies=(understand(None, said),))
    assert said_besides(brief) == ()


def test_a_choice_is_put_again_only_when_something_said_since_speaks_for_another() -> None:
    settled = {BUS.subject: understand(BUS, "1"), REPLICAS.subject: understand(REPLICAS, "1")}
    questions, _ = reconsider((REPLICAS, BUS), settled, ())
    assert [each.subject for each in questions] == [REPLICAS.subject, BUS.subject]
    told = understand(None, "three replicas each keep their own")
    questions, known = reconsider((REPLICAS, BUS), settled, (told,))
    again = questions[-1]
    assert again.subject == f"{AGAIN}{BUS.subject}"
    assert again.recommended == CHANGE
    assert "three replicas each keep their own" in again.why
    assert known[BUS.subject].choice == "reuse", "nothing changes before the person says so"
    changed = settled | {again.subject: understand(again, "1")}
    assert reconsider((REPLICAS, BUS), changed, (told,))[1][BUS.subject].choice == "new"
    kept = settled | {again.subject: understand(again, "2")}
    assert reconsider((REPLICAS, BUS), kept, (told,))[1][BUS.subject].choice == "reuse"
