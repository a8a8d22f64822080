"""What the change touches: definitions that change, who calls them, how they fail, what deploying minds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.writers.work import foremost, pieces
from groundplan.wording.terms import significant

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Caller, Constraint, Failure, Reach, Region
    from groundplan.planner.brief import Brief


def changed(brief: Brief) -> tuple[Region, ...]:
    """Return every definition that changes, that of the foremost file first."""
    main = foremost(brief)
    placed = sorted(
        pieces(brief), key=lambda each: each is not main and each.path != (main.path if main else "")
    )
    return tuple(region for each in placed for region in each.regions)


def reached(brief: Brief) -> tuple[Reach, ...]:
    """Return what the definitions that change reach."""
    mine = {each.citation for each in changed(brief)}
    return tuple(each for each in brief.pack.reach if each.region.citation in mine)


def callers(brief: Brief) -> tuple[Caller, ...]:
    """Return the callers of the definitions that change, each place once, also those that change."""
    found = [caller for each in reached(brief) for caller in each.callers]
    places = {each.citation: each for each in (found if brief.pack.reach else brief.pack.callers)}
    return tuple(places.values())


def failures(brief: Brief) -> tuple[Failure, ...]:
    """Return the ways the definitions that change fail today, those that share words with the goal first."""
    if brief.pack.is_new:
        return ()  # what fails beside something new is none of its cases
    main = foremost(brief)
    inside = {(each.path, each.definition.qualified) for each in (main.regions if main else ())}
    mine = [each for each in brief.pack.failures if (each.at.path, each.inside) in inside]
    wanted = significant(brief.pack.goal.text)
    return tuple(sorted(mine, key=lambda each: -len(wanted & significant(f"{each.condition} {each.action}"))))


def constraints(brief: Brief) -> tuple[Constraint, ...]:
    """Return what deploying has to mind: what is read elsewhere in a file does not concern the change."""
    spans = [(each.path, each.definition.first, each.definition.last) for each in changed(brief)]

    def concerns(constraint: Constraint) -> bool:
        if not spans or constraint.kind in {"schema", "compatibility"}:
            return True
        return any(
            path == spot.path and first <= spot.line <= last
            for path, first, last in spans
            for spot in constraint.spots
        )

    names = {each.citation for each in changed(brief)}
    found = [each for each in brief.pack.constraints if concerns(each)]
    public = [each for each in found if each.kind == "compatibility"]
    mine = [each for each in public if any(name in each.statement for name in names)]
    return tuple(each for each in found if each not in public or not mine or each in mine)
