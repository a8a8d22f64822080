"""How far the work of a plan is: by phase, task and milestone, what is next, and what holds it up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.app.judgement.plain_words import plain_words
from groundplan.app.reports.lines import items, part, sources, table
from groundplan.app.schedule.board import make_board, tell_closed
from groundplan.app.views.waiting import waiting_for_person
from groundplan.plan.late_regex import late_regex
from groundplan.rules.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.schedule.board import Board, Left, Row
    from groundplan.plan.calendar import Calendar
    from groundplan.schedule.forecast import Forecast

_PHASE = late_regex(r"\bphase\s+([0-9]+|[a-z])\b", re.IGNORECASE)


def report_progress(opened: OpenPlan, role: str) -> Iterator[str]:
    """Yield the sums, the phases, the tasks, the milestones, what is next and what is waited for."""
    board = make_board(opened.judgement.case)
    mine = rows_of(board, role)
    yield from sums(board, mine, role)
    yield from part("Phases", tell_phases(board, mine))
    heads = ("Task", "", "Owner", "State", "By", "Needs")
    yield from part("Tasks", table(heads, map(_task, mine)), "No tasks are written yet.")
    yield from part("Milestones", _milestones(opened, board))
    titles = {row.task.name: row for row in mine}
    ready = [name for name in board.ready if name in titles]
    yield from part("Next", items(f"{name} {titles[name].task.label}" for name in ready[:8]))
    waits = (f"{each.name}: {each.text}" for each in waiting_for_person(opened))
    yield from part("Waiting for a person", items(waits))
    yield from part("Not known", items(tell_unknown(board)))
    told = ["a task is done on a receipt in the ledger, never on a tick in the document"]
    yield from part("Sources", items([*sources(opened, "task", "milestone"), *told]))


def rows_of(board: Board, role: str) -> tuple[Row, ...]:
    """Return the tasks of a role, or all."""
    folded = role.casefold()
    return tuple(r for r in board.rows if not role or folded in {name.casefold() for name in r.task.owners})


def sums(board: Board, rows: Sequence[Row], role: str) -> Iterator[str]:
    """Yield how much is done and left, with P50 and P90 where every open task gives a range."""
    yield f"{f'Tasks of {plain_words(role)}' if role else 'Tasks'}: {tell_closed(rows)}."
    if board.left is not None and rows:
        yield f"All tasks: {_tell_left(board.left, board.listed.calendar)}."
    yield ""


def _tell_left(left: Left, calendar: Calendar) -> str:
    """Return what is left in words: never one figure where there could be two."""
    if not left.days:
        return "nothing is left"
    told = f"{left.days:g} working days are left as planned"
    if left.finish is None:
        return f"{told}; without a range for every task there is no forecast"
    end = left.finish.end
    dates = [calendar.date_of(day, is_end=True) for day in (end.p50, end.p90)]
    dated = f" ({dates[0]} and {dates[1]})" if all(dates) else ""
    return f"{told}; P50 {end.p50:g}, P90 {end.p90:g} days{dated}"


def tell_phases(board: Board, rows: Sequence[Row]) -> Iterator[str]:
    """Yield a table of the phases: how many tasks are done, and when each will be, P50 and P90."""
    groups = board.left.finish.groups if board.left and board.left.finish else {}
    told = []
    for phase in board.listed.phases:
        own = [row for row in rows if row.task.phase == phase]
        if own:
            closed = sum(row.task.is_closed for row in own)
            begun = closed or any(str(row.task.state.progress) == "started" for row in own)
            state = "done" if closed == len(own) else "in progress" if begun else "open"
            finish = groups.get(phase)
            due = _tell_due(board, finish) if finish and state != "done" else ""
            told.append((phase, state, f"{closed} of {len(own)}", due))
    yield from table(("Phase", "State", "Tasks done", "Finished, P50 / P90"), told)


def _tell_due(board: Board, finish: Forecast) -> str:
    dates = [board.listed.calendar.date_of(day, is_end=True) for day in (finish.p50, finish.p90)]
    return f"{dates[0]} / {dates[1]}" if all(dates) else f"after {finish.p50:g} / {finish.p90:g} days"


def _task(row: Row) -> tuple[str, ...]:
    task, state = row.task, row.task.state
    by = f"{state.by}, {state.at[:10]}" if state.at else ""
    reason = f" ({state.reason})" if state.reason else ""
    return task.name, task.title, ", ".join(task.owners), f"{state.progress}{reason}", by, " ".join(row.needs)


def _milestones(opened: OpenPlan, board: Board) -> Iterator[str]:
    """Yield the milestones; only one that names a phase or a task by its id has a state."""
    rows = []
    for found in written(opened.judgement.case, "milestone"):
        title = found.says("title") or found.record.text
        rows.append((title, found.says("date"), milestone_state(title, board)))
    yield from table(("Milestone", "Date as written", "State"), rows)


def milestone_state(title: str, board: Board) -> str:
    """Return how far a milestone is by the tasks that it names."""
    phases = {f"phase {match.casefold()}" for match in _PHASE.findall(title)}
    ids = {row.task.name for row in board.rows if re.search(rf"\b{re.escape(row.task.name)}\b", title)}
    tasks = [
        row.task
        for row in board.rows
        if row.task.name in ids or row.task.phase.casefold().partition(":")[0] in phases
    ]
    if not tasks:
        return "not known: it names no phase or task"
    closed = sum(task.is_closed for task in tasks)
    return "reached" if closed == len(tasks) else f"{closed} of {len(tasks)} tasks done"


def tell_unknown(board: Board) -> Iterator[str]:
    """Yield what the figures lack."""
    for names, told in (
        (board.without_days, "no effort is given"),
        (board.without_range, "one figure and no range is given"),
        (board.without_owner, "nobody owns it"),
        (board.unconfirmed, "the effort is a default that nobody confirmed"),
    ):
        if names:
            yield f"{told}: {', '.join(names[:12])}" + (
                f" and {len(names) - 12} more" if len(names) > 12 else ""
            )
    for each in board.listed.graph.unknown:
        yield f"{board.listed.names[each.task]} depends on something that names no task: {each.name}"
    for way in board.cycles:
        yield f"these depend on each other: {' needs '.join(way)}"
    if board.listed.calendar.start is None and board.closed < len(board.rows):
        yield "when work starts, so there are no dates (`[calendar] start` in the configuration)"
