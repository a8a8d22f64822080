"""The goal can be read in several ways, or asks for more of something without saying how much."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.introduced import prose_of
from groundplan.planner.phrases import code, counted, listing
from groundplan.planner.questions.criterion import propose_criterion
from groundplan.planner.questions.readings import find_readings, reading_question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.questions.readings import Readings

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


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return the readings of an unclear goal, and the degree that nobody could measure."""
    for readings in find_readings(pack):
        yield _several(pack, readings)
    yield from _unmeasured(pack)


def _several(pack: EvidencePack, readings: Readings) -> Challenge:
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
        question=reading_question(pack, readings),
        weight=0.9,
    )


def _unmeasured(pack: EvidencePack) -> Iterator[Challenge]:
    prose = prose_of(pack.goal.text)
    title = pack.goal.title
    match = _DEGREE.search(title)
    if match is None or _WAY.search(title) or pack.goal.criterion or _NUMBER.search(prose):
        return
    said = match["verb"] or match["more"] or match["slow"]
    question = propose_criterion(pack)
    if question is None:
        return
    if not pack.targets:
        return
    yield Challenge(
        detector=NAME,
        subject="criterion",
        claim=f"“{said}” comes without a figure, so no test can tell when it is reached.",
        evidence=(pack.targets[0].path,),
        numbers={},
        advice=f"Agree on a figure first: {question.recommended}.",
        question=question,
        weight=0.7,
    )
