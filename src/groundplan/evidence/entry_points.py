"""The entry points from which the places are reached: routes, commands, jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.languages import FOLLOWED
from groundplan.evidence.callers import asked_regions, used_at
from groundplan.evidence.kinds import CallSite, Reach
from groundplan.evidence.ways_in import find_ways_in
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Region
    from groundplan.evidence.subject import Subject

MOST = 5


def find_entries(subject: Subject) -> Iterator[Fact]:
    """Return the nearest entry points that lead to the places; nothing where none is seen to."""
    regions = tuple(each for each in asked_regions(subject) if subject.language(each.path) in FOLLOWED)
    if not regions:
        return
    reach = tuple(_reach(subject, each) for each in regions)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.DYNAMIC), Gap(Missing.SELECTION)))
    for way in find_ways_in(subject, regions, reach)[:MOST]:
        entry = way.entry
        handler = entry.handler_at or entry.at
        places = dict.fromkeys((entry.at, handler))
        yield Fact(
            FactKind.ENTRY_POINT,
            entry.title,
            Provenance(How.BY_NAME if way.steps else How.SYNTAX),
            coverage,
            tuple(CodePlace(each.path, each.line, each.line) for each in places),
            len(places),
            (
                ("kind", entry.kind.value),
                ("framework", entry.framework),
                ("handler", entry.handler),
                ("reaches", way.region.citation),
                ("steps", way.steps),
            ),
        )


def _reach(subject: Subject, region: Region) -> Reach:
    usages = subject.usages(region)
    known = used_at(region, usages.resolved) if usages is not None else []
    callers = tuple(CallSite(each.path, each.line, each.inside, "", is_test=False) for each in known)
    return Reach(region, callers, (), 0, ())
