"""GP207, GP208, GP211, GP214: what a person approved stays theirs; what no person said does not count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from drawn_ledgers import ANN, PLANNER, RELAYED, Ledger, sample_playbook

from groundplan.plan.config import Config, Policy, Suppression
from groundplan.rules.approvals import _newest_before

if TYPE_CHECKING:
    from groundplan.plan.entry import Author

PIPE = replace(ANN, channel="pipe")
UNVERIFIED = replace(ANN, channel="signed")


@pytest.fixture
def ledger() -> Ledger:
    """Return a plan whose first checkpoint, behind the options, a person has opened."""
    made = Ledger()
    made.create(goal="a", context="b", options="c")
    made.approve("chosen")
    return made


# ---------------------------------------------------------------------------------------------------- GP207


@pytest.mark.req("S1-28")
@pytest.mark.parametrize("cause", ["write", "undo"])
def test_an_approved_section_that_is_rewritten_is_found(ledger: Ledger, cause: str) -> None:
    entry = ledger.write("context", cause=cause)
    [found] = ledger.check("GP207")
    assert found.message == "Section `context` is rewritten after checkpoint `chosen` was approved"
    assert (found.section, found.subject) == ("context", entry.id)
    assert found.hint == 'A person re-opens it: `groundplan request-changes chosen --because "…"`'


@pytest.mark.req("S1-28")
def test_a_section_the_approval_does_not_cover_is_free(ledger: Ledger) -> None:
    ledger.write("design")
    assert ledger.check("GP207") == []


@pytest.mark.req("S1-28")
@pytest.mark.parametrize("cause", ["adopt", "record"])
def test_what_a_person_adopts_or_an_entry_records_is_not_locked_out(ledger: Ledger, cause: str) -> None:
    ledger.write("context", cause=cause, by=ANN)
    assert ledger.check("GP207") == []


def test_of_many_approvals_of_the_same_words_only_the_newest_is_asked(ledger: Ledger) -> None:
    for _ in range(30):
        ledger.approve("chosen")
    ledger.write("context")
    case = ledger.case()
    [revision] = case.promises.revisions
    assert len(_newest_before(case, revision)) == 1
    assert len(ledger.check("GP207")) == 1


@pytest.mark.req("S1-26")
@pytest.mark.parametrize("kind", ["changes", "revoke"])
def test_a_persons_request_opens_what_was_approved_until_it_is_approved_again(
    ledger: Ledger, kind: str
) -> None:
    ledger.withdraw("chosen", kind)
    ledger.write("context")
    assert ledger.check("GP207") == []
    ledger.approve("chosen")
    ledger.write("options")
    assert [found.section for found in ledger.check("GP207")] == ["options"]


@pytest.mark.req("S1-28")
@pytest.mark.parametrize(
    "by", [PLANNER, RELAYED, PIPE, UNVERIFIED], ids=lambda by: f"{by.speaker}-{by.channel}"
)
def test_a_request_that_is_not_a_persons_opens_nothing(ledger: Ledger, by: Author) -> None:
    ledger.withdraw("chosen", by=by)
    ledger.write("context")
    assert [found.section for found in ledger.check("GP207")] == ["context"]


@pytest.mark.req("S1-28")
def test_a_request_made_before_the_approval_opens_nothing() -> None:
    ledger = Ledger()
    ledger.create(goal="a", context="b", options="c")
    ledger.withdraw("chosen")
    ledger.approve("chosen")
    ledger.write("context")
    assert len(ledger.check("GP207")) == 1


@pytest.mark.req("S1-28")
def test_a_request_on_another_branch_was_not_seen(ledger: Ledger) -> None:
    approved = [ledger.entries[-1]]
    ledger.withdraw("chosen", follows=approved)
    ledger.write("context", follows=approved)
    assert len(ledger.check("GP207")) == 1


def test_a_revision_that_did_not_see_the_approval_broke_no_lock() -> None:
    ledger = Ledger()
    begun = [ledger.create(goal="a", context="b", options="c")]
    ledger.approve("chosen", follows=begun)
    ledger.write("context", follows=begun)
    assert ledger.check("GP207") == []


@pytest.mark.req("S1-26")
def test_a_request_at_an_earlier_checkpoint_opens_what_that_one_covers(ledger: Ledger) -> None:
    ledger.write("design")
    ledger.approve("ready")
    ledger.withdraw("chosen")
    ledger.write("context")
    assert ledger.check("GP207") == []
    ledger.write("design")
    assert [found.section for found in ledger.check("GP207")] == ["design"]


@pytest.mark.req("S1-28")
def test_a_request_at_a_later_checkpoint_leaves_the_earlier_one_closed(ledger: Ledger) -> None:
    ledger.write("design")
    ledger.approve("ready")
    ledger.withdraw("ready")
    ledger.write("design")
    assert ledger.check("GP207") == []
    ledger.write("context")
    assert [found.section for found in ledger.check("GP207")] == ["context"]


def test_a_request_at_a_checkpoint_that_is_not_there_opens_nothing(ledger: Ledger) -> None:
    ledger.withdraw("nowhere")
    ledger.write("context")
    assert len(ledger.check("GP207")) == 1


@pytest.mark.parametrize("by", [RELAYED, PIPE], ids=lambda by: by.channel)
def test_a_weak_approval_locks_nothing(by: Author) -> None:
    ledger = Ledger()
    ledger.create(goal="a", context="b", options="c")
    ledger.approve("chosen", by=by)
    ledger.write("context")
    assert ledger.check("GP207") == []


def test_a_revision_is_found_once_however_many_approvals_it_breaks(ledger: Ledger) -> None:
    ledger.approve("chosen")
    ledger.write("context", "options")
    assert len(ledger.check("GP207")) == 1


# ---------------------------------------------------------------------------------------------------- GP208


@pytest.mark.req("S1-26")
def test_an_approval_whose_words_stand_is_fresh(ledger: Ledger) -> None:
    ledger.words["design"] = "not covered"
    assert ledger.check("GP208") == []


@pytest.mark.req("S1-26")
def test_an_approval_whose_words_changed_is_stale_and_says_which(ledger: Ledger) -> None:
    for key in ("goal", "context", "options"):
        ledger.words[key] += " and more"
    [found] = ledger.check("GP208")
    assert found.message == (
        "The approval of checkpoint `chosen` is stale: `goal`, `context`, `options` changed since"
    )
    assert found.subject == "chosen"
    assert found.hint == "`groundplan diff --since chosen`, then `groundplan approve chosen`"


@pytest.mark.req("S1-26")
def test_a_section_added_or_removed_makes_it_stale(ledger: Ledger) -> None:
    ledger.words["context"] = "(removed)"
    assert "`context` changed" in ledger.check("GP208")[0].message
    ledger.words["context"] = "b"
    assert ledger.check("GP208") == []


def test_a_changed_playbook_policy_or_suppression_makes_it_stale(ledger: Ledger) -> None:
    ledger.playbook = sample_playbook(digest="playbook-2")
    ledger.config = Config(policy=Policy(relayed="refuse"), suppressions=(Suppression("GP602", "theirs"),))
    [found] = ledger.check("GP208")
    assert found.message.endswith("`playbook`, `policy`, `suppressions` changed since")


def test_a_new_approval_makes_it_fresh_again(ledger: Ledger) -> None:
    ledger.write("context")
    assert len(ledger.check("GP208")) == 1
    ledger.approve("chosen")
    assert ledger.check("GP208") == []


def test_a_withdrawn_or_weak_approval_is_not_called_stale(ledger: Ledger) -> None:
    ledger.withdraw("chosen")
    ledger.words["context"] += " and more"
    assert ledger.check("GP208") == []
    ledger.approve("chosen", by=RELAYED)
    ledger.words["context"] += " and more"
    assert ledger.check("GP208") == []


# ---------------------------------------------------------------------------------------------------- GP211


def test_a_persons_own_words_need_no_confirmation(ledger: Ledger) -> None:
    ledger.say("reply", "Yes.")
    ledger.answer("Q1", "Sync?")
    ledger.decide("D1", "Use Redis")
    assert ledger.check("GP211") == []


def test_words_that_an_agent_relays_are_one_finding_that_quotes_them(ledger: Ledger) -> None:
    ledger.say("reply", "Sounds great, approved!", by=RELAYED)
    ledger.answer("Q1", "Sync?", by=PIPE)
    ledger.decide("D1", "Use Redis", by=replace(RELAYED, via=()))
    (found,) = ledger.check("GP211")
    assert found.message == (
        "3 relayed messages wait for a person to confirm: “Sounds great, approved!”, “Yes.”, “Use Redis”"
    )


def test_relayed_words_are_quoted_briefly_and_one_whose_text_is_elsewhere_is_named(ledger: Ledger) -> None:
    turn = ledger.say("reply", "Go on, " * 40, by=RELAYED)
    (found,) = ledger.check("GP211")
    assert found.message.startswith("1 relayed message waits for a person to confirm: “Go on, Go on,")
    assert len(found.message) < 120
    del ledger.talk[turn.id]
    (found,) = ledger.check("GP211")
    assert "“a turn through `agent`”" in found.message
    for number in range(9):
        ledger.say("reply", f"Word {number}.", by=RELAYED)
    (found,) = ledger.check("GP211")
    assert found.message.startswith("10 relayed messages wait")
    assert found.message.endswith("“Word 4.” and 4 more")


def test_an_answer_and_the_turn_it_was_said_in_are_one_relayed_message(ledger: Ledger) -> None:
    turn = ledger.say("reply", "Three.", by=RELAYED)
    ledger.decide("D1", "Three attempts", by=RELAYED, turn=turn.id)
    (found,) = ledger.check("GP211")
    assert found.message == "1 relayed message waits for a person to confirm: “Three.”"


def test_a_planners_own_turns_and_the_opening_idea_are_nobodys_to_confirm(ledger: Ledger) -> None:
    ledger.say("question", "How often?")
    ledger.say("idea", "Retry uploads.", by=RELAYED)
    assert ledger.check("GP211") == []


def test_an_answer_or_decision_in_the_planners_own_name_needs_a_person_too(ledger: Ledger) -> None:
    ledger.answer("Q1", "Sync?", by=PLANNER)
    ledger.decide("D1", "Use Redis", by=PLANNER)
    (found,) = ledger.check("GP211")
    assert found.message.startswith("1 relayed message and 1 decision of an agent")


def test_a_person_confirms_relayed_words_by_adopting_or_approving(ledger: Ledger) -> None:
    first = ledger.say("reply", "Go.", by=RELAYED)
    ledger.account("context", cause="adopt", by=ANN, turns=[first])
    assert ledger.check("GP211") == []
    second = ledger.say("reply", "Go on.", by=RELAYED)
    assert len(ledger.check("GP211")) == 1
    ledger.approve("chosen", confirms=[second])
    assert ledger.check("GP211") == []


def test_no_agent_confirms_what_an_agent_relayed(ledger: Ledger) -> None:
    turn = ledger.say("reply", "Go.", by=RELAYED)
    ledger.account("context", cause="adopt", by=RELAYED, turns=[turn])
    ledger.account("context", cause="write", by=ANN, turns=[turn])
    ledger.approve("chosen", by=RELAYED, confirms=[turn])
    assert len(ledger.check("GP211")) == 1


def test_words_said_on_another_branch_are_not_confirmed_by_name_alone(ledger: Ledger) -> None:
    start = [ledger.entries[-1]]
    turn = ledger.say("reply", "Go.", by=RELAYED, follows=start)
    ledger.approve("chosen", confirms=[turn], follows=start)
    assert len(ledger.check("GP211")) == 1


# ---------------------------------------------------------------------------------------------------- GP214


def test_a_persons_approval_counts(ledger: Ledger) -> None:
    assert ledger.check("GP214") == []


@pytest.mark.parametrize("by", [RELAYED, PIPE, UNVERIFIED], ids=lambda by: by.channel)
def test_an_approval_through_another_channel_does_not_count(ledger: Ledger, by: Author) -> None:
    entry = ledger.approve("chosen", by=by)
    [found] = ledger.check("GP214")
    assert found.subject == entry.id
    assert f"does not count: it came through the channel `{by.channel}`" in found.message
    assert found.hint == 'A person withdraws it, then approves: `groundplan revoke chosen --because "…"`'


def test_under_a_signed_policy_only_a_signature_counts(ledger: Ledger) -> None:
    ledger.config = Config(policy=Policy(approvals="signed"))
    assert "requires a signature by an allowed signer" in ledger.check("GP214")[0].message
    signed = replace(ledger.approve("chosen", by=UNVERIFIED), signer="ann@example.org")
    ledger.entries[-1] = signed
    assert [found.subject for found in ledger.check("GP214")] == [ledger.entries[1].id]


def test_an_approval_of_a_checkpoint_that_is_not_there_does_not_count(ledger: Ledger) -> None:
    ledger.approve("launch")
    assert "the playbook has no such checkpoint" in ledger.check("GP214")[0].message


def test_a_weak_approval_that_was_withdrawn_is_done_with(ledger: Ledger) -> None:
    ledger.approve("chosen", by=RELAYED)
    ledger.withdraw("chosen")
    assert ledger.check("GP214") == []
