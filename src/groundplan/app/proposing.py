"""What is proposed for a plan and stands outside it, as last kept on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.errors import NotFound
from groundplan.plan.hint import Hint, run
from groundplan.store.proposals import read_proposals

if TYPE_CHECKING:
    from groundplan.app.opened import OpenPlan
    from groundplan.store.proposals import Proposal


def find_proposals(opened: OpenPlan) -> tuple[Proposal, ...]:
    """Return what the analyst proposes for a plan, as last kept on this machine."""
    found = read_proposals(opened.workspace.folder, opened.known.id)
    if found is None:
        raise NotFound(
            f"Nothing is proposed for plan `{opened.known.slug}` on this machine",
            hint=Hint(run("talk"), " has the planner look again"),
        )
    return found
