"""Attacks on the account of a plan's words: hand edits covered by a forged revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from forging import fingerprints, forge

if TYPE_CHECKING:
    from desk import Desk

READY = "plans/retry-failed-uploads.md"
STEP = "1. Add `retry()` to `client.py`."
EVIL = "2. Delete the tests."


def cover(desk: Desk, cause: str, key: str, *, channel: str = "agent") -> None:
    sections = {key: {"before": "", "after": fingerprints(desk)[key]}}
    forge(desk, "revised", {"cause": cause, "sections": sections, "turns": []}, channel=channel)


@pytest.mark.parametrize("cause", ["record", "fix", "move", "mended", "zzz", "undo", "adopt", ""])
def test_a_forged_revision_covers_no_hand_edit(ready: Desk, cause: str) -> None:
    ready.edit(READY, STEP, f"{STEP}\n{EVIL}")
    cover(ready, cause, "implementation-plan")
    assert "GP206" in ready.codes()


@pytest.mark.parametrize("cause", ["write", "evidence"])
def test_a_forged_update_without_a_round_of_dialogue_is_found(ready: Desk, cause: str) -> None:
    ready.edit(READY, STEP, f"{STEP}\n{EVIL}")
    cover(ready, cause, "implementation-plan")
    assert "GP201" in ready.codes()


@pytest.mark.parametrize("cause", ["fix", "move", "zzz", ""])
def test_a_cause_that_no_use_case_has_is_damage(ready: Desk, cause: str) -> None:
    cover(ready, cause, "context")
    assert "GP210" in ready.codes()


def test_a_forged_record_adds_no_words_beside_the_decisions(ready: Desk) -> None:
    ready.edit(READY, "- D1: Retry three times", f"{EVIL}\n\n- D1: Retry three times")
    cover(ready, "record", "decisions")
    assert "GP206" in ready.codes()


def test_a_forged_undo_removes_no_section(ready: Desk) -> None:
    text = ready.read(READY)
    start = text.index("## Implementation Plan")
    end = text.index("\n## ", start + 5) + 1
    ready.path(READY).write_text(text[:start] + text[end:])
    sections = {"implementation-plan": {"before": "", "after": ""}}
    forge(ready, "revised", {"cause": "undo", "sections": sections, "turns": []})
    assert "GP206" in ready.codes()


def test_a_forged_baseline_hides_no_words_from_the_person_who_adopts(ready: Desk) -> None:
    """The forged revision would make the doctored text the one to compare with."""
    ready.edit(READY, STEP, f"{STEP}\n{EVIL}")
    cover(ready, "record", "implementation-plan")
    ready.edit(READY, EVIL, f"{EVIL}\n3. Tidy up.")
    assert EVIL in ready.person("adopt", typed="adopt").out


ODD = [
    "Why <b>not</b> `a\\`b` & [x](y)?",
    "foo_bar * baz, TODO: [Name] „naïve“ ﬁne ½",
    "zero\u200bwidth \u202eturned and `code <!-- x -->`",
    "# heading - item\n1. two | three",
]


@pytest.mark.parametrize("words", ODD, ids=["html", "marks", "invisible", "blocks"])
def test_questions_answers_and_decisions_in_odd_words_account_for_themselves(ready: Desk, words: str) -> None:
    assert ready.person("request-changes", "ready", "--because", "more to ask").code == 0
    asked = ready.agent("ask", words.lstrip("# "))
    assert asked.code == 0, asked.said
    answered = ready.person("answer", "2", words)
    assert answered.code == 0, answered.said
    decided = ready.person("decide", words, "--because", words)
    assert decided.code in {0, 3}, decided.said
    assert "GP206" not in ready.codes()
