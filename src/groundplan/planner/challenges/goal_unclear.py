"""The goal can be read in several ways, or asks for more of something without saying how much."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.introduced import prose_of
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code, counted, listing
from groundplan.planner.question import Choice, Question
from groundplan.planner.questions.criterion import propose_criterion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Readings
    from groundplan.evidence.facts import Facts

NAME = "goal_unclear"
# The degree has to be what is asked for: a reason (`to speed up …`) or a way (`by …`) needs no figure.
_MARK = r"^(?:\[?[\w ()/-]{1,30}\]?: ?|\[[\w /-]{1,30}\] )?(?:please |can we |we should |let's )?"
_MORE = r"(?:faster|quicker|lighter|scalable|performant|more (?:efficient|scalable|robust|reliable|stable))"
_DEGREE = late_regex(
    rf"{_MARK}(?:(?P<verb>optimi[sz]e|speed up|improve (?:the )?(?:performance|speed|scalability)"
    r"|reduce (?:the )?(?:memory (?:usage|footprint|consumption)|latency|overhead)|better performance)\b"
    rf"|(?:make|making) .{{1,60}} (?P<more>{_MORE})(?=[.!]?$| (?:and|again)\b))"
    r"|\b(?P<slow>(?:is|are) (?:too |very |really |extremely |so )?slow|performance (?:issue|problem)s?)\b",
    re.IGNORECASE,
)
_WAY = late_regex(
    r"\b(?:by|through|via) (?!default)\w+|\busing\b|\bwith (?:a|an) \w+|\binstead of\b|\bwhen\b|\bif\b",
    re.IGNORECASE,
)
_NUMBER = late_regex(
    r"\b\d+(?:\.\d+)?\s?(?:%|ms|s|x|times|seconds?|minutes?|MB|GB|KB|requests?|queries|rows)(?!\w)|O\(\w"
)


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return the readings of an unclear goal, and the degree that nobody could measure."""
    for readings in facts.contrary.readings:
        yield _several(facts, readings)
    yield from _unmeasured(facts)


def _several(facts: Facts, readings: Readings) -> Challenge:
    cited = tuple(each.citation for each in readings.meant)
    listed = listing([code(each) for each in cited], 3)
    return Challenge(
        detector=NAME,
        subject=f"reading:{readings.name}",
        claim=(
            f"{code(readings.name)} is defined {counted(len(cited), 'time')}, and nothing in the goal says "
            f"which is meant: {listed}."
        ),
        evidence=cited,
        numbers={"readings": len(cited)},
        advice="Say which of them changes.",
        question=reading_question(facts, readings),
        weight=0.9,
    )


def _unmeasured(facts: Facts) -> Iterator[Challenge]:
    prose = prose_of(facts.goal.text)
    title = facts.goal.title
    match = _DEGREE.search(title)
    if match is None or _WAY.search(title) or facts.goal.criterion or _NUMBER.search(prose):
        return
    said = match["verb"] or match["more"] or match["slow"]
    question = propose_criterion(facts)
    if question is None:
        return
    if not facts.targets:
        return
    yield Challenge(
        detector=NAME,
        subject="criterion",
        claim=f"“{said}” comes without a figure, so no test can tell when it is reached.",
        evidence=(facts.targets[0].path,),
        numbers={},
        advice=f"Agree on a figure first: {question.recommended}.",
        question=question,
        weight=0.7,
    )


def reading_question(facts: Facts, readings: Readings) -> Question:
    """Return the question that offers the readings, the most used definition recommended where one is."""
    title = facts.goal.title.rstrip(".")
    choices = (
        *(Choice(each.citation, f"{title}: in {code(each.citation)}") for each in readings.meant),
        Choice("all", f"{title}: in all {len(readings.meant)} of them"),
    )
    first, second = readings.uses[:2]
    counts = [
        f"{code(each.path)} is imported by {counted(uses, 'file')}"
        for each, uses in zip(readings.meant, readings.uses, strict=True)
    ]
    return Question(
        "reading",
        f"Which {code(readings.name)} does the goal mean?",
        f"{code(readings.name)} is defined {counted(len(readings.meant), 'time')}: {listing(counts, 4)}.",
        choices,
        recommended=choices[0].name if first > second else "",
        weight=1.0,
        assumption=choices[0].text,
    )
