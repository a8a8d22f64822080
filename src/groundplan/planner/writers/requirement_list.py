"""The requirements of a design: the goal, what it demands, how success is measured, what stays out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.phrases import bullets, cite
from groundplan.planner.writers.proving import command_for
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import goal_line, left_out, measure, requirements
from groundplan.planner.writers.work import foremost, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief


@writer("requirements")
def write_requirements(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what must be met, in the user's words; what is only proposed says so and names its question."""
    wanted = [f"Requirement {number}: {text}" for number, text in enumerate(requirements(brief), 1)]
    text = "\n".join(
        [
            f"- **User Story/Goal:** {goal_line(brief)}",
            "- **Specific Requirements:**",
            bullets(wanted, 2),
            f"- **Success Criteria:** {criteria(brief)}",
            f"- **Out of Scope:** {outside(brief)}",
        ]
    )
    yield SectionDraft(spec.key, text, is_evidence=True)


@writer("no-questions")
def write_no_questions(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write that nothing has to be asked; where something has, the questions stand there themselves."""
    if not brief.questions and not brief.asked:
        told = "No question is open: the goal and the code answer what this plan needs to know."
        yield SectionDraft(spec.key, told, is_evidence=True)


def criteria(brief: Brief) -> str:
    """Return the success criterion; one that nobody has confirmed says so."""
    wanted = measure(brief)
    if wanted.text and not wanted.is_open:
        return wanted.text
    asked = f", asked as {wanted.id}" if wanted.id else ""
    if wanted.text:
        return f"{wanted.text} (proposed{asked})"
    piece = foremost(brief)
    command = command_for(brief, piece) if piece else ""
    shown = (
        f"a new test for each requirement fails before the change and passes after it, and `{command}` passes"
    )
    return f"{shown if command else 'every requirement above is shown by hand'} (proposed{asked})"


def outside(brief: Brief) -> str:
    """Return what is left alone: what the goal and the answers exclude, else every file that is no target."""
    out = left_out(brief)
    if out:
        return "; ".join(out)
    paths = [each.path for each in pieces(brief) if not each.is_new]
    if not paths:
        return "no file of this repository changes its behaviour; the goal itself excludes nothing"
    return (
        f"every file but {cite(paths, 4)}, new files and tests (computed; the goal itself excludes nothing)"
    )
