"""GP203, GP204, GP213, GP217: nothing stands past a gap, an open question or a closed checkpoint."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from drawn_ledgers import ANN, RELAYED, Ledger, sample_playbook

from groundplan.plan.playbook import CheckpointSpec
from groundplan.plan.promise import question_digest
from groundplan.rules.order import PAST

STOPS = {"GP204": {"stops": True}}


def ledger_of(rules: dict[str, Any] | None = None, **words: str) -> Ledger:
    """Return a plan with these words, created without entries of its own."""
    return Ledger(playbook=sample_playbook(rules, records=("question",)), words=words)


def specs(ledger: Ledger, key: str, **more: Any) -> None:
    """Declare a section of the playbook differently."""
    changed = tuple(replace(spec, **more) if spec.key == key else spec for spec in ledger.playbook.sections)
    ledger.playbook = replace(ledger.playbook, sections=changed)


# ---------------------------------------------------------------------------------------------------- GP203


@pytest.mark.req("S1-03")
def test_sections_written_in_order_pass() -> None:
    assert ledger_of(goal="a", context="b").check("GP203") == []
    assert ledger_of().check("GP203") == []


@pytest.mark.req("S1-03")
def test_a_plan_that_is_whole_passes() -> None:
    assert ledger_of(goal="a", context="b", options="c", design="d").check("GP203") == []


@pytest.mark.req("S1-03")
def test_every_section_past_the_first_gap_is_found() -> None:
    found = ledger_of(goal="a", options="c", design="d").check("GP203")
    assert [one.section for one in found] == ["options", "design"]
    assert (
        found[0].message
        == "Section `options` has words while `context` is incomplete: nothing is written yet"
    )
    assert found[0].subject == PAST + "options"
    assert found[0].place.line == 30
    assert found[0].hint == "Complete it first: `groundplan write context`"


@pytest.mark.req("S1-03")
def test_a_demanded_section_that_is_not_there_is_a_gap_at_its_declared_place() -> None:
    found = ledger_of(goal="a", context="(removed)", options="c").check("GP203")
    assert [one.section for one in found] == ["options"]
    assert "`context` is incomplete: there is no section" in found[0].message


@pytest.mark.parametrize("cause", ["evidence", "record"])
def test_facts_and_questions_skip_no_turn_and_words_beside_them_do(cause: str) -> None:
    ledger = ledger_of(goal="a", options="c")
    ledger.write("options", cause=cause)
    assert ledger.check("GP203") == []
    ledger.words["options"] = "c, and what an agent thinks"
    assert [one.section for one in ledger.check("GP203")] == ["options"], "nobody accounts for these words"
    ledger.write("options")
    assert [one.section for one in ledger.check("GP203")] == ["options"]


def test_an_optional_section_may_stay_empty() -> None:
    ledger = ledger_of(goal="a", options="c", design="d")
    specs(ledger, "context", required=False)
    assert ledger.check("GP203") == []


@pytest.mark.parametrize("trait", [{"computed": "change-log"}, {"container": True}])
def test_what_nobody_writes_is_never_out_of_order(trait: dict[str, Any]) -> None:
    ledger = ledger_of(goal="a", design="d")
    specs(ledger, "design", **trait)
    assert ledger.check("GP203") == []


def test_a_skeletons_own_words_are_no_words() -> None:
    ledger = ledger_of(goal="a", design="[the design]")
    assert len(ledger.check("GP203")) == 1
    assert ledger.check("GP203", skeletons={"design": "[the design]"}) == []


def test_a_section_the_playbook_does_not_declare_is_left_to_other_rules() -> None:
    ledger = ledger_of(goal="a", design="d")
    ledger.playbook = replace(ledger.playbook, sections=ledger.playbook.sections[:3])
    assert ledger.check("GP203") == []


# ---------------------------------------------------------------------------------------------------- GP204


def asked(rules: dict[str, Any] | None = None, *, section: str = "context", **words: str) -> Ledger:
    ledger = ledger_of(rules, **words)
    ledger.create()
    ledger.ask("Question 1", "Sync or async?", section)
    return ledger


@pytest.mark.req("S1-13")
def test_an_unanswered_question_is_found_until_it_is_answered() -> None:
    ledger = asked()
    [found] = ledger.check("GP204")
    assert found.message == "Question 1 is not answered: Sync or async?"
    assert found.section == "context"
    assert found.subject == question_digest("Question 1", "Sync or async?")
    assert found.hint == '`groundplan answer 1 "…"`'
    ledger.answer("Question 1", "Sync or async?")
    assert ledger.check("GP204") == []


@pytest.mark.req("S1-13")
def test_an_answer_to_other_words_answers_nothing() -> None:
    ledger = asked()
    ledger.answer("Question 1", "May we drop the tests?")
    assert len(ledger.check("GP204")) == 1


def test_a_question_that_does_not_block_is_no_finding() -> None:
    ledger = ledger_of()
    ledger.ask("Q1", "A nicer name?", blocking=False)
    assert ledger.check("GP204") == []


def test_a_question_is_found_where_it_stands_in_the_plan() -> None:
    ledger = ledger_of(options="x")
    ledger.record("question", "Other?", id="Q1")
    shown = ledger.record("question", "Sync or async?", id="Question 2")
    found = ledger.check("GP204")
    assert [one.section for one in found] == ["options", "options"]
    assert found[1].place == shown.place


def test_a_question_of_no_section_is_found_all_the_same() -> None:
    ledger = asked(STOPS, section="", goal="a", context="b", options="c", design="d")
    [found] = ledger.check("GP204")
    assert (found.section, found.place.line) == ("", 0)


@pytest.mark.parametrize("name", ["", "  "])
def test_a_forged_question_without_an_id_is_found_and_breaks_nothing(name: str) -> None:
    ledger = ledger_of(goal="a")
    ledger.ask(name, "Sync or async?")
    assert ledger.check("GP204")[0].hint == '`groundplan answer <question> "…"`'
    assert ledger.check("GP217")[0].hint == 'Answer it: `groundplan answer <question> "…"`'
    shown = name or "A question"
    assert ledger.check("GP204")[0].message == f"{shown} is not answered: Sync or async?"


@pytest.mark.req("S1-15")
def test_where_questions_stop_nothing_stands_past_one() -> None:
    ledger = asked(STOPS, goal="a", context="b", options="c", design="d")
    past = [one for one in ledger.check("GP204") if one.subject.startswith(PAST)]
    assert [one.section for one in past] == ["options", "design"]
    assert past[0].message == "Section `options` has words past 1 open question"
    ledger.answer("Question 1", "Sync or async?")
    assert ledger.check("GP204") == []


@pytest.mark.req("S1-15")
def test_the_earliest_question_stops() -> None:
    ledger = asked(STOPS, goal="a", context="b", options="c", design="d")
    ledger.ask("Question 2", "Which servers?", "design")
    ledger.ask("Question 3", "Whose servers?", "goal")
    past = [one for one in ledger.check("GP204") if one.subject.startswith(PAST)]
    assert [one.section for one in past] == ["context", "options", "design"]
    assert "past 3 open questions" in past[0].message


def test_where_questions_do_not_stop_words_may_stand_past_one() -> None:
    ledger = asked({"GP204": {}}, goal="a", context="b", options="c", design="d")
    assert [one.subject.startswith(PAST) for one in ledger.check("GP204")] == [False]


def test_a_question_in_a_section_nobody_declared_stops_nothing() -> None:
    ledger = asked(STOPS, section="design", goal="a", context="b", options="c", design="d")
    ledger.playbook = replace(ledger.playbook, sections=ledger.playbook.sections[:3])
    assert len(ledger.check("GP204")) == 1


# ---------------------------------------------------------------------------------------------------- GP213


def past_the_checkpoint() -> Ledger:
    ledger = ledger_of(goal="a", context="b", options="c", design="d")
    ledger.create()
    return ledger


@pytest.mark.req("S1-25")
def test_words_past_a_checkpoint_nobody_opened_are_found() -> None:
    [found] = past_the_checkpoint().check("GP213")
    assert found.section == "design"
    assert found.message == "Section `design` has words past checkpoint `chosen`, which is not open"
    assert found.hint == "A person opens it: `groundplan approve chosen`"


@pytest.mark.req("S1-25")
def test_an_approval_opens_the_checkpoint() -> None:
    ledger = past_the_checkpoint()
    ledger.approve("chosen")
    assert ledger.check("GP213") == []


@pytest.mark.req("S1-25")
def test_words_up_to_the_checkpoint_are_free() -> None:
    assert ledger_of(goal="a", context="b", options="c").check("GP213") == []


def test_an_approval_of_another_checkpoint_opens_nothing() -> None:
    ledger = past_the_checkpoint()
    ledger.approve("ready")
    assert len(ledger.check("GP213")) == 1


@pytest.mark.parametrize("by", [RELAYED, replace(ANN, channel="pipe"), replace(ANN, channel="signed")])
def test_an_approval_that_is_not_a_persons_opens_nothing(by: Any) -> None:  # noqa: ANN401
    ledger = past_the_checkpoint()
    ledger.approve("chosen", by=by)
    assert len(ledger.check("GP213")) == 1


def test_a_stale_or_withdrawn_approval_opens_nothing() -> None:
    ledger = past_the_checkpoint()
    ledger.approve("chosen")
    ledger.words["context"] = "other words"
    assert len(ledger.check("GP213")) == 1
    ledger.words["context"] = "b"
    assert ledger.check("GP213") == []
    ledger.withdraw("chosen")
    assert len(ledger.check("GP213")) == 1


def test_a_checkpoint_that_passes_by_itself_holds_nothing_up() -> None:
    ledger = past_the_checkpoint()
    own = tuple(replace(one, person=False) for one in ledger.playbook.checkpoints)
    ledger.playbook = replace(ledger.playbook, checkpoints=own)
    assert ledger.check("GP213") == []


def test_a_checkpoint_that_covers_nothing_of_the_plan_holds_nothing_up() -> None:
    ledger = past_the_checkpoint()
    empty = CheckpointSpec("none", "none", "", ("elsewhere",), person=True)
    ledger.playbook = replace(ledger.playbook, checkpoints=(empty,))
    assert ledger.check("GP213") == []


# ---------------------------------------------------------------------------------------------------- GP217


@pytest.mark.req("S1-13")
def test_an_open_question_taken_out_of_the_plan_is_missed() -> None:
    ledger = ledger_of(options="c")
    ledger.create()
    ledger.ask("Question 1", "Sync or async?")
    [found] = ledger.check("GP217")
    assert "Question 1 was asked and not answered, but the plan does not show it" in found.message
    assert found.section == "options"
    assert found.hint == 'Answer it: `groundplan answer 1 "…"`'


def test_an_open_question_that_the_plan_shows_is_there() -> None:
    ledger = ledger_of(options="c")
    ledger.ask("Question 1", "Sync or async?")
    ledger.record("question", "Sync  or async?", id="Question 1")
    assert ledger.check("GP217") == []


def test_an_open_question_reworded_in_the_plan_is_missed() -> None:
    ledger = ledger_of(options="c")
    ledger.ask("Question 1", "Sync or async?")
    ledger.record("question", "May we drop the tests?", id="Question 1")
    assert len(ledger.check("GP217")) == 1


def test_an_answered_question_may_leave_the_plan() -> None:
    ledger = ledger_of(options="c")
    ledger.ask("Question 1", "Sync or async?")
    ledger.answer("Question 1", "Sync or async?")
    assert ledger.check("GP217") == []


def test_a_question_that_went_with_its_section_is_missed_without_one() -> None:
    ledger = ledger_of(options="(removed)")
    ledger.ask("Question 1", "Sync or async?")
    [found] = ledger.check("GP217")
    assert found.section == ""


def test_a_question_that_was_never_in_the_plan_cannot_leave_it() -> None:
    ledger = ledger_of(options="c")
    ledger.ask("Q1", "Sync or async?", section="")
    assert ledger.check("GP217") == []
    silent = Ledger(playbook=sample_playbook(), words={"options": "c"})
    silent.ask("Q1", "Sync or async?")
    assert silent.check("GP217") == [], "a playbook that shows no questions has none to withdraw"


def test_a_question_only_the_plan_knows_is_not_withdrawn() -> None:
    ledger = ledger_of(options="c")
    ledger.record("question", "Sync or async?", id="Question 1")
    assert ledger.check("GP217") == []
