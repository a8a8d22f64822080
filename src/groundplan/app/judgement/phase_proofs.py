"""Phases whose own verification nobody ran over the work of all their tasks.

The last task of a phase runs it. Where two branches each close a task, neither is the last one there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.task_commands import commands_of_fence, commands_of_lines
from groundplan.plan.phases import phase_of
from groundplan.plan.progress import Progress
from groundplan.rules.tasks import written_tasks
from groundplan.rules.verification import is_fence
from groundplan.rules.written import every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.progress import TaskState
    from groundplan.plan.task_command import TaskCommand


def commands_of(case: Case, phase: str) -> tuple[TaskCommand, ...]:
    """Return the commands that prove a phase, given by its number."""
    found: list[TaskCommand] = []
    for each in every(case, "verification") if phase else ():
        if phase_of(each.record, each.section).number == phase:
            found += (
                commands_of_fence(each.source) if is_fence(each.source) else commands_of_lines(each.source)
            )
    return tuple(dict.fromkeys(found))


def find_unverified(case: Case) -> frozenset[str]:
    """Return the newest receipt of each phase that is closed without a run of its commands after all else."""
    if not case.promises.work.receipts:
        return frozenset()
    phases: dict[str, list[TaskState]] = {}
    for each in written_tasks(case)[0]:
        if not case.playbook.doer_of(each.record):
            number = phase_of(each.record, each.section).number
            phases.setdefault(number, []).append(case.promises.state_of(each.record))
    return frozenset(
        receipt
        for phase, states in phases.items()
        if phase and all(state.is_closed for state in states)
        for receipt in _find_in(case, phase, states)
    )


def _find_in(case: Case, phase: str, states: list[TaskState]) -> Iterator[str]:
    wanted = {each.key for each in commands_of(case, phase) if not each.trouble}
    history = case.promises.history
    closing = [entry for state in states if (entry := history.get(state.entry))]
    newest = {entry.id for entry in history.latest(closing)}
    by_person = {state.entry for state in states if state.progress is Progress.WAIVED}
    if not wanted or newest & by_person:  # a person who waives the last task answers for the phase
        return
    for receipt in case.promises.receipts:
        others = [each for each in closing if each.id != receipt.entry.id]
        is_last = all(history.is_before(each, receipt.entry) for each in others)
        if is_last and wanted <= {(run.folder, run.argv) for run in receipt.runs}:
            return
    yield from sorted(newest)[-1:]
