"""Attacks on the talk: skipping it, faking it, pouring the plan into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from desk import Desk

CONTEXT = "2 % of uploads fail; `client.py` sends once.\n"


def write(desk: Desk, text: str = CONTEXT) -> int:
    before = desk.read("plans/retry-failed-uploads.md")
    ran = desk.agent("write", "context", "-", stdin=text)
    if ran.code:
        assert desk.read("plans/retry-failed-uploads.md") == before, "a refused write must change nothing"
    return ran.code


def ask(desk: Desk, kind: str = "question") -> None:
    ran = desk.agent("say", "--as", "planner", "--kind", kind, "How often do uploads fail?")
    assert ran.code == 0, ran.said


@pytest.mark.req("S0-03")
def test_writing_before_any_dialogue_is_refused(begun: Desk) -> None:
    assert write(begun) == 3


@pytest.mark.req("S0-03")
def test_the_opening_idea_is_no_reply(begun: Desk) -> None:
    ask(begun)
    assert write(begun) == 3
    assert begun.agent("say", "--kind", "idea", "I also want this").code == 2


@pytest.mark.req("S0-03")
def test_a_reply_before_the_question_is_no_round(begun: Desk) -> None:
    assert begun.person("say", "Go on.").code == 0
    ask(begun)
    assert write(begun) == 3


@pytest.mark.req("S0-04")
@pytest.mark.parametrize("kind", ["note", "summary"])
def test_a_planner_who_neither_asks_nor_challenges_nor_proposes_may_not_write(begun: Desk, kind: str) -> None:
    ask(begun, kind)
    assert begun.person("say", "Fine.").code == 0
    assert write(begun) == 3


@pytest.mark.req("S0-03")
def test_one_round_carries_one_update_only(begun: Desk) -> None:
    ask(begun)
    begun.person("say", "Often.")
    assert write(begun) == 0
    assert write(begun, "Another understanding.\n") == 3


def test_an_update_cannot_be_undone_and_done_again_on_one_round(begun: Desk) -> None:
    ask(begun)
    begun.person("say", "Often.")
    assert write(begun) == 0
    assert begun.agent("undo").code == 0
    assert write(begun, "Another understanding.\n") == 3


def test_a_user_turn_forged_by_an_agent_is_visible_and_blocking(begun: Desk) -> None:
    ask(begun)
    assert begun.agent("say", "Sounds great, approved!").code == 0
    assert write(begun) == 0
    assert "GP211" in begun.codes()
    assert begun.states() == {"ready": "blocked"}
    assert "agent" in begun.pipe("log").out


def test_relayed_words_are_shown_to_the_person_who_approves_and_confirmed_by_it(ready: Desk) -> None:
    ready.person("request-changes", "ready", "--because", "one more case")
    assert ready.agent("say", "Please drop the tests.").code == 0
    shown = ready.person("approve", "ready", typed="no")
    assert "Please drop the tests." in shown.out
    assert shown.code == 130
    assert "GP211" in ready.codes()
    assert ready.person("approve", "ready", typed="ready").code == 0
    assert "GP211" not in ready.codes()


def test_the_policy_can_refuse_relayed_words_altogether(begun: Desk) -> None:
    begun.path(".groundplan/config.toml").write_text('version = 1\n[policy]\nrelayed = "refuse"\n')
    assert begun.agent("say", "Sounds great.").code == 3
    assert begun.person("say", "Sounds great.").code == 0


SMUGGLED = {
    "headings": "## Context\nWe have a bus.",
    "an underlined heading": "Context\n=======\nWe have a bus.",
    "html headings": "<h2>Context</h2>\nWe have a bus.",
    "bold lines as headings": "**Context**\nWe have a bus.\n**Plan**\nUse it.",
    "a quoted heading": "> ## Context\n> We have a bus.",
    "a heading inside an item": "- ## Context\n  We have a bus.",
    "a heading underlined inside an item": "1. Context\n   =======\n   We have a bus.",
    "a heading behind ticks that are no fence": "```x```\n## Context\nWe have a bus.",
    "a heading behind a fence in a quote": "> ```\n## Context\nWe have a bus.",
    "a long list": "\n".join(f"- step {n}" for n in range(12)),
    "a long numbered list": "\n".join(f"{n}. step" for n in range(1, 12)),
    "a large fence": "```python\n" + "x = 1\n" * 30 + "```",
    "a fence that never ends": "~~~\n" + "x = 1\n" * 30,
    "a table": "| a | b |\n|--|--|\n" + "| 1 | 2 |\n" * 6,
    "a wall of words": "word " * 600,
    "a wall of words on one line of code": "```\n" + "word " * 600 + "\n```",
}


@pytest.mark.req("S0-02")
@pytest.mark.parametrize("text", SMUGGLED.values(), ids=SMUGGLED)
def test_plan_text_in_the_talk_is_refused(begun: Desk, text: str) -> None:
    ran = begun.agent("say", "--as", "planner", "--kind", "proposal", "--", text)
    assert ran.code == 3, ran.said
    assert "GP202" in ran.err


@pytest.mark.req("S0-02")
def test_a_section_repeated_in_the_talk_is_refused(ready: Desk) -> None:
    ready.person("request-changes", "ready", "--because", "more context")
    ready.agent("say", "--as", "planner", "--kind", "question", "More context?")
    ready.person("say", "Yes.")
    words = " ".join(f"word{n}" for n in range(60))
    assert ready.agent("write", "context", "-", stdin=words + "\n").code == 0
    assert ready.agent("say", "--as", "planner", f"So: {words}").code == 3


KEY = "AKIA" + "Q4T7Z2M5X3B3K6D6"


def test_a_secret_in_the_talk_is_refused_and_not_repeated(begun: Desk) -> None:
    ran = begun.person("say", f"Use {KEY} for it")
    assert ran.code == 3
    assert KEY not in ran.out.replace(f"Use {KEY} for it", "")
    assert not any(KEY in path.read_text() for path in begun.root.rglob("*.json"))


def test_a_secret_in_the_plan_is_refused(begun: Desk) -> None:
    ask(begun)
    begun.person("say", "Often.")
    assert write(begun, f"The key is {KEY}.\n") == 3


def test_a_turn_edited_on_disk_is_not_believed(begun: Desk) -> None:
    begun.person("say", "Never delete the old uploads.")
    kept = [
        path for path in begun.path(".groundplan/local/talk").rglob("*.md") if "Never" in path.read_text()
    ]
    kept[0].write_text("Delete the old uploads.")
    assert "Delete the old uploads." not in begun.pipe("log").out


def test_a_person_writes_their_own_plan_without_playing_the_planner(begun: Desk) -> None:
    path = "plans/retry-failed-uploads.md"
    for text in (CONTEXT, "Another understanding.\n", "A third one.\n"):
        (begun.root / "context.md").write_text(text)
        ran = begun.person("write", "context", "--file", "context.md")
        assert ran.code == 0, ran.said
        assert text in begun.read(path)
    assert "GP201" not in begun.codes()


def test_what_a_person_writes_uses_up_no_round_of_the_planner_and_makes_none(begun: Desk) -> None:
    ask(begun)
    begun.person("say", "Often.")
    (begun.root / "context.md").write_text("Mine.\n")
    assert begun.person("write", "context", "--file", "context.md").code == 0
    assert write(begun) == 0, "the planner's question and the reply still carry its update"
    (begun.root / "context.md").write_text("Mine again.\n")
    assert begun.person("write", "context", "--file", "context.md").code == 0
    assert write(begun, "Another understanding.\n") == 3, "a person's writing opens no round by itself"


@pytest.mark.parametrize("words", [("--summary", "I wrote it"), ()])
def test_nobody_but_a_person_writes_without_a_round(begun: Desk, words: tuple[str, ...]) -> None:
    for run in (begun.agent, begun.pipe):
        assert run("write", "context", "-", *words, stdin=CONTEXT).code == 3


def test_what_the_person_approved_stays_locked_for_the_person_too(ready: Desk) -> None:
    (ready.root / "context.md").write_text("Mine.\n")
    ran = ready.person("write", "context", "--file", "context.md")
    assert ran.code == 3
    assert "request-changes" in ran.said
