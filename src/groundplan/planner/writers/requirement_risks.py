"""What may go wrong with a requirement: on a database, in speed, for whoever uses the code today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.breakdown import task_ids
from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrasing import COMPUTED, codes, join
from groundplan.planner.support import find_databases, own_dependencies
from groundplan.planner.taken_for_granted import allowed_slowdown
from groundplan.planner.variants import own_callers, public_reach
from groundplan.planner.writers.phrases import counted
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.challenge import Challenge

_MOST = 3
_BREAKING = {"regression", "operational", "security"}


@writer("classed-risks")
def write_risks(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write a risk and its mitigation per class: what the code shows, and the challenges of that class."""
    parts = (
        ("Database Compatibility", _database(brief)),
        ("Performance", _performance(brief)),
        ("Breaking Change", _breaking(brief)),
    )
    text = "\n\n".join(
        f"### {name} Risks\n- **Risk**: {risk}\n- **Mitigation**: {mitigation}"
        for name, (risk, mitigation) in parts
    )
    yield SectionDraft(spec.key, text + "\n")


def _database(brief: Brief) -> tuple[str, str]:
    databases = [each for each in find_databases(brief) if each.is_met]
    if not databases:
        known = find_databases(brief)
        names = join([each.name for each in known])
        looked = counted(
            len(own_dependencies(brief.pack.manifest)), "declared dependency", "declared dependencies"
        )
        seen = f"no file to change names {names}" if known else f"no database driver among {looked}"
        return f"none seen: {seen} {COMPUTED}", "None: no database is in play until a person names one"
    special = [each for each in databases if each.spots]
    tasks = ", ".join(task_ids(brief, "databases"))
    guard = f"each of {counted(len(databases), 'database')} is researched (2.1), adapted and tested ({tasks})"
    if special:
        shown = join([f"{each.name} ({codes(each.spots[:1])})" for each in special], 8)
        plain = [each.name for each in databases if not each.spots]
        rest = f", and not {join(plain, 8)}" if plain else ""
        return f"the code near the change names {shown}{rest} {COMPUTED}", guard
    names = join([each.name for each in databases], 12)
    return (
        f"nothing in the code near the change shows how {names} may differ: it is not named {COMPUTED}",
        guard,
    )


def _performance(brief: Brief) -> tuple[str, str]:
    said = _challenged(brief, {"performance"})
    if said:
        return said
    ways = [way for way in brief.pack.ways_in if way.steps == 0][:_MOST]
    measured = ", ".join(task_ids(brief, "performance"))
    limit = allowed_slowdown(brief)
    guard = f"measured before and after ({measured}, `research/performance.md`), slower by at most {limit}"
    if ways:
        shown = join([f"`{way.entry.title}` (`{way.entry.at}`)" for way in ways])
        return f"the files to change handle {shown}, which pay for what it adds {COMPUTED}", guard
    return f"{_payers(brief)} for whatever the change adds per call {COMPUTED}", guard


def _payers(brief: Brief) -> str:
    callers = len(own_callers(brief.pack))
    possible = sum(reach.possible for reach in brief.pack.reach)
    said = [counted(callers, "caller")] if callers else []
    said += [f"{counted(possible, 'use')} known by name alone"] if possible else []
    return (
        f"{join(said)} pay" if said else "no call of it is seen in this repository: outside callers alone pay"
    )


def _breaking(brief: Brief) -> tuple[str, str]:
    said = _challenged(brief, _BREAKING)
    tasks = ", ".join(task_ids(brief, "compatible"))
    callers = own_callers(brief.pack)
    public = public_reach(brief.pack)
    risks, guards = [], []
    if callers:
        files = len({caller.path for caller in callers})
        shown = codes([caller.citation for caller in callers], 3)
        who = f"{counted(len(callers), 'caller')} in {counted(files, 'file')}"
        risks.append(f"{who} rely on it, such as {shown} {COMPUTED}")
        tested = sum(len(reach.test_callers) for reach in brief.pack.reach)
        guards.append(
            f"{counted(tested, 'test')} call the same code today and must pass unchanged ({tasks})"
            if tested
            else f"no test calls it directly, so each caller is looked at and the whole suite run ({tasks})"
        )
    if public:
        names = codes([reach.region.citation for reach in public], 3)
        risks.append(f"outsiders may call {names} ({public[0].public}) {COMPUTED}")
        guards.append("what is new is a new name or an argument with a default; nothing public is renamed")
    if said:
        risks.append(said[0])
        guards.append(said[1])
    if not risks:
        return (
            f"none seen: no caller and no public name in reach {COMPUTED}",
            f"the whole suite is run ({tasks})",
        )
    return "; ".join(risks), "; ".join(guards)


def _challenged(brief: Brief, kinds: set[str]) -> tuple[str, str] | None:
    """Return the challenges of a class as a risk, where they say what guards against it."""
    found: list[Challenge] = [each for each in brief.challenges if each.risk in kinds]
    found = [each for each in found if each.mitigation or each.advice][:_MOST]
    if not found:
        return None
    risks = "; ".join(each.claim.rstrip(".") for each in found)
    guards = "; ".join((each.mitigation or each.advice).rstrip(".") for each in found)
    return f"{risks} {COMPUTED}", guards
