"""A plan talked through with a model: it asks before it writes, and is checked before it is heard."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from scripted_model import Scripted

from groundplan.app.analyst.answering import answer_led
from groundplan.app.analyst.planning import Start, plan_goal
from groundplan.app.models.drafting import draft, prepare
from groundplan.app.talk.talking import say
from groundplan.models.asking import Asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Office

    from groundplan.app.models.drafting import Drafted

PATH = "plans/retry-failed-uploads.md"
SECTIONS = """\
## Goal

An upload that fails is tried again, at most three times.

## Context

1. `src/upload.py::upload` gives up on the first error.

## Implementation Plan

- T1: Catch the error in `src/upload.py::upload` and try again;
  a test in `tests/test_upload.py` counts the calls.
"""
WHICH = {"text": "Which errors are tried again?", "options": ["Timeouts", "All"], "default": "Timeouts"}
SAY = "All uploads go through `src/upload.py::upload`, so one loop there is enough."


def turn(words: str = SAY, sections: str = "", **more: Any) -> str:
    return f"```json\n{json.dumps({'say': words, **more})}\n```\n\n{sections}"


@pytest.fixture
def begun(after: Callable[[Callable[[Office], object]], Office]) -> Office:
    return after(plan_it)


def plan_it(office: Office) -> None:
    start = Start(asks=False)
    plan_goal(
        office.workspace, "Retry failed uploads", caller=office.ann, playbook="collaborate", start=start
    )


def talk(office: Office, *script: str) -> tuple[Drafted, Scripted]:
    model = Scripted(*script)
    opened = office.open()
    return draft(opened, prepare(opened, Asker(model), talks=True), caller=office.ann), model


def messages(office: Office) -> list[tuple[str, str, str]]:
    opened = office.open()
    turns = opened.judgement.promises.turns
    return [(each.speaker, each.kind, opened.talk[each.entry.id]) for each in turns]


class TestBeforeTheReply:
    def test_it_says_what_it_understood_and_asks(self, begun: Office) -> None:
        before = begun.read(PATH)
        done, model = talk(begun, turn(questions=[WHICH]))
        assert (done.handed.said, done.handed.recorded) == (SAY, ("Q1",))
        assert ("planner", "note", SAY) in messages(begun)
        assert begun.read(PATH).split("## Open Questions")[0].split("last_updated")[0] in before
        assert "No section may be written yet" in model.asked[0].text

    def test_it_is_told_the_form_of_no_section(self, begun: Office) -> None:
        _, model = talk(begun, turn(questions=[WHICH]))
        assert "Implementation Plan`" not in model.asked[0].text
        assert "Retry failed uploads" in model.asked[0].text

    @pytest.mark.req("S0-03")
    def test_sections_that_come_too_early_go_back_and_are_not_even_proposed(self, begun: Office) -> None:
        from groundplan.app.changes.previewing import find_waiting

        done, model = talk(begun, turn(sections=SECTIONS, questions=[WHICH]), turn(questions=[WHICH]))
        assert "No section may be written yet: ask or challenge first" in model.asked[1].text
        assert "tried again" not in begun.read(PATH).split("## Open Questions")[0]
        assert not find_waiting(begun.open())[0]
        assert done.handed.recorded == ("Q1",)

    def test_who_writes_all_the_same_is_left_out_and_that_is_recorded(self, begun: Office) -> None:
        cheats = [turn(f"Try {n}.", SECTIONS, questions=[WHICH]) for n in range(4)]
        done, _ = talk(begun, *cheats)
        assert {key for key, _ in done.handed.left_out} == {"goal", "context", "implementation-plan"}
        assert done.handed.recorded == ("Q1",)
        assert any("Not taken: section `goal`" in text for _, _, text in messages(begun))

    @pytest.mark.req("S0-04")
    def test_a_turn_without_question_or_challenge_goes_back(self, begun: Office) -> None:
        _, model = talk(begun, turn("Sounds good."), turn(questions=[WHICH]))
        assert "the user has nothing to reply to" in model.asked[1].text

    @pytest.mark.req("S0-04")
    def test_a_challenge_names_its_evidence(self, begun: Office) -> None:
        bare, cited = (
            {"text": "One caller only."},
            {"text": "One caller only.", "evidence": ["src/upload.py"]},
        )
        done, model = talk(begun, turn(challenges=[bare]), turn(challenges=[cited]))
        assert "a challenge names its `evidence`" in model.asked[1].text
        assert done.handed.challenges == ("One caller only. (`src/upload.py`)",)

    @pytest.mark.req("S0-18")
    @pytest.mark.parametrize(
        ("words", "why"),
        [
            ("We retry here. " * 60, "180 words, at most 120"),
            ("So:\n" + "\n".join(f"- step {n}" for n in range(12)), "plan text, not talk"),
            ("`src/upload.py:900` retries already.", "`src/upload.py:900` is not in the code"),
            ("`src/upload.py::upload_all` retries already.", "is not in the code"),
            ("The key is AKIA" + "Q7RZ5XK2WNM3LT4B.", "This message holds"),
        ],
    )
    def test_what_may_not_be_said_goes_back_before_anybody_hears_it(
        self, begun: Office, words: str, why: str
    ) -> None:
        done, model = talk(begun, turn(words, questions=[WHICH]), turn(questions=[WHICH]))
        assert why in model.asked[1].text
        assert done.handed.said == SAY
        assert words.strip() not in [text for _, _, text in messages(begun)]
        assert any(text.startswith("Not taken: `say`") for _, _, text in messages(begun))

    def test_more_than_two_questions_are_not_put(self, begun: Office) -> None:
        many = [{"text": f"Is it {n}?"} for n in range(4)]
        done, model = talk(begun, turn(questions=many), turn(questions=many[:1]))
        assert "at most 2 questions are asked in a turn" in model.asked[1].text
        assert done.handed.recorded == ("Q1",)

    def test_it_may_look_into_the_code_first(self, begun: Office) -> None:
        look = '```json\n{"code": [{"ask": "lines", "about": "src/upload.py:1-30"}]}\n```'
        _, model = talk(begun, look, turn(questions=[WHICH]))
        assert "def upload" in model.asked[1].text
        assert len([each for each in messages(begun) if each[0] == "planner"]) == 2


class TestAfterTheReply:
    @pytest.fixture
    def answered(self, begun: Office) -> Office:
        talk(begun, turn(questions=[WHICH]))
        said = "Timeouts for now, but make the list of errors a setting."
        answer_led(begun.open(), "Q1", said, caller=begun.ann)
        return begun

    @pytest.mark.req("S0-20")
    def test_the_answer_goes_to_it_whole(self, answered: Office) -> None:
        _, model = talk(answered, turn("Written.", SECTIONS))
        assert "Timeouts for now, but make the list of errors a setting." in model.asked[0].text
        assert "The user has replied" in model.asked[0].text
        assert "### `## Implementation Plan`" in model.asked[0].text

    @pytest.mark.req("S0-08")
    def test_what_it_writes_is_in_the_plan_with_its_own_words_as_the_summary(self, answered: Office) -> None:
        words = "Then it is three tries, for timeouts alone, and the list is a setting."
        done, _ = talk(answered, turn(words, SECTIONS))
        assert done.handed.written == ("Goal", "Context", "Implementation Plan")
        assert "at most three times" in answered.read(PATH)
        assert ("planner", "summary", words) in messages(answered)
        assert done.handed.said == words

    def test_the_next_question_comes_after_the_update_so_that_its_answer_opens_the_next(
        self, answered: Office
    ) -> None:
        again = {"text": "How long may it take?"}
        talk(answered, turn("Written.", SECTIONS, questions=[again]))
        answer_led(answered.open(), "Q2", "A minute at most.", caller=answered.ann)
        changed = SECTIONS.replace("three times", "three times within a minute")
        done, _ = talk(answered, turn("A minute, then.", changed))
        assert "within a minute" in answered.read(PATH)
        assert not done.handed.left_out

    def test_a_remark_to_a_plan_that_is_ready_may_be_worked_in_at_once(self, answered: Office) -> None:
        talk(answered, turn("Written.", SECTIONS))
        say(answered.open(), "Make that two times.", caller=answered.ann)
        done, model = talk(answered, turn("Two, then.", SECTIONS.replace("three times", "two times")))
        assert "Make that two times." in model.asked[0].text
        assert "two times" in answered.read(PATH)
        assert done.handed.written == ("Goal",)

    @pytest.mark.req("S0-08")
    def test_the_sections_it_writes_are_not_repeated_in_the_talk(self, answered: Office) -> None:
        long = " ".join(f"word{n}" for n in range(60))
        sections = SECTIONS.replace("An upload that fails", f"{long}. An upload that fails")
        done, model = talk(answered, turn(long, sections), turn("Shorter.", sections))
        assert "it repeats the text of section `goal`" in model.asked[1].text
        assert done.handed.said == "Shorter."

    def test_a_decision_of_the_person_is_not_opened_again(self, answered: Office) -> None:
        (live,) = answered.open().judgement.promises.live_decisions
        again = {"title": live.title, "reason": "I prefer all errors."}
        talk(answered, turn("Written.", SECTIONS, decisions=[again]), turn("Written.", SECTIONS))
        assert [each.reason for each in answered.open().judgement.promises.live_decisions] == [live.reason]

    def test_it_approves_nothing_and_answers_nothing(self, answered: Office) -> None:
        cheat = turn("Done.", SECTIONS, approve=["ready"])
        done, model = talk(answered, cheat, turn("Done.", SECTIONS))
        assert "A turn has no `approve`" in model.asked[1].text
        assert not done.opened.judgement.promises.approvals


def test_cut_off_it_says_what_was_checked_and_asks_nothing_twice(begun: Office) -> None:
    model = Scripted(turn("`src/upload.py:900` retries.", questions=[WHICH]), KeyboardInterrupt())
    opened = begun.open()
    done = draft(opened, prepare(opened, Asker(model), talks=True), caller=begun.ann)
    assert done.is_interrupted
    assert (done.handed.said, done.handed.recorded) == ("", ("Q1",))
