"""Edge cases that somebody outside meets: those the goal names, then the failure paths in the code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.findings import action_phrase, sure_ways
from groundplan.planner.writers.phrases import bullets, clause, code, joined, shortened
from groundplan.planner.writers.proving import failure_test, proofs
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.touched import changed, failures
from groundplan.planner.writers.wishes import open_subjects, requirements
from groundplan.planner.writers.work import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Failure, TestPlace
    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

MOST_CASES = 3
_IF = late_regex(r"^(?:el(?:se )?)?if\s+")
_ARROW = late_regex(r"\s*(?:→|->|=>)\s*")
_WANTED = late_regex(
    r"^(?P<action>.{3,200}?)\s+(?:when|if|whenever)\s+(?P<condition>[^,;.()]{3,120})", re.IGNORECASE
)
_NAME = late_regex(r"\b[A-Za-z]+_\w+|\b[a-z]+[A-Z]\w+|\b[A-Za-z]{7,}")
_ENDS = late_regex(r"\s+(?:instead of|rather than|and not|but)\b.*$", re.IGNORECASE)
_VERB = late_regex(r"^.*(?:\band|\bshould|\bmust|\bshall|\bwill|,)\s+(?=\w)", re.IGNORECASE)
_FAILS = late_regex(
    r"fail|error|raise|reject|invalid|malform|missing|exceed|too (?:large|long|many|big)|empty|negative|zero"
    r"|not (?:exist|found|there|set|given)|unknown|timeout|refus|denied|unauthori[sz]ed|\b[45]\d\d\b"
    r"|\b(?:None|null)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EdgeCase:
    """One case in its three parts, why it counts, and the test that holds it."""

    condition: str
    action: str
    result: str
    realistic: str
    explicit: str
    test: str
    place: TestPlace | None
    path: str = ""  # where it fails today; empty: only the goal names it


@writer("edge-cases")
def write_edge_cases(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write each edge case in three parts, with why it is realistic, needs handling and is seen by users."""
    if not pieces(brief):
        return
    items = [_told(each) for each in edge_cases(brief)]
    regions = joined([code(each.lines) for each in changed(brief)[:2]]) or "what changes"
    none = (
        f"No edge case: no failure path was found in {regions}, and neither the goal nor an answer names one."
    )
    yield SectionDraft(spec.key, bullets(items) if items else none, waits_for=open_subjects(brief))


def _told(case: EdgeCase) -> str:
    return "\n".join(
        [
            f"**If {case.condition}** → {case.action} → {case.result}",
            f"  - Realistic: {case.realistic}",
            f"  - Explicit handling: {case.explicit}",
            f"  - User-facing: {case.result}",
        ]
    )


def edge_cases(brief: Brief) -> tuple[EdgeCase, ...]:
    """Return the cases that need handling, those the goal names first, at most three."""
    seen = {each.test: each for each in _seen(brief)}
    return (*wanted_cases(brief), *seen.values())[:MOST_CASES]


def wanted_cases(brief: Brief) -> tuple[EdgeCase, ...]:
    """Return the cases that requirements name themselves: `answers 413 when the body is too large`."""
    tests = {each.number: each for each in proofs(brief) if each.number}
    found = []
    for number, requirement in enumerate(requirements(brief), 1):
        match = _WANTED.match(requirement)
        if match is None or not _FAILS.search(match[0]):
            continue
        condition = clause(_ENDS.sub("", match["condition"]))
        action = clause(_VERB.sub("", match["action"]))
        proof = tests.get(number)
        found.append(
            EdgeCase(
                f"{condition} (Requirement {number})",
                f"“{action}”",
                f"{_who(brief)} sees “{action}”",
                f"Requirement {number} names it",
                _today(brief, condition),
                proof.name if proof else "",
                proof.place if proof else None,
            )
        )
    return tuple(found)


def _today(brief: Brief, condition: str) -> str:
    """Return what the code does today in a case the goal names, where a branch speaks of the same names."""
    names = set(_NAME.findall(condition))
    for failure in failures(brief):
        if names & set(_NAME.findall(failure.condition)):
            return (
                f"today {told_condition(failure)} {action_phrase(failure)}; that branch is where it belongs"
            )
    return "no branch for it stands in the code to change today"


def _seen(brief: Brief) -> Iterator[EdgeCase]:
    by_path = {each.path: each for each in pieces(brief)}
    for failure in failures(brief):
        piece = by_path.get(failure.at.path)
        if piece is None or not failure.condition:
            continue
        proof = failure_test(brief, piece, failure)
        does = action_phrase(failure)
        inside = f"that {code(failure.inside)} {does}" if failure.inside else does
        yield EdgeCase(
            told_condition(failure),
            f"{does}, as today",
            f"{_who(brief)} sees {inside}",
            f"the branch stands in the code today ({code(failure.at)})",
            f"{code(proof.name)} holds it while the code around it changes",
            proof.name,
            proof.place,
            failure.at.path,
        )


def told_condition(failure: Failure) -> str:
    """Return when a failure happens, with its place; no arrow in it, as arrows part the path."""
    condition = _ARROW.sub(" to ", shortened(_IF.sub("", failure.condition), 90))
    at = code(failure.at)
    where = f"in {code(failure.inside)} ({at})" if failure.inside else f"at {at}"
    return f"{code(condition)} {where}" if condition else f"its end is reached {where}"


def _who(brief: Brief) -> str:
    """Return who sees what happens: whoever enters by the entry point that leads there, else the caller."""
    way = next(iter(sure_ways(brief.pack)), None)
    if way is None:
        return "the caller"
    return f"the {'client' if way.entry.kind.value in {'http', 'rpc'} else 'user'} of {code(way.entry.title)}"
