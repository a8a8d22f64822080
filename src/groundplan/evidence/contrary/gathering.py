"""All that is against a goal or left open by it: every gatherer of this folder, asked once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.colours import find_blocking, find_made_async
from groundplan.evidence.contrary.departures import find_departures
from groundplan.evidence.contrary.gone import find_gone, find_old_name
from groundplan.evidence.contrary.implied import find_broken, find_rings
from groundplan.evidence.contrary.kept import find_kept
from groundplan.evidence.contrary.met import find_met
from groundplan.evidence.contrary.migrations import find_unmigrated
from groundplan.evidence.contrary.new_packages import find_new_packages
from groundplan.evidence.contrary.readings import find_readings
from groundplan.evidence.contrary.reuse import find_same_purpose, find_taken
from groundplan.evidence.contrary.shown import find_shown
from groundplan.evidence.contrary.untested import find_untested
from groundplan.evidence.contrary.written_by_tools import find_written_by_tools
from groundplan.evidence.facts import Contrary
from groundplan.plan.fact import FactKind

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack


def find_contrary(pack: EvidencePack) -> Contrary:
    """Return what is against a goal, and what it leaves open."""
    is_there = any(each.kind is FactKind.ALREADY for each in pack.gathered.facts)
    is_measured = bool(pack.goal.criterion)
    return Contrary(
        kept=tuple(find_kept(pack)),
        taken=tuple(find_taken(pack)),
        same_purpose=None if is_there else find_same_purpose(pack),
        new_packages=tuple(find_new_packages(pack)),
        unmigrated=find_unmigrated(pack),
        rings=tuple(find_rings(pack)),
        broken=tuple(find_broken(pack)),
        blocking=tuple(find_blocking(pack)),
        made_async=tuple(find_made_async(pack)),
        departures=tuple(find_departures(pack)),
        readings=tuple(find_readings(pack)),
        untested=tuple(find_untested(pack)),
        written_by_tools=tuple(find_written_by_tools(pack)),
        shown=tuple(find_shown(pack)),
        gone=None if is_measured else find_gone(pack),
        old_name=find_old_name(pack),
        met=find_met(pack),
    )
