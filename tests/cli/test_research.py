"""Research questions: asked, briefed, and closed by a findings file that the code agrees with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.app.callers import Caller
from groundplan.app.changes.changing import Draft, commit
from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace

from .test_json import keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk

FOUND = "The client gives up after one try, and no caller tries again.\n\nSeen in `src/upload.py::upload`.\n"


@pytest.fixture
def asked(begun: Desk) -> Desk:
    ran = begun.run("ask", "How does upload fail today?", "--research", "--why", "The retry goes there.")
    assert ran.code == 0, ran.err
    return begun


def brief(desk: Desk) -> dict[str, str]:
    ran = desk.run("brief", "--question", "2", "--json")
    assert ran.code == 0, ran.err
    return ran.json


def hand_in(desk: Desk, text: str = FOUND, *, question: str = "2") -> tuple[int, str]:
    path = desk.folder / brief(desk)["file"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    ran = desk.run("answer", question, "--findings", str(path))
    return ran.code, ran.err


def state(desk: Desk) -> dict[str, object]:
    told = desk.run("brief", "--json").json["questions"]
    return next(each for each in told if each["text"].startswith("How does upload"))


@pytest.mark.req("S2-13")
class TestResearch:
    def test_its_brief_says_what_is_asked_why_and_where_the_findings_go(
        self, asked: Desk, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        told = brief(asked)
        matches_snapshot("keys-research-brief", "\n".join(sorted(set(keys(told)))) + "\n")
        assert (told["text"], told["why"]) == ("How does upload fail today?", "The retry goes there.")
        assert "/research/" in told["file"]
        out = asked.run("brief", "--question", "2").out
        assert told["file"] in out
        assert "--findings" in out

    def test_a_findings_file_closes_it_as_an_agents_words(self, asked: Desk) -> None:
        assert hand_in(asked)[0] == 0
        told = state(asked)
        assert "gives up after one try" in str(told["answer"])
        assert (told["relayed"], str(told["answer"])[:8]) == (True, "Finding:")
        said = [(each["speaker"], each["text"]) for each in asked.run("log", "--json").json["entries"]]
        assert any(speaker == "planner" and "On Q2. Finding:" in text for speaker, text in said)
        assert not any(speaker == "user" and "gives up" in text for speaker, text in said)

    def test_it_moves_no_dialogue_on(self, asked: Desk) -> None:
        before = asked.run("write", "context", "-", stdin="It posts once.\n")
        assert hand_in(asked)[0] == 0
        after = asked.run("write", "context", "-", stdin="It posts once.\n")
        assert (before.code, after.code) == (3, 3)

    def test_a_persons_answer_takes_its_place(self, asked: Desk) -> None:
        assert hand_in(asked)[0] == 0
        ran = asked.attend("answer", "2", "It retries twice")
        assert ran.code == 0, ran.out
        told = state(asked)
        assert (told["answer"], told["relayed"]) == ("It retries twice", False)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("It is in `src/nowhere.py:3`.\n", "contradicts"),
            ("I remember that it fails.\n", "rest on"),
            ("# Only a heading\n\n`src/upload.py`", "paragraph"),
            ("key ghp_" + "a1B2c3D4e5" * 4 + " in `src/upload.py`\n", "secret"),
        ],
    )
    def test_findings_that_are_wrong_or_rest_on_nothing_are_refused(
        self, asked: Desk, text: str, told: str
    ) -> None:
        code, err = hand_in(asked, text.replace("`src/upload.py`", "") if told == "paragraph" else text)
        assert code in {2, 3}
        assert not state(asked)["answer"], err

    def test_what_was_asked_of_the_user_is_closed_by_no_file(self, asked: Desk) -> None:
        code, err = hand_in(asked, question="1")
        assert (code, "asked of the user" in err) == (3, True)

    def test_a_forged_finding_closes_no_question_to_the_user(self, asked: Desk) -> None:
        with open_workspace(asked.folder) as workspace:
            opened = open_plan(workspace, "")
            for question in opened.judgement.promises.questions:
                draft = Draft(opened, Caller("Mallory", "agent"))
                body = {"question": question.id, "digest": question.digest, "text": "Yes", "turn": ""}
                draft.add("answer", body | {"findings": "x.md"}, speaker="planner")
                opened = commit(draft, label="forge").opened
        told = {each["text"]: each["answer"] for each in asked.run("brief", "--json").json["questions"]}
        assert told == {"Which errors are retried?": "", "How does upload fail today?": "Yes"}

    @pytest.mark.parametrize("file", ["../out.md", "/etc/passwd", "src/upload.py", "plans/research/../x.md"])
    def test_no_other_file_is_taken(self, asked: Desk, file: str) -> None:
        assert asked.run("answer", "2", "--findings", file).code == 2
        assert not state(asked)["answer"]


def test_a_plan_with_a_folder_of_its_own_has_its_findings_in_it(begun: Desk) -> None:
    assert begun.run("new", "Count the grades", "--playbook", "design", "--name", "count").code == 0
    assert begun.run("ask", "How are they kept?", "--research", "-p", "count").code == 0
    told = begun.run("brief", "--question", "Q1", "-p", "count", "--json").json["file"]
    assert told.rpartition("/")[0] == "plans/count/research"
