"""How long earlier branches took that touched the files of a task: to estimate by, and no estimate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.plans.tasks import list_tasks
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.history.branches import merged_branches, span_of
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.schedule.board import Row
    from groundplan.survey.history.branches import Span

_PATH = late_regex(r"`([^`\s]+)`")


@dataclass(frozen=True, slots=True)
class Experience:
    """A task, the tracked files it names, and how long branches took that touched one of them."""

    task: str
    title: str
    files: tuple[str, ...]
    span: Span | None


@dataclass(frozen=True, slots=True)
class Experiences:
    """What the history says about tasks, and what was looked through."""

    tasks: tuple[Experience, ...]
    branches: int
    commits: int


def recall(opened: OpenPlan, rows: Sequence[Row]) -> Experiences:
    """Return for each open task how long merged branches took that touched its files."""
    code = opened.workspace.code
    with load_history(code.index, code.on_history) as history:
        branches, commits = merged_branches(history)
    tracked = frozenset(opened.workspace.repository.tracked_files())
    declared = {task.name: task.files for task in list_tasks(opened)}
    found = []
    for row in rows:
        if not row.task.is_closed:
            named = [
                path.partition(":")[0] for text in row.task.files for path in _PATH.findall(text) or [text]
            ]
            named += declared.get(row.task.name, ())  # where the playbook has no field for files
            files = tuple(dict.fromkeys(path for path in named if path in tracked))
            found.append(Experience(row.task.name, row.task.label, files, span_of(branches, files)))
    return Experiences(tuple(found), len(branches), commits)
