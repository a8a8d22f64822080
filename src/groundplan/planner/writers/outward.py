"""Where the code to change leaves the program: the databases, networks and processes behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import NAMES, Kind
from groundplan.planner.writers.phrases import code, listing
from groundplan.survey.flow.following import find_flow

if TYPE_CHECKING:
    from groundplan.planner.facts.kinds import Region
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.flow.facts import End, Flow

_MOST_REGIONS = 3
COSTLY = ("database", "http", "network", "subprocess", "queue", "cache", "mail")
_NO_FLOW = NAMES | {Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM}


def flows(pack: EvidencePack) -> tuple[Flow, ...]:
    """Return where the foremost functions to change lead, followed once for a pack."""
    kept: dict[str, tuple[Flow, ...]] = pack.__dict__.setdefault("_flows", {})
    if "all" not in kept:
        kept["all"] = tuple(
            find_flow(pack.index, Symbol(each.path, each.definition)) for each in _functions(pack)
        )
    return kept["all"]


def _functions(pack: EvidencePack) -> list[Region]:
    return [each for each in pack.regions if each.definition.kind not in _NO_FLOW][:_MOST_REGIONS]


def ends_of(pack: EvidencePack, *kinds: str) -> tuple[End, ...]:
    """Return the calls of some kinds that leave the program behind the code to change, each line once."""
    found = {str(end.at): end for flow in flows(pack) for end in flow.ends if end.kind in kinds}
    return tuple(found.values())


def followed_count(pack: EvidencePack) -> int:
    """Return how many definitions were followed from the code to change."""
    return sum(flow.reached for flow in flows(pack))


def ends_phrase(ends: tuple[End, ...], most: int = 3) -> str:
    """Return calls that leave the program: database `session.execute` (`db.py:3`)."""
    return listing([f"{end.kind} {code(end.words)} ({code(end.at)})" for end in ends], most)
