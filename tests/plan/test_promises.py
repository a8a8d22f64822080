"""What the ledger says about a plan: questions, decisions, witnessed text, confirmed words, pins."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.promise import question_digest
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.promises import Promises

OTHER = {"title": "other", "reason": "other"}

# --- questions


def test_a_question_is_open_until_its_words_are_answered(world: World, ledger: Ledger) -> None:
    ledger.ask("Q1", "Which policy?")
    (question,) = world.read(ledger.entries).questions
    assert question.is_open
    answer = ledger.answer("Q1", "Which policy?")
    (question,) = world.read(ledger.entries).questions
    assert not question.is_open
    assert [given.entry for given in question.answers] == [answer]
    assert world.read(ledger.entries).open_questions == ()


def test_an_answer_to_one_of_two_questions_that_share_an_id_leaves_the_other_open(
    world: World, ledger: Ledger
) -> None:
    """Two branches asked their own Q3, and were merged."""
    ledger.ask("Q3", "Which policy?")
    ledger.ask("Q3", "Which database?")
    ledger.answer("Q3", "Which policy?")
    promises = world.read(ledger.entries)
    assert [(q.id, q.text, q.is_open) for q in promises.questions] == [
        ("Q3", "Which policy?", False),
        ("Q3", "Which database?", True),
    ]
    assert [q.text for q in promises.open_questions] == ["Which database?"]


def test_an_answer_that_replaces_another_is_the_one_that_holds_whatever_their_ids_say(
    world: World, ledger: Ledger
) -> None:
    ledger.ask("Q1", "Which policy?", number=50)
    first = ledger.answer("Q1", "Which policy?", said="three", number=90)
    ledger.answer("Q1", "Which policy?", said="five", number=60, body={"replaces": [first.id]})
    (question,) = world.read(ledger.entries).questions
    assert [given.text for given in question.answers] == ["three", "five"], (
        "in the order in which they were made"
    )
    assert question.answer is not None
    assert question.answer.text == "five"


def test_an_agents_answer_made_in_sight_of_a_persons_does_not_count(world: World, ledger: Ledger) -> None:
    ledger.ask("Q1", "Which policy?")
    first = ledger.answer("Q1", "Which policy?", said="three")
    agent = world.author(channel="agent")
    ledger.answer("Q1", "Which policy?", said="nine", by=agent, body={"replaces": [first.id]})
    (question,) = world.read(ledger.entries).questions
    assert [given.text for given in question.answers] == ["three"]


def test_an_answer_replaces_only_what_was_in_its_sight(world: World, ledger: Ledger) -> None:
    asked = ledger.ask("Q1", "Which policy?")
    first = ledger.answer("Q1", "Which policy?", said="three", number=90)
    ledger.answer(
        "Q1", "Which policy?", said="five", number=60, follows=[asked], body={"replaces": [first.id]}
    )
    (question,) = world.read(ledger.entries).questions
    assert question.answer is not None
    assert question.answer.text == "three"


def test_relayed_words_that_a_person_replaced_wait_for_nobody(world: World, ledger: Ledger) -> None:
    ledger.ask("Q1", "Which policy?")
    agent = world.author(channel="agent")
    turn = ledger.say(by=agent)
    first = ledger.answer("Q1", "Which policy?", by=agent, body={"turn": turn.id})
    assert world.read(ledger.entries).unconfirmed == (turn, first)
    second = ledger.answer("Q1", "Which policy?", said="nine", by=agent, body={"replaces": [first.id]})
    waiting = world.read(ledger.entries).unconfirmed
    assert waiting == (turn, second), "an agent confirms nothing: its new words wait in place of the old"
    ledger.answer("Q1", "Which policy?", said="five", body={"replaces": [first.id]})
    assert [e.body["text"] for e in world.read(ledger.entries).unconfirmed] == ["nine"]


def test_an_answer_to_the_same_words_under_another_id_proves_nothing(world: World, ledger: Ledger) -> None:
    ledger.ask("Q1", "Which policy?")
    ledger.answer("Q2", "Which policy?")
    assert len(world.read(ledger.entries).open_questions) == 1


def test_a_question_of_the_plan_is_open_though_nobody_asked_it_in_the_ledger(
    world: World, ledger: Ledger
) -> None:
    plan = world.plan(Record("question", "2", "Question 1", "Which policy?"))
    (question,) = world.read(ledger.entries, plan).questions
    assert (question.id, question.section, question.in_plan, question.asked) == (
        "Question 1",
        "2",
        True,
        None,
    )
    assert question.blocking
    ledger.answer("Question 1", "Which\n  policy?")
    assert world.read(ledger.entries, plan).open_questions == ()


@pytest.mark.parametrize("text", ["[e.g., why if >30 s?]", "{question}", "<ask here>", "[]"])
def test_a_skeletons_example_is_no_question_yet(world: World, text: str) -> None:
    assert world.read([], world.plan(Record("question", "2", "Q1", text))).questions == ()


@pytest.mark.parametrize("text", ["[Redis] or [Memcached]", "<a> or [b]", "[open", "{x} {y}", "", "Why [x]"])
def test_brackets_inside_a_question_do_not_close_it(world: World, text: str) -> None:
    assert len(world.read([], world.plan(Record("question", "2", "Q1", text))).open_questions) == 1


def test_a_question_that_was_asked_is_not_closed_by_bracketing_it(world: World, ledger: Ledger) -> None:
    ledger.ask("Q1", "Which policy?")
    plan = world.plan(Record("question", "2", "Q1", "[Which policy?]"))
    (question,) = world.read(ledger.entries, plan).open_questions
    assert not question.in_plan


def test_rewording_a_question_in_the_plan_opens_it_again(world: World, ledger: Ledger) -> None:
    ledger.answer("Q1", "Which policy?")
    plan = world.plan(Record("question", "2", "Q1", "", {"text": "Which retry policy?"}))
    assert len(world.read(ledger.entries, plan).open_questions) == 1


def test_a_question_in_both_layers_is_one_question(world: World, ledger: Ledger) -> None:
    asked = ledger.ask("Q1", "Which policy?")
    plan = world.plan(Record("question", "2", "Q1", "Which policy?"))
    (question,) = world.read(ledger.entries, plan).questions
    assert question.in_plan
    assert question.section == "2"
    assert question.asked is not None
    assert question.asked.entry == asked


def test_a_question_asked_on_two_branches_is_not_thereby_in_the_plan(world: World, ledger: Ledger) -> None:
    ledger.ask("Q1", "Which policy?")
    ledger.ask("Q1", "Which  policy?")
    (question,) = world.read(ledger.entries).questions
    assert not question.in_plan


@pytest.mark.parametrize("first", [True, False])
def test_asking_again_does_not_unblock_a_question(world: World, ledger: Ledger, *, first: bool) -> None:
    ledger.ask("Q1", "Which policy?", blocking=first)
    ledger.ask("Q1", "Which policy?", blocking=not first)
    plan = world.plan(Record("question", "2", "Q1", "Which policy?"))
    for words in (world.plan(), plan):
        (question,) = world.read(ledger.entries, words).questions
        assert question.blocking
        assert question.asked is not None
        assert question.asked.blocking


def test_a_question_that_does_not_block_is_not_among_the_open_ones(world: World, ledger: Ledger) -> None:
    ledger.ask("Q1", "Which colour?", blocking=False)
    promises = world.read(ledger.entries)
    assert promises.questions[0].is_open
    assert promises.open_questions == ()


# --- decisions


def test_a_superseded_decision_is_kept_and_no_longer_live(world: World, ledger: Ledger) -> None:
    first = ledger.decide("D1")
    second = ledger.decide("D2", first)
    promises = world.read(ledger.entries)
    assert [d.entry for d in promises.decisions] == [first, second]
    assert [d.entry for d in promises.live_decisions] == [second]


def test_decisions_on_two_branches_are_both_live(world: World, ledger: Ledger) -> None:
    ledger.decide("D1")
    ledger.entries.append(replace(ledger.entries[0], id=world.entry_id(9), body={"id": "D1"} | OTHER))
    assert len(world.read(ledger.entries).live_decisions) == 2


def test_a_decision_supersedes_only_what_it_followed(world: World) -> None:
    """One forged to supersede itself, or one that is made later, takes nothing away."""
    ids = [world.entry_id(number) for number in (1, 2)]
    forged = [
        world.entry(number, kind="decision", body={"id": "D1", **OTHER, "supersedes": [*ids, "gone"]})
        for number in (1, 2)
    ]
    assert len(world.read(forged).live_decisions) == 2


# --- witnessed text


def witnessed(world: World, ledger: Ledger, plan: Plan, key: str) -> bool:
    return plan.fingerprints()[key] in world.read(ledger.entries, plan).witnessed.get(key, frozenset())


def test_text_is_witnessed_by_the_newest_revision_alone(world: World, ledger: Ledger) -> None:
    old, new = world.plan(s2="old"), world.plan(s2="new")
    ledger.create(**old.fingerprints())
    assert witnessed(world, ledger, old, "2")
    ledger.revise(new, "2")
    assert witnessed(world, ledger, new, "2")
    assert not witnessed(world, ledger, old, "2"), "older text put back by hand"
    assert witnessed(world, ledger, old, "1")
    assert not witnessed(world, ledger, world.plan(s2="by hand"), "2")


def test_an_undo_witnesses_the_older_text_again(world: World, ledger: Ledger) -> None:
    old, new = world.plan(s2="old"), world.plan(s2="new")
    ledger.revise(old, "2")
    ledger.revise(new, "2")
    ledger.revise(old, "2", cause="undo")
    assert witnessed(world, ledger, old, "2")
    assert not witnessed(world, ledger, new, "2")


def test_where_branches_met_the_text_of_either_is_witnessed(world: World, ledger: Ledger) -> None:
    ours, theirs = world.plan(s2="ours"), world.plan(s2="theirs")
    root = ledger.create(**world.plan().fingerprints())
    ledger.revise(ours, "2", follows=[root])
    ledger.revise(theirs, "2", follows=[root])
    assert witnessed(world, ledger, ours, "2")
    assert witnessed(world, ledger, theirs, "2")
    assert not witnessed(world, ledger, world.plan(), "2")
    assert not witnessed(world, ledger, world.plan(s2="ours theirs"), "2")
    ledger.revise(ours, "2")
    assert witnessed(world, ledger, ours, "2")
    assert not witnessed(world, ledger, theirs, "2")


@pytest.mark.parametrize("channel", ["agent", "pipe", "signed", ""])
def test_an_adoption_through_no_persons_channel_witnesses_nothing(
    world: World, ledger: Ledger, channel: str
) -> None:
    known, strange = world.plan(), world.plan(s2="by hand")
    ledger.create(**known.fingerprints())
    ledger.revise(strange, "2", cause="adopt", by=world.author(channel=channel))
    assert not witnessed(world, ledger, strange, "2")
    assert witnessed(world, ledger, known, "2")


@pytest.mark.parametrize("channel", ["terminal", "web"])
def test_a_persons_adoption_witnesses_what_was_edited_by_hand(
    world: World, ledger: Ledger, channel: str
) -> None:
    strange = world.plan(s2="by hand")
    ledger.revise(strange, "2", cause="adopt", by=world.author(channel=channel))
    assert witnessed(world, ledger, strange, "2")


def test_a_section_never_written_is_not_witnessed(world: World) -> None:
    assert world.read([]).witnessed == {}


# --- relayed words


def unconfirmed(world: World, ledger: Ledger) -> list[str]:
    return [entry.id for entry in world.read(ledger.entries).unconfirmed]


def relay(world: World, ledger: Ledger, kind: str) -> Entry:
    agent = world.author(channel="agent")
    if kind == "turn":
        return ledger.say(by=agent)
    return ledger.answer("Q1", "?", by=agent) if kind == "answer" else ledger.decide("D1", by=agent)


RELAYED = pytest.mark.parametrize("kind", ["turn", "answer", "decision"])


@RELAYED
def test_relayed_words_wait_for_a_person(world: World, ledger: Ledger, kind: str) -> None:
    assert unconfirmed(world, ledger) == []
    entry = relay(world, ledger, kind)
    assert unconfirmed(world, ledger) == [entry.id]


@RELAYED
def test_an_accepted_approval_confirms_the_words_that_it_names(
    world: World, ledger: Ledger, kind: str
) -> None:
    named, other = relay(world, ledger, kind), relay(world, ledger, kind)
    ledger.approve(world.plan(), confirms=[named])
    assert unconfirmed(world, ledger) == [other.id]


@RELAYED
def test_an_adoption_confirms_the_words_that_it_names(world: World, ledger: Ledger, kind: str) -> None:
    named, other = relay(world, ledger, kind), relay(world, ledger, kind)
    ledger.revise(world.plan(), "2", cause="adopt", by=world.author(), turns=[named])
    assert unconfirmed(world, ledger) == [other.id]


def test_an_approval_that_does_not_count_confirms_nothing(world: World, ledger: Ledger) -> None:
    relayed = relay(world, ledger, "turn")
    ledger.approve(world.plan(), confirms=[relayed], by=world.author(channel="agent"))
    assert unconfirmed(world, ledger) == [relayed.id]


@pytest.mark.parametrize(("cause", "channel"), [("adopt", "agent"), ("write", "terminal"), ("undo", "web")])
def test_no_other_revision_confirms_anything(world: World, ledger: Ledger, cause: str, channel: str) -> None:
    relayed = relay(world, ledger, "turn")
    ledger.revise(world.plan(), "2", cause=cause, by=world.author(channel=channel), turns=[relayed])
    assert unconfirmed(world, ledger) == [relayed.id]


def test_words_stay_confirmed_when_the_approval_is_revoked_or_stale(world: World, ledger: Ledger) -> None:
    """The person said that the words are theirs; that they changed their mind is another matter."""
    relayed = relay(world, ledger, "answer")
    ledger.approve(world.plan(s2="other"), confirms=[relayed])
    ledger.revoke()
    assert unconfirmed(world, ledger) == []


@pytest.mark.parametrize("how", ["approval", "adoption"])
def test_a_confirmation_does_not_cover_words_put_under_the_same_id_later(
    world: World, ledger: Ledger, how: str
) -> None:
    relayed = relay(world, ledger, "turn")
    if how == "approval":
        ledger.approve(world.plan(), confirms=[relayed])
    else:
        ledger.revise(world.plan(), "2", cause="adopt", by=world.author(), turns=[relayed])
    assert unconfirmed(world, ledger) == []
    ledger.entries[0] = replace(relayed, body={"kind": "reply", "digest": "f" * 64})
    assert unconfirmed(world, ledger) == [relayed.id]


@pytest.mark.parametrize("speaker", ["planner", "User", ""])
@pytest.mark.parametrize("kind", ["answer", "decision"])
def test_no_agent_answers_or_decides_in_its_own_name(
    world: World, ledger: Ledger, kind: str, speaker: str
) -> None:
    author = world.author(speaker, "agent")
    entry = ledger.answer("Q1", "?", by=author) if kind == "answer" else ledger.decide("D1", by=author)
    assert unconfirmed(world, ledger) == [entry.id]


def test_a_relayed_idea_waits_for_nobody_because_it_moves_no_dialogue_on(
    world: World, ledger: Ledger
) -> None:
    """The goal made of it is approved with its section."""
    ledger.say("idea", by=world.author(channel="agent"))
    assert unconfirmed(world, ledger) == []


def test_what_a_planner_says_is_nobodys_words_to_confirm(world: World, ledger: Ledger) -> None:
    ledger.say("question", by=world.author("planner", "agent"))
    ledger.revise(world.plan())
    assert unconfirmed(world, ledger) == []


# --- beginnings and pins


def pin(world: World, digest: str, number: int, *follows: Entry, kind: str = "repinned") -> Entry:
    body = {"playbook": "small", "version": number, "playbook_digest": digest}
    return world.entry(number, kind=kind, body=body, follows={entry.id: entry.digest for entry in follows})


def test_the_latest_pin_counts_whatever_its_id(world: World) -> None:
    created = pin(world, "one", 9, kind="created")
    repinned = pin(world, "two", 1, created)
    promises = world.read([created, repinned])
    assert promises.created is not None
    assert promises.created.entry == created
    assert promises.pinned is not None
    assert promises.pinned.entry == repinned
    assert promises.damage == ()


def test_a_plan_without_a_beginning_has_no_pin(world: World) -> None:
    promises = world.read([])
    assert promises.created is None
    assert promises.pinned is None
    assert promises.damage == ()


def test_a_second_beginning_is_damage(world: World) -> None:
    first, second = pin(world, "one", 1, kind="created"), pin(world, "one", 2, kind="created")
    promises = world.read([second, first])
    assert promises.created is not None
    assert promises.created.entry == first
    assert [d.message for d in promises.damage] == [f"Entry `{second.id}` creates the plan a second time"]


def test_pins_of_two_branches_that_differ_are_damage_until_a_pin_follows_both(world: World) -> None:
    created = pin(world, "one", 1, kind="created")
    ours, theirs = pin(world, "two", 2, created), pin(world, "three", 3, created)
    damage = world.read([created, ours, theirs]).damage
    assert [d.message for d in damage] == [
        f"Entries `{ours.id}`, `{theirs.id}` pin different playbooks on two branches"
    ]
    settled = world.read([created, ours, theirs, pin(world, "three", 4, ours, theirs)])
    assert settled.damage == ()


def test_pins_of_two_branches_that_agree_are_fine(world: World) -> None:
    created = pin(world, "one", 1, kind="created")
    assert world.read([created, pin(world, "two", 2, created), pin(world, "two", 3, created)]).damage == ()


# --- the whole


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["say", "ask", "answer", "decide", "revise", "approve", "revoke", "odd"]),
        st.booleans(),
    ),
    max_size=14,
)


def play(world: World, steps: list[tuple[str, bool]]) -> tuple[Ledger, Plan]:
    """Let a ledger grow by those steps, some of them on a branch of their own."""
    ledger = world.ledger()
    root = ledger.create(**world.plan().fingerprints())
    plan = world.plan(Record("question", "1", "Q1", "Why?"))
    for place, (step, is_apart) in enumerate(steps):
        agent = world.author(channel="agent")
        match step:
            case "say":
                ledger.say(by=agent)
            case "ask":
                ledger.ask(f"Q{place % 3}", "Why?" if is_apart else "How?")
            case "answer":
                ledger.answer(f"Q{place % 3}", "Why?", by=agent if is_apart else world.author())
            case "decide":
                ledger.decide(f"D{place}", *[e for e in ledger.entries if e.kind == "decision"][:1])
            case "revise":
                ledger.revise(world.plan(s2=f"words {place}"), "2", follows=[root] if is_apart else None)
            case "approve":
                ledger.approve(plan, follows=[root] if is_apart else None, confirms=ledger.entries[-1:])
            case "revoke":
                ledger.revoke(follows=[root] if is_apart else None)
            case _:
                ledger.add("later" if is_apart else "answer", {"no": place})
    return ledger, plan


@given(steps=STEPS, data=st.data())
def test_order_and_duplication_of_entries_change_no_promise_and_no_standing(
    world: World, steps: list[tuple[str, bool]], data: st.DataObject
) -> None:
    ledger, plan = play(world, steps)
    copies = data.draw(st.lists(st.sampled_from(ledger.entries), max_size=6))
    heap = data.draw(st.permutations([*ledger.entries, *copies]))
    one, other = world.read(ledger.entries, plan), world.read(heap, plan)
    assert one == other
    assert one.live_decisions == other.live_decisions
    assert world.stand(ledger.entries, plan) == world.stand(heap, plan)


@given(steps=STEPS, data=st.data())
def test_nothing_is_invented_when_entries_are_lost(
    world: World, steps: list[tuple[str, bool]], data: st.DataObject
) -> None:
    """Whatever is removed: each promise read is one that was made."""
    ledger, plan = play(world, steps)
    kept = [entry for entry in ledger.entries if data.draw(st.booleans())]
    promises = world.read(kept, plan)
    made = [e.id for e in kept]
    assert [e.id for e in promises.history.entries] == sorted(made)
    found = (promises.turns, promises.decisions, promises.revisions, promises.withdrawals, promises.receipts)
    assert {promise.entry.id for kind in found for promise in kind} <= set(made)
    lost = {e.id for e in ledger.entries} - set(made)
    followed = {target for entry in kept for target in entry.follows}
    assert {d.entry for d in promises.damage if "is gone" in d.message} == lost & followed


def test_two_thousand_revisions_of_thirty_sections_are_read_in_well_under_a_second(world: World) -> None:
    sections = {str(number): {"before": "", "after": "v1:" + "a" * 64} for number in range(30)}
    entries: list[Entry] = []
    for number in range(2_000):
        follows = {entries[-1].id: entries[-1].digest} if entries else {}
        body = {"cause": "adopt" if number % 2 else "write", "sections": sections, "turns": []}
        entries.append(world.entry(number, kind="revised", body=body, follows=follows))
    assert quickly(world, entries).witnessed["7"] == {"v1:" + "a" * 64}


def test_a_thousand_questions_answers_approvals_and_revokes_are_read_in_well_under_a_second(
    world: World,
) -> None:
    ledger, entries = world.ledger(), []
    approval = ledger.approval_body(world.plan())
    for number in range(4_000):
        question = {"id": f"Q{number // 4}", "text": "Why?"}
        kind, body = [
            ("question", question),
            ("answer", {"question": "", "digest": f"{number}", "text": ""}),
            ("approval", approval | {"confirms": [world.entry_id(n) for n in range(number - 9, number)]}),
            ("revoke", {"checkpoint": "2" if number == 3 else "3"}),
        ][number % 4]
        follows = {entries[-1].id: entries[-1].digest} if entries else {}
        entries.append(world.entry(number, kind=kind, body=body, follows=follows))
    promises = quickly(world, entries)
    assert len(promises.questions) == 1_000
    assert len(promises.approvals) == 1_000


def quickly(world: World, entries: list[Entry]) -> Promises:
    """Read the entries and hold the time: ten times what it takes on a quiet machine."""
    start = time.process_time()
    promises = world.read(entries)
    assert time.process_time() - start < 3.0
    return promises


# --- words a person answers for


@pytest.mark.parametrize(("channel", "is_vouched"), [("terminal", True), ("agent", False), ("pipe", False)])
def test_a_person_answers_for_what_they_wrote_adopted_or_approved(
    world: World, ledger: Ledger, channel: str, *, is_vouched: bool
) -> None:
    by = world.author(channel=channel)
    plan = world.plan()
    (section,) = [part for part in plan.parts if part.key == "2"]
    for cause in ("write", "adopt"):
        fresh = type(ledger)(ledger.config, ledger.playbook)
        fresh.revise(plan, "2", cause=cause, by=by)
        assert world.read(fresh.entries, plan).is_vouched(section) is is_vouched
    ledger.approve(plan, by=by)
    assert world.read(ledger.entries, plan).is_vouched(section) is is_vouched


def test_words_an_agent_wrote_over_a_persons_are_nobodys(world: World, ledger: Ledger) -> None:
    ledger.revise(world.plan(s2="mine (person)"), "2", by=world.author())
    plan = world.plan(s2="theirs (person)")
    ledger.revise(plan, "2", by=world.author(channel="agent"))
    (section,) = [part for part in plan.parts if part.key == "2"]
    assert not world.read(ledger.entries, plan).is_vouched(section)


# --- questions withdrawn


def retract(ledger: Ledger, text: str, *, reworded: bool = False, **how: object) -> None:
    body: dict[str, object] = {
        "question": "Q1",
        "digest": question_digest("Q1", text),
        "reason": "by mistake",
    }
    if reworded:
        body["reworded"] = True
    ledger.add("withdrawn", body, **how)  # type: ignore[arg-type]


def test_who_asks_again_means_the_later_default_and_nobody_else_changes_it(
    world: World, ledger: Ledger
) -> None:
    asked = ledger.ask("Q1", "Which policy?", recommended="none")
    ledger.ask("Q1", "Which policy?", recommended="jitter", by=asked.by)
    ledger.ask("Q1", "Which policy?", recommended="fixed", by=replace(asked.by, name="codex"))
    (question,) = world.read(ledger.entries).questions
    assert question.asked is not None
    assert question.asked.recommended == "jitter"


def test_a_question_withdrawn_and_asked_in_other_words_is_one(world: World, ledger: Ledger) -> None:
    asked = ledger.ask("Q1", "Which policy?")
    retract(ledger, "Which policy?", by=asked.by, reworded=True)
    ledger.ask("Q1", "Which retry policy?", by=asked.by)
    (question,) = world.read(ledger.entries).questions
    assert (question.text, question.is_open) == ("Which retry policy?", True)
    ledger.answer("Q1", "Which policy?")
    texts = {each.text: each.is_open for each in world.read(ledger.entries).questions}
    assert texts == {"Which policy?": False, "Which retry policy?": True}, "an answer binds the old words"


def test_only_who_asked_or_a_person_withdraws_a_question(world: World, ledger: Ledger) -> None:
    asked = ledger.ask("Q1", "Which policy?")
    retract(ledger, "Which policy?", by=replace(asked.by, channel="pipe"))
    retract(ledger, "Which policy?", by=replace(asked.by, name="codex"))
    retract(ledger, "Which policy?", by=asked.by, follows=[])
    assert len(world.read(ledger.entries).open_questions) == 1
    retract(ledger, "Which policy?", by=asked.by)
    assert world.read(ledger.entries).open_questions == ()


def test_a_question_of_the_planner_itself_is_withdrawn_by_a_person_alone(
    world: World, ledger: Ledger
) -> None:
    asked = ledger.ask("Q1", "Which policy?", subject="criterion")
    retract(ledger, "Which policy?", by=asked.by)
    assert len(world.read(ledger.entries).open_questions) == 1
    retract(ledger, "Which policy?", by=world.author())
    assert world.read(ledger.entries).open_questions == ()


def test_withdrawing_does_not_undo_an_answer(world: World, ledger: Ledger) -> None:
    asked = ledger.ask("Q1", "Which policy?")
    ledger.answer("Q1", "Which policy?")
    retract(ledger, "Which policy?", by=asked.by)
    (question,) = world.read(ledger.entries).questions
    assert not question.is_withdrawn
    assert question.answer is not None
