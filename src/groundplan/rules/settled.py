"""Which words are settled: every checkpoint over them is open, so changing code is work, or drift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Severity

if TYPE_CHECKING:
    from groundplan.plan.case import Case


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
