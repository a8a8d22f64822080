"""Challenges a change to what many use: callers counted, and whether outsiders may rely on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.spoken import changes_behaviour, is_spoken
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import cite, code, counted
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import CallSite, Reach

NAME = "reach"
FEWEST_CALLERS = 6
FEWEST_FILES = 3
MOST = 2
# A goal that says so takes something from whoever uses the definition today.
_BREAKING = late_regex(
    r"\b(?:renam(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|delet(?:e|es|ed|ing)"
    r"|deprecat(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|signature of|return type of|inlin(?:e|ing)"
    r"|mov(?:e|es|ed|ing)|split(?:s|ting)?|merg(?:e|es|ed|ing))\s+",
    re.IGNORECASE,
)


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each definition the goal names that many places use."""
    if not changes_behaviour(facts.goal):
        return
    found = 0
    for reach in facts.reach:
        if found < MOST and _is_meant(facts, reach) and _is_wide(facts, reach):
            found += 1
            yield _challenge(reach)


def _is_meant(facts: Facts, reach: Reach) -> bool:
    """Whether the goal takes something from the users of this definition.

    Where the code has several definitions of the name, the goal must name the class as well.
    """
    definition = reach.region.definition
    if not is_spoken(facts.goal, reach.region):
        return False
    holder = definition.parent.rpartition(".")[2]
    is_shared = facts.namesakes.get(definition.name, 0) > 1
    if is_shared and not (holder and re.search(rf"\b{re.escape(holder)}\b", facts.goal.text)):
        return False
    return _breaks(facts, reach)


def _is_wide(facts: Facts, reach: Reach) -> bool:
    callers = _own(reach)
    if len(callers) >= FEWEST_CALLERS and len({each.path for each in callers}) >= FEWEST_FILES:
        return True
    return bool(reach.public) and bool(callers) and _breaks(facts, reach)


def _own(reach: Reach) -> list[CallSite]:
    """Return the callers in the product's own code: examples and pages are easily changed along."""
    return [each for each in reach.callers if is_own_code(each.path)]


def _breaks(facts: Facts, reach: Reach) -> bool:
    """Whether the goal takes something from the users of the definition: it is what the verb is about."""
    name = re.escape(reach.region.definition.name)
    about = re.compile(rf"(?:the\s+|an?\s+)?(?:[\w]+\s+)?[`'\"]?(?:[\w.]{{1,80}}\.)?{name}\b")
    return any(
        about.match(each, verb.end()) for each in facts.goal.sentences for verb in _BREAKING.finditer(each)
    )


def _challenge(reach: Reach) -> Challenge:
    region, callers = reach.region, _own(reach)
    files = list(dict.fromkeys(each.path for each in callers))
    claim = (
        f"{code(region.citation)} is used in {counted(len(callers), 'place')} of "
        f"{counted(len(files), 'file')} ({cite([each.citation for each in _spread(reach)], 3)})"
    )
    if reach.test_callers:
        claim += f" and {counted(len(reach.test_callers), 'place')} in tests"
    claim += "." if not reach.public else f", and it is public: {reach.public}."
    if reach.possible:
        claim += f" {counted(reach.possible, 'more place')} may mean it by name."
    return Challenge(
        NAME,
        region.citation,
        claim,
        (region.citation, *(each.citation for each in _spread(reach))),
        {
            "callers": len(callers),
            "files": len(files),
            "tests": len(reach.test_callers),
            "possible": reach.possible,
        },
        advice=f"Go through what uses {code(region.citation)} first, or keep what it sees as it is.",
        mitigation=f"The tests of {cite(files[:3])} run with the change.",
        weight=3.0,
    )


def _spread(reach: Reach) -> list[CallSite]:
    """Return callers of different files, one of each."""
    return list({each.path: each for each in reversed(_own(reach))}.values())[::-1][:3]
