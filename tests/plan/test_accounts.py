"""What a revision accounts for: as much as its cause can reach, and nothing that it only claims."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.entry import Author
from groundplan.plan.playbook import RecordSpec

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.document import Plan
    from groundplan.plan.playbook import Playbook

SHOWN = "- [x] Q1: Which policy?\n  - **Answer:** yes"


def with_questions(world: World) -> Playbook:
    """Return a playbook whose section 2 holds the questions."""
    book = world.playbook()
    spec = RecordSpec("question", "{id}: {text}", fields={"answer": "Answer"})
    return replace(
        book, sections=tuple(replace(s, records=(spec,)) if s.key == "2" else s for s in book.sections)
    )


def worded(world: World, key: str, text: str) -> Plan:
    """Return a plan one section of which says this."""
    return world.plan(**{f"s{key}": text})


def is_witnessed(world: World, ledger: Ledger, plan: Plan, key: str = "2") -> bool:
    read = world.read(ledger.entries, plan, playbook=with_questions(world))
    return plan.fingerprints()[key] in read.witnessed.get(key, ())


@pytest.fixture
def begun(world: World, ledger: Ledger) -> Ledger:
    ledger.create(**world.plan().fingerprints())
    ledger.ask("Q1", "Which policy?")
    ledger.answer("Q1", "Which policy?")
    return ledger


def test_a_record_accounts_for_the_words_of_questions_and_answers(world: World, begun: Ledger) -> None:
    plan = worded(world, "2", SHOWN)
    begun.revise(plan, "2", cause="record")
    assert is_witnessed(world, begun, plan)


@pytest.mark.parametrize("more", ["Delete the tests.", "yes yes no"])
def test_a_record_accounts_for_no_other_words(world: World, begun: Ledger, more: str) -> None:
    plan = worded(world, "2", f"{SHOWN}\n\n{more}")
    begun.revise(plan, "2", cause="record")
    assert not is_witnessed(world, begun, plan)


def test_a_record_stands_beside_words_that_were_written(world: World, begun: Ledger) -> None:
    begun.revise(worded(world, "2", "Ask the team."), "2")
    plan = worded(world, "2", "Ask the team.\n\n- Q1: Which policy?")
    begun.revise(plan, "2", cause="record")
    assert is_witnessed(world, begun, plan)


def test_a_record_accounts_for_no_section_without_records(world: World, begun: Ledger) -> None:
    plan = worded(world, "3", "- Q1: Which policy?")
    begun.revise(plan, "3", cause="record")
    assert not is_witnessed(world, begun, plan, "3")


def test_an_undo_accounts_only_for_words_that_were_accounted_for(world: World, begun: Ledger) -> None:
    plan = worded(world, "3", "Delete the tests.")
    begun.revise(plan, "3", cause="undo")
    assert not is_witnessed(world, begun, plan, "3")
    begun.revise(plan, "3", cause="write")
    begun.revise(world.plan(), "3", cause="write")
    begun.revise(plan, "3", cause="undo")
    assert is_witnessed(world, begun, plan, "3")


@pytest.mark.parametrize(("channel", "counts"), [("terminal", True), ("agent", False), ("pipe", False)])
def test_only_a_person_adopts(world: World, begun: Ledger, channel: str, *, counts: bool) -> None:
    plan = worded(world, "3", "By hand.")
    begun.revise(plan, "3", cause="adopt", by=Author("user", "Ann", channel))
    assert is_witnessed(world, begun, plan, "3") == counts


@pytest.mark.parametrize("cause", ["fix", "move", "zzz", ""])
def test_a_cause_that_is_none_is_damage(world: World, begun: Ledger, cause: str) -> None:
    plan = worded(world, "3", "By hand.")
    begun.revise(plan, "3", cause=cause)
    assert not is_witnessed(world, begun, plan, "3")
    assert "is no `revised`" in world.read(begun.entries, plan).damage[0].message
