"""The whole work of a plan in phases: laid out by the kind of goal, named as the playbook names them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.goal import GoalKind
from groundplan.planner.remembering import once
from groundplan.planner.writers.board import Board
from groundplan.planner.writers.work_for_debt import lay_out_debt
from groundplan.planner.writers.work_for_feature import lay_out_feature
from groundplan.planner.writers.work_for_refactoring import lay_out_refactoring
from groundplan.planner.writers.work_for_replacement import lay_out_replacement
from groundplan.planner.writers.work_kind import kind_of
from groundplan.schedule.effort import forecast, weeks_of

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.board import Phase
    from groundplan.schedule.effort import Forecast

_HEADING = late_regex(r"^#{2,4} Phase (\d{1,2}): ([^\n({]+)", re.MULTILINE)
_RESHAPES = frozenset({GoalKind.REFACTOR, GoalKind.MIGRATION})


@once
def lay_out(brief: Brief) -> tuple[Phase, ...]:
    """Return the phases of the plan with their tasks."""
    first, names = _headings(brief)
    board = Board()
    if any(spec.writer == "migration-strategy" for spec in brief.playbook.sections):
        lay_out_replacement(board, brief, names, first)
    elif kind_of(brief.pack) is GoalKind.DEBT:
        lay_out_debt(board, brief, names)
    elif kind_of(brief.pack) in _RESHAPES:
        lay_out_refactoring(board, brief, names)
    else:
        lay_out_feature(board, brief, names)
    return tuple(board.phases)


def weeks(brief: Brief) -> tuple[tuple[int, int], ...]:
    """Return the first and last week of each phase, by P90."""
    return weeks_of([phase.forecast for phase in lay_out(brief)])


def whole(brief: Brief) -> Forecast:
    """Return the days of one person who does everything."""
    return forecast(task.size for phase in lay_out(brief) for task in phase.tasks)


def _headings(brief: Brief) -> tuple[int, tuple[str, ...]]:
    """Return the number of the first phase and the names of all, as the playbook's skeletons have them."""
    found = [match for spec in brief.playbook.documents for match in _HEADING.findall(spec.skeleton)]
    if not found:
        return 0, ("Preparation", "Foundation", "Integration", "Polish", "Rollout")
    return int(found[0][0]), tuple(name.strip() for _, name in found)
