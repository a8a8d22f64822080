"""A plan's schedule, suppositions about it, and reports as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.app.wire.plans import plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.schedule.board import Board, Left, Row, WhatIf
    from groundplan.plan.calendar import Calendar
    from groundplan.schedule.order import Timing

Payload = dict[str, Any]


def board(opened: OpenPlan, found: Board, shown: Sequence[Row], supposed: WhatIf | None = None) -> Payload:
    """Return the tasks that are shown, and what follows from all of them."""
    calendar = found.listed.calendar
    return {
        "plan": plan(opened),
        "tasks": [_row(each, calendar) for each in shown],
        "count": len(found.rows),
        "closed": found.closed,
        "waves": found.waves,
        "cycles": [list(each) for each in found.cycles],
        "start": str(calendar.start or ""),
        "days": found.days,
        "left": _left(found.left, calendar),
        "critical": list(found.critical),
        "ready": list(found.ready),
        "cuts": [
            {"task": each.task, "needs": each.needed, "days": each.days, "saved": each.saved}
            for each in found.cuts
        ],
        "unknown": {
            "days": list(found.without_days),
            "range": list(found.without_range),
            "owner": list(found.without_owner),
            "confirmed": list(found.unconfirmed),
            "dependencies": [
                {"task": found.listed.names[each.task], "text": each.name}
                for each in found.listed.graph.unknown
            ],
        },
        "what_if": _what_if(supposed, calendar) if supposed else None,
    }


def _row(row: Row, calendar: Calendar) -> Payload:
    task = row.task
    return {
        "name": task.name,
        "title": task.title,
        "state": str(task.state.progress),
        "owners": list(task.owners),
        "phase": task.phase,
        "epic": task.epic,
        "story": task.story,
        "wave": row.wave,
        "needs": list(row.needs),
        "direct": list(row.direct),
        "follows": list(row.follows),
        "effort": task.effort,
        "assumed": task.is_assumed,
        "estimate": list(task.estimate) if task.estimate else None,
        "days": task.days,
        "schedule": _timing(row.timing, calendar) if row.timing else None,
        "critical": row.is_critical,
    }


def _timing(timing: Timing, calendar: Calendar) -> Payload:
    return {
        "start": timing.start,
        "finish": timing.finish,
        "slack": timing.slack,
        "free": timing.free,
        "first_date": str(calendar.date_of(timing.start) or ""),
        "last_date": str(calendar.date_of(timing.finish, is_end=True) or ""),
    }


def _left(left: Left | None, calendar: Calendar) -> Payload | None:
    if left is None:
        return None
    finish = left.finish
    return {
        "days": left.days,
        "least": left.least,
        "p50": finish.end.p50 if finish else None,
        "p90": finish.end.p90 if finish else None,
        "p50_date": str(calendar.date_of(finish.end.p50, is_end=True) or "") if finish else "",
        "p90_date": str(calendar.date_of(finish.end.p90, is_end=True) or "") if finish else "",
        "runs": finish.runs if finish else 0,
        "phases": [
            {"phase": str(name), "p50": each.p50, "p90": each.p90}
            for name, each in (finish.groups.items() if finish else ())
            if name != ""
        ],
    }


def _what_if(found: WhatIf, calendar: Calendar) -> Payload:
    return {
        "said": list(found.said),
        "before": _left(found.before, calendar),
        "after": _left(found.after, calendar),
        "moved": [
            {
                "name": each.name,
                "before": _timing(each.before, calendar),
                "after": _timing(each.after, calendar),
            }
            for each in found.moved
        ],
    }
