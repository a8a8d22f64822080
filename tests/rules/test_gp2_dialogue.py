"""GP201: dialogue comes before every plan update, however the ledger's files are called and lie."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from drawn_ledgers import ANN, PLANNER, RELAYED, Ledger
from hypothesis import given
from hypothesis import strategies as st

from groundplan.rules.dialogue import find_round, find_silence

if TYPE_CHECKING:
    import random

    from groundplan.plan.entry import Author, Entry

FIXTURE = Path(__file__).parents[1] / "fixtures" / "seeds" / "conversations.toml"
CONVERSATIONS = {
    one["name"]: one["turn"] for one in tomllib.loads(FIXTURE.read_text("utf-8"))["conversation"]
}


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger()
    made.create(goal="Add a version checker.")
    made.say("idea", "I want a version checker.")
    return made


def told(turns: list[dict[str, Any]]) -> Ledger:
    """Tell a conversation, with a plan update after each turn that announces one."""
    ledger = Ledger()
    ledger.create(goal="Words.")
    for turn in turns:
        ledger.say(turn["kind"], turn["text"], by=ANN if turn["speaker"] == "user" else PLANNER)
        if turn.get("updates"):
            ledger.write("context")
    return ledger


@pytest.mark.req("S0-03")
@pytest.mark.req("S0-04")
@pytest.mark.parametrize("name", CONVERSATIONS)
def test_every_update_in_the_example_conversations_follows_a_round_of_its_own(name: str) -> None:
    ledger = told(CONVERSATIONS[name])
    assert sum(entry.kind == "revised" for entry in ledger.entries) == (3 if name == "grades-cache" else 1)
    assert ledger.check("GP201") == []
    promises = ledger.case().promises
    rounds = [find_round(revision, promises) for revision in promises.revisions]
    assert all(one is not None and one[0].opens_dialogue and one[1].replies for one in rounds)
    assert len({one[0].entry.id for one in rounds if one}) == len(rounds), "no opening is used twice"


@pytest.mark.req("S0-03")
@pytest.mark.req("S0-04")
@pytest.mark.parametrize("name", CONVERSATIONS)
def test_an_example_conversation_without_one_side_before_an_update_is_refused(name: str) -> None:
    turns = CONVERSATIONS[name]
    first = next(number for number, turn in enumerate(turns) if turn.get("updates"))
    for side in ("planner", "user"):
        kept = [turn for turn in turns[:first] if turn["speaker"] != side or turn["kind"] == "idea"]
        assert told([*kept, *turns[first:]]).check("GP201"), f"nobody missed the {side}"


@pytest.mark.req("S0-03")
def test_a_plan_that_nobody_has_written_into_needs_no_dialogue(ledger: Ledger) -> None:
    assert ledger.check("GP201") == []


@pytest.mark.req("S0-03")
def test_an_update_straight_from_the_idea_is_found(ledger: Ledger) -> None:
    update = ledger.write("context")
    [found] = ledger.check("GP201")
    assert found.message == "Section `context` is written without a dialogue round before it"
    assert (found.section, found.subject) == ("context", update.id)


@pytest.mark.req("S0-03")
@pytest.mark.parametrize("kind", ["question", "challenge", "proposal"])
def test_a_planner_who_asks_and_a_user_who_replies_make_a_round(ledger: Ledger, kind: str) -> None:
    ledger.round(kind)
    ledger.write("context")
    assert ledger.check("GP201") == []


@pytest.mark.req("S0-04")
@pytest.mark.parametrize("kind", ["summary", "note"])
def test_a_planner_who_only_notes_is_a_scribe(ledger: Ledger, kind: str) -> None:
    ledger.say(kind, "I see.", by=PLANNER)
    ledger.say("reply", "Good.")
    ledger.write("context")
    assert len(ledger.check("GP201")) == 1


def test_a_question_that_nobody_answered_is_no_round(ledger: Ledger) -> None:
    ledger.say("question", "How often?")
    ledger.write("context")
    assert len(ledger.check("GP201")) == 1


@pytest.mark.req("S0-03")
@pytest.mark.parametrize("by", [ANN, RELAYED], ids=["person", "agent"])
def test_an_idea_told_again_is_no_reply(ledger: Ledger, by: Author) -> None:
    ledger.say("question", "How often?")
    ledger.say("idea", "I want a version checker, as I said.", by=by)
    ledger.write("context")
    assert len(ledger.check("GP201")) == 1


def test_a_reply_before_the_question_is_no_round(ledger: Ledger) -> None:
    ledger.say("reply", "Go on.")
    ledger.say("question", "How often?")
    ledger.write("context")
    assert len(ledger.check("GP201")) == 1


def test_a_user_does_not_ask_in_the_planners_name(ledger: Ledger) -> None:
    ledger.say("question", "How often?", by=ANN)
    ledger.say("reply", "Hourly.")
    ledger.write("context")
    assert len(ledger.check("GP201")) == 1


def test_a_planner_does_not_reply_in_the_users_name(ledger: Ledger) -> None:
    ledger.say("question", "How often?")
    ledger.say("reply", "Hourly.", by=PLANNER)
    ledger.write("context")
    assert len(ledger.check("GP201")) == 1


def test_relayed_words_are_a_reply_here_and_gp211s_to_doubt(ledger: Ledger) -> None:
    ledger.say("question", "How often?")
    ledger.say("reply", "Hourly.", by=RELAYED)
    ledger.write("context")
    assert ledger.check("GP201") == []
    assert len(ledger.check("GP211")) == 1


@pytest.mark.req("S0-03")
def test_one_round_carries_one_update(ledger: Ledger) -> None:
    ledger.round()
    ledger.write("context")
    ledger.write("design")
    [found] = ledger.check("GP201")
    assert "on talk that an earlier update has used up" in found.message
    ledger.round()
    ledger.write("options")
    assert len(ledger.check("GP201")) == 1, "a new round mends nothing behind it"


def test_a_late_reply_to_a_used_up_question_is_no_new_round(ledger: Ledger) -> None:
    ledger.round()
    ledger.write("context")
    ledger.say("reply", "By the way, at most hourly.")
    ledger.write("design")
    assert len(ledger.check("GP201")) == 1


@pytest.mark.parametrize("cause", ["record", "adopt", "undo"])
def test_what_is_not_in_the_planners_words_needs_no_round(ledger: Ledger, cause: str) -> None:
    ledger.write("context", cause=cause)
    assert ledger.check("GP201") == []


def test_two_branches_may_each_write_on_what_both_have_heard(ledger: Ledger) -> None:
    ledger.round()
    heard = [ledger.entries[-1]]
    left = ledger.write("context", follows=heard)
    right = ledger.write("design", follows=heard)
    assert ledger.check("GP201") == []
    ledger.write("options", follows=[left, right])
    assert len(ledger.check("GP201")) == 1, "after the merge the round is used up"


def test_a_round_on_another_branch_was_not_heard(ledger: Ledger) -> None:
    start = [ledger.entries[-1]]
    ledger.say("question", "How often?", follows=start)
    ledger.say("reply", "Hourly.")
    ledger.write("context", follows=start)
    assert len(ledger.check("GP201")) == 1


def test_the_finding_names_three_sections_and_says_that_there_are_more(ledger: Ledger) -> None:
    ledger.write("goal", "context", "options", "design")
    [found] = ledger.check("GP201")
    assert found.message.startswith("Sections `goal`, `context`, `options` … are written")


def test_a_change_of_the_header_alone_is_named_in_words(ledger: Ledger) -> None:
    ledger.header = "Another title"
    ledger.account("plan#header")
    [found] = ledger.check("GP201")
    assert found.message.startswith("The text before the first section is written")


# ----------------------------------------------------------------------------------------- who is to speak


def test_it_is_told_who_has_to_speak_next(ledger: Ledger) -> None:
    assert find_silence(ledger.case().promises) == ("planner", None)
    asked = ledger.say("question", "How often?")
    who, turn = find_silence(ledger.case().promises)
    assert (who, turn.entry.id if turn else "") == ("user", asked.id)
    ledger.say("reply", "Hourly.")
    assert find_silence(ledger.case().promises) == ("", None)
    ledger.write("context")
    assert find_silence(ledger.case().promises) == ("planner", None)


# ------------------------------------------------------------------------------------------------ properties

MOVES = ("question", "challenge", "summary", "reply", "relayed", "write", "record")


def walk(moves: list[tuple[str, int]], numbers: list[int] | None = None) -> Ledger:
    """Make moves, each in sight of the entry so many steps back, so that branches fork and meet."""
    ledger = Ledger(numbers=numbers or [])
    ledger.create(goal="Words.")
    for move, back in moves:
        seen: list[Entry] = [ledger.entries[-1 - back % len(ledger.entries)], ledger.entries[-1]]
        follows = seen if back % 3 else seen[:1]
        if move in {"write", "record"}:
            ledger.write("context", cause=move, follows=follows)
        elif move == "relayed":
            ledger.say("reply", "So says Ann.", by=RELAYED, follows=follows)
        else:
            ledger.say(move, "Words.", follows=follows)
    return ledger


moves = st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, 4)), max_size=14)


@given(moves, st.randoms(use_true_random=False))
def test_rounds_do_not_depend_on_the_order_of_entries(
    made: list[tuple[str, int]], chance: random.Random
) -> None:
    ledger = walk(made)
    expected = ledger.check("GP201")
    silence = find_silence(ledger.case().promises)
    shuffled = [*ledger.entries, *ledger.entries[:3]]  # a copy of an entry proves nothing twice
    chance.shuffle(shuffled)
    assert ledger.check("GP201", entries=shuffled) == expected
    assert find_silence(ledger.case(entries=shuffled).promises) == silence


@given(moves, st.randoms(use_true_random=False))
def test_rounds_do_not_depend_on_how_ids_sort(made: list[tuple[str, int]], chance: random.Random) -> None:
    numbers = list(range(1, len(made) + 2))
    found = [f.subject for f in walk(made).check("GP201")]
    in_time = {entry.id: place for place, entry in enumerate(walk(made).entries)}
    chance.shuffle(numbers)
    renamed = walk(made, list(numbers))
    places = {entry.id: place for place, entry in enumerate(renamed.entries)}
    assert sorted(places[f.subject] for f in renamed.check("GP201")) == sorted(in_time[s] for s in found)


@given(moves)
def test_an_update_with_its_own_round_right_before_it_is_never_found(made: list[tuple[str, int]]) -> None:
    ledger = walk(made)
    ledger.round()
    update = ledger.write("design")
    assert update.id not in {found.subject for found in ledger.check("GP201")}


def test_a_long_conversation_is_judged_in_time() -> None:
    ledger = Ledger()
    last = [ledger.create(goal="Words.")]
    for number in range(600):
        kind = ("question", "reply", "write")[number % 3]
        last = [
            ledger.account("context", follows=last) if kind == "write" else ledger.say(kind, follows=last)
        ]
    case = ledger.case()
    start = time.process_time()
    assert all(find_round(revision, case.promises) for revision in case.promises.revisions)
    assert time.process_time() - start < 2
