"""What ships can be taken back: who sees when, by which steps, and what becomes of the data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import find_phases, phase_of, phase_of_section
from groundplan.rules.registry import rule
from groundplan.rules.written import is_written, option_texts, quoted, written
from groundplan.wording.terms import name_stems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.phases import PhaseId
    from groundplan.rules.written import Written

SHIPPING = (
    *("rollout", "roll-out", "canary", "full migration", "release", "launch", "cutover", "go live"),
    *("deployment", "shipping"),
)
_UNIT = r"(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?|weeks?|requests?|runs?)"
_THRESHOLD = late_regex(
    r"(?:[<>≤≥=]=?|\b(?:above|below|over|under|exceed\w*|(?:more|less|fewer) than|at least|reach\w*))"
    r"\s*\$?\d|\d\s*%",
    re.IGNORECASE,
)
_WINDOW = late_regex(
    rf"\b(?:for|within|over|in|during|per|after|across|every)\s+(?:the\s+|an?\s+)?(?:last\s+|first\s+|any\s+)?"
    rf"(?:\d+(?:\.\d+)?\s*-?\s*)?(?:consecutive\s+)?{_UNIT}\b|/\s*{_UNIT}\b",
    re.IGNORECASE,
)
# One is enough: no threshold and no window can be missing from it.
_ANY = late_regex(r"\b(?:any|a single|the first|one or more|detected)\b", re.IGNORECASE)
_DATA = late_regex(
    r"\b(?:data|databases?|backups?|snapshots?|restored?|rows|schemas?|records)\b", re.IGNORECASE
)


def has_threshold(text: str) -> bool:
    """Tell whether a trigger can be seen to have fired: a threshold, or any occurrence at all."""
    return _ANY.search(text) is not None or _THRESHOLD.search(text) is not None


def is_whole_trigger(text: str) -> bool:
    """Tell whether a trigger has a threshold and the window it is measured over, or is `any`."""
    return _ANY.search(text) is not None or bool(_THRESHOLD.search(text) and _WINDOW.search(text))


@rule("GP704", "ships-without-rollback", progress=True)
def ships_without_rollback(case: Case) -> Iterator[Finding]:
    """A phase that ships has a rollback trigger with threshold and window, or `any`."""
    rollbacks = list(written(case, *option_texts(case, "GP704", "kinds", "rollback")))
    guarded = {
        phase_of(found.record, found.section).number
        for found in rollbacks
        if any(is_whole_trigger(line) for line in found.lines("trigger"))
    }
    shipping = _shipping_phases(case)
    begun = {phase_of_section(section) for section in case.plan.sections if is_written(case, section)}
    for phase in find_phases(case).values():
        # A rollback plan outside all phases is the whole plan's; a phase of the skeleton's is nobody's yet.
        if phase.id not in shipping & begun or phase.id.number in guarded or "" in guarded:
            continue
        found = [r for r in rollbacks if phase_of(r.record, r.section).number in {phase.id.number, ""}]
        lack = "no rollback trigger with threshold and window" if found else "no rollback plan"
        yield Finding(
            "GP704",
            f"{quoted(f'{phase.label}: {phase.name}')} ships, but has {lack}",
            phase.place,
            phase.section,
            "Write a trigger such as `Error rate > 0.5% for 5 minutes` or `Any data loss`",
            subject=phase.label,
        )


def _shipping_phases(case: Case) -> set[PhaseId]:
    words = [name_stems(word) for word in option_texts(case, "GP704", "words", *SHIPPING)]
    declared = option_texts(case, "GP704", "sections")
    ships: set[PhaseId] = set()
    for phase in find_phases(case).values():
        title = " ".join(("", *name_stems(phase.name), ""))
        if any(f" {' '.join(stems)} " in title for stems in words):
            ships.add(phase.id)
    for section in case.plan.sections:
        if section.declared in declared and case.has_words(section):
            ships.add(phase_of_section(section))
    return ships


@rule("GP705", "rollout-without-trigger", progress=True)
def rollout_without_trigger(case: Case) -> Iterator[Finding]:
    """Every step of a rollout says at what it is rolled back."""
    for row in written(case, *option_texts(case, "GP705", "kinds", "rollout")):
        trigger = row.says("trigger")
        if not has_threshold(trigger):
            lack = (
                f"has the rollback trigger {quoted(trigger)} without a threshold"
                if trigger
                else "has no trigger"
            )
            yield row.finding(
                "GP705",
                f"Rollout step {row.name} {lack}",
                "Write a threshold such as `Error rate > 0.1%`, or `Any …`",
            )


@rule("GP708", "rollback-parts", progress=True)
def rollback_parts(case: Case) -> Iterator[Finding]:
    """A rollback plan has triggers that can be measured, steps, and a word on the data."""
    for plan in written(case, *option_texts(case, "GP708", "kinds", "rollback")):
        where = plan.record.part or plan.section.title
        for part, hint in _missing_parts(plan):
            yield plan.finding(
                "GP708", f"The rollback plan of {quoted(where)} has no {part}", hint, about=part
            )
        for line in plan.lines("trigger"):
            if not has_threshold(line):
                yield plan.finding(
                    "GP708",
                    f"Rollback trigger {quoted(line)} has no threshold",
                    "Write one that can be measured, such as `Latency p99 > 500ms`, or `Any …`",
                    about=line,
                )


def _missing_parts(plan: Written) -> Iterator[tuple[str, str]]:
    if not plan.says("trigger"):
        yield "trigger", "Write `Trigger: Error rate > 0.5% for 5 minutes`"
    if not plan.says("steps"):
        yield "steps", "Write the steps that take it back, one per line"
    if not plan.says("data") and not any(_DATA.search(line) for line in plan.lines("steps")):
        yield "data recovery", "Add how data is recovered, or a line such as `No data migration needed`"
