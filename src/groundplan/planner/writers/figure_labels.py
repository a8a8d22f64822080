"""Where a figure comes from: the label behind each threshold, week, owner and probability."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief

OWNERS = "assumption:owners"
WEEKS = "assumption:weeks"
THRESHOLDS = "assumption:thresholds"
PROBABILITIES = "assumption:probabilities"


_AS_WRITTEN = "as-written"  # the choice that takes what was proposed


def label(brief: Brief, subject: str, source: str) -> str:
    """Return a figure's label; a default says so once a person has confirmed the question on its subject."""
    answer = brief.settled.get(subject)
    is_confirmed = answer is not None and answer.choice == _AS_WRITTEN
    return f"({source}, confirmed)" if is_confirmed and source == "default" else f"({source})"


def person_said(brief: Brief, subject: str) -> str:
    """Return the words a person gave for a figure instead of taking what was proposed."""
    answer = brief.settled.get(subject)
    if answer is None or answer.choice == _AS_WRITTEN or answer.is_unsure:
        return ""
    question = next((each for each in brief.questions if each.subject == subject), None)
    words = " ".join(answer.text.split())
    is_choice = question is not None and any(words == each.text for each in question.choices)
    return "" if is_choice else words
