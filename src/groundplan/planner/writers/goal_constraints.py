"""What a change must keep to: language versions, people, dates, names that others rely on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.campaign import whole
from groundplan.planner.writers.goal_clarity import field_lines, spoken
from groundplan.planner.writers.in_question import in_question, reach_of
from groundplan.planner.writers.phrases import cite, clause, code, counted, sentence
from groundplan.planner.writers.registry import writer
from groundplan.schedule.effort import DAYS_A_WEEK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack

_TIME = late_regex(
    r"\b(?:by|before|until|within|in)\s+(?:the\s+)?(?:end "
    r"of|next|q[1-4]|january|february|march|april|may|june|july|august|"
    r"september|october|november|december|\d{1,3} (?:days?|weeks?|months?)|20\d\d)|\bdeadline\b",
    re.IGNORECASE,
)
_STAYS = late_regex(
    r"\b(?:backwards?[- ]compatib\w+|compatible|keep(?:s|ing)? working|without breaking|deprecat\w+)\b",
    re.IGNORECASE,
)


@writer("campaign-constraints")
def write_constraints(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write what the change must keep to: versions, people, dates, names that others rely on."""
    pack = brief.pack
    yield SectionDraft(
        spec.key,
        field_lines(
            [
                ("Technical limitations", _technical(pack)),
                ("Resource constraints", _people(pack)),
                ("Timeline requirements", _time(brief)),
                ("Backward compatibility", _compatibility(pack)),
            ]
        ),
    )


def _technical(pack: EvidencePack) -> str:
    told = [
        f"{each.language} {each.declared} ({code(each.at)})"
        for each in pack.manifest.runtimes
        if not each.project
    ][:3]
    told += [
        f"{clause(each.statement)} ({cite(each.spots, 2)})"
        for each in pack.constraints
        if each.kind != "compatibility"
    ][:3]
    if told:
        return sentence("; ".join(told)) + " (computed)"
    return (
        "No manifest names a language version "
        f"({counted(len(pack.manifest.projects), 'manifest')} read, computed)."
    )


def _people(pack: EvidencePack) -> str:
    owners = {path: each for path, each in pack.past.ownership.items() if each.owners}
    if not owners:
        return "No history of these files is at hand, so nobody is named for them (computed)."
    people = {person.name for each in owners.values() for person in each.owners if person.recent}
    lonely = [path for path, each in owners.items() if each.bus_factor == 1]
    told = f"{counted(len(people), 'person', 'people')} changed the files in question within twelve months"
    if lonely:
        told += f"; one person made more than half of {cite(lonely, 2)}"
    return f"{told} (history)."


def _time(brief: Brief) -> str:
    named = spoken(brief.pack, _TIME)
    days = whole(brief)
    weeks = (
        f"P50 {days.p50:g} and P90 {days.p90:g} working days of one person, "
        f"{-(-days.p90 // DAYS_A_WEEK):g} weeks (computed)"
    )
    return f"{named} (person); effort: {weeks}." if named else f"The goal names no date; effort: {weeks}."


def _compatibility(pack: EvidencePack) -> str:
    said_so = spoken(pack, _STAYS)
    told = [f"{said_so} (person)"] if said_so else []
    files = set(in_question(pack))
    kept = [
        clause(each.statement)
        for each in pack.constraints
        if each.kind == "compatibility" and any(spot.path in files for spot in each.spots)
    ]
    named = [each for each in reach_of(pack) if each.public]
    public = [f"{code(each.region.citation)} is public: {each.public}" for each in named]
    told += [f"{each} (computed)" for each in (kept or public)[:3]]
    return sentence("; ".join(told) if told else "no definition to change is public (computed)")
