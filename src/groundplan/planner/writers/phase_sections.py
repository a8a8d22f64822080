"""The sections of each phase: heading with weeks, tasks, deliverables, risks, proof, rollout, way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.batches import cover
from groundplan.planner.writers.campaign import lay_out, weeks
from groundplan.planner.writers.effort import spell_days, spell_weeks
from groundplan.planner.writers.figure_labels import WEEKS, label
from groundplan.planner.writers.owners import owner_of
from groundplan.planner.writers.phrases import bullets, counted, table
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.risk_register import write_risks
from groundplan.planner.writers.rollout import write_monitoring, write_rollback, write_schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.board import Check, Phase, Task


def key_of(spec: SectionSpec, phase: Phase) -> str:
    """Return the key of a phase's own section."""
    return spec.key.replace("{n}", str(phase.number))


@writer("campaign-phases")
def write_phases(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the heading of each phase with its weeks, and the days they come from."""
    for phase, (first, last) in zip(lay_out(brief), weeks(brief), strict=True):
        source = label(brief, WEEKS, "computed").strip("()")
        days = phase.forecast
        notes = "".join(f"\n\n{each}" for each in phase.notes)
        yield SectionDraft(
            key_of(spec, phase),
            f"{'#' * spec.level} Phase {phase.number}: {phase.name} ({spell_weeks(first, last)}, "
            f"{source})\n\n"
            f"{counted(len(phase.tasks), 'task')}: P50 {days.p50:g} and P90 {days.p90:g} working "
            f"days (computed).{notes}",
        )


@writer("phase-tasks")
def write_tasks(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the tasks of each phase with owner, dependencies, effort and files."""
    header = ("Task", "Owner", "Dependencies", "Effort", "Estimate", "Files")
    for phase in lay_out(brief):
        rows = [_row(brief, task) for task in phase.tasks]
        yield SectionDraft(key_of(spec, phase), table(header, rows))


def _row(brief: Brief, task: Task) -> Sequence[str]:
    return (
        f"{task.id}: {task.title}",
        owner_of(brief, task.files),
        *(task.needs, task.size.value, f"{spell_days(task.size)} (default)", files_of(task)),
    )


def files_of(task: Task) -> str:
    """Return the files a task changes and adds, marked; a dash where it touches none."""
    return ", ".join(part for part in (cover(task.files), cover(task.new, "new")) if part) or "-"


@writer("phase-deliverables")
def write_deliverables(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what is there after each phase."""
    for phase in lay_out(brief):
        yield SectionDraft(key_of(spec, phase), bullets(phase.deliverables))


@writer("phase-risks")
def write_phase_risks(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the risks of each phase, numbered through."""
    number = 1
    for step, phase in enumerate(lay_out(brief)):
        text, number = write_risks(brief, step, number)
        yield SectionDraft(key_of(spec, phase), text)


@writer("phase-verification")
def write_verification(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the commands that prove each phase, with what they show."""
    for phase in lay_out(brief):
        yield SectionDraft(key_of(spec, phase), fence_checks(phase.checks))


def fence_checks(checks: Sequence[Check]) -> str:
    """Return commands in a block, each with what it tests above and what it shows below."""
    told = [f"# {each.what}\n{each.command}\n# Returns: {each.shows}" for each in checks]
    return "```bash\n" + "\n\n".join(told) + "\n```"


@writer("phase-rollout")
def write_rollout(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the rollout schedule of the last phase."""
    yield SectionDraft(key_of(spec, lay_out(brief)[-1]), write_schedule(brief))


@writer("phase-monitoring")
def write_phase_monitoring(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the alerts of the last phase."""
    yield SectionDraft(key_of(spec, lay_out(brief)[-1]), write_monitoring(brief))


@writer("phase-rollback")
def write_phase_rollback(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the way back from the last phase."""
    yield SectionDraft(key_of(spec, lay_out(brief)[-1]), write_rollback(brief))
