"""The open plans of a repository, and the files that each works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.known_plans import list_plans
from groundplan.app.opened import load
from groundplan.app.sayings import read_sayings
from groundplan.evidence.kinds import OtherPlan
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from groundplan.app.workspace import Workspace


def find_others(workspace: Workspace, besides: str = "") -> tuple[OtherPlan, ...]:
    """Return the other open plans and the files each works on; one that cannot be read says nothing."""
    found = []
    for known in list_plans(workspace):
        if known.archived or known.id == besides:
            continue
        try:
            loaded = load(workspace, known)
        except (GroundplanError, OSError):
            continue
        said = read_sayings(loaded.plan, loaded.playbook, workspace.config.profile)
        # What a plan only cites it does not work on.
        worked = (each.path for each in said.mentions if each.path and each.intent.is_work)
        paths = tuple(dict.fromkeys(worked))
        document = next(iter(known.documents.values()), "")
        found.append(OtherPlan(known.slug, known.title, document, paths))
    # Ids are drawn by lot: in their order the same plans would be told in another one in each clone.
    return tuple(sorted(found, key=lambda each: each.slug))
