"""The tests of a design by name: units for success and failure, one through an entry point, one by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.findings import near_ways, sure_ways, way_phrase
from groundplan.planner.writers.phrases import bullets, code, joined, shortened
from groundplan.planner.writers.proving import command_for, place_for, proofs, test_name
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.touched import callers
from groundplan.planner.writers.wishes import open_subjects, requirements
from groundplan.planner.writers.work import foremost, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.proving import Proof


@writer("test-strategy")
def write_test_strategy(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the tests by name: units for success and failure, one through the entry point, one by hand."""
    if not pieces(brief):
        return
    units = [_unit(each) for each in proofs(brief)]
    if units:
        units[0] += "; fails on the code as it is now, passes after the change"
    text = "\n".join(
        [
            "- **Unit Tests:**",
            bullets(units, 2),
            "- **Integration Tests:**",
            bullets([_integration(brief)], 2),
            "- **Manual Verification:**",
            bullets([_manual(brief)], 2),
        ]
    )
    yield SectionDraft(spec.key, text, waits_for=open_subjects(brief))


def _unit(proof: Proof) -> str:
    where = f" in {code(proof.place.path)}{'' if proof.place.exists else ' (new)'}" if proof.place else ""
    about = (
        f" for Requirement {proof.number}"
        if proof.number
        else f" for the failure path {code(shortened(proof.about, 80))}"
    )
    return f"{code(proof.name)}{where}{about}"


def _integration(brief: Brief) -> str:
    way = next(iter(sure_ways(brief.pack)), None)
    main = foremost(brief)
    place = place_for(brief, main) if main else None
    wanted = requirements(brief)
    if way is not None and main is not None:
        name = test_name(place, main, f"through {way.entry.name}")
        return f"{code(name)} enters by the {way_phrase(way)} and shows {_all(len(wanted))}"
    caller = next(iter(callers(brief)), None)
    if caller is not None and main is not None:
        name = test_name(place, main, f"through {caller.inside or caller.path}")
        return (
            f"{code(name)} goes through the caller at {code(caller.citation)} and shows {_all(len(wanted))}"
        )
    return "None (no entry point or caller in this repository reaches what changes)"


def _all(count: int) -> str:
    return joined([f"Requirement {number}" for number in range(1, count + 1)])


def _manual(brief: Brief) -> str:
    """Return what a person tries by hand, where there is something to enter by."""
    way = next(iter(near_ways(brief.pack)), None)
    main = foremost(brief)
    command = command_for(brief, main) if main else ""
    if way is None:
        shown = f"; {code(command)} shows it" if command else ""
        return f"None (no command, route or job leads to what changes{shown})"
    verb = "Call" if way.entry.kind.value in {"http", "rpc"} else "Run"
    wanted = requirements(brief)[0]
    return f"{verb} {code(way.entry.title)} ({code(way.entry.at)}) and see that Requirement 1 holds: {wanted}"
