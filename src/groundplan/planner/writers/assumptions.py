"""What a plan takes for granted: people, days, triggers, probabilities, each with where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.campaign import lay_out, whole
from groundplan.planner.writers.figure_labels import OWNERS, PROBABILITIES, THRESHOLDS, WEEKS, label
from groundplan.planner.writers.owners import NOBODY, owner_of
from groundplan.planner.writers.phrases import bullets, clause, counted, said, shortened
from groundplan.planner.writers.registry import writer
from groundplan.schedule.effort import DAYS_A_WEEK, Size, spell_days

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_OWN = (
    "assumption:",
    "criterion",
)  # subjects that this section, or the criteria, have words of their own for


@writer("campaign-assumptions")
def write_assumptions(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what the plan takes for granted, each with where it comes from."""
    paths = frozenset(brief.pack.index.paths())
    lines = [
        *_on_days(brief),
        *_on_owners(brief),
        f"Rollback triggers and days of the rollout are proposals {label(brief, THRESHOLDS, 'default')}",
        "Probabilities come from counts where there are counts, and are defaults otherwise "
        + label(brief, PROBABILITIES, "default"),
        *(f"{clause(each)} (default)" for each in _of_questions(brief)),
        *(f"{clause(said(shortened(each.text, 200), paths))} (person)" for each in brief.replies[:3]),
    ]
    yield SectionDraft(spec.key, bullets(dict.fromkeys(lines)))


def _on_days(brief: Brief) -> Iterator[str]:
    days = whole(brief)
    yield (
        f"One person works at a time, {DAYS_A_WEEK} days a week: P50 {days.p50:g} and P90 {days.p90:g} "
        f"working days {label(brief, WEEKS, 'default')}"
    )
    used = {task.size for phase in lay_out(brief) for task in phase.tasks}
    sizes = ", ".join(f"{size.value} {spell_days(size)}" for size in Size if size in used)
    yield f"Best, likely and worst case of a size: {sizes} {label(brief, WEEKS, 'default')}"
    yield "Sizes come from the files a task touches and the uses or callers it looks at (computed)"


def _on_owners(brief: Brief) -> Iterator[str]:
    owners = [owner_of(brief, task.files) for phase in lay_out(brief) for task in phase.tasks]
    named = sum("(history" in each for each in owners)
    nobody = sum(each.startswith(NOBODY) for each in owners)
    if named:
        yield f"{counted(named, 'task')} went to whoever changed the files most in twelve months (history)"
    if nobody:
        yield f"{counted(nobody, 'task')} went to nobody yet {label(brief, OWNERS, 'default')}"


def _of_questions(brief: Brief) -> Iterator[str]:
    for each in brief.questions:
        if each.assumption and brief.is_open(each.subject) and not each.subject.startswith(_OWN):
            yield each.assumption
