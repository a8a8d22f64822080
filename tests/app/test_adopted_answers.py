"""Answers that stand in an adopted document are the person's; a playbook that does not fit is told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = """\
---
title: Retry uploads
---
## Goal
Retry failed uploads.

## Context
`src/upload.py` posts once.

## Implementation Plan
1. Change `src/upload.py`: retry three times.

## Open Questions

- [x] Q1: How many attempts?
  - **Answer:** Three.
- [ ] Q2: Which errors?
"""


def test_adopting_a_document_keeps_its_answered_questions_answered(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.path("retry.md").write_text(DOCUMENT)
    ran = desk.person("adopt", "retry.md", "--playbook", "collaborate", typed="adopt\nadopt")
    assert ran.code == 0, ran.said
    told = desk.pipe("show", "--json").json()["questions"]
    assert [(each["id"], each["open"], each["answer"]) for each in told] == [
        ("Q1", False, "Three."),
        ("Q2", True, ""),
    ]


def test_an_answer_written_by_hand_counts_once_a_person_adopted_it(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.person("new", "Retry uploads", "--playbook", "collaborate", "--name", "retry")
    desk.agent("ask", "How many attempts?")
    desk.edit("plans/retry.md", "How many attempts?", "How many attempts?\n  - **Answer:** Three.")
    assert "GP204" in desk.codes()
    assert desk.agent("adopt").code == 3
    assert "GP204" in desk.codes()
    assert desk.person("adopt", typed="adopt").code == 0
    assert "GP204" not in desk.codes()


def test_a_named_playbook_that_does_not_fit_says_why_and_does_not_ask_for_it_again(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.path("retry.md").write_text(DOCUMENT)
    ran = desk.person("adopt", "retry.md", "--playbook", "roadmap")
    assert ran.code == 5
    assert "A `roadmap` plan has" in ran.said
    assert "--playbook <name>" not in ran.said
    desk.path("words.md").write_text("Nothing but words.\n")
    ran = desk.person("adopt", "words.md", "--playbook", "collaborate")
    assert "has no heading that `collaborate` declares" in ran.said
    assert "--playbook <name>" not in ran.said
