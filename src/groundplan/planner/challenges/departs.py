"""The goal asks for something in a way that this code, nearly everywhere else, does another way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import cite, code
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Departure
    from groundplan.evidence.facts import Facts

NAME = "departs"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge where the goal brings in a way that at most one place in five follows."""
    yield from (
        _from_package(each) if each.is_package else _from_way(each) for each in facts.contrary.departures
    )


def _from_way(found: Departure) -> Challenge:
    own = found.own
    exception = f"; {own:,} {'does' if own == 1 else 'do'} as the goal asks" if own else ""
    claim = (
        f"The goal asks for {found.asked}, but {found.follow:,} of {found.total:,} {found.noun} here "
        f"{found.does} ({cite(found.spots, 2)}){exception}."
    )
    return _challenge(found, (found.asked, found.does), claim)


def _from_package(found: Departure) -> Challenge:
    package, lead = code(found.asked), code(found.does)
    claim = (
        f"The goal asks for {package}, but of {found.total:,} imports of {found.noun} {found.follow:,} are "
        f"{lead} ({cite(found.spots, 2)}) and {found.own:,} {package} ({cite(found.own_spots, 1)})."
    )
    return _challenge(found, (package, f"import {lead}"), claim)


def _challenge(found: Departure, said: tuple[str, str], claim: str) -> Challenge:
    asked, does = said
    follow, total = found.follow, found.total
    return Challenge(
        detector=NAME,
        subject=asked.strip("`"),
        claim=claim,
        evidence=tuple(str(spot) for spot in found.spots[:3]),
        numbers={"follow": follow, "places": total},
        advice=f"Do as the {follow:,} others do, unless the other way is the point of the goal.",
        question=Question(
            f"departs:{asked.strip('`')}",
            f"Should this be {asked} all the same, where {follow:,} of {total:,} {does}?",
            claim,
            (
                Choice("follow", f"No: do as the {follow:,} that {does}"),
                Choice("depart", f"Yes, {asked}: the goal means it"),
            ),
            recommended="follow",
            weight=0.7,
            assumption=f"the change does as the {follow:,} of {total:,} that {does}",
        ),
        weight=round(0.4 + 0.5 * follow / total, 2),
    )
