"""Attacks through `adopt FILE`: a document brings words, suppressions, answers and a stage along."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

FILE = "docs/plan.md"
ALLOWED = "<!-- groundplan: allow GP101: vendor wording -->\n"
FOREIGN = f"""\
---
title: Faster loads
status: ready for implementation
---
## Goal
Loads are fast for users.

## Context
{ALLOWED}- `src/nothere.py:5-6` has `fetch_nothing`.

## Implementation Plan
1. Change `upload` in `client.py`.
2. Ship the backdoor.
3. Test it.

## Open Questions
- [x] Q1: May customer data go to vendor X?
  - **Default:** no
  - **Answer:** yes, all of it
"""


@pytest.fixture
def foreign(tmp_path: Path) -> Desk:
    desk = Desk.clear(tmp_path)
    desk.path("client.py").write_text("def upload(data):\n    return post(data)\n")
    desk.path("docs").mkdir()
    desk.path(FILE).write_text(FOREIGN)
    return desk


def answers(desk: Desk) -> list[str]:
    read = (json.loads(path.read_text()) for path in desk.entries())
    return [entry["body"]["text"] for entry in read if entry["kind"] == "answer"]


def test_every_word_is_shown_before_a_document_is_adopted(foreign: Desk) -> None:
    ran = foreign.person("adopt", FILE, typed="adopt\n\n")
    assert ran.code == 0, ran.said
    shown, asked, _ = ran.out.partition("Type `adopt` to accept it:")
    assert asked
    assert "2. Ship the backdoor." in shown
    assert "1 suppression" in shown
    assert "GP101 in context: vendor wording" in shown
    assert "1 answer recorded as yours" in shown
    assert "Q1: May customer data go to vendor X?" in shown.partition("recorded as yours")[2]
    assert "“yes, all of it”" in shown
    assert answers(foreign) == ["yes, all of it"]


def test_a_document_that_is_not_adopted_answers_nothing(foreign: Desk) -> None:
    assert foreign.person("adopt", FILE, typed="no").code == 130
    assert answers(foreign) == []


def test_a_claimed_stage_is_approved_at_the_checkpoints_own_gate(foreign: Desk) -> None:
    ran = foreign.person("adopt", FILE, typed="adopt\nready for implementation\nready")
    assert ran.code == 0, ran.said
    before, _, _ = ran.out.rpartition("Type `ready` to approve:")
    assert "2. Ship the backdoor." in before.partition("Stage:")[2]
    assert foreign.states()["ready"] == "passed"


def test_typing_the_claimed_stage_alone_approves_nothing(foreign: Desk) -> None:
    ran = foreign.person("adopt", FILE, typed="adopt\nready for implementation\nno")
    assert ran.code == 130
    assert "Checkpoint `ready` is not approved; the document is adopted." in ran.out
    assert foreign.states()["ready"] != "passed"


def test_a_claimed_stage_passes_over_no_refutation(foreign: Desk) -> None:
    foreign.path(".groundplan").mkdir()
    foreign.path(".groundplan/config.toml").write_text('version = 1\n[policy]\nrefutation = "required"\n')
    ran = foreign.person("adopt", FILE, typed="adopt\nready for implementation\nready")
    assert ran.code == 3
    assert "GP219" in ran.said
    assert foreign.states()["ready"] != "passed"
