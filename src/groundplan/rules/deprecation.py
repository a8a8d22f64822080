"""What is deprecated goes some day: the plan says when, and which task removes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.plan.record import as_task
from groundplan.rules.registry import rule
from groundplan.rules.written import written
from groundplan.wording.dependencies import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding
    from groundplan.rules.written import Written

_DATED = late_regex(r"\b\d{4}-\d\d(?:-\d\d)?\b|\bweek\s+\d", re.IGNORECASE)
_COUNTED = late_regex(
    r"\b\w+\s+(?:days?|weeks?|months?|quarters?|releases?|versions?)\s+(?:after|from)\s+(?P<start>.+)",
    re.IGNORECASE,
)


@rule("GP711", "deprecation-end", progress=True)
def deprecation_end(case: Case) -> Iterator[Finding]:
    """What is deprecated has an end, dated or counted from a milestone, and a task that removes it."""
    milestones = [fold(found.record.field("title")) for found in written(case, "milestone")]
    tasks = list(written(case, "task"))
    for row in written(case, "deprecation"):
        if not _has_end(row.says("until"), milestones):
            yield row.finding(
                "GP711",
                f"Nothing says when {row.name} ends",
                "Write a date, a week, or a time after one of the milestones: `30 days after …`",
                about="until",
            )
        if not any(_is_named(task, row.says("removal")) for task in tasks):
            yield row.finding(
                "GP711",
                f"No task removes {row.name}",
                "Name the task by its id, such as `T9`",
                about="removal",
            )


def _has_end(text: str, milestones: list[str]) -> bool:
    counted = _COUNTED.search(text)
    if counted:
        start = fold(counted["start"])
        return any(title and title in start for title in milestones)
    return _DATED.search(text) is not None


def _is_named(task: Written, text: str) -> bool:
    known = as_task(task.record)
    if known.id and re.search(rf"(?<!\w){re.escape(known.id)}(?!\w)", text):
        return True
    return bool(known.title) and fold(known.title) == fold(text)
