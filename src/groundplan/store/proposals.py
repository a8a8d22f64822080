"""What the planner proposes and nobody has taken yet: kept beside the plan, on this machine alone.

It can be computed again at any time, so one that is lost, torn or planted by others is as good as none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.store import staging
from groundplan.store.failures import outside
from groundplan.store.layout import proposals_path
from groundplan.store.lock import held
from groundplan.store.sealed import read_record, write_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.store.paths import Folder


@dataclass(frozen=True, slots=True)
class Proposal:
    """The words of one section that wait, and what for; or a brief to send, where `kind` says so."""

    key: str
    title: str
    text: str
    waits_for: tuple[str, ...] = ()  # in words: a question's id, a checkpoint
    kind: str = "section"  # or "brief"


def keep_proposals(folder: Folder, plan_id: str, proposals: Sequence[Proposal]) -> None:
    """Keep what is proposed now, in place of what was."""
    path = proposals_path(plan_id)
    rows = [[each.key, each.title, each.text, list(each.waits_for), each.kind] for each in proposals]
    with outside(f"write `{path}`"), held(folder, "keep proposals"):
        staging.ignore_local(folder)
        write_record(folder, path, {"proposals": rows})


def read_proposals(folder: Folder, plan_id: str) -> tuple[Proposal, ...] | None:
    """Return what was proposed last, None where nothing of that is here to be read."""
    try:
        record = read_record(folder, proposals_path(plan_id))
        if record is None:
            return None
        return tuple(
            Proposal(str(key), str(title), str(text), tuple(map(str, waits)), str(kind))
            for key, title, text, waits, kind in record["proposals"]
        )
    except (GroundplanError, OSError, KeyError, TypeError, ValueError):
        return None
