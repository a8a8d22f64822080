"""Chooses the playbook for a goal: by the kind of change, and by how far the change reaches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import Reach
    from groundplan.plan.goal import Goal
    from groundplan.plan.playbook import Playbook

MANY_CALLERS = 25
MANY_FILES = 8
_WIDE = late_regex(r"\b(?:debt|coverage|all|every\w*|across|codebase|repository|project)\b", re.IGNORECASE)
# A change of these kinds is weighed as a design first when many rely on what it changes.
_WEIGHED = frozenset({GoalKind.FEATURE, GoalKind.REFACTOR})


def choose_playbook(goal: Goal, facts: Facts, playbooks: Sequence[Playbook]) -> tuple[Playbook, str]:
    """Return the playbook that suits a goal, and why, as a sentence; the first one where none does."""
    wide = find_widest(facts.reach) if goal.kind in _WEIGHED else None
    if wide is not None and (chosen := _suiting(playbooks, GoalKind.DESIGN)):
        callers, files = len(wide.callers), len({each.path for each in wide.callers})
        reason = (
            f"`{chosen.name}`, because `{wide.region.citation}` is public and is used in {callers} places "
            f"of {files} files: the design is settled before the work"
        )
        return chosen, reason
    # Upkeep of one thing is a change like any other; of a whole repository it comes in phases.
    is_small = goal.kind is GoalKind.DEBT and not _WIDE.search(goal.title)
    if chosen := _suiting(playbooks, GoalKind.REFACTOR if is_small else goal.kind):
        reason = f"`{chosen.name}` for {_NOUNS[goal.kind]} ({goal.because})"
        return chosen, reason
    first = playbooks[0]
    return first, f"`{first.name}`, the first one, because none is made for {_NOUNS[goal.kind]}"


_NOUNS = {
    GoalKind.FIX: "a fix",
    GoalKind.FEATURE: "a feature",
    GoalKind.REFACTOR: "a refactoring",
    GoalKind.MIGRATION: "a replacement",
    GoalKind.DEBT: "upkeep",
    GoalKind.CAMPAIGN: "a roadmap in phases",
    GoalKind.REQUIREMENT: "a product requirement",
    GoalKind.DESIGN: "a design decision",
    GoalKind.COUNCIL: "a question to several advisors",
}


def _suiting(playbooks: Sequence[Playbook], kind: GoalKind) -> Playbook | None:
    """Return the playbook that names a kind earliest in its list, the first on the shelf among equals.

    A full form that has a shorter variant is only taken when it is named: it is longer to write and to read.
    """
    named = [each for each in playbooks if kind.value in each.suits]
    shortened = {each.variant_of for each in named}
    suiting = [each for each in named if each.name not in shortened]
    return min(suiting, key=lambda each: each.suits.index(kind.value), default=None)


def find_widest(reach: Sequence[Reach]) -> Reach | None:
    """Return the public definition that so many rely on that changing it is a matter of design."""
    wide = [
        each
        for each in reach
        if each.public
        and len(each.callers) > MANY_CALLERS
        and len({one.path for one in each.callers}) > MANY_FILES
    ]
    return max(wide, key=lambda each: (len(each.callers), each.region.citation), default=None)
