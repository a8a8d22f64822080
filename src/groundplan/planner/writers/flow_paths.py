"""How the change is reached and how it fails: happy path, failure paths and edge cases seen in the code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.outward import COSTLY, ends_of, ends_phrase
from groundplan.planner.writers.phrases import bullets, clause, code, joined, shortened
from groundplan.planner.writers.proving import failure_test
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import open_subjects, requirements
from groundplan.planner.writers.work import foremost, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.facts.kinds import Failure
    from groundplan.planner.writers.proving import Proof

MOST_CASES = 3
_MOST_WAYS = 2
_MOST_FAILURES = 6
_ARROW = re.compile(r"\s*(?:→|->|=>)\s*")


@dataclass(frozen=True, slots=True)
class EdgeCase:
    """A failure that somebody outside meets: when, what is done, what they see, and the test of it."""

    condition: str
    action: str
    result: str
    failure: Failure
    proof: Proof


@writer("control-flow")
def write_control_flow(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write how the change is reached when all goes well, and what happens when it does not."""
    if not pieces(brief):
        return
    happy = [f"{number}. {path}" for number, path in enumerate(_happy(brief), 1)]
    text = "\n".join(["**Happy Path:**", *happy, "", "**Failure Paths:**", bullets(_failures(brief))])
    yield SectionDraft(spec.key, text, waits_for=open_subjects(brief))


def _happy(brief: Brief) -> Iterator[str]:
    pack = brief.pack
    ends = ends_of(pack, *COSTLY)[:1]
    left = [f"{ends_phrase(ends)}"] if ends else []
    wanted = joined([f"Requirement {number}" for number in range(1, len(requirements(brief)) + 1)])
    main = foremost(brief)
    new = [f"{code(main.path)} (new)"] if main and main.is_new else []
    for way in pack.ways_in[:_MOST_WAYS]:
        handler = [code(way.entry.handler)] if way.entry.handler and way.steps > 0 else []
        start = f"{code(way.entry.title)} ({code(way.entry.at)})"
        yield " → ".join(
            [start, *handler, _inside(way.region.citation), *new, f"{wanted} hold", *left, "result returned"]
        )
    if pack.ways_in:
        return
    region = _inside(pack.regions[0].citation) if pack.regions else code(main.path if main else "")
    caller = next(iter(pack.callers), None)
    start = (
        f"{code(caller.inside or caller.path)} ({code(caller.citation)})" if caller else "Whoever calls it"
    )
    yield " → ".join([start, region, *new, f"{wanted} hold", *left, "result returned"])


def _inside(citation: str) -> str:
    return code(citation)


def _failures(brief: Brief) -> list[str]:
    found = [
        f"{told_condition(each)} → {clause(each.action)}" for each in brief.pack.failures[:_MOST_FAILURES]
    ]
    if found:
        return found
    region = next(iter(brief.pack.regions), None)
    main = foremost(brief)
    inside = code(region.lines) if region else code(main.path if main else "")
    return [f"An error inside {inside} → not caught there today, so it reaches the caller as it is"]


def told_condition(failure: Failure) -> str:
    """Return when a failure happens, with its place; no arrow in it, as arrows part the path."""
    condition = _ARROW.sub(" to ", shortened(failure.condition, 90))
    where = f"in {code(failure.inside)} ({code(failure.at)})" if failure.inside else f"({code(failure.at)})"
    return f"{code(condition)} {where}" if condition else where.capitalize().strip("()")


def edge_cases(brief: Brief) -> tuple[EdgeCase, ...]:
    """Return the failures that somebody outside the code to change meets, the foremost first."""
    by_path = {each.path: each for each in pieces(brief)}
    seen: dict[str, EdgeCase] = {}
    for failure in brief.pack.failures:
        piece = by_path.get(failure.at.path)
        if piece is None or not failure.condition:
            continue
        proof = failure_test(brief, piece, failure)
        action = _ARROW.sub(" to ", clause(failure.action))
        case = EdgeCase(
            told_condition(failure), f"{action}, as today", _visible(brief, failure), failure, proof
        )
        seen.setdefault(proof.name, case)
    return tuple(seen.values())[:MOST_CASES]


def _visible(brief: Brief, failure: Failure) -> str:
    """Return what somebody outside sees of a failure: the one who entered, else the caller."""
    way = next(iter(brief.pack.ways_in), None)
    what = (
        f"that {code(failure.inside)} {clause(failure.action)}" if failure.inside else clause(failure.action)
    )
    if way is not None:
        who = "client of" if way.entry.kind.value in {"http", "rpc"} else "user of"
        return f"the {who} {code(way.entry.title)} sees {what}"
    return f"the caller sees {what}"


@writer("edge-cases")
def write_edge_cases(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write each edge case in three parts, with why it is realistic, needs handling and is seen by users."""
    if not pieces(brief):
        return
    items = [_told(each) for each in edge_cases(brief)]
    regions = joined([code(each.lines) for each in brief.pack.regions[:2]]) or "what changes"
    none = (
        f"No edge case: no failure path was found in {regions}, and neither the goal nor an answer names one."
    )
    yield SectionDraft(spec.key, bullets(items) if items else none, waits_for=open_subjects(brief))


def _told(case: EdgeCase) -> str:
    return "\n".join(
        [
            f"**If {case.condition}** → {case.action} → {case.result}",
            f"  - Realistic: the branch stands in the code today ({code(case.failure.at)})",
            f"  - Explicit handling: {code(case.proof.name)} holds it while the code around it changes",
            f"  - User-facing: {case.result}",
        ]
    )
