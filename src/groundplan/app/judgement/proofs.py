"""How tasks and phases are verified, which of it cannot be run, and phases that nobody verified as a whole.

The last task of a phase runs its verification. Where two branches each close a task, neither is the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.task_commands import commands_of_fence, commands_of_lines
from groundplan.markdown.verification import read_verification
from groundplan.plan.phases import phase_of
from groundplan.plan.progress import Progress
from groundplan.plan.task_command import Unrunnable
from groundplan.rules.tasks import written_tasks
from groundplan.rules.verification import is_fence
from groundplan.rules.written import every, spec_of, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.verification import Verification
    from groundplan.plan.case import Case
    from groundplan.plan.progress import TaskState
    from groundplan.plan.task_command import TaskCommand
    from groundplan.rules.written import Written


def verification_of(case: Case, found: Written) -> Verification:
    """Return how a task is verified: its field for it, or what its words say is verification."""
    spec = spec_of(case, found)
    field = found.lines("verification") if spec and "verification" in spec.fields else ()
    return read_verification(field, found.source, found.everything.split("\n"))


def find_unrunnable(case: Case) -> tuple[Unrunnable, ...]:
    """Return what is written as a command that verifies a task or phase and cannot be run as it is."""
    found = [(each, verification_of(case, each).commands) for each in written_tasks(case)[0]]
    found += [(each, _commands_in(each)) for each in written(case, "verification")]
    return tuple(
        Unrunnable(each.record, command.text, command.trouble)
        for each, commands in found
        for command in commands
        if command.trouble
    )


def commands_of(case: Case, phase: str) -> tuple[TaskCommand, ...]:
    """Return the commands that prove a phase, given by its number."""
    found: list[TaskCommand] = []
    for each in every(case, "verification") if phase else ():
        if phase_of(each.record, each.section).number == phase:
            found += _commands_in(each)
    return tuple(dict.fromkeys(found))


def _commands_in(found: Written) -> tuple[TaskCommand, ...]:
    return commands_of_fence(found.source) if is_fence(found.source) else commands_of_lines(found.source)


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
