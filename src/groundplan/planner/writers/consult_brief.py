"""A consult before anybody is asked: the goal, its requirements, the current state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrasing import COMPUTED, PERSON, bullets, quote, sentence
from groundplan.planner.standing_code import describe_code, list_left_out, list_requirements
from groundplan.planner.variants import paths_of
from groundplan.planner.writers.phrases import code
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief


@writer("consult-goal")
def write_goal(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Quote the goal, say as what it was read, and what it leaves out."""
    goal = brief.pack.goal
    words = sentence(quote(goal.text, paths_of(brief.pack), 1_500))
    parts = [f"{words} {PERSON}", f"Read as a goal of kind {code(goal.kind)}: {goal.because} {COMPUTED}."]
    left_out = list_left_out(brief)
    if left_out:
        parts.append(f"Out of scope: {sentence('; '.join(left_out))} {PERSON}")
    yield SectionDraft(spec.key, "\n\n".join(parts) + "\n")


@writer("consult-requirements")
def write_requirements(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """List what the goal demands, and what the code asks to keep as proposed."""
    yield SectionDraft(spec.key, bullets(map(str, list_requirements(brief))) + "\n")


@writer("consult-state")
def write_state(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Say what exists today, cited, as the advisors will read it."""
    yield SectionDraft(spec.key, describe_code(brief) + "\n", is_evidence=True)
