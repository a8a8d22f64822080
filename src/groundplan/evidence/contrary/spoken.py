"""Whether a goal speaks of a definition or a file itself, so that what is said about it is to the point."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Region
    from groundplan.plan.goal import Goal

LONGEST = 20_000
# Words that change nothing a caller could see.
_ASIDE = late_regex(
    r"\b(?:docs?|documentation|documenting|docstrings?|typos?|comments?|changelog|readme|release notes"
    r"|spelling|tests?|tested|testing|type hints?|typing|annotations?|formatting|lint(?:ing)?"
    r"|flake8|isort|black|ci)\b",
    re.IGNORECASE,
)


def changes_behaviour(goal: Goal) -> bool:
    """Whether the goal's title asks for more than words, tests or types beside the code."""
    return not _ASIDE.search(goal.title)


def is_spoken(goal: Goal, region: Region) -> bool:
    """Whether the goal writes a definition's name as code does: compound, in backticks, called or dotted."""
    name, text = region.definition.name, goal.text[:LONGEST]
    # `--name` is an option, and what a message quotes is only spoken of by the message
    found = re.search(rf"(?<![\w'-]){re.escape(name)}(?![\w'-])", text)
    if found is None:
        return False
    if is_compound(name):
        return True
    word = re.escape(name)
    return (
        re.search(rf"`[^`\n]{{0,80}}\b{word}\b[^`\n]{{0,80}}`|\b{word}\(|\w\.{word}\b|\b{word}\.\w", text)
        is not None
    )
