"""Which words are settled: what is approved, so that changing code is work or drift, and what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Severity

if TYPE_CHECKING:
    from groundplan.plan.case import Case
    from groundplan.plan.evidence import Seen
    from groundplan.plan.finding import Place


def is_settled(case: Case, key: str) -> bool:
    """Tell whether approvals hold at every checkpoint that covers a section and wants a person."""
    section = case.plan.section(key)
    declared = section.declared if section else key
    wanted = [spec for spec in case.playbook.checkpoints if spec.person and declared in spec.covers]
    return bool(wanted) and all(
        any(state.holds for state in case.promises.approvals_of(spec.id)) for spec in wanted
    )


def weight(case: Case, key: str) -> Severity:
    """Return how much a fault of a section's citations weighs: what is settled is shown and blocks nothing.

    Once a plan is approved its own tasks change the code it cites; blocking on that would close a checkpoint
    for the very work it opened. A change of the words makes the approval stale, and then it blocks again.
    """
    return Severity.WARNING if is_settled(case, key) else Severity.ERROR


def is_own_work(case: Case, seen: Seen) -> bool:
    """Tell whether what a closed task cites moved, or was there and is gone.

    Its own work does that, and words that follow it would be another task, which is open.
    """
    is_away = seen.state is CitationState.MOVED or (seen.state is CitationState.MISSING and seen.was_there)
    return is_away and is_of_closed_task(case, seen.citation.place)


def is_of_closed_task(case: Case, place: Place) -> bool:
    """Tell whether a place is in the lines of a task that is closed."""
    return any(
        task.place.document == place.document
        and task.place.line <= place.line <= max(task.place.line, task.last_line)
        and case.promises.state_of(task).is_closed
        for task in case.plan.records("task")
    )
