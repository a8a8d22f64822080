"""A request for changes, as whoever approves the plan again is reminded of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.plans.comparing import compare_plans
from groundplan.app.plans.past import plan_from_copies
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.playbook import CheckpointSpec


@dataclass(frozen=True, slots=True)
class SentBack:
    """A person's request for changes that no approval has ended, and what changed since it was made."""

    by: str
    reason: str
    diffs: tuple[SectionDiff, ...] | None  # None: its text is gone


def find_sent_back(opened: OpenPlan, spec: CheckpointSpec, covered: Mapping[str, str]) -> SentBack | None:
    """Return the newest request for changes that a person made, and no approval has ended since."""
    promises = opened.judgement.promises
    approved = [s.approval.entry for s in promises.approvals_of(spec.id) if not s.weakness]
    for request in reversed(promises.withdrawals):
        entry = request.entry
        if request.checkpoint != spec.id or entry.kind != "changes" or request.of or not entry.is_a_persons:
            continue
        if any(promises.history.is_before(entry, each) for each in approved):
            return None
        documents = entry.body.get("documents")
        if not isinstance(documents, dict):
            continue  # a decision was superseded: nobody asked for anything
        past = plan_from_copies(opened, documents)
        diffs = compare_plans(past, opened.plan, covered) if past is not None else None
        return SentBack(entry.by.name, request.reason, diffs)
    return None
