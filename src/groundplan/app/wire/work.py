"""Tasks, their receipts and what is next, as plain data with stable keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.wire.outcomes import outcome
from groundplan.app.wire.plans import plan

if TYPE_CHECKING:
    from groundplan.app.plans.tasks import WorkTask
    from groundplan.app.work.beginning import Begun
    from groundplan.app.work.closing import Closed
    from groundplan.app.work.readying import Next, Pack
    from groundplan.app.work.rehearsing import Rehearsal
    from groundplan.app.work.waiving import Waiver
    from groundplan.plan.receipt import Run
    from groundplan.plan.task_command import TaskCommand

Payload = dict[str, Any]


def task(each: WorkTask) -> Payload:
    """Return a task with its state."""
    return {
        "id": each.name,
        "title": each.title,
        "state": str(each.state.progress),
        "by": each.state.by,
        "at": each.state.at,
        "files": [{"path": path, "intent": str(intent)} for path, intent in each.files.items()],
        "symbols": list(each.symbols),
        "commands": [_command(one) for one in each.commands],
        "verification": list(each.verification),
        "needs": list(each.needs),
    }


def _command(each: TaskCommand) -> Payload:
    return {
        "argv": list(each.argv),
        "folder": each.folder,
        "expected": each.expected,
        "trouble": each.trouble,
    }


def what_is_next(found: Next) -> Payload:
    """Return what is started, ready and blocked, and the pack of one task."""
    return {
        "plan": plan(found.opened),
        "waits_for": found.waits_for,
        "started": [task(each) for each in found.started],
        "ready": [task(each) for each in found.ready],
        "blocked": [task(each) | {"waits_for": list(names)} for each, names in found.blocked],
        "done": [task(each) for each in found.closed],
        "looks_begun": [{"task": key, "commit": oid} for key, oid in found.begun],
        "pack": _pack(found.pack) if found.pack else None,
    }


def _pack(pack: Pack) -> Payload:
    return {
        "task": pack.task.name,
        "tokens": pack.tokens,
        "parts": [
            {"title": part.title, "lines": list(part.lines), "left_out": part.left_out} for part in pack.parts
        ],
    }


def started(done: Begun) -> Payload:
    """Return a task that was started."""
    return outcome(done.outcome) | {"task": task(done.task)}


def closed(done: Closed) -> Payload:
    """Return a task that is proven done, and its receipt."""
    return outcome(done.outcome) | {
        "task": task(done.task),
        "runs": [_run(each) for each in done.runs],
        "commits": list(done.commits),
        "files": list(done.files),
        "unchanged": list(done.left),
        "rests_on": list(done.rests),
    }


def _run(each: Run) -> Payload:
    return {
        "argv": list(each.argv),
        "folder": each.folder,
        "ended": each.ended,
        "code": each.code,
        "seconds": each.milliseconds / 1000,
        "digest": each.digest,
        "expected": each.expected,
        "confined": each.is_confined,
        "excerpt": each.excerpt,
        "left_running": list(each.left),
    }


def waived(done: Waiver) -> Payload:
    """Return the tasks that a person waived."""
    return outcome(done.outcome) | {
        "tasks": [task(each) for each in done.tasks],
        "reason": done.reason,
    }


def rehearsed(found: Rehearsal) -> Payload:
    """Return every verification command, and what of it is not there."""
    return {
        "plan": plan(found.opened),
        "ready": found.is_ready,
        "commands": [
            {"task": each.task.name, **_command(each.command), "missing": list(each.missing)}
            for each in found.commands
        ],
        "unproven": [each.name for each in found.unproven],
    }
