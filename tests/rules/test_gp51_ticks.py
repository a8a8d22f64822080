"""Checkboxes: what the ledger says is not ticked by hand, and a choice is made as often as it must be."""

from __future__ import annotations

import pytest
from read_cases import Kind, answer, choice, find, lines, proof, read, record, said, section

from groundplan.plan.finding import Severity
from groundplan.plan.playbook import Shape, Tick
from groundplan.rules.registry import RULES

QUESTIONS = Kind(
    (
        section(
            "questions",
            record(
                "question",
                Shape.CHECKLIST,
                tick=Tick.COMPUTED,
                label="{id}: {text}",
                id="Q{n}",
                id_required=True,
            ),
        ),
    )
)
TASK = record(
    "task", Shape.CHECKLIST, tick=Tick.COMPUTED, label="{id} {text}", id="{phase}.{n}", id_required=True
)
TASKS = Kind((section("tasks", TASK),))
PLANNED = Kind((section("tasks", TASK),), {"GP511": {"ticked": ["1.1"]}})
ONE = Kind(
    (section("way", choice(under="Which way?", minimum=1, maximum=1), choice(under="Also", minimum=0)),)
)


def ways(first: str, second: str) -> str:
    which = f"- **Which way?**\n  - [{first}] Change\n  - [{second}] Add\n"
    return f"## Way\n{which}- **Also**\n  - [x] A flag\n  - [x] A migration\n"


@pytest.mark.req("S1-30")
def test_an_open_question_ticked_by_hand_is_found() -> None:
    case = read(QUESTIONS, "## Questions\n- [x] Q1: Sync or async?\n- [ ] Q2: Which code?\n")
    assert said("GP511", case) == ["`Q1` is ticked without an answer"]
    assert lines("GP511", case) == [2]
    assert find("GP511", case)[0].severity is Severity.ERROR


def test_an_answer_to_other_words_ticks_nothing() -> None:
    given = (answer("Q1", "Sync, async or both?"),)
    case = read(QUESTIONS, "## Questions\n- [x] Q1: Sync or async?\n", entries=given)
    assert said("GP511", case) == ["`Q1` is ticked without an answer"]


def test_an_answered_question_may_be_ticked_and_is_asked_to_be() -> None:
    given = (answer("Q1", "Sync or async?"),)
    assert find("GP511", read(QUESTIONS, "## Questions\n- [x] Q1: Sync or async?\n", entries=given)) == []
    late = find("GP511", read(QUESTIONS, "## Questions\n- [ ] Q1: Sync or async?\n", entries=given))
    assert [(one.message, one.severity) for one in late] == [
        ("`Q1` is done but not ticked", Severity.WARNING)
    ]
    assert RULES["GP511"].fixable


def test_a_task_is_ticked_by_its_receipt_alone() -> None:
    text = "## Tasks\n- [x] 1.1 Write it\n- [ ] 1.2 Ship it\n"
    case = read(TASKS, text)
    assert said("GP511", case) == ["`1.1` is ticked without a receipt"]
    assert find("GP511", read(TASKS, text, entries=proof(case, "1.1"))) == []


def test_a_receipt_for_other_words_does_not_count() -> None:
    before = read(TASKS, "## Tasks\n- [x] 1.1 Write half of it\n")
    after = read(TASKS, "## Tasks\n- [x] 1.1 Write it\n", entries=proof(before, "1.1"))
    assert said("GP511", after) == ["`1.1` is ticked without a receipt"]


@pytest.mark.req("S2-15")
def test_what_creation_ticks_stays_ticked() -> None:
    assert (
        find("GP511", read(PLANNED, "## Tasks\n- [x] 1.1 Create the workspace\n- [ ] 1.2 Research\n")) == []
    )
    unticked = read(PLANNED, "## Tasks\n- [ ] 1.1 Create the workspace\n")
    assert said("GP511", unticked) == ["`1.1` is done but not ticked"]


def test_a_choice_is_the_writers_to_tick() -> None:
    assert find("GP511", read(ONE, ways("x", " "))) == []


@pytest.mark.req("S1-05")
@pytest.mark.req("S1-07")
@pytest.mark.parametrize(("first", "second", "count"), [(" ", " ", 0), ("x", "x", 2)])
def test_a_group_of_choices_has_exactly_one_ticked(first: str, second: str, count: int) -> None:
    assert said("GP517", read(ONE, ways(first, second))) == [
        f"{count} of 2 choices ticked under `Which way?`, 1 expected"
    ]


def test_one_ticked_choice_and_a_free_group_pass() -> None:
    assert find("GP517", read(ONE, ways("x", " "))) == []
    assert find("GP517", read(ONE, ways(" ", "x"))) == []


def test_choices_of_a_skeleton_are_not_judged_yet() -> None:
    kind = Kind(ONE.sections, skeleton=ways(" ", " "))
    assert find("GP517", read(kind, ways(" ", " "))) == []
