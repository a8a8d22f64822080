"""The goal can be read in several ways, or asks for more of something without saying how much."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.introduced import prose_of
from groundplan.planner.questions.criterion import propose_criterion
from groundplan.planner.questions.readings import find_readings, reading_question
from groundplan.planner.writers.phrases import code, counted, listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.questions.readings import Readings

NAME = "goal_unclear"
_DEGREE = re.compile(
    r"\b(?:faster|quicker|speed(?:s|ing)? ?up|(?:is|are|too|very|really|so) slow|performant|optimi[sz]e"
    r"|performance(?! (?:tests?|docs?|notes?|tips?|benchmarks?|budget|guide))|more efficient(?:ly)?|scalable"
    r"|more (?:robust|reliable|stable|secure|readable|maintainable|flexible|intuitive)|less memory"
    r"|memory (?:usage|footprint|consumption)|user[- ]friendly|lighter|more lightweight)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
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
    if match is None or pack.goal.criterion or _NUMBER.search(prose):
        return
    question = propose_criterion(pack)
    if question is None:
        return
    if not pack.targets:
        return
    yield Challenge(
        detector=NAME,
        subject="criterion",
        claim=f"“{match[0]}” comes without a figure, so no test can tell when it is reached.",
        evidence=(pack.targets[0].path,),
        numbers={},
        advice=f"Agree on a figure first: {question.recommended}.",
        question=question,
        weight=0.7,
    )
