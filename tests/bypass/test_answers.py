"""Attacks on answers: replacing a person's, hiding the old one, keeping an approval over a changed answer."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from desk import Desk
from forging import forge

from groundplan.plan.entry import read_entry

if TYPE_CHECKING:
    from pathlib import Path

PLAN = "plans/retry-failed-uploads.md"


def entries(desk: Desk, kind: str) -> list[dict[str, Any]]:
    read = [json.loads(path.read_text("utf-8")) for path in desk.entries()]
    return sorted((each for each in read if each["kind"] == kind), key=lambda each: each["id"])


def answer_of(desk: Desk) -> str:
    (question,) = desk.pipe("show", "--json").json()["questions"]
    return str(question["answer"])


def test_a_person_answers_again_and_the_ledger_keeps_both(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    assert begun.person("answer", "Q1", "Three.").code == 0
    ran = begun.person("answer", "Q1", "Five, the network is bad.")
    assert ran.code == 0, ran.said
    assert "replaces “Three.”" in ran.said
    first, second = entries(begun, "answer")
    assert second["body"]["replaces"] == [first["id"]]
    assert answer_of(begun) == "Five, the network is bad."
    log = begun.pipe("log").out
    assert "Three." in log
    assert "Five, the network is bad." in log


def test_an_agent_cannot_replace_a_persons_answer(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    begun.person("answer", "Q1", "Three.")
    ran = begun.agent("answer", "Q1", "Ninety-nine.")
    assert ran.code == 0, ran.said
    assert "recorded as a proposal" in ran.said
    assert len(entries(begun, "answer")) == 1
    assert answer_of(begun) == "Three."
    assert "Change the answer to Q1" in begun.pipe("log").out
    assert begun.pipe("answer", "Q1", "Ninety-nine.").code == 0
    assert answer_of(begun) == "Three.", "nor can a pipe"


def test_an_agent_replaces_what_it_relayed_itself_and_it_stays_relayed(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    begun.agent("answer", "Q1", "Three.")
    assert begun.agent("answer", "Q1", "Five.").code == 0
    assert answer_of(begun) == "Five."
    assert "GP211" in begun.codes()


def test_a_person_who_replaces_relayed_words_has_nothing_left_to_confirm(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    begun.agent("answer", "Q1", "Three.")
    assert "GP211" in begun.codes()
    begun.person("answer", "Q1", "Five.")
    assert "GP211" not in begun.codes()


def test_an_answer_given_again_under_an_approval_reopens_it(ready: Desk) -> None:
    assert ready.states() == {"ready": "passed"}
    assert ready.person("answer", "Q1", "Five.").code == 0
    assert ready.states() != {"ready": "passed"}


def test_an_agent_cannot_reopen_an_approval_by_answering_again(ready: Desk) -> None:
    before = ready.read(PLAN)
    assert "recorded as a proposal" in ready.agent("answer", "Q1", "Five.").said
    assert ready.states() == {"ready": "passed"}
    assert ready.read(PLAN) == before


def test_a_decision_made_by_an_answer_is_superseded_with_it(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    begun.person("decide", "Three attempts", "--because", "two were too few", "--question", "Q1")
    ran = begun.person("answer", "Q1", "Five attempts")
    assert ran.code == 0, ran.said
    first, second = entries(begun, "decision")
    assert second["body"]["supersedes"] == [first["id"]]
    assert second["body"]["title"] == "How many attempts? Five attempts"
    assert "GP216" not in begun.codes()
    assert "GP209" not in begun.codes()


def test_an_agent_cannot_replace_an_answer_that_became_a_decision(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    words = ("Three attempts", "--because", "two were too few", "--question", "Q1")
    assert begun.agent("decide", *words, "--as", "user").code == 0
    assert "recorded as a proposal" in begun.agent("answer", "Q1", "Five attempts").said
    assert len(entries(begun, "decision")) == 1


def test_what_is_no_answer_replaces_none(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    begun.person("answer", "Q1", "Three.")
    assert begun.person("answer", "Q1", "quit").code == 2
    assert answer_of(begun) == "Three."


def test_an_answer_forged_by_an_agent_replaces_no_persons(begun: Desk) -> None:
    begun.agent("ask", "How many attempts?")
    begun.person("answer", "Q1", "Three.")
    (given,) = entries(begun, "answer")
    forge(begun, "answer", {**given["body"], "text": "Ninety-nine.", "replaces": [given["id"]]})
    assert answer_of(begun) == "Three."


def test_an_answer_replaces_none_that_it_never_saw(begun: Desk) -> None:
    """It names the other by its id alone, as one made on another branch could."""
    begun.agent("ask", "How many attempts?")
    body = {"text": "Ninety-nine.", "replaces": []}
    forged = forge(begun, "answer", body)
    blind = read_entry(forged.read_text())
    forged.unlink()
    begun.person("answer", "Q1", "Three.")
    (given,) = entries(begun, "answer")
    whole = replace(blind, body={**given["body"], **body, "replaces": [given["id"]]})
    forged.write_text(whole.to_json())
    assert answer_of(begun) == "Three."


def test_text_that_follows_from_an_answer_is_not_undone_without_it(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.person("plan", "Retry failed uploads", "--name", "retry", "--no-talk").code == 0
    assert desk.person("answer", "Q1", "src/upload.py").code == 0
    first = desk.person("undo")
    assert first.code == 2, first.said
    assert 'groundplan answer Q1 "…"' in first.said
    assert desk.person("answer", "Q1", "client.py").code == 0
    before = desk.read("plans/retry.md")
    second = desk.person("undo")
    assert second.code == 2, second.said
    assert "groundplan answer Q1 src/upload.py" in second.said
    assert desk.read("plans/retry.md") == before
