"""The tasks of a plan on a screen: their table, sums and gaps, what would move, what the history says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.schedule.board import tell_closed
from groundplan.cli.look import clean
from groundplan.cli.views.task_table import INDENT, show_tasks, tell_days, tell_figure
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.schedule.board import Board, Left, Row, WhatIf
    from groundplan.app.views.experience import Experiences
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.calendar import Calendar

_MOST = 6  # names of one note


def show_board(screen: Screen, board: Board, shown: Sequence[Row], *, by: str = "") -> None:
    """Put out the tasks, under the heading of their group where one was asked for, then the sums."""
    by = by or ("phase" if board.listed.phases and not any(board.listed.graph.needs) else "")
    if not by:
        show_tasks(screen, board, shown)
    for name, rows in _groups(shown, by) if by else ():
        screen.line((name, "bold"), (f"   {_tell_group(rows)}", "dim"), indent=INDENT)
        show_tasks(screen, board, rows)
        screen.blank()
    if not by:
        screen.blank()
    _show_sums(screen, board, shown)


def _groups(rows: Sequence[Row], by: str) -> Iterator[tuple[str, list[Row]]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        task = row.task
        names = {
            "phase": task.phase or "No phase",
            "epic": task.epic or "No epic",
            "story": " / ".join(filter(None, (task.epic, task.story))) or "No story",
            "owner": ", ".join(task.owners) or "No owner",
            "wave": f"Wave {row.wave}" if row.wave else "Waits for a cycle",
        }
        groups.setdefault(names[by], []).append(row)
    return iter(sorted(groups.items(), key=lambda item: item[1][0].wave) if by == "wave" else groups.items())


def _tell_group(rows: Sequence[Row]) -> str:
    days = [row.task.days for row in rows]
    told = tell_closed(rows)
    if None not in days:
        told += f", {tell_days(sum(each or 0.0 for each in days))} of work"
    return told


def _show_sums(screen: Screen, board: Board, shown: Sequence[Row]) -> None:
    """Put out the sums, what is next, what is worth a question, and what nobody wrote."""
    shows = f", {len(shown)} shown" if len(shown) < len(board.rows) else ""
    rows: list[list[Part]] = [
        [("tasks", "dim"), f"{tell_closed(board.rows)}{_tell_waves(board.waves)}{shows}"]
    ]
    if board.left is not None:
        rows.append([("left", "dim"), _tell_left(board.left, board.listed.calendar)])
    if board.critical and len(board.critical) < len(board.rows):
        rows.append([("critical", "dim"), " ".join(board.critical)])
    titles = {row.task.name: row.task.label for row in board.rows}
    if board.ready:
        first, *others = board.ready
        more = f"; also {' '.join(others[:_MOST])}" if others and any(board.listed.graph.needs) else ""
        rows.append([("next", "dim"), f"{first} {titles[first]}{more}"])
    for cut in board.cuts[:1]:
        saved = f"{tell_days(cut.days)} instead of {tell_days(cut.days + cut.saved)}"
        rows.append([("cut", "dim"), f"if {cut.task} did not need {cut.needed}: {saved}"])
    screen.table(rows, indent=INDENT, flexible=1)
    for note in _notes(board):
        screen.labelled("note:", "warn", note, indent=INDENT)


def _tell_waves(waves: int) -> str:
    return f", {waves} waves" if waves > 1 else ""


def _tell_left(left: Left, calendar: Calendar) -> str:
    if not left.days:
        return "nothing"
    told = f"{tell_days(left.days)} as planned"
    if left.least < left.days:
        told += f" (at least {tell_days(left.least)} with these owners)"
    if left.finish is None:
        return f"{told}; no P50 and P90"
    end = left.finish.end
    dates = [calendar.date_of(day, is_end=True) for day in (end.p50, end.p90)]
    told += f"; P50 {tell_days(end.p50)}, P90 {tell_days(end.p90)}"
    return f"{told} ({dates[0]}, {dates[1]})" if all(dates) else told


def _notes(board: Board) -> Iterator[str]:
    """Yield what keeps the figures from being more, or truer."""
    for way in board.cycles:
        yield f"These depend on each other, so none can start: {' needs '.join(way)}"
    unknown = board.listed.graph.unknown
    if unknown:
        named = ", ".join(f"`{clean(each.name)[:40]}`" for each in unknown[:3])
        yield Hint(f"{_count(len(unknown), 'dependency')} could not be read ({named}); ", run("check"))
    if len(board.rows) > 1 and not any(board.listed.graph.needs):
        yield "no task names a dependency, so the order is that of the document"
    missing, single, nobody = board.without_days, board.without_range, board.without_owner
    if missing:
        told = f"no effort given for {_some(missing, len(board.rows))}, so the order is all that is known; "
        yield Hint(told, run("tasks", {"assume": "M"}), " assumes one")
    if single and not missing:
        yield f"one figure, not a range, for {_some(single, len(board.rows))}: so there is no P50 and P90"
    if nobody and board.days is not None:
        yield f"no owner for {_some(nobody, len(board.rows))}: scheduled as if somebody were free"
    assumed = [row.task.name for row in board.rows if row.task.is_assumed]
    if assumed:
        yield f"effort assumed, not given, for {_some(assumed, len(board.rows))}"
    if board.unconfirmed:
        yield f"effort is a default that nobody confirmed for {_some(board.unconfirmed, len(board.rows))}"
    several = [name for name in board.listed.owners if name not in board.listed.teams]
    if several and board.days is not None:
        told = "counted as one person each, unless `[calendar.people]` in the configuration says otherwise"
        yield f"{_listed(several)} {told}"


def _some(names: Sequence[str], of: int) -> str:
    return "any task" if len(names) == of else _listed(names)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more


def _count(number: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def show_what_if(screen: Screen, board: Board, found: WhatIf) -> None:
    """Put out what would move: the end before and after, then each task that starts or ends otherwise."""
    calendar = board.listed.calendar
    screen.line(("If " + ", and ".join(found.said), "bold"), indent=INDENT)
    rows: list[list[Part]] = [
        [("now", "dim"), _tell_left(found.before, calendar)],
        [("then", "dim"), _tell_left(found.after, calendar)],
        [("so", "dim"), _tell_change(found)],
    ]
    screen.table(rows, indent=INDENT, flexible=1)
    if found.moved:
        screen.blank()
        moved: list[list[Part]] = [[("", "dim"), ("task", "dim"), ("days now", "dim"), ("days then", "dim")]]
        moved += [
            [
                (each.name, "dim"),
                each.title,
                f"{tell_figure(each.before.start)}–{tell_figure(each.before.finish)}",
                f"{tell_figure(each.after.start)}–{tell_figure(each.after.finish)}",
            ]
            for each in found.moved
        ]
        screen.table(moved, indent=INDENT, flexible=1)


def _tell_change(found: WhatIf) -> str:
    change = round(found.after.days - found.before.days, 2)
    moved = _count(len(found.moved), "task")
    if not found.moved:
        return "nothing moves"
    if not change:
        return f"the end stays; {moved} would move"
    return f"the end is {tell_days(abs(change))} {'later' if change > 0 else 'sooner'}; {moved} would move"


def show_experience(screen: Screen, past: Experiences) -> None:
    """Put out how long earlier branches took, and what was looked through where nothing is said."""
    rows: list[list[Part]] = []
    for each in past.tasks:
        if each.span:
            span = each.span
            half = f"half took {span.low:g} to {span.high:g} days, median {span.middle:g}"
            told = f"{span.branches} branches: {half}"
        else:
            told = "too few branches touched its files" if each.files else "names no file that is tracked"
        rows.append([(each.task, "bold"), each.title, (told, "" if each.span else "dim")])
    screen.table(rows, indent=INDENT, flexible=1)
    screen.blank()
    looked = f"{_count(past.branches, 'merged branch')} among the newest {_count(past.commits, 'commit')}"
    days = "Days are calendar days from a branch's first commit to its merge, review included."
    screen.prose(f"Looked through {looked}. {days}", indent=INDENT, tone="dim")
