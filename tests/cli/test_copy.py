"""A copy for readers has every word that somebody wrote, and nothing that only the form says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.reading_copy import _without_empty_columns, _without_withdrawn

if TYPE_CHECKING:
    from desk import Desk

WRITTEN = """
### **1. Goal & Feature Requirements**
*The "North Star" of the task. If these are not met, the work is a failure.*

- **User Story/Goal:** Retry failed uploads three times.
- **Specific Requirements:**
  - Requirement 1: A lost connection is tried again.
- **Success Criteria:** `pytest tests/test_upload.py` passes; it fails today.
- **Out of Scope:** *Downloads* stay as they are.

---
"""


@pytest.fixture
def design(desk: Desk) -> Desk:
    begun = desk.run("new", "Retry them", "--title", "Uploads are tried again", "--playbook", "design")
    assert begun.code == 0, begun.err
    return desk


def test_advice_rules_and_unwritten_sections_are_left_out(design: Desk) -> None:
    assert design.run("write", "--all", "-", "--propose", stdin=WRITTEN).code == 0

    copy = design.run("show", "--copy").out

    assert "Retry failed uploads three times." in copy
    assert "*Downloads* stay as they are." in copy
    assert "North Star" not in copy
    assert "Change Log" not in copy
    assert "Codebase Reconnaissance" not in copy
    assert "[" not in copy
    assert "---" not in copy


def test_the_title_is_the_plans_own(design: Desk) -> None:
    goal = "### **1. Goal & Feature Requirements**\n\n- **User Story/Goal:** Retry them\n"
    assert design.run("show", "--copy").out == f"# Uploads are tried again\n\n{goal}"
    design.run("write", "--all", "-", "--propose", stdin=WRITTEN)

    assert design.run("show", "--copy").out.startswith("# Uploads are tried again\n\n### ")


def test_that_decisions_are_not_confirmed_is_said_once(desk: Desk) -> None:
    assert desk.run("new", "Retry them").code == 0
    text = "## Decisions\n\n- D: Full jitter. Reason: fair.\n- D: Three times. Reason: enough.\n"
    assert desk.run("write", "--all", "-", "--propose", stdin=text, environ={"CLAUDECODE": "1"}).code == 0

    copy = desk.run("show", "--copy").out

    assert copy.count("approving the plan confirms it") == 1
    assert copy.index("Three times") < copy.index("Decided by the planner; approving the plan confirms it.")


def test_empty_columns_and_repeated_marks_are_left_out() -> None:
    lines = ["| Risk | Alert | Owner |", "|--|--|--|", "| a \\| b | | x |", "| c | | y |"]

    assert _without_empty_columns(lines) == ["| Risk | Owner |", "|--|--|", "| a \\| b | x |", "| c | y |"]


def test_a_question_that_was_taken_back_is_left_out() -> None:
    lines = [
        "- [x] Q1: Which?",
        "  - **Default:** a",
        "  - **Answer:** Withdrawn: asked twice",
        "- [ ] Q2: Who?",
    ]

    assert _without_withdrawn(lines) == ["- [ ] Q2: Who?"]
