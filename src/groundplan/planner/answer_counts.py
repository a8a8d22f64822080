"""How many of something an answer speaks of, where a question is whether it is one or several."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.planner.question import Question

ONE, SEVERAL = "one", "several"
_NOUN = (
    r"(?:replicas?|instances?|containers?|pods?|nodes?|machines?|servers?|hosts?|copies|processes|workers?)"
)
_MANY = late_regex(
    rf"\b(?:two|three|four|five|six|seven|eight|nine|ten|dozens?|several|multiple|many|some|[2-9]|[1-9]\d{{1,3}})"
    rf"(?: of(?: them| those)?| (?:\w+ ){{0,2}}{_NOUN})\b",
    re.IGNORECASE,
)
_SINGLE = late_regex(
    rf"\b(?:(?:only |just )?(?:one|a single|1)|single)(?: (?:\w+ ){{0,1}}{_NOUN})\b", re.IGNORECASE
)


def asks_how_many(question: Question) -> bool:
    """Tell whether a question is about one or several of something."""
    return tuple(choice.name for choice in question.choices) == (ONE, SEVERAL)


def count_meant(question: Question, said: str) -> str:
    """Return the choice that a number in the words means, or nothing where they speak of none."""
    if not asks_how_many(question):
        return ""
    if _MANY.search(said):
        return SEVERAL
    return ONE if _SINGLE.search(said) else ""
