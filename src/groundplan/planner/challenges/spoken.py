"""Whether a goal speaks of a definition or a file itself, so that what is said about it is to the point."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Region, Target
    from groundplan.planner.pack import EvidencePack

LONGEST = 20_000
# How far the next file must be behind the first, as a part of its score, for the first to be sure.
BEHIND, BEHIND_STRONG, BEHIND_NAMED = 0.6, 0.7, 0.8
STRONG = 6.0
# Words that change nothing a caller could see.
_ASIDE = late_regex(
    r"\b(?:docs?|documentation|documenting|docstrings?|typos?|comments?|changelog|readme|release notes"
    r"|spelling|tests?|tested|testing|type hints?|typing|annotations?|formatting|lint(?:ing)?"
    r"|flake8|isort|black|ci)\b",
    re.IGNORECASE,
)


def changes_behaviour(pack: EvidencePack) -> bool:
    """Whether the goal's title asks for more than words, tests or types beside the code."""
    return not _ASIDE.search(pack.goal.title)


def is_spoken(pack: EvidencePack, region: Region) -> bool:
    """Whether the goal writes a definition's name as code does: compound, in backticks, called or dotted."""
    name, text = region.definition.name, pack.goal.text[:LONGEST]
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


def sure_targets(pack: EvidencePack) -> list[Target]:
    """Return the targets a challenge may speak of: files the goal names, and one far ahead of all others.

    Of the files it holds to be far ahead 86 to 94 % were changed (docs/benchmarks/challenges.md).
    """
    named = pack.located.named.paths
    sure = [each for each in pack.targets if each.path in pack.extra or named.get(each.path, 0.0) >= 1.0]
    first = next((each for each in pack.targets if is_own_code(each.path)), None)
    if first and first not in sure and _is_ahead(pack, first):
        sure.append(first)
    return sure


def _is_ahead(pack: EvidencePack, first: Target) -> bool:
    scores = [
        each.score for each in pack.located.places.files if is_own_code(each.path) and each.path != first.path
    ]
    behind = max(scores, default=0.0) / first.score if first.score else 1.0
    is_named = first.is_named or any(
        each.path == first.path and is_spoken(pack, each) for each in pack.regions
    )
    if is_named:
        return behind < BEHIND_NAMED
    return behind < (BEHIND_STRONG if first.score > STRONG else BEHIND)
