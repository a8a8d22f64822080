"""Objections, responses and refutations as the ledger has them: only what is so is believed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from drawn_ledgers import ANN, PLANNER, Ledger

from groundplan.plan.config import Policy, read_config
from groundplan.plan.entry import Author, digest_json, digest_text
from groundplan.plan.objection import fold_name
from groundplan.plan.promise_reading import read_promise

if TYPE_CHECKING:
    from groundplan.plan.entry import Entry
    from groundplan.plan.refutation import Attacks

READER = Author("planner", "Ben", "agent", ("codex",))


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger()
    made.create(goal="a", context="Some  words\nof ours.", options="c", design="d")
    return made


def attacks(ledger: Ledger) -> Attacks:
    return ledger.case().promises.attacks


def hold_against(ledger: Ledger, quote: str, section: str = "context", **more: Any) -> Entry:
    how = {key: more.pop(key) for key in ("follows",) if key in more}
    body = {
        "id": "O1",
        "reader": "reviewer-2",
        "section": section,
        "fingerprint": ledger.plan().fingerprints().get(section, ""),
        "quote": quote,
        "because": "it breaks",
        "evidence": ["a.py:1"],
    }
    return ledger.add("objection", body | more, by=READER, **how)


def refute(ledger: Ledger, *objections: Entry, **more: Any) -> Entry:
    body = {
        "reader": "reviewer-2",
        "sections": ledger.plan().covered(("goal", "context", "options", "design")),
        "tried": "all of it",
        "objections": [entry.id for entry in objections],
    }
    return ledger.add("refutation", body | more, by=READER)


def mend(ledger: Ledger, about: Entry, *keys: str) -> Entry:
    prints = ledger.plan().fingerprints()
    body = {"objection": about.id, "how": "mended", "sections": {key: prints[key] for key in keys}}
    return ledger.add("response", body, by=PLANNER)


def test_a_plan_that_nobody_attacked_has_no_attack(ledger: Ledger) -> None:
    assert attacks(ledger).objections == ()
    assert attacks(ledger).newest is None


def test_a_quote_is_found_whatever_the_spacing(ledger: Ledger) -> None:
    hold_against(ledger, "words of ours.")
    [state] = attacks(ledger).objections
    assert (state.name, state.fate, state.is_quoted) == ("O1", "open", True)


def test_an_objection_to_a_section_that_is_not_there_is_open_until_somebody_marks_it(ledger: Ledger) -> None:
    about = hold_against(ledger, "x y z", "rollout")
    assert [state.fate for state in attacks(ledger).objections] == ["open"]
    mend(ledger, about)
    assert [state.fate for state in attacks(ledger).objections] == ["mended"]


def measure(ledger: Ledger, **more: Any) -> Entry:
    body = {"id": "P1", "argv": ["pytest"], "ended": "exited", "code": 1, "milliseconds": 1, "digest": "d"}
    texts = dict.fromkeys(("task", "excerpt", "state", "commit", "patch", "tool", "open_walls"), "")
    return ledger.add("receipt", {**body, **texts, "changed": 0, **more}, by=READER)


def test_an_objection_has_the_receipts_that_were_there_before_it(ledger: Ledger) -> None:
    [begun] = ledger.entries
    receipt = measure(ledger)
    hold_against(ledger, "words", receipts=[receipt.id, "nowhere"])
    hold_against(ledger, "words", receipts=[receipt.id], follows=[begun])
    names = [[each.id for each in state.receipts] for state in attacks(ledger).objections]
    assert sorted(names) == [[], ["P1"]]


def test_another_text_is_not_taken_for_the_patch_of_a_receipt(ledger: Ledger) -> None:
    kept = [measure(ledger, patch=digest_text("tried"), patch_text=text).id for text in ("tried", "forged")]
    hold_against(ledger, "words", receipts=kept)
    [state] = attacks(ledger).objections
    assert sorted(each.patch_text for each in state.receipts) == ["", "tried"]


def test_two_objections_of_one_id_have_two_names(ledger: Ledger) -> None:
    [begun] = ledger.entries
    first, second = (hold_against(ledger, "words", follows=[begun]) for _ in range(2))
    names = [state.name for state in attacks(ledger).objections]
    assert names == [f"O1-{first.id[-4:]}", f"O1-{second.id[-4:]}"]


def test_a_refutation_holds_for_what_it_read_and_for_what_its_objections_changed(ledger: Ledger) -> None:
    about = hold_against(ledger, "words of ours.", touches=["design"])
    refute(ledger, about)
    assert attacks(ledger).newest is not None
    ledger.write("context", "design")
    newest = attacks(ledger).newest
    assert newest is not None
    assert newest.changed == ("context", "design"), "nobody said that this mends it"
    mend(ledger, about, "context", "design")
    newest = attacks(ledger).newest
    assert newest is not None
    assert newest.holds
    ledger.write("goal")
    newest = attacks(ledger).newest
    assert newest is not None
    assert newest.changed == ("goal",)


def test_an_older_refutation_that_holds_counts_before_a_newer_one_that_does_not(ledger: Ledger) -> None:
    refute(ledger)
    refute(ledger, reader="reviewer-3", sections={})
    newest = attacks(ledger).newest
    assert newest is not None
    assert newest.refutation.reader == "reviewer-2"


def test_a_playbook_without_a_person_is_attacked_as_a_whole(ledger: Ledger) -> None:
    spec = replace(ledger.playbook.checkpoints[0], person=False)
    ledger.playbook = replace(ledger.playbook, checkpoints=(spec,))
    refute(ledger)
    newest = attacks(ledger).newest
    assert newest is not None
    assert newest.changed == ("plan#header",), "only the header was not among what was read"


def test_a_person_is_no_writer_of_their_own_attack(ledger: Ledger) -> None:
    body = {"reader": "Ann", "sections": ledger.plan().fingerprints(), "tried": "read it"}
    ledger.add("refutation", body, by=ANN)
    newest = attacks(ledger).newest
    assert newest is not None
    assert newest.weakness == ""


def test_names_that_look_alike_are_the_same() -> None:
    assert {fold_name(name) for name in ("Ann", " aNN", "A n\tn", "Ａnn", "An\u200bn")} == {"ann"}
    assert fold_name("Anne") != fold_name("Ann")
    assert fold_name(" \u200b") == ""


@pytest.mark.parametrize(
    ("kind", "body", "fault"),
    [
        ("objection", {"id": "O0"}, "not one of an objection"),
        ("objection", {"id": "O1\n"}, "not one of an objection"),
        ("objection", {"id": "O1"}, "`reader` is not text"),
        ("response", {"how": "approved"}, "is no response to an objection"),
        ("response", {"how": "mended"}, "`objection` is not text"),
        ("refutation", {"reader": "x", "sections": 3}, "`sections` is not a table"),
    ],
)
def test_a_body_that_is_not_of_its_kind_is_none(
    ledger: Ledger, kind: str, body: dict[str, Any], fault: str
) -> None:
    entry = ledger.add(kind, body)
    with pytest.raises(TypeError, match=fault):
        read_promise(entry)


@pytest.mark.parametrize("value", ["offered", "off", "required"])
def test_the_default_policy_binds_what_it_bound_before_there_was_a_choice(value: str) -> None:
    policy = read_config({"policy": {"refutation": value}}).policy
    before = digest_json([policy.approvals, policy.talk, policy.relayed])
    assert (policy.digest == before) is (value == "offered")
    assert (policy.digest == Policy().digest) is (value == "offered")
