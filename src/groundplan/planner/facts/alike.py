"""Code that already does something like the goal: functions that speak of the goal's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.kinds import Alike, Region
from groundplan.survey.similar.finding import find_similar_words
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack

MOST = 8
LEAST_SCORE = 0.15
FEWEST_WORDS = 2


def find_alike(pack: EvidencePack) -> tuple[Alike, ...]:
    """Return the functions of the product that speak of the goal's first line, the most alike first."""
    found = []
    speaking = pack.located.speaking  # to compare every function of a large repository takes seconds
    for each in find_similar_words(pack.index, pack.goal.title, most=3 * MOST, among=speaking):
        outline = pack.index.outline(each.at.path)
        definition = next(iter(outline.find(each.qualified)), None) if outline else None
        if definition is None or not is_own_code(each.at.path):
            continue
        if each.score >= LEAST_SCORE and len(each.shared_words) >= FEWEST_WORDS:
            found.append(Alike(Region(each.at.path, definition, each.score), each.reasons))
    return tuple(found[:MOST])
