"""Earlier states of a plan, as far as this machine still has their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.reading import decode, read_plan
from groundplan.store.recovery import read_copy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.app.opened import OpenPlan
    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.document import Plan


def plan_at_approval(opened: OpenPlan, states: Sequence[ApprovalState]) -> Plan | None:
    """Return the plan as the newest of these approvals bound it, if its text is still here."""
    for state in reversed(states):
        spec = opened.playbook.checkpoint(state.approval.checkpoint)
        plan = plan_from_copies(opened, state.approval.documents)
        # What does not count as an approval, or names a text other than the one it binds, would hide words
        # from the person who compares with it.
        if (
            plan
            and spec
            and not state.weakness
            and plan.covered(spec.covers) == dict(state.approval.sections)
        ):
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
