"""What an answer is recorded as: its words, and a decision that says something away from its question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundplan.app.analyst.answering import _decides, _decision, _spell_out
from groundplan.plan.entry import Author, Entry
from groundplan.plan.promise import Asked

ENTRY = Entry("0" * 26, "gp-0000000000", "question", "2026-01-05T09:00:00Z", Author("planner"))


def asked(text: str, *choices: str, recommended: str = "") -> Asked:
    named = {f"c{number}": words for number, words in enumerate(choices, 1)}
    return Asked(
        ENTRY, "Q1", text, "", blocking=True, subject="scope", choices=named, recommended=recommended
    )


def test_a_decision_is_read_with_its_question() -> None:
    question = asked("Which databases are in scope?", "All of them", "Not all: I name those that are not")
    assert _decision(question, "c1", "1").title == "Which databases are in scope? All of them"
    assert _decision(question, "c2", "2").title.endswith("in scope? Not all: I name those that are not")


def test_the_reason_of_a_decision_is_what_the_person_said_and_not_the_evidence() -> None:
    question = replace(asked("Which store?", "In `a.py`", "In `b.py`"), why="No file stands out")
    assert _decision(question, "c1", "1").reason == "taken in Q1"
    assert _decision(question, "c1", "In `a.py`").reason == "taken in Q1"
    own = "The first, our users never see the other"
    assert _decision(question, "c1", own).reason == own


def test_naming_the_place_decides_nothing() -> None:
    question = asked("Which file or folder does this go into?", "In `a.py`", "In `b.py`")
    assert _decides(question, "In `a.py`")
    assert not _decides(replace(question, subject="place"), "In `a.py`")


@pytest.mark.parametrize(
    "said", ["yes", "OK", "As recommended", "as recommended.", "as you suggest", "1", "a", "sounds good"]
)
def test_agreeing_with_the_one_answer_that_is_offered_takes_it(said: str) -> None:
    question = asked("How is it measured?", recommended="`pytest` passes")
    assert _spell_out(question, "", said) == "`pytest` passes"


@pytest.mark.parametrize("said", ["`ruff check` passes", "yes, but only for admins", "2 GB pass"])
def test_any_other_words_stay_the_persons_own(said: str) -> None:
    question = asked("How is it measured?", recommended="`pytest` passes")
    assert _spell_out(question, "", said) == said


def test_where_yes_or_no_is_asked_yes_is_not_the_recommended_no() -> None:
    question = asked("May it be stored twice?", recommended="no")
    assert _spell_out(question, "", "yes") == "yes"
    assert _spell_out(question, "", "as recommended") == "no"
