"""Records are told apart by what they say, and found by what a person calls them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.finding import Place
from groundplan.plan.record import (
    Record,
    as_option,
    as_risk,
    as_task,
)

IDS = {
    "Question 12": "12",
    "T3": "3",
    "3.1": "3.1",
    "Option B": "B",
    "Option D": "D",
    "Option P": "P",
    "Commit 4": "4",
    "D1": "1",
    "R10": "10",
    "P0": "0",
    "Phase 2.3": "2.3",
    "Q-7": "7",
    "REQ-003": "003",
    "#12": "12",
    "T3a": "3a",
    "1.10.2": "1.10.2",
    "3.": "3",
    "Question 4:": "4",
    "(b)": "(b)",
    "Happy Path": "Happy Path",
    "IV": "IV",
    "Frage ١٢": "١٢",
    "Aufgabe Ä": "Ä",
    "": "",
    "  ": "  ",
}


@pytest.mark.parametrize(("visible", "number"), IDS.items())
def test_the_number_is_what_a_person_types_for_the_id(visible: str, number: str) -> None:
    assert Record("question", "1", visible).number == number


@given(visible=st.text())
def test_any_text_can_be_an_id(visible: str) -> None:
    assert Record("task", "1", visible).number in visible


def test_a_record_without_a_visible_id_is_known_by_its_text() -> None:
    assert Record("task", "1", "", "Add retries").key == "Add retries"
    assert Record("task", "1", "T1", "Add retries").key == "T1"


WHOLE = Record("task", "3", "T1", "Add retries", {"owner": "Ann"}, {"files": ("a.py", "b.py")})


@pytest.mark.parametrize(
    "other",
    [
        replace(WHOLE, kind="risk"),
        replace(WHOLE, id="T2"),
        replace(WHOLE, text="Add retry"),
        replace(WHOLE, fields={"owner": "Bob"}),
        replace(WHOLE, fields={"owner": "Ann", "effort": "S"}),
        replace(WHOLE, fields={}),
        replace(WHOLE, items={"files": ("b.py", "a.py")}),
        replace(WHOLE, items={}),
    ],
)
def test_records_that_say_different_things_have_different_digests(other: Record) -> None:
    assert other.digest != WHOLE.digest


def test_where_a_record_stands_is_not_what_it_says() -> None:
    moved = replace(WHOLE, section="4", ticked=True, place=Place("x.md", 9, 1), last_line=12, part="Phase 1")
    assert moved.digest == WHOLE.digest


def test_a_question_asks_its_text() -> None:
    assert Record("question", "2", "Q1", "Why?").asks == "Why?"
    asked = Record("question", "2", "Q1", "row", {"text": "How?"})
    assert (asked.id, asked.asks) == ("Q1", "How?")


def test_an_option_has_a_name() -> None:
    option = as_option(Record("option", "3", "Option A", "Queue"))
    assert (option.id, option.name) == ("Option A", "Queue")
    assert as_option(Record("option", "3", "A", "text", {"name": "Queue"})).name == "Queue"


def test_a_task_says_what_it_needs_and_how_much_work_it_is() -> None:
    fields = {"title": "Add retries", "needs": "T0", "effort": "S"}
    task = as_task(Record("task", "5", "T1", "row", fields))
    assert (task.id, task.title, task.needs, task.effort) == ("T1", "Add retries", "T0", "S")
    assert as_task(Record("task", "5", "T1", "row", {"text": "Do"})).title == "Do"
    bare = as_task(Record("task", "5", "T1", "row"))
    assert (bare.title, bare.needs) == ("row", "")


def test_a_risk_has_a_class_and_what_is_done_about_it() -> None:
    fields = {"risk": "Slow", "class": "performance", "mitigation": "measure"}
    risk = as_risk(Record("risk", "2", "R1", "row", fields))
    assert (risk.text, risk.risk_class, risk.mitigation) == ("Slow", "performance", "measure")
    assert as_risk(Record("risk", "2", "R1", "row")).text == "row"
