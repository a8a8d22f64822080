"""GP205, GP206, GP210, GP212: computed text, foreign words, a damaged ledger, another playbook."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from drawn_ledgers import ANN, PATH, PLANNER, RELAYED, Ledger, entry_id, sample_playbook

from groundplan.plan.finding import Place
from groundplan.plan.history import Damage
from groundplan.plan.ignored import Ignored
from groundplan.rules.registry import RULES
from groundplan.rules.witness import header_differs

if TYPE_CHECKING:
    from groundplan.plan.case import Case
    from groundplan.plan.entry import Author


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger()
    made.create(goal="a", context="b", options="c")
    return made


# ---------------------------------------------------------------------------------------------------- GP205


def with_header(ledger: Ledger, label: str, value: str, wanted: dict[str, str]) -> Case:
    case = ledger.case(header=wanted)
    [document] = case.plan.documents
    shown = replace(document, header_fields={label: (value, Place(PATH, 3, 1))})
    return replace(case, plan=replace(case.plan, documents=(shown,)))


@pytest.mark.req("S1-33")
def test_a_header_that_says_what_is_computed_passes(ledger: Ledger) -> None:
    assert list(header_differs(with_header(ledger, "Status", " DRAFT ", {"plan#Status": "DRAFT"}))) == []


@pytest.mark.req("S1-33")
def test_a_header_that_says_otherwise_is_contradicted(ledger: Ledger) -> None:
    case = with_header(ledger, "Status", "DESIGN_APPROVED ", {"plan#Status": "DRAFT"})
    [found] = header_differs(case)
    assert found.message == "`Status` says `DESIGN_APPROVED`, computed `DRAFT`"
    assert found.place == Place(PATH, 3, 1)
    assert (found.section, found.subject) == ("plan#header", "plan#Status")
    assert "check --fix" in found.hint


@pytest.mark.req("S1-33")
def test_a_field_nobody_computes_says_what_it_likes(ledger: Ledger) -> None:
    assert list(header_differs(with_header(ledger, "Title", "Anything", {"other#Title": "x"}))) == []


@pytest.mark.req("S1-02")
def test_a_computed_section_that_somebody_edited_is_contradicted(ledger: Ledger) -> None:
    ledger.words["goal"] = "- Plan created\n- Everything approved"
    [found] = ledger.check("GP205", computed={"goal": "- Plan created"})
    assert found.message == "Section `goal` is computed, and somebody edited it"
    assert found.section == "goal"


@pytest.mark.req("S1-02")
def test_a_computed_section_may_be_spaced_otherwise(ledger: Ledger) -> None:
    ledger.words["goal"] = "- Plan\r\n  created\n\n"
    assert ledger.check("GP205", computed={"goal": "- Plan created", "design": ""}) == []


def test_the_header_is_judged_once_the_standing_is_known_and_can_be_mended() -> None:
    assert RULES["GP205"].after_standing
    assert RULES["GP205"].fixable
    assert [code for code, rule in RULES.items() if rule.after_standing and rule.is_process] == ["GP205"]


# ---------------------------------------------------------------------------------------------------- GP206


def test_words_as_the_plan_was_created_are_accounted_for(ledger: Ledger) -> None:
    assert ledger.check("GP206") == []


def test_words_that_an_entry_put_there_are_accounted_for(ledger: Ledger) -> None:
    ledger.write("context")
    assert ledger.check("GP206") == []


def test_a_word_changed_by_hand_is_found(ledger: Ledger) -> None:
    ledger.words["context"] = "b, and more"
    [found] = ledger.check("GP206")
    assert found.message == "Section `context` was edited outside groundplan"
    assert (found.section, found.place) == ("context", Place(PATH, 20, 1))


def test_a_section_added_by_hand_is_found() -> None:
    ledger = Ledger(words={"design": "(removed)"})
    ledger.create(goal="a")
    ledger.words["design"] = "d"
    assert [found.section for found in ledger.check("GP206")] == ["design"]


def test_a_section_removed_by_hand_is_missed_where_it_stood(ledger: Ledger) -> None:
    ledger.words["context"] = "(removed)"
    [found] = ledger.check("GP206")
    assert found.message == "Section `context` was removed outside groundplan"
    assert found.place == Place(PATH)


def test_a_section_that_an_entry_removed_is_not_missed(ledger: Ledger) -> None:
    ledger.words["context"] = "(removed)"
    ledger.account("context")
    assert ledger.check("GP206") == []


def test_the_text_before_the_first_section_is_watched_too(ledger: Ledger) -> None:
    ledger.header = "Sample, approved by everybody"
    [found] = ledger.check("GP206")
    assert found.message == "The text before the first section was edited outside groundplan"


def test_an_older_text_put_back_by_hand_is_not_accounted_for(ledger: Ledger) -> None:
    ledger.write("context")
    ledger.words["context"] = "b"
    assert [found.section for found in ledger.check("GP206")] == ["context"]


def test_only_a_person_takes_responsibility(ledger: Ledger) -> None:
    ledger.words["context"] = "foreign words"
    for by in (PLANNER, RELAYED, replace(ANN, channel="pipe"), replace(ANN, channel="signed")):
        ledger.account("context", cause="adopt", by=by)
        assert len(ledger.check("GP206")) == 1, by
    ledger.account("context", cause="adopt", by=ANN)
    assert ledger.check("GP206") == []


def test_after_two_branches_met_either_text_is_accounted_for_and_no_third(ledger: Ledger) -> None:
    start = [ledger.entries[-1]]
    ledger.write("context", follows=start)
    left = ledger.words["context"]
    ledger.write("context", follows=start)
    right = ledger.words["context"]
    for text, count in ((left, 0), (right, 0), ("b", 1), ("both", 1)):
        ledger.words["context"] = text
        assert len(ledger.check("GP206")) == count, text


# ---------------------------------------------------------------------------------------------------- GP210


def test_a_whole_ledger_passes(ledger: Ledger) -> None:
    assert ledger.check("GP210") == []


def test_damage_that_the_store_saw_is_reported_where_it_is(ledger: Ledger) -> None:
    [found] = ledger.check("GP210", damage=[Damage("Entry `x` is torn", place="ledger/x.json")])
    assert found.message == "Entry `x` is torn"
    assert found.place == Place("ledger/x.json")
    assert "git log" in found.hint


def test_an_entry_that_is_gone_is_missed_by_its_follower(ledger: Ledger) -> None:
    ledger.round()
    [found] = ledger.check("GP210", entries=[ledger.entries[0], ledger.entries[2]])
    assert "is gone, but" in found.message


def test_an_altered_entry_is_not_the_one_that_was_followed(ledger: Ledger) -> None:
    ledger.round()
    ledger.entries[1] = replace(ledger.entries[1], body={"kind": "note", "digest": ""})
    [found] = ledger.check("GP210")
    assert "is not the one that" in found.message


def test_an_entry_of_another_plan_and_two_of_one_id_are_damage(ledger: Ledger) -> None:
    copied = replace(ledger.entries[0], id=entry_id(90), plan="gp-other00000", follows={})
    twin = replace(ledger.entries[0], body={})
    found = ledger.check("GP210", entries=[ledger.entries[0], copied, twin])
    assert ["belongs to plan" in one.message for one in found] == [False, True]
    assert "share the id" in found[0].message


def test_a_body_that_is_not_of_its_kind_is_damage(ledger: Ledger) -> None:
    ledger.add("approval", {"checkpoint": 3})
    [found] = ledger.check("GP210")
    assert "is no `approval`" in found.message


def test_a_plan_created_twice_is_damage(ledger: Ledger) -> None:
    ledger.create(goal="Another beginning.")
    assert "creates the plan a second time" in ledger.check("GP210")[0].message


# ---------------------------------------------------------------------------------------------------- GP212


def test_the_pinned_playbook_passes_and_another_one_does_not(ledger: Ledger) -> None:
    assert ledger.check("GP212") == []
    ledger.playbook = sample_playbook(digest="playbook-2", version=2)
    [found] = ledger.check("GP212")
    assert "is not the one this plan pinned (version 1 then, 2 now)" in found.message


def test_a_person_pins_the_new_playbook(ledger: Ledger) -> None:
    ledger.playbook = sample_playbook(digest="playbook-2", version=2)
    ledger.repin(ledger.playbook)
    assert ledger.check("GP212") == []
    ledger.playbook = sample_playbook()
    assert len(ledger.check("GP212")) == 1, "the old one is not pinned any more"


def test_a_playbook_changed_under_its_version_is_another_one(ledger: Ledger) -> None:
    ledger.playbook = sample_playbook(digest="playbook-1, weakened")
    assert len(ledger.check("GP212")) == 1


@pytest.mark.parametrize("by", [PLANNER, RELAYED], ids=["planner", "relayed"])
def test_nobody_but_a_person_pins_another_playbook_or_accounts_for_text_by_it(
    ledger: Ledger, by: Author
) -> None:
    ledger.playbook = sample_playbook(digest="playbook-2", version=2)
    entry = ledger.repin(ledger.playbook, by=by)
    assert len(ledger.check("GP212")) == 1
    ledger.words["context"] = "foreign words"
    forged = {**entry.body, "sections": ledger.plan().fingerprints()}
    ledger.add("repinned", forged, by=by)
    assert [found.section for found in ledger.check("GP206")] == ["context"]


def test_a_plan_without_a_beginning_pins_nothing() -> None:
    assert Ledger().check("GP212") == []


# ---------------------------------------------------------------------------------------------------- GP218


def test_a_plan_that_git_takes_along_passes(ledger: Ledger) -> None:
    assert ledger.check("GP218") == []


def test_an_ignored_file_is_found_where_the_pattern_is(ledger: Ledger) -> None:
    [found] = ledger.check("GP218", ignored=(Ignored(".groundplan/ledger", ".gitignore", 3, "*.json"),))
    assert found.message == "Git ignores `.groundplan/ledger`: line 3 of `.gitignore` has `*.json`"
    assert (found.place, found.blocks) == (Place(".gitignore", 3), True)
    assert "`!/.groundplan/**`" in found.hint
    assert '`ledger = "local"`' in found.hint
