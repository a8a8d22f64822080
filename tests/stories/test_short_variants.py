"""The short variants: each example is handed in whole, held to what its kind must say, and approved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lending_desk import lay_desk

from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable

    from story import Story

PLAN = "plans/desk.md"


@pytest.fixture
def begin_variant(begin: Callable[[str], Story]) -> Callable[[str], Story]:
    """Return what begins a plan of a variant in the project that the examples are about."""

    def start(name: str) -> Story:
        story = begin(name)
        lay_desk(story.desk.root)
        story.desk.commit("Lay the lending desk")
        story.ann("new", "Two desks share one shelf", "--playbook", name, "--name", "desk")
        return story

    return start


def example(name: str) -> str:
    (text,) = Shelf().example(name).values()
    return text


def hand_in(story: Story, text: str, *, code: int = 0) -> str:
    return story.agent("write", "--all", "-", "--propose", stdin=text, code=code).said


def broken(story: Story, old: str, new: str) -> set[str]:
    """Hand the example in with one part changed, and return what the rules find beside the open question."""
    text = example(story.name)
    assert old in text
    hand_in(story, text.replace(old, new))
    return story.desk.codes() - {"GP204"}


def test_a_short_design_is_written_out_once_its_recommendation_is_approved(
    begin_variant: Callable[[str], Story],
) -> None:
    story = begin_variant("design-short")
    ann, agent = story.ann, story.agent
    said = hand_in(story, example(story.name))
    assert "Proposed: Detailed Design, Implementation Plan, Risks & Rollback" in " ".join(said.split())
    assert "### Commit 1" not in story.desk.read(PLAN)
    ann.refused("GP204", "approve", "design")
    ann("answer", "1", "No, at no desk.")
    agent.refused("", "approve", "design", says="Only a person at a terminal")
    assert "Recommendation: Option A. Approve it?" in ann("approve", "design", typed="design").said
    assert "### Commit 3: Say it in the README" in story.desk.read(PLAN), "what waited is in the plan"
    assert "status: design approved" in story.desk.read(PLAN)
    agent.refused("GP207", "write", "alternatives", "-", stdin="### Recommendation: Option B\n")
    assert story.desk.codes() == set()
    ann("approve", "plan", typed="plan")
    assert story.desk.states() == {"design": "passed", "plan": "passed"}
    assert "status: in implementation" in story.desk.read(PLAN)
    assert "Commit 1" in agent("resume").said


def test_a_short_design_demands_a_recommendation(begin_variant: Callable[[str], Story]) -> None:
    story = begin_variant("design-short")
    assert "GP504" in broken(story, "### Recommendation: Option A", "### What we think")
    story.ann("answer", "1", "No, at no desk.")
    story.ann.refused("GP504", "approve", "design")


def test_a_short_product_plan_is_approved_with_an_acceptance_and_a_task_for_each_requirement(
    begin_variant: Callable[[str], Story],
) -> None:
    story = begin_variant("product-short")
    acceptance = "  - Acceptance: `test_a_second_run_sends_nothing` counts one mail after two runs\n"
    assert broken(story, acceptance, "") == {"GP504"}
    uncovered = "- R5: Overdue books show a red badge\n  - Acceptance: a badge is there\n\n## Technical Scope"
    assert broken(story, "## Technical Scope", uncovered) == {"GP802"}
    story.ann.refused("GP802", "approve", "plan")
    finish(story, "plan", "approved")


def test_a_short_roadmap_is_approved_with_the_size_and_dependencies_of_each_task(
    begin_variant: Callable[[str], Story],
) -> None:
    story = begin_variant("roadmap-short")
    assert "GP505" in broken(story, "**T2 (M, after T1):**", "**T2:**")
    said = " ".join(story.ann("check", code=1).said.split())
    assert "is not of the form `T{n} ({effort}, after {needs}): {title}`" in said
    assert broken(story, "(M, after T1)", "(M, after T11)") == {"GP301"}
    assert broken(story, "(S, after none):** Add `test_two", "(S, after T8):** Add `test_two") == {"GP302"}
    story.ann.refused("GP302", "approve", "roadmap")
    finish(story, "roadmap", "approved")
    assert "T1, T3 · T2 · T4 · T5, T6 · T7 · T8 (8 tasks in 6 waves)" in story.desk.pipe("show").out


def test_a_short_migration_is_approved_with_its_inventory_and_its_way_back(
    begin_variant: Callable[[str], Story],
) -> None:
    story = begin_variant("migration-short")
    inventory = example(story.name).partition("| Place")[2].partition("\n\n")[0]
    assert "GP504" in broken(story, f"| Place{inventory}", "In all of the code.")
    trigger = "any loan that differs between file and table, or any that a desk misses"
    assert broken(story, trigger, "users complain") == {"GP708"}
    assert broken(story, f"- **Trigger:** {trigger}\n", "") == {"GP504", "GP708"}
    story.ann.refused("GP708", "approve", "migration")
    finish(story, "migration", "approved")


def finish(story: Story, checkpoint: str, stage: str) -> None:
    """Hand the example in as it is, answer its question, and approve."""
    hand_in(story, example(story.name))
    assert story.desk.codes() == {"GP204"}
    story.ann("answer", "1", "As the default says.")
    assert story.desk.codes() == set()
    story.ann("approve", checkpoint, typed=checkpoint)
    assert story.desk.states() == {checkpoint: "passed"}
    assert f"status: {stage}" in story.desk.read(PLAN)
    assert "T1" in story.agent("resume").said
