"""GP219: a plan that the policy wants attacked is attacked, as it is now, by somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from drawn_ledgers import ANN, PLANNER, Ledger

from groundplan.plan.config import Config, Policy
from groundplan.plan.entry import Author
from groundplan.plan.standing import compute_standing

if TYPE_CHECKING:
    from groundplan.plan.entry import Entry

READER = Author("planner", "Ben", "agent", ("codex",))


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger(config=Config(policy=Policy(refutation="required")))
    made.create(goal="a", context="b", options="c")
    made.write("design")
    return made


def refute(ledger: Ledger, *objections: Entry, reader: str = "reviewer-2", by: Author = READER) -> Entry:
    plan = ledger.plan()
    body = {
        "reader": reader,
        "sections": plan.covered(("goal", "context", "options", "design")),
        "tried": "all of it",
        "objections": [entry.id for entry in objections],
    }
    return ledger.add("refutation", body, by=by)


def hold_against(ledger: Ledger, section: str = "design", *, name: str = "O1", **more: Any) -> Entry:
    body = {
        "id": name,
        "reader": "reviewer-2",
        "section": section,
        "fingerprint": ledger.plan().fingerprints()[section],
        "quote": ledger.words[section],
        "because": "it breaks",
        "evidence": ["a.py:1"],
    }
    return ledger.add("objection", body | more, by=READER)


def respond(ledger: Ledger, about: Entry, how: str, by: Author = PLANNER, **more: Any) -> Entry:
    return ledger.add("response", {"objection": about.id, "how": how, **more}, by=by)


def mend(ledger: Ledger, about: Entry, *keys: str) -> Entry:
    prints = ledger.plan().fingerprints()
    return respond(ledger, about, "mended", sections={key: prints[key] for key in keys})


def messages(ledger: Ledger) -> list[str]:
    return [finding.message for finding in ledger.check("GP219")]


@pytest.mark.parametrize("policy", ["offered", "off"])
def test_nothing_is_asked_for_where_the_policy_does_not_require_it(policy: str) -> None:
    ledger = Ledger(config=Config(policy=Policy(refutation=policy)))
    ledger.create(goal="a", context="b", options="c", design="d")
    hold_against(ledger)
    assert messages(ledger) == []


def test_a_plan_that_nobody_attacked_is_found(ledger: Ledger) -> None:
    assert messages(ledger) == [
        "The policy requires that somebody attacks the plan before it is approved, and nobody has"
    ]


def test_an_attack_on_the_words_as_they_are_is_enough(ledger: Ledger) -> None:
    refute(ledger)
    assert messages(ledger) == []


def test_an_attack_on_other_words_is_not(ledger: Ledger) -> None:
    refute(ledger)
    ledger.write("context")
    assert messages(ledger) == ["`reviewer-2` attacked the plan before `context` changed"]


def test_a_writer_is_no_reader(ledger: Ledger) -> None:
    refute(ledger, reader="CLAUDE")
    assert messages(ledger) == ["The attack by `CLAUDE` does not count: `CLAUDE` wrote section `design`"]


def test_an_open_objection_is_found_until_it_is_mended_or_answered(ledger: Ledger) -> None:
    first = hold_against(ledger)
    second = hold_against(ledger, "context", name="O2")
    refute(ledger, first, second)
    assert messages(ledger) == ["2 objections are open: O1, O2"]
    respond(ledger, second, "answered", text="it may stay")
    assert messages(ledger) == ["1 objection is open: O1"]
    ledger.write("design")
    assert "1 objection is open: O1" in messages(ledger), "a change alone mends nothing"
    mend(ledger, first, "design")
    assert messages(ledger) == []


def test_only_the_last_approval_waits_for_it(ledger: Ledger) -> None:
    case = ledger.case()
    findings = ledger.check("GP219")
    standing = compute_standing(case.plan, case.playbook, case.promises, findings)
    assert {each.spec.id: bool(each.findings) for each in standing.checkpoints} == {
        "chosen": False,
        "ready": True,
    }


def test_what_a_person_approved_stays_approved_when_somebody_objects_later(ledger: Ledger) -> None:
    refute(ledger)
    ledger.approve("chosen")
    ledger.approve("ready")
    hold_against(ledger)
    assert messages(ledger) == []


def test_an_answer_given_by_a_person_is_accepted(ledger: Ledger) -> None:
    about = hold_against(ledger)
    respond(ledger, about, "answered", by=ANN, text="it may stay")
    [state] = ledger.case().promises.attacks.objections
    assert state.fate == "accepted"


def test_an_approval_accepts_the_answers_it_names_and_no_others(ledger: Ledger) -> None:
    about, other = hold_against(ledger), hold_against(ledger, "context", name="O2")
    answer = respond(ledger, about, "answered", text="it may stay")
    respond(ledger, other, "answered", text="so may this")
    ledger.approve("chosen", confirms=[answer])
    assert [state.fate for state in ledger.case().promises.attacks.objections] == ["accepted", "answered"]
