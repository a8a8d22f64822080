"""GP209, GP216: a decision stands in both layers with the same words, and once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn_ledgers import Ledger, sample_playbook
from hypothesis import given
from hypothesis import strategies as st

from groundplan.markdown.reading import read_plan
from groundplan.markdown.writing import add_record
from groundplan.plan.record import Record
from groundplan.playbooks.shelf import Shelf
from groundplan.rules.decisions import recommended_option

SUPERSEDE = '`groundplan supersede D1 "…" --because "…"`'


@pytest.fixture
def ledger() -> Ledger:
    """Return a plan that shows its decisions."""
    return Ledger(playbook=sample_playbook(records=("decision",)), words={"options": "c"})


def show(ledger: Ledger, name: str, title: str) -> None:
    ledger.record("decision", title, id=name, title=title, reason="it is simpler")


# ---------------------------------------------------------------------------------------------------- GP209


@pytest.mark.req("S0-09")
def test_a_plan_without_decisions_has_none_to_show(ledger: Ledger) -> None:
    assert ledger.check("GP209") == []


@pytest.mark.req("S0-09")
def test_a_decision_in_both_layers_passes(ledger: Ledger) -> None:
    ledger.decide("D1", "Use  `Redis` as cache")
    show(ledger, "D1", "use Redis as  **cache**.")
    assert ledger.check("GP209") == []


@pytest.mark.req("S0-09")
def test_a_decision_that_the_plan_does_not_show_is_found(ledger: Ledger) -> None:
    entry = ledger.decide("D1", "Use Redis")
    [found] = ledger.check("GP209")
    assert found.message == "Decision D1 `Use Redis` is in the ledger, but the plan does not say so"
    assert found.subject == entry.id
    assert found.hint == "Write it back, or a person changes it: " + SUPERSEDE


@pytest.mark.req("S0-09")
@pytest.mark.parametrize("shown", ["Use SQLite", "Do not use Redis", "Use Redis and drop the tests", "Redis"])
def test_a_decision_that_the_plan_shows_in_other_words_is_found_once(ledger: Ledger, shown: str) -> None:
    ledger.decide("D1", "Use Redis")
    show(ledger, "D1", shown)
    assert len(ledger.check("GP209")) == 1


@pytest.mark.req("S0-09")
def test_a_decision_under_another_id_is_not_that_one(ledger: Ledger) -> None:
    ledger.decide("D1", "Use Redis")
    show(ledger, "D2", "Use Redis")
    found = ledger.check("GP209")
    assert [one.message.split(",")[1] for one in found] == [
        " but the plan does not say so",
        " which is not in the ledger",
    ]


@pytest.mark.req("S0-09")
def test_a_decision_that_nobody_made_is_found_where_it_stands(ledger: Ledger) -> None:
    show(ledger, "D2", "Drop the tests")
    [found] = ledger.check("GP209")
    assert found.message == "The plan shows decision `D2`, which is not in the ledger"
    assert (found.section, found.place.line) == ("options", 10)


@pytest.mark.req("S0-09")
def test_a_second_decision_does_not_hide_behind_the_id_of_a_real_one(ledger: Ledger) -> None:
    ledger.decide("D1", "Use Redis")
    for title in ("Drop the tests", "Use Redis"):
        show(ledger, "D1", title)
    [found] = ledger.check("GP209")
    assert found.message == "The plan shows decision `D1`, which is not in the ledger"
    assert found.place.line == 10


def test_two_decisions_that_took_one_id_on_two_branches_are_both_shown(ledger: Ledger) -> None:
    for number, title in enumerate(("Use Redis", "Log retries")):
        ledger.decide("D1", title, question=f"Q{number}", follows=())
        show(ledger, "D1", title)
    assert ledger.check("GP209") == []


def test_a_superseded_decision_may_stay_in_the_plan_or_go(ledger: Ledger) -> None:
    old = ledger.decide("D1", "Use Redis")
    ledger.decide("D2", "Use SQLite", supersedes=[old])
    show(ledger, "D2", "Use SQLite")
    assert ledger.check("GP209") == []
    show(ledger, "D1", "Use Redis")
    assert ledger.check("GP209") == []
    show(ledger, "D1", "Use Memcached")
    assert len(ledger.check("GP209")) == 1, "nobody rewrites what once was decided"


def test_a_record_without_a_title_of_its_own_begins_with_it(ledger: Ledger) -> None:
    ledger.decide("D1", "Use Redis")
    ledger.record("decision", "Use Redis — because it is simpler", id="D1")
    assert ledger.check("GP209") == []
    ledger.records.clear()
    ledger.record("decision", "We shall not use Redis", id="D1")
    assert len(ledger.check("GP209")) == 1


def test_a_playbook_that_shows_no_decisions_is_not_asked_for_them() -> None:
    ledger = Ledger()
    ledger.decide("D1", "Use Redis")
    assert ledger.check("GP209") == []


@pytest.fixture
def weighed() -> Ledger:
    """Return a plan that weighs two options and recommends one; decisions are not shown in it."""
    ledger = Ledger(playbook=sample_playbook(records=("option", "recommendation")))
    for name in ("Option A", "Option B"):
        ledger.record("option", "A way", id=name)
    return ledger


@pytest.mark.req("S1-28")
@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("Option B", 0),
        ("option b: a retry function", 0),
        ("**Option B** rather than Option A", 0),
        ("Option A", 1),
        ("Option A, not Option B", 1),
        ("Option Best", 1),
        ("Neither", 1),
    ],
)
def test_the_recommendation_is_the_option_that_was_decided(weighed: Ledger, said: str, count: int) -> None:
    weighed.decide("D1", "Option B: Retry function", option="Option B")
    weighed.record("recommendation", said, option=said)
    assert len(weighed.check("GP209")) == count


def test_a_recommendation_that_nobody_decided_yet_is_free(weighed: Ledger) -> None:
    weighed.record("recommendation", "Option A", option="Option A")
    weighed.decide("D1", "Log retries")
    assert weighed.check("GP209") == []


def test_a_plan_that_no_longer_recommends_is_left_to_other_rules(weighed: Ledger) -> None:
    weighed.decide("D1", "Option B: Retry function", option="Option B")
    assert weighed.check("GP209") == []


def test_the_option_that_is_named_first_is_recommended() -> None:
    options = ("Option 1", "Option 10", "Option 1 b", "")

    def named(text: str) -> str:
        return recommended_option(Record("recommendation", "3", text=text), options)

    assert named("Option 10 over Option 1") == "Option 10"
    assert named("We take option 1, and option 10 later") == "Option 1"
    assert named("Option 1 b") == "Option 1 b"
    assert named("Nothing") == ""


TITLES = st.one_of(
    st.text(st.characters(blacklist_categories=("Cc", "Cs")), min_size=1, max_size=40).filter(str.strip),
    st.lists(
        st.sampled_from(
            ["retry", "`x`", "**b**", "a_b", "|", "[x](y)", "<b>", "\\", "#", ":", "**Reason:** no"]
        ),
        min_size=1,
        max_size=4,
    ).map(" ".join),
)
COLLABORATE = Shelf().find("collaborate")
[SPEC] = next(spec.records for spec in COLLABORATE.sections if spec.key == "decisions")


@given(TITLES)
def test_a_decision_written_into_the_plan_reads_back_as_the_one_that_was_made(title: str) -> None:
    fields = {"id": "D1", "title": title, "reason": "it is simpler", "text": title}
    text = add_record("## Decisions\n\n", SPEC, fields)
    plan = read_plan("P1", "plan", COLLABORATE, {"plan": ("plan.md", text)})
    ledger = Ledger(playbook=COLLABORATE)
    ledger.decide("D1", title)
    ledger.records = [replace(record, section="options") for record in plan.records("decision")]
    assert len(ledger.records) == 1
    assert ledger.check("GP209") == []


# ---------------------------------------------------------------------------------------------------- GP216


def test_decisions_of_several_questions_stand_side_by_side(ledger: Ledger) -> None:
    ledger.decide("D1", "Use Redis", question="Q1")
    ledger.decide("D2", "Log retries", question="Q2")
    ledger.decide("D3", "Name it retry")
    ledger.decide("D4", "Ship it")
    assert ledger.check("GP216") == []


def test_a_question_decided_twice_waits_for_a_person(ledger: Ledger) -> None:
    ledger.decide("D1", "Use Redis", question="Q1", follows=())
    ledger.decide("D1", "Use SQLite", question="Q1", follows=())
    [found] = ledger.check("GP216")
    assert found.message == "Two decisions are in force for question Q1: `Use Redis` and `Use SQLite`"
    assert found.hint == "A person decides on one: " + SUPERSEDE


def test_an_id_taken_twice_waits_for_a_person(ledger: Ledger) -> None:
    ledger.decide("D1", "Use Redis", follows=())
    ledger.decide("D1", "Use SQLite", follows=())
    assert "Two decisions are in force for id D1" in ledger.check("GP216")[0].message


def test_a_decision_that_supersedes_the_other_ends_it(ledger: Ledger) -> None:
    left = ledger.decide("D1", "Use Redis", question="Q1", follows=())
    right = ledger.decide("D1", "Use SQLite", question="Q1", follows=())
    ledger.decide("D2", "Use SQLite", question="Q1", supersedes=[left, right])
    assert ledger.check("GP216") == []


def test_nobody_supersedes_what_they_have_not_seen(ledger: Ledger) -> None:
    left = ledger.decide("D1", "Use Redis", question="Q1", follows=())
    ledger.decide("D2", "Use SQLite", question="Q1", supersedes=[left], follows=())
    assert len(ledger.check("GP216")) == 1
