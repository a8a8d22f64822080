"""Earlier states of a plan, as far as this machine still has their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.reading import decode, read_plan
from groundplan.store.recovery import read_copy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.opened import OpenPlan
    from groundplan.plan.document import Plan


def plan_at_approval(opened: OpenPlan, checkpoint: str) -> Plan | None:
    """Return the plan as it stood when the checkpoint was last approved, if its text is still here."""
    states = opened.judgement.promises.approvals_of(checkpoint)
    for state in reversed(states):
        documents = state.approval.entry.body.get("documents")
        if isinstance(documents, dict):
            plan = plan_from_copies(opened, documents)
            if plan is not None:
                return plan
    return None


def plan_from_copies(opened: OpenPlan, digests: Mapping[str, str]) -> Plan | None:
    """Return the plan whose documents have these digests, out of the recovery copies."""
    files = {}
    for document in opened.plan.documents:
        digest = digests.get(document.name, "")
        data = (
            opened.snapshots[document.name].data if opened.snapshots[document.name].digest == digest else None
        )
        if data is None and digest:
            data = read_copy(opened.workspace.folder, digest)
        if data is None:
            return None
        files[document.name] = (document.path, decode(data, document.path))
    return read_plan(opened.known.id, opened.known.slug, opened.playbook, files)
