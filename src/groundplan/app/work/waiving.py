"""A task closed without a receipt: a person says why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.callers import by_person, demand_person
from groundplan.app.changes.changing import Draft, commit, refuse_secrets
from groundplan.app.lifecycle.approving import sign_last
from groundplan.app.plans.tasks import demand_approved, find_task, list_tasks
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask


@dataclass(frozen=True, slots=True)
class Waiver:
    """A task that a person waived."""

    outcome: Outcome
    tasks: tuple[WorkTask, ...]
    reason: str


def waive(
    opened: OpenPlan, names: Sequence[str], *, caller: Caller, reason: str, key: Path | None = None
) -> Waiver:
    """Close tasks for a reason, without proof, all that are open where none is named; only a person may."""
    told = " ".join(reason.split())
    options: dict[str, str | bool] = {"reason": told or "<why>"} | ({} if names else {"all": True})
    again = run("waive", *names, options)
    if key is not None and caller.channel == "agent":
        raise Refused(f"An agent may not sign for a person: {caller.reason}")
    if key is None:
        demand_person(caller, "waive a task", hint=by_person(again))
        if opened.workspace.config.policy.approvals == "signed":
            raise Misused(
                "The policy requires a signed waiver, and no key was given",
                hint=Hint(again, " with `--sign`"),
            )
    if not told:
        raise Misused("A waiver needs a reason", hint=Hint(again))
    refuse_secrets(told, "The reason")
    tasks = [find_task(opened, name) for name in names] or _list_open(opened)
    if not tasks:
        raise Misused(f"No task of plan `{opened.known.slug}` is open")
    demand_approved(opened)
    draft = Draft(opened, caller)
    for task in tasks:
        if task.doer:
            raise Misused(f"`{task.name}` is done by `{task.doer}`")
        if task.state.is_closed:
            raise Misused(f"`{task.name}` is {task.state.progress} already")
        body = {"task": task.key, "digest": task.record.digest, "reason": told}
        draft.add("waived", body, speaker="user", channel="signed" if key else "")
        if key is not None:
            sign_last(draft, key)
    return Waiver(commit(draft, label=f"waive {tasks[0].name}", cause="record"), tuple(tasks), told)


def _list_open(opened: OpenPlan) -> list[WorkTask]:
    return [task for task in list_tasks(opened) if not task.doer and not task.state.is_closed]
