"""What kind of work a goal is, whatever frame it was put in: a roadmap may be a refactoring or a payback."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.facts.replacement import read_sides
from groundplan.planner.goal import GoalKind
from groundplan.planner.remembering import once

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack

_PLAIN = frozenset({GoalKind.MIGRATION, GoalKind.REFACTOR, GoalKind.DEBT, GoalKind.FEATURE})
_DEBT = late_regex(
    r"\b(?:technical debt|tech debt|test coverage|untested|undocumented|dead code|import cycles?)\b",
    re.IGNORECASE,
)
_MOVES = late_regex(
    r"\b(?:migrat\w+|replac(?:e|ing)|switch(?:ing)? (?:from|to)|port(?:ing)?)\b", re.IGNORECASE
)
_RESHAPES = late_regex(
    r"\b(?:refactor\w*|renam(?:e|ing)|extract\w*|restructur\w+|reorgani[sz]\w+|decoupl\w+)\b",
    re.IGNORECASE,
)


@once
def kind_of(pack: EvidencePack) -> GoalKind:
    """Return migration, refactoring, debt or feature: what the work is, not how the plan was asked for."""
    goal = pack.goal
    if goal.kind in _PLAIN:
        return goal.kind
    if goal.kind is GoalKind.FIX:
        return GoalKind.FEATURE
    if _DEBT.search(goal.text):
        return GoalKind.DEBT
    if _MOVES.search(goal.text) and read_sides(goal.text)[0]:
        return GoalKind.MIGRATION
    return GoalKind.REFACTOR if _RESHAPES.search(goal.text) else GoalKind.FEATURE
