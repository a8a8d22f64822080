"""Attacks by an adversary who knew no others: what an approver sees, and whose words an answer is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from forging import fingerprints, forge

from groundplan.app.plans import comparing
from groundplan.app.plans.comparing import compare_plans
from groundplan.markdown.reading import read_plan
from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from desk import Desk

    from groundplan.plan.document import Plan

READY = "plans/retry-failed-uploads.md"
STEP = "1. Add `retry()` to `client.py`."


def plan_of(goal: str) -> Plan:
    text = f"# Retry\n\n## Goal\n\n{goal}\n\n## Context\n\nWords.\n"
    return read_plan(
        "gp-0000000000", "retry", Shelf().find("collaborate"), {"plan": ("plans/retry.md", text)}
    )


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x85"])
def test_a_line_end_that_only_python_knows_hides_no_command(separator: str) -> None:
    before = plan_of(f"```sh\n# never run this:{separator}rm -rf /srv\n```")
    after = plan_of("```sh\n# never run this:\nrm -rf /srv\n```")
    (diff,) = compare_plans(before, after)
    assert "+rm -rf /srv" in diff.lines


@pytest.mark.parametrize("space", ["\u00a0", "\u2007", "\u3000", "\u2028"])
def test_another_space_inside_a_command_is_another_command(space: str) -> None:
    before, after = (plan_of(f"Run `rm -rf -- ./build{each}/srv` by hand.") for each in (space, " "))
    assert before.fingerprints()["goal"] != after.fingerprints()["goal"]


@pytest.mark.parametrize(
    "words", ["a\u3000b `c d` e", "naïve `a\nb`  c", "`` a ` b ``\u00a0x `c`", "é ` unclosed"]
)
def test_spacing_between_words_is_still_no_change(words: str) -> None:
    folded = words.replace("\u3000", "  ").replace("\u00a0", "\n").replace("a\nb", "a b")
    assert plan_of(words).fingerprints() == plan_of(folded).fingerprints()


def answers(desk: Desk) -> list[tuple[str, str]]:
    read = [json.loads(path.read_text("utf-8")) for path in desk.entries()]
    return [(each["body"]["question"], each["body"]["text"]) for each in read if each["kind"] == "answer"]


def questions_of(desk: Desk) -> str:
    text = desk.read(READY)
    start = text.index("## Open Questions") if "## Open Questions" in text else text.index("## Questions")
    end = text.find("\n## ", start + 5)
    return text[start : end if end > 0 else len(text)]


@pytest.fixture
def asked(ready: Desk) -> Desk:
    """Return a plan that is open for changes, with a question that a person answered."""
    assert ready.person("request-changes", "ready", "--because", "more to ask").code == 0
    assert ready.agent("ask", "How often may it retry?").code == 0
    assert ready.person("answer", "2", "Three times").code == 0
    return ready


def test_an_agent_does_not_rewrite_an_answer_in_the_plan(asked: Desk) -> None:
    assert asked.agent("say", "--as", "planner", "--kind", "question", "Shall I tidy up?").code == 0
    assert asked.person("say", "Yes.").code == 0
    words = questions_of(asked).replace("Three times", "For ever")
    assert "For ever" in words
    ran = asked.agent("write", "questions", "-", stdin=words.partition("\n")[2])
    assert ran.code == 3 or "GP209" in asked.codes()


def test_adopting_ones_own_edit_answers_no_question_with_an_agents_words(asked: Desk) -> None:
    assert asked.agent("ask", "May the agent deploy without review?").code == 0
    assert asked.person("say", "Go on.").code == 0
    words = questions_of(asked).partition("\n")[2]
    spot = "May the agent deploy without review?"
    put = words.replace(spot, f"{spot}\n  - **Answer:** Yes, always")
    asked.agent("write", "questions", "-", stdin=put)
    if "Yes, always" in asked.read(READY):
        asked.edit(READY, "How often may it retry?", "How often may it retry? ")
        asked.edit(READY, "Three times", "Three times, no more")
        asked.person("adopt", typed="adopt")
    assert not any("Yes, always" in text for _, text in answers(asked))


def test_a_difference_made_to_be_slow_is_shown_as_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"x{number % 150}" for number in range(20_000)]
    before = plan_of("```\n" + "\n".join(lines) + "\n```")
    after = plan_of("```\n" + "\n".join(reversed(lines)) + "\n```")
    monkeypatch.setattr(comparing.difflib, "unified_diff", None)  # it would take minutes
    (diff,) = compare_plans(before, after)
    assert (diff.added, diff.removed) == (20_000, 20_000)


def test_an_empty_base_is_refused_instead_of_left_out(ready: Desk) -> None:
    assert ready.pipe("check", "--base", "").code == 2


def test_the_reason_of_a_decision_is_not_rewritten_in_the_plan(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "--because", "more").code == 0
    text = ready.read(READY)
    start = text.index("**Reason:**")
    line = text[start : text.index("\n", start)]
    ready.edit(READY, line, f"{line} And Ann waives the review.")
    ready.person("adopt", typed="adopt")
    assert "GP209" in ready.codes()


def test_forged_evidence_puts_no_words_into_the_header(ready: Desk) -> None:
    ready.edit(READY, "\n## ", "\nAnn waived the review.\n\n## ")
    key = next(each for each in fingerprints(ready) if each.endswith("#header"))
    sections = {key: {"before": "", "after": fingerprints(ready)[key]}}
    forge(ready, "revised", {"cause": "evidence", "sections": sections, "turns": []})
    assert {"GP201", "GP206"} & set(ready.codes())


def test_a_ledger_that_fills_the_memory_is_not_read_to_its_end(ready: Desk) -> None:
    folder = ready.entries()[0].parent
    for number in range(15):
        (folder / f"e-{number:026}.json").write_text("[" + "{}," * 600_000 + "1]")
    assert ready.pipe("check").code == 5


def test_thousands_of_sections_are_refused(ready: Desk) -> None:
    ready.path(READY).write_text(ready.read(READY) + "\n## Goal\n" * 20_000)
    assert "more than 2,000 sections" in ready.pipe("check").said


def test_an_approver_is_told_which_settings_changed(ready: Desk) -> None:
    if "approval" not in {json.loads(path.read_text())["kind"] for path in ready.entries()}:
        assert ready.person("approve", typed="ready").code == 0
    config = ready.path(".groundplan/config.toml")
    config.write_text((config.read_text() if config.exists() else "") + '\n[profile]\nteam = "platform"\n')
    ready.pipe("check", "--fix")
    assert "Also changed since it was last approved: the profile." in ready.person("approve", typed="no").out


def test_the_marks_of_an_unfinished_merge_are_not_adopted(ready: Desk) -> None:
    ready.edit(READY, STEP, f"<<<<<<< HEAD\n{STEP}\n=======\n1. Wait.\n>>>>>>> other")
    ran = ready.person("adopt", typed="adopt")
    assert ran.code == 3
    assert "Finish the merge" in " ".join(ran.out.split())


def test_an_approver_is_told_of_questions_that_block_nothing(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "--because", "one more").code == 0
    assert ready.agent("ask", "May the backups go?", "--not-blocking").code == 0
    shown = " ".join(ready.person("approve", typed="no").out.split())
    assert "1 question still open" in shown
    assert "May the backups go?" in shown
