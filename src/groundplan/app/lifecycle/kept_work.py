"""Work on tasks whose words change with an approval: what stays started, what was done and is open again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.app.plans.tasks import list_tasks
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError
from groundplan.plan.late_regex import late_regex
from groundplan.plan.progress import Progress, find_weakness
from groundplan.plan.receipt import ABSENT

if TYPE_CHECKING:
    from groundplan.app.changes.changing import Draft
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask
    from groundplan.plan.receipt import Started

_CHANGED = "its words changed"
_PROOF = late_regex(r"\W*\bverif(?:y|ied|ication)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KeptWork:
    """A task and what becomes of the work on it."""

    task: WorkTask
    start: Started | None = None  # under its old words: an approval takes it over
    why: str = ""  # it was done, and is no longer

    @property
    def told(self) -> str:
        """Return it as a person is told."""
        if not self.why:
            return f"`{self.task.name}` stays started, with its new words"
        return f"`{self.task.name}` was done and is only started now: {self.why}"


def find_kept_work(opened: OpenPlan) -> tuple[KeptWork, ...]:
    """Return the tasks with work on them that their words, or an approval, do not carry as they did."""
    tasks = list_tasks(opened)
    now = {(each.key, each.record.digest) for each in tasks}
    found = (_find(opened, each, now) for each in tasks if not each.doer)
    return tuple(each for each in found if each is not None)


def _find(opened: OpenPlan, task: WorkTask, now: set[tuple[str, str]]) -> KeptWork | None:
    work, history = opened.judgement.promises.work, opened.history
    receipts = {each.started: each for each in work.receipts}
    if task.state.progress is Progress.STARTED:
        lost = receipts.get(task.state.entry)
        why = find_weakness(lost, history, work) if lost else ""
        return KeptWork(task, why=why) if why else None
    if task.state.progress is not Progress.OPEN:
        return None
    known = [each for each in work.starts if _is_same(each.task, task.key) and each.commit]
    newest = next((each for each in reversed(known) if (each.task, each.digest) not in now), None)
    return KeptWork(task, newest, _CHANGED if newest.entry.id in receipts else "") if newest else None


def _is_same(before: str, now: str) -> bool:
    """Tell whether two keys are those of one task; without an id the words but for the proof are its key."""
    if before == now:
        return True
    stems = [_PROOF.split(each, 1)[0].strip() for each in (before, now)]
    return stems[0] == stems[1] != ""


def keep_started(draft: Draft) -> None:
    """Add the starts that go on under new words to an approval: who approves has seen them."""
    repository = draft.opened.workspace.repository
    for each in find_kept_work(draft.opened):
        if each.start is None:
            continue
        try:
            ids = repository.file_ids(each.start.commit)
        except GroundplanError:  # the commit is gone: it is started anew
            continue
        body = {
            "task": each.task.key,
            "digest": each.task.record.digest,
            "commit": each.start.commit,
            "files": {path: ids.get(path, ABSENT) for path in each.task.files},
        }
        draft.add("started", body, speaker="user")
