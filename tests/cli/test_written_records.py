"""Questions and decisions as list items of a text handed in: recorded as `ask` and `decide` would, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Desk

AGENT = {"CLAUDECODE": "1"}
QUESTIONS = """\
## Open Questions

- Q: Should downloads retry, too? Default: no. Why: their client retries already. Who: the API team.
- [ ] Q7: Which limit?
  - **Default:** 3
- Who owns the metrics?
"""
DECISIONS = """\
## Decisions

- D1: Full jitter
  - Reason: clients that failed together would come back together.
  - Rejected: fixed delays: they do.
"""


@pytest.fixture
def fresh(desk: Desk) -> Desk:
    assert desk.run("new", "Retry failed uploads", "--name", "retry-uploads").code == 0
    return desk


def hand_in(desk: Desk, text: str) -> str:
    ran = desk.run("write", "--all", "-", "--propose", stdin=text, environ=AGENT)
    assert ran.code == 0, ran.err
    return ran.out


def asked(desk: Desk) -> dict[str, str]:
    rows = desk.run("show", "--json").json["questions"]
    return {each["id"]: each["text"] for each in rows}


class TestQuestions:
    def test_list_items_become_questions_with_their_defaults_beside_them(self, fresh: Desk) -> None:
        told = hand_in(fresh, QUESTIONS)
        assert asked(fresh) == {
            "Q1": "Should downloads retry, too?",
            "Q2": "Which limit?",
            "Q3": "Who owns the metrics?",
        }
        text = fresh.document().read_text()
        assert (
            "- [ ] Q1: Should downloads retry, too?\n"
            "  - **Default:** no\n"
            "  - **Why:** their client retries already\n"
            "  - **Who:** the API team\n"
        ) in text
        assert "- [ ] Q2: Which limit?\n  - **Default:** 3\n" in text
        assert "Q1" in told
        assert fresh.run("check").code == 0

    def test_the_same_text_again_asks_nothing_twice(self, fresh: Desk) -> None:
        hand_in(fresh, QUESTIONS + "\n## Context\n\nIt posts once.\n")
        hand_in(fresh, QUESTIONS + "\n## Context\n\nIt posts twice.\n")
        assert len(asked(fresh)) == 3
        assert fresh.document().read_text().count("Which limit?") == 1

    def test_ask_shows_default_and_reason_in_the_plan(self, fresh: Desk) -> None:
        ran = fresh.run("ask", "Which limit?", "--default", "3", "--why", "a day of outage")
        assert ran.code == 0
        shown = "- [ ] Q1: Which limit?\n  - **Default:** 3\n  - **Why:** a day of outage\n"
        assert shown in fresh.document().read_text()
        assert "GP206" not in fresh.run("check").out

    def test_a_default_is_no_answer(self, fresh: Desk) -> None:
        hand_in(fresh, QUESTIONS)
        assert all(each["answer"] == "" for each in fresh.run("show", "--json").json["questions"])
        assert fresh.run("check", "--strict").code == 1

    def test_an_invented_answer_is_not_recorded(self, fresh: Desk) -> None:
        text = "## Open Questions\n\n- [ ] Q1: Which limit?\n  - **Answer:** 3\n"
        ran = fresh.run("write", "--all", "-", "--propose", stdin=text, environ=AGENT)
        assert ran.code == 3
        assert "nobody gave" in ran.err
        rows = fresh.run("show", "--json").json["questions"]
        assert not any(each["answer"] for each in rows)

    def test_words_besides_the_questions_stay(self, fresh: Desk) -> None:
        hand_in(fresh, QUESTIONS + "\nThe team lead can answer all of them.\n")
        shown = fresh.run("show", "--text", "--proposed").out
        assert shown.count("The team lead can answer all of them.") == 1
        assert shown.count("Which limit?") == 1


class TestWithdrawn:
    def test_a_withdrawn_question_leaves_the_text_and_stays_in_the_ledger(self, fresh: Desk) -> None:
        before = fresh.document().read_text()
        assert fresh.run("ask", "Which limit?").code == 0
        assert fresh.run("ask", "--withdraw", "Q1", "asked by mistake").code == 0
        assert fresh.document().read_text().rstrip() == before.rstrip()
        assert "Which limit?" in fresh.run("log").out
        assert fresh.run("check").code == 0

    def test_one_of_two_leaves_the_other(self, fresh: Desk) -> None:
        assert fresh.run("ask", "Which limit?").code == 0
        assert fresh.run("ask", "Which delay?").code == 0
        assert fresh.run("ask", "--withdraw", "Q1", "asked by mistake").code == 0
        text = fresh.document().read_text()
        assert "Which limit?" not in text
        assert "- [ ] Q2: Which delay?" in text
        assert fresh.run("check").code == 0

    def test_one_that_another_section_names_stays_and_says_so(self, fresh: Desk) -> None:
        assert fresh.run("ask", "Which limit?").code == 0
        assert fresh.run("say", "Let me think").code == 0
        assert fresh.run("write", "context", "-", stdin="The limit is open (Q1).\n").code == 0
        assert fresh.run("ask", "--withdraw", "Q1", "asked by mistake").code == 0
        assert "Withdrawn: asked by mistake" in fresh.document().read_text()


class TestRewrittenQuestions:
    ONE = "## Open Questions\n\n- Q: Which limit? Default: 10 MB. Why: uploads are small.\n"

    def test_a_new_default_takes_the_place_of_the_old_one(self, fresh: Desk) -> None:
        hand_in(fresh, self.ONE)
        hand_in(fresh, self.ONE.replace("10 MB", "20 MB"))
        text = fresh.document().read_text()
        assert "20 MB" in text
        assert "10 MB" not in text

    def test_a_question_that_comes_back_into_the_list_is_asked_again(self, fresh: Desk) -> None:
        hand_in(fresh, QUESTIONS)
        other = QUESTIONS.replace("Who owns the metrics?", "Who reads the metrics?")
        hand_in(fresh, other)
        assert "Who owns the metrics?" not in fresh.document().read_text()
        told = hand_in(fresh, QUESTIONS)
        assert "Recorded" in told
        assert "Who owns the metrics?" in fresh.document().read_text()
        assert "Who reads the metrics?" not in fresh.document().read_text()

    def test_a_question_that_the_new_list_leaves_out_is_withdrawn(self, fresh: Desk) -> None:
        hand_in(fresh, f"{self.ONE}- Q: Who pays? Default: nobody. Why: it is free.\n")
        hand_in(fresh, self.ONE)
        text = fresh.document().read_text()
        assert "Which limit?" in text
        assert "Who pays?" not in text

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("Should downloads retry, too?", "Should downloads be retried, too?"),
            ("Default: no.", "Default: later."),
            ("their client retries already", "their client gives up"),
            ("the API team", "the maintainers"),
        ],
    )
    def test_a_question_in_other_words_keeps_its_number_and_its_place(
        self, fresh: Desk, old: str, new: str
    ) -> None:
        hand_in(fresh, QUESTIONS)
        told = hand_in(fresh, QUESTIONS.replace(old, new))
        text = fresh.document().read_text()
        written = [each.replace("Default: ", "- **Default:** ").rstrip(".") for each in (old, new)]
        assert written[0] not in text
        assert written[1] in text
        words = ("Q1: Should downloads", "Q2: Which limit", "Q3: Who owns")
        places = [text.index(f"- [ ] {each}") for each in words]
        assert places == sorted(places)
        assert list(asked(fresh)) == ["Q1", "Q2", "Q3"]
        assert "Q1" in told
        assert "Q4" not in told
        assert fresh.run("check").code == 0
        assert fresh.run("answer", "1", "Later.").code == 0
        shown = fresh.run("show", "--json").json["questions"]
        assert [(each["id"], each["answer"]) for each in shown] == [("Q1", "Later."), ("Q2", ""), ("Q3", "")]

    def test_numbers_have_no_gaps_after_a_question_went(self, fresh: Desk) -> None:
        hand_in(fresh, QUESTIONS)
        lines = QUESTIONS.splitlines(keepends=True)
        left = "".join(line for line in lines if "downloads" not in line)
        told = hand_in(fresh, left.replace("Who owns", "Who reads"))
        assert "Recorded Q2\n" in told, "the number that it has now"
        assert "Withdrawn, as the new list has it no more: Should downloads retry, too?" in told
        hand_in(fresh, left)
        text = fresh.run("show", "--copy").out
        assert "Q1: Which limit?" in text
        assert "Q2: Who owns the metrics?" in text
        assert asked(fresh) == {"Q1": "Which limit?", "Q2": "Who owns the metrics?"}
        assert fresh.run("check").code == 0
        log = fresh.run("log").out
        assert "Should downloads retry, too?" in log, "the ledger has what was withdrawn"
        assert fresh.run("answer", "2", "Ada").code == 0
        assert fresh.run("check").code == 0

    def test_a_number_that_another_section_names_stays(self, fresh: Desk) -> None:
        hand_in(fresh, f"{QUESTIONS}\n## Context\n\nNobody owns them (Q3).\n")
        lines = QUESTIONS.splitlines(keepends=True)
        hand_in(fresh, "".join(line for line in lines if "downloads" not in line))
        assert asked(fresh)["Q3"] == "Who owns the metrics?"

    def test_an_answered_question_keeps_its_words_and_its_number(self, fresh: Desk) -> None:
        hand_in(fresh, self.ONE)
        assert fresh.run("answer", "Q1", "30 MB").code == 0
        hand_in(fresh, self.ONE.replace("Which limit?", "Which limit, exactly?"))
        assert asked(fresh) == {"Q1": "Which limit?", "Q2": "Which limit, exactly?"}
        assert "30 MB" in fresh.document().read_text()

    def test_a_question_of_a_person_stays(self, fresh: Desk) -> None:
        assert fresh.run("ask", "Who owns the bucket?").code == 0
        hand_in(fresh, self.ONE)
        assert "Who owns the bucket?" in fresh.document().read_text()

    def test_a_question_that_was_answered_stays(self, fresh: Desk) -> None:
        hand_in(fresh, self.ONE)
        assert fresh.run("answer", "Q1", "30 MB").code == 0
        hand_in(fresh, "## Open Questions\n\n- Q: Who pays? Default: nobody. Why: it is free.\n")
        text = fresh.document().read_text()
        assert "30 MB" in text


class TestDecisions:
    def test_an_agents_decision_is_its_own_and_not_confirmed(self, fresh: Desk) -> None:
        hand_in(fresh, DECISIONS)
        text = fresh.document().read_text()
        assert "- D1: Full jitter\n" in text
        assert "  - **Decided by:** the planner; approving the plan confirms it\n" in text
        shown = fresh.run("show").out
        assert "not confirmed" in shown
        assert "relayed" not in shown
        assert fresh.run("check").code == 0

    def test_a_short_design_has_a_place_for_decisions(self, desk: Desk) -> None:
        assert desk.run("new", "Retry", "--name", "retry-uploads", "--playbook", "design-short").code == 0
        hand_in(desk, DECISIONS)
        assert "## Decisions\n\n- D1: Full jitter\n" in desk.document().read_text()
        assert desk.run("check").code == 0

    def test_a_decision_without_its_reason_is_named(self, fresh: Desk) -> None:
        ran = fresh.run(
            *("write", "--all", "-", "--propose"), stdin=f"{DECISIONS}- D2: Three attempts\n", environ=AGENT
        )
        assert (ran.code, ran.out) == (2, "")
        assert "`D2: Three attempts` has no reason" in ran.err
        assert "Full jitter" not in fresh.document().read_text()

    def test_words_before_the_list_stay_before_it(self, fresh: Desk) -> None:
        lead, item = DECISIONS.split("\n\n", 1)
        hand_in(fresh, f"{lead}\n\nFor the maintainers to confirm.\n\n{item}\nNothing else was settled.\n")
        text = fresh.run("show", "--copy").out
        places = [text.index(each) for each in ("For the maintainers", "- D1:", "Nothing else was")]
        assert places == sorted(places)

    def test_the_copy_for_readers_can_be_handed_in_again(self, fresh: Desk) -> None:
        hand_in(fresh, DECISIONS)
        copy = fresh.run("show", "--copy").out
        assert copy.count("Decided by the planner; approving the plan confirms it.") == 1
        ran = fresh.run(
            "write", "--all", "-", "--propose", stdin=copy + "\n## Context\n\nNew.\n", environ=AGENT
        )
        again = fresh.run("show", "--copy").out
        assert again.count("Decided by the planner; approving the plan confirms it.") == 1, ran.out

    def test_the_same_text_again_decides_nothing_twice(self, fresh: Desk) -> None:
        hand_in(fresh, DECISIONS)
        hand_in(fresh, DECISIONS + "\n## Context\n\nIt posts once.\n")
        assert fresh.document().read_text().count("Full jitter") == 1

    @pytest.mark.parametrize(
        ("old", "new"), [("D1: Full jitter", "D1: Equal jitter"), ("come back together.", "meet again.")]
    )
    def test_its_own_decision_in_other_words_replaces_the_one_nobody_confirmed(
        self, fresh: Desk, old: str, new: str
    ) -> None:
        hand_in(fresh, DECISIONS)
        hand_in(fresh, DECISIONS.replace(old, new))
        text = fresh.document().read_text()
        assert text.count("- D1: ") == 1
        assert new.removesuffix(".") in text
        assert old.removesuffix(".") not in text
        assert [each["id"] for each in fresh.run("show", "--json").json["decisions"]] == ["D1"]
        found = fresh.run("check", "--json").json["plans"][0]["findings"]
        assert not {"GP209", "GP216"} & {each["code"] for each in found}
        (waiting,) = (each["message"] for each in found if each["code"] == "GP211")
        assert waiting.startswith("1 decision of an agent waits"), "the old one is taken back"

    def test_its_decision_in_other_words_keeps_its_place_in_the_list(self, fresh: Desk) -> None:
        second = "- D2: Three attempts\n  - **Reason:** more cost too much.\n"
        hand_in(fresh, DECISIONS + second)
        hand_in(fresh, DECISIONS.replace("D1: Full jitter", "D1: Equal jitter") + second)
        text = fresh.document().read_text()
        assert text.index("- D1: Equal jitter") < text.index("- D2: Three attempts")

    @pytest.mark.parametrize(
        "item",
        [
            "- Equal jitter instead of full jitter\n  - **Reason:** half of the wait is certain.\n",
            "- D9: Wait a fixed second\n  - **Reason:** it is simple.\n  - **Supersedes:** D1\n",
        ],
    )
    def test_a_decision_that_the_new_list_has_in_other_words_takes_its_place(
        self, fresh: Desk, item: str
    ) -> None:
        hand_in(fresh, DECISIONS)
        hand_in(fresh, f"## Decisions\n\n{item}")
        shown = fresh.run("show", "--json").json["decisions"]
        assert [each["id"] for each in shown] == ["D1"]
        assert "- D1: Full jitter\n" not in fresh.document().read_text()

    def test_a_decision_that_the_new_list_leaves_out_is_named(self, fresh: Desk) -> None:
        hand_in(fresh, DECISIONS)
        text = "## Decisions\n\n- Three attempts\n  - **Reason:** more cost too much.\n"
        ran = fresh.run("write", "--all", "-", "--propose", stdin=text, environ=AGENT)
        assert "D1 is not in the new list and still waits for a person" in ran.out
        assert "D1" not in fresh.run("write", "--all", "-", "--propose", stdin=DECISIONS, environ=AGENT).out

    def test_an_agent_supersedes_nothing_that_a_person_confirmed(self, fresh: Desk) -> None:
        hand_in(fresh, DECISIONS)
        assert fresh.attend("adopt", script=[("Type `adopt` to accept it: ", "adopt\n")]).code == 0
        text = "## Decisions\n\n- A fixed second\n  - **Reason:** simple.\n  - **Supersedes:** D1\n"
        ran = fresh.run("write", "--all", "-", "--propose", stdin=text, environ=AGENT)
        assert ran.code == 3
        assert "supersede D1" in ran.err

    def test_a_decision_that_a_person_confirmed_is_not_replaced(self, fresh: Desk) -> None:
        hand_in(fresh, DECISIONS)
        assert fresh.attend("adopt", script=[("Type `adopt` to accept it: ", "adopt\n")]).code == 0
        text = DECISIONS.replace("D1: Full jitter", "D1: Equal jitter")
        ran = fresh.run("write", "--all", "-", "--propose", stdin=text, environ=AGENT)
        assert ran.code == 3

    def test_decide_by_an_agent_is_the_agents_unless_it_relays(self, fresh: Desk) -> None:
        assert fresh.run("decide", "Full jitter", "--because", "herds", environ=AGENT).code == 0
        ran = fresh.run("decide", "Three times", "--because", "she said", "--as", "user", environ=AGENT)
        assert ran.code == 0, ran.err
        entries = fresh.run("log", "--json").json["entries"]
        speakers = [each["speaker"] for each in entries if each["kind"] == "decision"]
        assert speakers == ["planner", "user"]

    def test_a_decision_without_its_reason_is_refused(self, fresh: Desk) -> None:
        ran = fresh.run(
            "write", "--all", "-", "--propose", stdin="## Decisions\n\n- D1: Full jitter\n", environ=AGENT
        )
        assert ran.code == 3
        assert "Full jitter" not in fresh.document().read_text()


class TestCheck:
    def test_what_only_a_person_can_do_is_one_line_for_an_agent(self, fresh: Desk) -> None:
        hand_in(fresh, f"{QUESTIONS}\n{DECISIONS}")
        told = fresh.run("check", environ=AGENT, columns=300).out
        assert "GP204" not in told
        assert "GP211" not in told
        line = "For a person, nothing for you to do: 3 open questions, 1 decision of an agent to confirm\n"
        assert line in told
        assert fresh.run("check").out.count("GP204") == 3

    def test_a_write_says_all_that_is_wrong_or_missing(self, fresh: Desk) -> None:
        words = " ".join(f"`src/nowhere{number}.py:3`" for number in range(5))
        told = hand_in(fresh, f"## Context\n\n{words}\n")
        assert told.count("GP101") == 5
        assert "Section `implementation-plan` is incomplete" in told
        again = hand_in(fresh, f"{QUESTIONS}\n## Decisions\n\nNone.\n")
        assert again.count("GP101") == 5, "what an earlier call raised is said until it is mended"
        many = " ".join(f"`src/nowhere{number}.py:3`" for number in range(30))
        assert " more: groundplan check\n" in hand_in(fresh, f"## Context\n\n{many}\n")

    def test_a_new_plan_comes_with_its_brief_for_an_agent(self, desk: Desk) -> None:
        ran = desk.run("new", "Retry failed uploads", environ=AGENT, columns=300)
        assert "# Brief: Retry failed uploads" in ran.out
        assert "write --all --propose plan.md" in ran.out
        assert "next:" not in ran.err
        assert "# Brief" not in desk.run("new", "Retry downloads").out


class TestAttack:
    def test_an_agents_decision_is_no_reply_of_the_user(self, fresh: Desk) -> None:
        assert fresh.run("decide", "Full jitter", "--because", "herds", environ=AGENT).code == 0
        ran = fresh.run("write", "context", "-", stdin="It posts once.\n", environ=AGENT)
        assert ran.code == 3
        assert "GP201" in ran.err

    def test_nothing_says_that_the_user_decided_it(self, fresh: Desk) -> None:
        hand_in(fresh, DECISIONS)
        resumed = fresh.run("resume").out
        assert "Ada decided" not in resumed
        assert "An agent decided D1" in resumed
        assert "Decided, not to be re-opened" not in resumed
        assert "1 decision of an agent waits for a person to confirm" in fresh.run("check", columns=300).out

    def test_an_agent_answers_no_question_by_deciding(self, fresh: Desk) -> None:
        assert fresh.run("ask", "Which limit?", environ=AGENT).code == 0
        ran = fresh.run("decide", "Three", "--because", "usual", "--question", "Q1", environ=AGENT)
        assert ran.code == 2
        assert "--as user" in ran.err
        assert fresh.run("show", "--json").json["questions"][0]["answer"] == ""

    def test_an_agent_cannot_confirm_or_replace_a_decision(self, fresh: Desk) -> None:
        assert fresh.run("decide", "Full jitter", "--because", "herds", environ=AGENT).code == 0
        for words in (("adopt",), ("supersede", "D1", "None", "--because", "x")):
            assert fresh.run(*words, environ=AGENT).code == 3
        assert "not confirmed" in fresh.run("show").out


def test_a_number_of_the_writers_own_is_no_part_of_a_decision(fresh: Desk) -> None:
    hand_in(
        fresh, "## Decisions\n\n- D: D1. The check raises. Reason: it unwinds. Rejected: a bool: more work.\n"
    )
    copy = fresh.run("show", "--copy").out
    assert "D1: The check raises" in copy
    assert "D1. " not in copy
