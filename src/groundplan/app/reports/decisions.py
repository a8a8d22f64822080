"""Decisions of a plan: what was decided, why, by whom, what was rejected, and what is still open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import unconfirmed
from groundplan.app.reports.lines import items, part, sources, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.promise import Decision


def report_decisions(opened: OpenPlan, role: str) -> Iterator[str]:
    """Yield the decisions that hold, those that were replaced, and the questions that are open."""
    del role
    promises = opened.judgement.promises
    live = promises.live_decisions
    rows = (
        (
            each.id,
            each.title,
            each.reason,
            "; ".join(f"{o}: {why}" for o, why in each.rejected),
            _by(opened, each),
        )
        for each in live
    )
    heads = ("Decision", "", "Why", "Rejected", "By")
    yield from part("Decided", table(heads, rows), "No decision is recorded.")
    replaced = [each for each in promises.decisions if each not in live]
    yield from part("Replaced", items(f"{each.id} {each.title}: {each.reason}" for each in replaced))
    asked = [each for each in promises.questions if each.is_open]
    yield from part("Open questions", items(f"{q.id}: {q.text}" for q in asked), "No question is open.")
    checkpoints = (
        (each.spec.label, str(each.state), _approved(each.approval))
        for each in opened.judgement.standing.checkpoints
    )
    yield from part("Approvals", table(("Checkpoint", "State", "Approved by"), checkpoints))
    yield from part("Sources", items(sources(opened, "question", "option")))


def _by(opened: OpenPlan, decision: Decision) -> str:
    entry = decision.entry
    relayed = f" {unconfirmed(entry)}" if opened.judgement.promises.is_relayed(entry) else ""
    return f"{entry.signer or entry.by.name or entry.by.speaker}, {entry.at[:10]}{relayed}"


def _approved(state: ApprovalState | None) -> str:
    if state is None:
        return ""
    entry = state.approval.entry
    return f"{entry.signer or entry.by.name}, {entry.at[:10]}"
