"""A whole turn handed in at once: questions, challenges, sections, and what the code is asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Desk, Ran


@pytest.fixture
def ready(begun: Desk) -> Desk:
    """A plan that may be written: its question is answered."""
    assert begun.run("answer", "1", "All of them").code == 0
    return begun


def hand_in(desk: Desk, turn: dict[str, Any], *words: str) -> Ran:
    return desk.run("write", "--records", "-", *words, stdin=json.dumps(turn))


def talk(desk: Desk) -> list[tuple[str, str]]:
    return [(each["kind"], each["text"]) for each in desk.run("log", "--json").json["entries"]]


class TestTaken:
    def test_its_sections_are_written_and_its_questions_are_recorded_with_their_options(
        self, ready: Desk
    ) -> None:
        asked = {
            "text": "How often is it retried?",
            "options": ["Three times", "Until it works"],
            "default": "Three times",
            "why": "An endless loop blocks the queue.",
        }
        ran = hand_in(ready, {"sections": {"context": "It posts once."}, "questions": [asked]}, "--json")
        assert ran.code == 0, ran.err
        assert "It posts once." in ready.document().read_text()
        assert [each["text"] for each in ran.json["questions"]] == ["How often is it retried?"]
        (told,) = [each for each in ready.run("brief", "--json").json["questions"] if not each["answer"]]
        assert told["options"] == {"a": "Three times", "b": "Until it works"}
        assert told["recommended"] == "a"

    def test_a_few_words_of_a_section_may_be_changed_alone(self, ready: Desk) -> None:
        assert hand_in(ready, {"sections": {"context": "It posts once. It never waits."}}).code == 0
        ready.run("ask", "Is that all?")
        ready.run("answer", "", "No")
        edit = {"section": "context", "old": "posts  once", "new": "posts twice"}
        assert hand_in(ready, {"edits": [edit]}).code == 0
        assert "It posts twice. It never waits." in ready.document().read_text()
        for other in ({**edit, "old": "It"}, {**edit, "old": "never said"}, {**edit, "section": "nowhere"}):
            assert hand_in(ready, {"edits": [other]}).code != 0
        both = {"edits": [{**edit, "old": "posts twice"}], "sections": {"context": "It waits."}}
        assert "is given whole and in `edits`" in hand_in(ready, both).err

    def test_what_a_person_takes_of_the_options_is_a_decision_and_rejects_the_others(
        self, ready: Desk
    ) -> None:
        asked = {"text": "How often is it retried?", "options": ["Three times", "Until it works"]}
        assert hand_in(ready, {"sections": {}, "questions": [asked]}).code == 0
        assert ready.run("answer", "2", "b").code == 0
        (made,) = ready.run("brief", "--json").json["decisions"]
        assert made["title"] == "How often is it retried? Until it works"

    def test_a_challenge_and_a_doubt_are_the_planners_words_in_the_talk(self, ready: Desk) -> None:
        turn = {
            "challenges": [{"text": "It gives up at once.", "evidence": ["src/upload.py::upload"]}],
            "unsure": ["Whether a timeout is an error."],
        }
        ran = hand_in(ready, turn)
        assert ran.code == 0, ran.err
        said = [(each["speaker"], each["text"]) for each in ready.run("log", "--json").json["entries"]]
        assert ("planner", "It gives up at once. (`src/upload.py::upload`)") in said
        assert ("planner", "Not sure: Whether a timeout is an error.") in said

    def test_what_may_not_be_written_yet_waits_beside_the_plan(self, begun: Desk) -> None:
        turn = {"sections": {"context": "It posts once."}, "questions": [{"text": "Which host?"}]}
        ran = hand_in(begun, turn, "--propose")
        assert ran.code == 0, ran.err
        assert "It posts once." not in begun.document().read_text()
        assert "waits for your reply" in ran.out
        assert "Which host?" in begun.document().read_text()

    def test_a_decision_of_an_agent_is_nobody_elses(self, ready: Desk) -> None:
        turn = {
            "sections": {},
            "decisions": [{"title": "Retry in the client", "reason": "One place calls it."}],
        }
        ran = hand_in(ready, turn, "--json")
        assert ran.code == 0, ran.err
        (made,) = ready.run("brief", "--json").json["decisions"]
        assert made["relayed"] is True


class TestCode:
    def test_its_questions_to_the_code_are_answered(self, ready: Desk) -> None:
        asks = [
            {"ask": "find", "about": "UploadError"},
            {"ask": "symbol", "about": "upload"},
            {"ask": "usages", "about": "send"},
            {"ask": "callers", "about": "send"},
            {"ask": "impact", "about": "src/upload.py::send"},
            {"ask": "history", "about": "src/upload.py"},
            {"ask": "lines", "about": "src/upload.py:1-3"},
            {"ask": "usages", "about": "no_such_name"},
        ]
        before = ready.document().read_bytes(), ready.ledger()
        ran = hand_in(ready, {"code": asks}, "--json")
        assert ran.code == 0, ran.err
        replies = ran.json["code"]
        assert [each["ask"] for each in replies] == [each["ask"] for each in asks]
        assert replies[6]["answer"]["lines"][0] == '"""Send files upstream."""'
        assert "no_such_name" in replies[7]["error"]
        assert (ready.document().read_bytes(), ready.ledger()) == before
        told = hand_in(ready, {"code": asks})
        assert '"""Send files upstream."""' in told.out
        assert "no_such_name" in told.out

    def test_an_answer_is_cut_where_it_is_long_and_says_so(self, ready: Desk) -> None:
        (ready.folder / "src/many.py").write_text("LONGEST = 1\n" * 3_000)
        ran = hand_in(ready, {"code": [{"ask": "find", "about": "LONGEST"}]}, "--json")
        (reply,) = ran.json["code"]
        assert len(json.dumps(reply)) < 10_000
        assert reply["left_out"] > 2_000
        assert len(hand_in(ready, {"code": [{"ask": "find", "about": "LONGEST"}]}).out.splitlines()) < 60

    def test_a_range_that_runs_past_the_end_stops_there_and_says_how_long_the_file_is(
        self, ready: Desk
    ) -> None:
        (ready.folder / "src/many.py").write_text("LONGEST = 1\n" * 350)
        wanted = ["src/many.py:340-900", "src/many.py", "src/many.py:9000"]
        ran = hand_in(ready, {"code": [{"ask": "lines", "about": each} for each in wanted]}, "--json")
        told = [each["answer"] for each in ran.json["code"]]
        assert [(each["first"], len(each["lines"]), each["total"]) for each in told] == [
            (340, 11, 350),
            (1, 200, 350),  # of which JSON has 200
            (350, 1, 350),
        ]

    def test_the_files_of_a_folder_or_with_words_in_their_paths_are_listed(self, ready: Desk) -> None:
        wanted = ["src", "upload py", "nothing/such"]
        ran = hand_in(ready, {"code": [{"ask": "files", "about": each} for each in wanted]}, "--json")
        folder, words, none = ran.json["code"]
        assert all(path.startswith("src/") for path in folder["answer"]["paths"])
        assert "src/upload.py" in words["answer"]["paths"]
        assert "No file is below" in none["error"]
        assert "src/upload.py" in hand_in(ready, {"code": [{"ask": "files", "about": "upload"}]}).out

    @pytest.mark.parametrize("about", ["../../etc/passwd:1", "/etc/passwd:1-3", "$(id)", ".git/config:1"])
    def test_no_file_outside_the_repository_is_read(self, ready: Desk, about: str) -> None:
        ran = hand_in(ready, {"code": [{"ask": "lines", "about": about}]}, "--json")
        assert ran.code == 0
        assert ran.json["code"][0]["error"]

    def test_what_the_code_contradicts_is_struck_and_returned(self, ready: Desk) -> None:
        turn = {
            "sections": {},
            "questions": [
                {"text": "Does `src/upload.py:9000` retry?"},
                {"text": "Does `src/upload.py:10` retry?"},
            ],
            "challenges": [{"text": "It fails.", "evidence": ["src/nowhere.py:3"]}],
        }
        ran = hand_in(ready, turn, "--json")
        assert ran.code == 1
        assert [each["at"] for each in ran.json["struck"]] == ["challenges[0]", "questions[0]"]
        assert "src/nowhere.py" in ran.json["struck"][0]["why"][0]
        text = ready.document().read_text()
        assert "9000" not in text
        assert "src/upload.py:10" in text
        assert "It fails." not in str(talk(ready))


class TestHostile:
    @pytest.mark.parametrize(
        ("turn", "told"),
        [
            ({"sections": {}, "answers": {"1": "yes"}}, "A turn has no `answers`"),
            ({"sections": {}, "approve": ["design"]}, "A turn has no `approve`"),
            (
                {"sections": {}, "questions": [{"text": "Why?", "answer": "yes"}]},
                "`questions[0]` has no `answer`",
            ),
            (
                {"sections": {}, "questions": [{"text": "Why?", "id": "Question 1"}]},
                "`questions[0]` has no `id`",
            ),
            ({"sections": {}, "questions": "Why?"}, "`questions` is not a list"),
            ({"sections": {}, "questions": [{"options": ["a"]}]}, "`questions[0]` has no `text`"),
            ({"sections": {}, "questions": [{"text": 3}]}, "`questions[0].text` is not a text"),
            ({"sections": {}, "questions": [{"text": " "}]}, "`questions[0].text` is empty"),
            ({"sections": {}, "questions": [{"text": "Why?", "blocking": "no"}]}, "neither true nor false"),
            (
                {"sections": {}, "questions": [{"text": f"Why {n}?"} for n in range(30)]},
                "`questions` has 30 items, at most 7",
            ),
            ({"sections": {}, "questions": [{"text": "x" * 5_000}]}, "has 5,000 letters, at most"),
            ({"code": [{"ask": "rm", "about": "x"}]}, "`code[0].ask` is `rm`"),
            ({"code": [{"ask": "find", "about": "x"}] * 50}, "`code` has 50 items, at most 20"),
            ({"sections": []}, "`sections` is not an object"),
            ({"sections": {}, "decisions": [{"title": "x"}]}, "`decisions[0]` has no `reason`"),
            ({"sections": {}, "unsure": [["x"]]}, "`unsure[0]` is not a text"),
        ],
    )
    def test_what_is_no_turn_is_named_and_nothing_changes(
        self, ready: Desk, turn: dict[str, Any], told: str
    ) -> None:
        before = ready.document().read_bytes(), ready.ledger()
        ran = hand_in(ready, turn)
        assert ran.code == 2, ran.out + ran.err
        assert told in " ".join(ran.err.split())
        assert (ready.document().read_bytes(), ready.ledger()) == before

    def test_an_answer_written_beside_a_question_answers_nothing(self, begun: Desk) -> None:
        section = "- [x] Q1: Which errors are retried? **Answer:** All, says Ada.\n"
        hand_in(begun, {"sections": {"questions": section}}, "--propose")
        (question,) = begun.run("brief", "--json").json["questions"][:1]
        assert question["answer"] == ""

    def test_its_words_do_nothing_where_they_are_written(self, ready: Desk) -> None:
        evil = "Why?<!-- groundplan: ignore GP101 --> [x](javascript:1) \u202e"
        turn = {
            "questions": [{"text": evil, "why": evil, "default": evil, "options": [evil, "No"]}],
            "sections": {},
        }
        ran = hand_in(ready, turn)
        assert ran.code == 0, ran.err
        text = ready.document().read_text()
        assert "<!-- groundplan: ignore" not in text
        assert "\u202e" not in text

    def test_a_refused_section_leaves_its_questions_out_too(self, begun: Desk) -> None:
        before = begun.document().read_bytes(), begun.ledger()
        turn = {"sections": {"context": "It posts once."}, "questions": [{"text": "Which host?"}]}
        ran = hand_in(begun, turn)
        assert ran.code == 3
        assert "GP201" in ran.err
        assert (begun.document().read_bytes(), begun.ledger()) == before

    def test_a_dry_run_records_nothing(self, ready: Desk) -> None:
        before = ready.document().read_bytes(), ready.ledger()
        turn = {
            "sections": {"context": "It posts once."},
            "questions": [{"text": "Which host?"}],
            "decisions": [{"title": "Retry", "reason": "It fails."}],
        }
        ran = hand_in(ready, turn, "--dry-run")
        assert ran.code == 0, ran.err
        assert (ready.document().read_bytes(), ready.ledger()) == before


def test_the_form_of_a_turn_is_published(desk: Desk) -> None:
    schema = desk.run("brief", "--schema", "turn").out
    names = set(json.loads(schema)["properties"])
    wanted = "say code keep challenges questions decisions objections probes sections edits unsure"
    assert names == set(wanted.split())
    assert "slug" in json.loads(desk.run("brief", "--schema", "brief").out)["properties"]
