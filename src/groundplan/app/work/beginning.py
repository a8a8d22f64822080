"""A task started: what its files hold now is written down, so that only later work counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.changes.changing import Draft, commit
from groundplan.app.plans.opened import try_again
from groundplan.app.plans.tasks import demand_approved, find_task, list_tasks
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.hint import Hint, run
from groundplan.plan.progress import Progress
from groundplan.plan.receipt import ABSENT

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask


@dataclass(frozen=True, slots=True)
class Begun:
    """A task that was started."""

    outcome: Outcome
    task: WorkTask


def start(opened: OpenPlan, name: str, *, caller: Caller, is_again: bool = False, since: str = "") -> Begun:
    """Start a task whose plan is approved and whose dependencies are done; `since`: it was begun there."""
    return try_again(opened, lambda now: _start(now, name, caller, is_again=is_again, since=since))


def _start(opened: OpenPlan, name: str, caller: Caller, *, is_again: bool, since: str) -> Begun:
    task = find_task(opened, name)
    demand_approved(opened)
    _demand_free(task, is_again=is_again)
    demand_its_turn(opened, task)
    head = opened.workspace.repository.head
    if not head:
        raise Refused("There is no commit yet to compare later work with", hint="`git commit` first")
    begun = _find_begun(opened, task, since, caller) if since else head
    ids = opened.workspace.repository.file_ids(begun)
    body = {
        "task": task.key,
        "digest": task.record.digest,
        "commit": begun,
        "files": {path: ids.get(path, ABSENT) for path in task.files},
    }
    draft = Draft(opened, caller, is_repeated=True)
    draft.add("started", body, speaker="user" if caller.is_person else "planner")
    return Begun(commit(draft, label=f"start {task.name}", cause="record"), task)


def demand_its_turn(opened: OpenPlan, task: WorkTask) -> None:
    """Refuse a task while one that it needs is open."""
    waiting = [each for each in list_tasks(opened) if each.key in task.needs and not each.state.is_closed]
    if waiting:
        named = ", ".join(f"`{each.name}`" for each in waiting[:5])
        raise Refused(
            f"`{task.name}` waits for {named}", hint=Hint(run("next"), " shows what can be started")
        )


def _find_begun(opened: OpenPlan, task: WorkTask, since: str, caller: Caller) -> str:
    """Return the commit at which work began; work that is older than the approval is a person's to name."""
    repository = opened.workspace.repository
    begun, head = repository.resolve(since), repository.head or ""
    if repository.find_unreached((begun,), head):
        raise Misused(f"`{since}` is no commit before HEAD", hint="`git log` shows those that are")
    if is_older(opened, begun) and not caller.is_person:
        raise Refused(
            f"`{since}` is older than the approval: what was there then is no work of the plan",
            hint=Hint("Name a later commit, or a person runs ", run("start", task.name, {"since": since})),
        )
    return begun


def find_approved_commit(opened: OpenPlan) -> str:
    """Return what was checked out at the newest approval that holds; empty: there was no commit."""
    approvals = [each.approval.commit for each in opened.judgement.promises.approvals if each.holds]
    return next((commit for commit in reversed(approvals) if commit), "")


def is_older(opened: OpenPlan, commit: str) -> bool:
    """Tell whether a commit does not have what was approved in its history."""
    approved = find_approved_commit(opened)
    return not approved or bool(opened.workspace.repository.find_unreached((approved,), commit))


def _demand_free(task: WorkTask, *, is_again: bool) -> None:
    if task.doer:
        raise Misused(f"`{task.name}` is done by `{task.doer}` and not started")
    progress = task.state.progress
    if progress is Progress.OPEN or is_again:
        return
    told = {
        Progress.STARTED: f"`{task.name}` was already started by {task.state.by or 'somebody'}",
        Progress.DONE: f"`{task.name}` is done",
        Progress.WAIVED: f"`{task.name}` was waived by {task.state.by}",
    }[progress]
    again = run("start", task.name, {"again": True})
    raise Misused(told, hint=Hint("Start it anew with ", again, ": only work after that will count"))
