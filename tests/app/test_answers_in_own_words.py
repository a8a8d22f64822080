"""An answer may combine or amend what is offered: its words are the decision, and the brief has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.app.analyst.answering import answer_led
from groundplan.app.brains.briefing import brief
from groundplan.app.talk.talking import Put, ask_all
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan

    from .conftest import Office

CHOICES = {"disk": "Keep the grades in a file on disk", "redis": "A Redis server that all replicas share"}


def ask(office: Office, subject: str = "option", **choices: str) -> OpenPlan:
    question = Put("Which cache?", subject=subject, choices=choices or CHOICES, recommended="disk")
    return ask_all(office.begin(), [question], caller=office.agent)[0].outcome.opened


@pytest.mark.req("S0-20")
@pytest.mark.parametrize(
    "said",
    [
        "A but with B's timeout",
        "1, but only for dev mode",
        "Redis as default, but the disk version for dev mode",
        "neither: keep it in memory until we have measured",
        "neither of them. Let's ask the database team first",
        "Redis, except in the tests",
        "A for reads, B for writes",
        "the disk one first, and Redis once there are replicas",
        "disk unless CACHE_URL is set",
        "Something else: SQLite",
    ],
)
def test_an_answer_that_amends_the_choices_is_the_decision_word_for_word(office: Office, said: str) -> None:
    after = answer_led(ask(office), "Q1", said, caller=office.ann).outcome.opened
    (question,) = after.judgement.promises.questions
    (decision,) = after.judgement.promises.live_decisions
    assert question.answer is not None
    assert question.answer.text == said
    assert decision.title == f"Which cache? {said}", "it is read with its question"
    assert said in [each.text for each in brief(after).talk]
    assert decision.title in [each.title for each in brief(after).decisions]


@pytest.mark.req("S0-20")
@pytest.mark.parametrize("said", ["both", "Both of them", "1 and 2", "A + B", "both, please", "1, 2"])
def test_words_that_point_at_several_choices_are_spelled_out(office: Office, said: str) -> None:
    after = answer_led(ask(office), "Q1", said, caller=office.ann).outcome.opened
    (question,) = after.judgement.promises.questions
    assert question.answer is not None
    assert question.answer.text.startswith(said)
    assert all(words in question.answer.text for words in CHOICES.values())


@pytest.mark.parametrize("said", ["disk it is", "Redis, please", "on disk"])
def test_a_choice_taken_in_own_words_keeps_them(office: Office, said: str) -> None:
    after = answer_led(ask(office), "Q1", said, caller=office.ann).outcome.opened
    (question,) = after.judgement.promises.questions
    assert question.answer is not None
    assert question.answer.text.startswith(said)


@pytest.mark.parametrize("said", ["neither", "None of them."])
def test_none_of_what_is_offered_does_not_say_what_instead(office: Office, said: str) -> None:
    with pytest.raises(Misused, match="does not say what instead"):
        answer_led(ask(office), "Q1", said, caller=office.ann)


@pytest.mark.parametrize("said", ["What does Redis cost? Ask Ben.", "not now"])
def test_words_that_ask_back_or_put_it_off_decide_nothing(office: Office, said: str) -> None:
    after = answer_led(ask(office), "Q1", said, caller=office.ann).outcome.opened
    assert not after.judgement.promises.live_decisions


@pytest.mark.parametrize("said", ["all of them", "1 and 2", "both", "all"])
def test_a_change_may_go_into_several_of_the_places_offered(office: Office, said: str) -> None:
    opened = ask(office, "place", **{"file-1": "In `src/api_client.py`", "file-2": "In `src/config.py`"})
    after = answer_led(opened, "Q1", said, caller=office.ann).outcome.opened
    (question,) = after.judgement.promises.questions
    assert question.answer is not None
    assert "`src/api_client.py`" in question.answer.text
    assert "`src/config.py`" in question.answer.text
    assert not after.judgement.promises.live_decisions
