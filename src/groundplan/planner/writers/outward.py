"""Where the code to change leaves the program: the databases, networks and processes behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.outline import NAMES, Kind
from groundplan.planner.writers.phrases import code, listing
from groundplan.planner.writers.touched import changed
from groundplan.survey.flow.following import find_flow

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Region
    from groundplan.planner.brief import Brief
    from groundplan.survey.flow.facts import End, Flow

_MOST_REGIONS = 2
_DEPTH = 4  # calls: what lies further away is not what a change here decides
COSTLY = ("database", "http", "network", "subprocess", "queue", "cache", "mail")
_NO_FLOW = NAMES | {Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM}


def flows(brief: Brief) -> tuple[Flow, ...]:
    """Return where the functions that change lead, each followed once for a pack."""
    pack = brief.pack
    kept: dict[str, Flow] = pack.__dict__.setdefault("_flows", {})
    for each in _functions(brief):
        if each.citation not in kept:
            kept[each.citation] = find_flow(pack.index, Symbol(each.path, each.definition), depth=_DEPTH)
    return tuple(kept[each.citation] for each in _functions(brief))


def _functions(brief: Brief) -> list[Region]:
    return [each for each in changed(brief) if each.definition.kind not in _NO_FLOW][:_MOST_REGIONS]


def ends_of(brief: Brief, *kinds: str) -> tuple[End, ...]:
    """Return the calls of some kinds that leave the program behind the code to change, each line once."""
    found = {str(end.at): end for flow in flows(brief) for end in flow.ends if end.kind in kinds}
    return tuple(found.values())


def followed_count(brief: Brief) -> int:
    """Return how many definitions were followed from the code to change."""
    return sum(flow.reached for flow in flows(brief))


def ends_phrase(ends: tuple[End, ...], most: int = 3) -> str:
    """Return calls that leave the program: database `session.execute` (`db.py:3`)."""
    return listing([f"{end.kind} {code(end.words)} ({code(end.at)})" for end in ends], most)
