"""Where a figure comes from: the label behind each threshold, week, owner and probability."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief

OWNERS = "assumption:owners"
WEEKS = "assumption:weeks"
THRESHOLDS = "assumption:thresholds"
PROBABILITIES = "assumption:probabilities"
_AS_WRITTEN = "as-written"  # the choice that takes what was proposed
_AGREED = late_regex(
    r"(?!.*\b(?:but|not|no|except|however|instead|now)\b)\W*(?:yes|yep|y|ok|okay|fine|agreed?|right|correct|sure|"
    r"confirmed|as (?:written|recommended|proposed|is|you say)|"
    r"(?:it|they|that|those|these)(?:'s| is| are)? (?:right|fine|ok|good))\b[^\d]{0,40}",
    re.IGNORECASE | re.DOTALL,
)
_RANKED = late_regex(r"\bR(\d{1,3})\b[^\n;,.]{0,20}?\b(low|medium|high)\b", re.IGNORECASE)


def label(brief: Brief, subject: str, source: str) -> str:
    """Return a figure's label; a default says so once a person has confirmed the question on its subject."""
    is_confirmed = source == "default" and agrees(brief, subject)
    return f"({source}, confirmed)" if is_confirmed else f"({source})"


def agrees(brief: Brief, subject: str) -> bool:
    """Tell whether a person has taken what was proposed on a subject, by choice or in so many words."""
    answer = brief.settled.get(subject)
    if answer is None or answer.is_unsure:
        return False
    return answer.choice == _AS_WRITTEN or _AGREED.fullmatch(answer.text) is not None


def person_said(brief: Brief, subject: str) -> str:
    """Return the words a person gave for a figure instead of taking what was proposed."""
    answer = brief.settled.get(subject)
    if answer is None or answer.is_unsure or agrees(brief, subject):
        return ""
    question = next((each for each in brief.questions if each.subject == subject), None)
    words = " ".join(answer.text.split())
    is_choice = question is not None and any(words == each.text for each in question.choices)
    return "" if is_choice else words


def ranked(brief: Brief) -> dict[int, str]:
    """Return the probabilities that a person gave to risks by their number: `R2 is high`."""
    words = person_said(brief, PROBABILITIES)
    return {int(number): level.capitalize() for number, level in _RANKED.findall(words)}
