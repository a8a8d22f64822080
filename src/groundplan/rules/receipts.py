"""Receipts that close no task although they claim to: what they lack is told, and nothing is ticked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.hint import Hint, run
from groundplan.plan.progress import Progress, find_weakness
from groundplan.plan.record import as_task, name_tasks
from groundplan.rules.plan_lines import cut
from groundplan.rules.registry import rule
from groundplan.rules.tasks import written_tasks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.progress import TaskState
    from groundplan.plan.receipt import Receipt
    from groundplan.plan.record import Record

_MOST = 12  # things that a receipt rests on
_SHORT = 12  # letters of a commit's id


@rule("GP407", "weak-receipt", always=True, severity=Severity.WARNING)
def weak_receipt(case: Case) -> Iterator[Finding]:
    """A receipt proves its task done: a start, commits that are here, commands that a person approved."""
    tasks = {task.key: task for task in case.plan.records("task")}
    work = [each.record for each in written_tasks(case)[0]] if case.promises.work.receipts else []
    names = {id(task): name for task, name in zip(work, name_tasks(work), strict=True)}
    for receipt in case.promises.work.receipts:
        task = tasks.get(receipt.task)
        if task is None:
            continue
        state = case.promises.state_of(task)
        if state.receipt == receipt.entry.id and receipt.rests:
            yield _rests(task, receipt)
        if case.evidence and state.receipt == receipt.entry.id and receipt.entry.id in case.evidence.unknown:
            yield _unknown(task, receipt, case.evidence.gap)
        if state.is_closed:
            continue
        lack = _lack(case, receipt)
        if lack:
            yield Finding(
                "GP407",
                f"A receipt of {_named(task)} does not count: {lack}",
                task.place,
                task.section,
                _how(task, names.get(id(task), task.key), state),
                Severity.WARNING,
                subject=receipt.entry.id,
            )


def _named(task: Record) -> str:
    """Return what a task is called: its id, or its first words, which may have code in them."""
    return f"`{task.id}`" if task.id else f"“{cut(as_task(task).title)}”"


def _how(task: Record, name: str, state: TaskState) -> Hint:
    """Return how to prove a task: one that is ticked all the same is unticked first."""
    untick = (run("check", {"fix": True}), ", ") if task.ticked else ()
    begin = (run("start", name), ", ") if state.progress is not Progress.STARTED else ()
    last = ("then ",) if untick or begin else ()
    return Hint("Prove it here: ", *untick, *begin, *last, run("done", name))


def _rests(task: Record, receipt: Receipt) -> Finding:
    return Finding(
        "GP407",
        f"The receipt of {_named(task)} rests on what no commit has: {'; '.join(receipt.rests[:_MOST])}",
        task.place,
        task.section,
        Hint("Look whether it decides the result. Commit it or move it away, then prove the task again"),
        Severity.WARNING,
        subject=receipt.entry.id,
    )


def _unknown(task: Record, receipt: Receipt, gap: str) -> Finding:
    return Finding(
        "GP407",
        f"Whether the work of {_named(task)} is here cannot be checked: "
        f"the history does not reach back to commit `{receipt.commit[:_SHORT]}`",
        task.place,
        task.section,
        gap,
        Severity.WARNING,
        subject=receipt.entry.id,
    )


def _lack(case: Case, receipt: Receipt) -> str:
    if case.evidence and receipt.entry.id in case.evidence.unverified:
        return "the verification of its phase did not run over the work of all its tasks"
    if case.evidence and receipt.entry.id in case.evidence.elsewhere:
        return (
            f"the work of commit `{receipt.commit[:_SHORT]}` is not in what is checked out, or was taken back"
        )
    return find_weakness(receipt, case.promises.history, case.promises.work)
