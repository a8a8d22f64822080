"""What is proposed for a plan and not in it yet: kept beside the plan, on this machine alone.

It is no promise: one that is lost or torn is as good as none, and one that came with the repository is none.
"""

from __future__ import annotations

import contextlib
from dataclasses import field
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Refused
from groundplan.store import staging
from groundplan.store.failures import outside
from groundplan.store.layout import proposals_path
from groundplan.store.lock import held
from groundplan.store.sealed import read_record, write_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.store.paths import Folder


_COLUMNS = ("key", "title", "text", "waits_for", "kind", "by", "channel")


@dataclass(frozen=True, slots=True)
class Proposal:
    """The words of one section that wait, and what for; or a brief to send, where `kind` says so."""

    key: str
    title: str
    text: str
    waits_for: tuple[str, ...] = ()  # in words: a question's id, a checkpoint
    kind: str = "section"  # or "brief"
    by: str = ""  # who proposed it; empty: the planner, who can compute it again
    channel: str = ""  # through which it came
    via: tuple[str, ...] = ()  # the programs or the model behind it
    # Sections it rests on, itself among them: the fingerprints they may have for it to be worth anything.
    rests_on: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def is_anothers(self) -> bool:
        """Whether somebody else than the planner proposed it."""
        return bool(self.by)


def keep_proposals(folder: Folder, plan_id: str, proposals: Sequence[Proposal]) -> None:
    """Keep what is proposed now, in place of what was."""
    path = proposals_path(plan_id)
    rows = [
        {name: getattr(each, name) for name in (*_COLUMNS, "via")} | {"rests_on": dict(each.rests_on)}
        for each in proposals
    ]
    with outside(f"write `{path}`"), held(folder, "keep proposals"):
        staging.ignore_local(folder)
        write_record(folder, path, {"proposals": rows})


def read_proposals(folder: Folder, plan_id: str) -> tuple[Proposal, ...] | None:
    """Return what was proposed last, None where nothing of that is here to be read."""
    try:
        record = read_record(folder, proposals_path(plan_id))
        if record is None:
            return None
        return tuple(_read(row) for row in record["proposals"])
    except (GroundplanError, OSError, AttributeError, KeyError, TypeError, ValueError):
        return None


_NONE = b'"proposals": []'
_LARGEST = 50_000_000


def were_copied(folder: Folder, plan_id: str) -> bool:
    """Tell whether there are proposals that were made elsewhere: a copy of a folder brings them along."""
    try:
        read_record(folder, proposals_path(plan_id))
    except Refused:
        with contextlib.suppress(GroundplanError, OSError):
            return _NONE not in folder.read(proposals_path(plan_id), limit=_LARGEST)
        return True
    except (GroundplanError, OSError):
        return False
    return False


def _read(row: Any) -> Proposal:  # noqa: ANN401 - what a file holds
    """Read a row; those of earlier releases are lists without an author."""
    told = dict(zip(_COLUMNS, row, strict=False)) if isinstance(row, list) else dict(row)
    words = {name: str(told.get(name, "")) for name in _COLUMNS if name != "waits_for"}
    rests = {str(key): tuple(map(str, prints)) for key, prints in told.get("rests_on", {}).items()}
    via = tuple(map(str, told.get("via", ())))
    return Proposal(waits_for=tuple(map(str, told["waits_for"])), via=via, rests_on=rests, **words)
