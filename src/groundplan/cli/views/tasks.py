"""The tasks of a plan as a table with a bar each, and what moves under a supposition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.look import clean
from groundplan.cli.wrapping import cells, wrap
from groundplan.plan.dataclass import dataclass
from groundplan.plan.hint import Hint, run
from groundplan.plan.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.schedule.board import Board, Left, Row, WhatIf
    from groundplan.app.schedule.experience import Experiences
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.calendar import Calendar

MARKS: dict[Progress, Part] = {
    Progress.OPEN: ("○", "dim"),
    Progress.STARTED: ("◐", "accent"),
    Progress.DONE: ("✓", "ok"),
    Progress.WAIVED: ("✗", "warn"),
}
_TWO_LINES = 60  # columns; below, a task takes two lines
_WITH_NEEDS, _WITH_OWNER = 76, 96
_LEAST_BAR, _MOST_BAR, _LEAST_TITLE = 12, 48, 18
_INDENT = 2
_MOST = 6  # names of one note


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the table: its heading, what each task says in it, and whether figures stand at its end."""

    heading: str
    texts: tuple[str, ...]
    is_right: bool = False

    @property
    def width(self) -> int:
        """Return the columns of the terminal that it takes."""
        return max(cells(self.heading), *map(cells, self.texts)) if any(self.texts) else 0

    def put(self, text: str) -> str:
        """Return a text as wide as the column."""
        gap = " " * (self.width - cells(text))
        return gap + text if self.is_right else text + gap


def show_board(screen: Screen, board: Board, shown: Sequence[Row], *, by: str = "") -> None:
    """Put out the tasks, under the heading of their group where one was asked for, then the sums."""
    by = by or ("phase" if board.listed.phases and not any(board.listed.graph.needs) else "")
    if not by:
        _show_rows(screen, board, shown)
    for name, rows in _groups(shown, by) if by else ():
        screen.line((name, "bold"), (f"   {_tell_group(rows)}", "dim"), indent=_INDENT)
        _show_rows(screen, board, rows)
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
    closed = sum(row.task.is_closed for row in rows)
    days = [row.task.days for row in rows]
    told = f"{closed} of {_count(len(rows), 'task')} done"
    if None not in days:
        told += f", {_days(sum(each or 0.0 for each in days))} of work"
    return told


def _show_rows(screen: Screen, board: Board, rows: Sequence[Row]) -> None:
    if not rows:
        return
    if screen.width < _TWO_LINES:
        _show_narrow(screen, board, rows)
        return
    columns = _columns(screen, board, rows)
    taken = _INDENT + 3 + sum(column.width + 2 for column in columns if column.width)
    titles = [clean(row.task.label) for row in rows]
    wanted = max(map(cells, titles))
    bar = max(_LEAST_BAR, min(_MOST_BAR, screen.width - taken - 2 - min(wanted, 34)))
    room = max(_LEAST_TITLE, min(wanted, screen.width - taken - 2 - bar))
    head = [
        *(column.put(column.heading) for column in columns[:1]),
        "task".ljust(room),
        *(column.put(column.heading) for column in columns[1:] if column.width),
        _scale(board, bar),
    ]
    screen.line(("   " + "  ".join(filter(None, head)), "dim"), indent=_INDENT)
    for at, row in enumerate(rows):
        _show_row(screen, board, (row, at), columns, (room, bar))


def _columns(screen: Screen, board: Board, rows: Sequence[Row]) -> list[_Column]:
    """Return the columns that there is room for: what a task is called first, then figures, needs, owners."""
    names = _Column("", tuple(clean(row.task.name) for row in rows))
    columns = [names]
    if screen.width >= _WITH_OWNER:
        columns.append(_Column("owner", tuple(clean(", ".join(row.task.owners)) for row in rows)))
    if board.days is not None:
        columns.append(_Column("days", tuple(f"{row.task.days:g}" for row in rows), is_right=True))
        slack = (f"{row.timing.slack:g}" if row.timing and row.timing.slack else "" for row in rows)
        columns.append(_Column("slack", tuple(slack), is_right=True))
    elif board.waves > 1:
        columns.append(_Column("wave", tuple(str(row.wave or "") for row in rows), is_right=True))
    if screen.width >= _WITH_NEEDS:
        columns.append(_Column("needs", tuple(_tell_needs(row.direct, screen.width) for row in rows)))
    return columns


def _tell_needs(needs: Sequence[str], width: int) -> str:
    most = 3 if width < _WITH_OWNER else 5
    return " ".join(map(clean, needs[:most])) + (f" +{len(needs) - most}" if len(needs) > most else "")


def _show_row(
    screen: Screen, board: Board, placed: tuple[Row, int], columns: Sequence[_Column], widths: tuple[int, int]
) -> None:
    row, at = placed
    room, bar = widths
    tone = "hot" if row.is_critical and board.days and not row.task.is_closed else ""
    first, *more = wrap(clean(row.task.label), room) or [""]
    parts: list[Part] = [MARKS[row.task.state.progress], "  "]
    parts += [
        (columns[0].put(columns[0].texts[at]), tone or "dim"),
        "  ",
        first + " " * (room - cells(first)),
    ]
    for column in columns[1:]:
        if column.width:
            parts += ["  ", (column.put(column.texts[at]), "dim" if column.heading == "needs" else "")]
    screen.line(*parts, "  ", *_bar(board, row, bar), indent=_INDENT)
    for line in more:
        screen.line(" " * (3 + columns[0].width + 2) + line, indent=_INDENT)


def _show_narrow(screen: Screen, board: Board, rows: Sequence[Row]) -> None:
    """Put out two lines for each task: what it is, then its bar and figures."""
    for row in rows:
        tone = "hot" if row.is_critical and board.days and not row.task.is_closed else "bold"
        mark = MARKS[row.task.state.progress]
        screen.line(mark, " ", (row.task.name, tone), " ", row.task.label, indent=_INDENT, hang=2)
        if board.days is None:
            needs = f" needs {' '.join(row.needs)}" if row.needs else ""
            if board.waves > 1:
                screen.line((f"wave {row.wave or 'none'}{needs}", "dim"), indent=_INDENT + 2)
            continue
        slack = f"slack {row.timing.slack:g}" if row.timing and row.timing.slack else "critical"
        bar = _bar(board, row, screen.width - _INDENT - 20)
        told = (f"  {_days(row.task.days or 0.0)}, {slack}" if row.timing else "  in a cycle", "dim")
        screen.line(*bar, told, indent=_INDENT + 2)


def _scale(board: Board, width: int) -> str:
    """Return the ends of the bars' scale: days from the first to the last, or waves."""
    if not board.days:
        return "wave 1" + str(board.waves).rjust(width - 6) if board.waves > 1 else ""
    return "day 1" + f"{board.days:g}".rjust(width - 5)


def _bar(board: Board, row: Row, width: int) -> list[Part]:
    """Return a task's bar: blank until it starts, its work, then its slack, always as wide as all bars."""
    if board.days and row.timing:
        unit = width / board.days
        start, length = row.timing.start * unit, (row.timing.finish - row.timing.start) * unit
        slack = row.timing.slack * unit
    elif row.wave and not board.days and board.waves > 1:
        unit = width / board.waves
        start, length, slack = (row.wave - 1) * unit, unit, 0.0
    else:
        return []
    before = min(round(start), width - 1)
    work = max(1, round(start + length) - before)
    tail = max(0, min(width, round(start + length + slack)) - before - work)
    tone = "ok" if row.task.is_closed else "hot" if row.is_critical and board.days else "accent"
    blank = width - before - work - tail
    return [" " * before, ("━" * work, tone), ("╌" * tail, "dim"), " " * max(0, blank)]


def _show_sums(screen: Screen, board: Board, shown: Sequence[Row]) -> None:
    """Put out the sums, what is next, what is worth a question, and what nobody wrote."""
    some = f"{len(shown)} of " if len(shown) < len(board.rows) else ""
    rows: list[list[Part]] = [
        [("tasks", "dim"), f"{some}{len(board.rows)}, {board.closed} done{_tell_waves(board.waves)}"]
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
        saved = f"{_days(cut.days)} instead of {_days(cut.days + cut.saved)}"
        rows.append([("cut", "dim"), f"if {cut.task} did not need {cut.needed}: {saved}"])
    screen.table(rows, indent=_INDENT, flexible=1)
    for note in _notes(board):
        screen.labelled("note:", "warn", note, indent=_INDENT)


def _tell_waves(waves: int) -> str:
    return f", {waves} waves" if waves > 1 else ""


def _tell_left(left: Left, calendar: Calendar) -> str:
    if not left.days:
        return "nothing"
    told = f"{_days(left.days)} as planned"
    if left.least < left.days:
        told += f" (at least {_days(left.least)} with these owners)"
    if left.finish is None:
        return f"{told}; no P50 and P90"
    end = left.finish.end
    dates = [calendar.date_of(day, is_end=True) for day in (end.p50, end.p90)]
    told += f"; P50 {_days(end.p50)}, P90 {_days(end.p90)}"
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


def _days(days: float) -> str:
    return f"{round(days, 2):g} d"


def _count(number: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def show_what_if(screen: Screen, board: Board, found: WhatIf) -> None:
    """Put out what would move: the end before and after, then each task that starts or ends otherwise."""
    calendar = board.listed.calendar
    screen.line(("If " + ", and ".join(found.said), "bold"), indent=_INDENT)
    rows: list[list[Part]] = [
        [("now", "dim"), _tell_left(found.before, calendar)],
        [("then", "dim"), _tell_left(found.after, calendar)],
        [("so", "dim"), _tell_change(found)],
    ]
    screen.table(rows, indent=_INDENT, flexible=1)
    if found.moved:
        screen.blank()
        moved: list[list[Part]] = [[("", "dim"), ("task", "dim"), ("days now", "dim"), ("days then", "dim")]]
        moved += [
            [
                (each.name, "dim"),
                each.title,
                f"{each.before.start:g}–{each.before.finish:g}",
                f"{each.after.start:g}–{each.after.finish:g}",
            ]
            for each in found.moved
        ]
        screen.table(moved, indent=_INDENT, flexible=1)


def _tell_change(found: WhatIf) -> str:
    change = round(found.after.days - found.before.days, 2)
    moved = _count(len(found.moved), "task")
    if not found.moved:
        return "nothing moves"
    if not change:
        return f"the end stays; {moved} would move"
    return f"the end is {_days(abs(change))} {'later' if change > 0 else 'sooner'}; {moved} would move"


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
    screen.table(rows, indent=_INDENT, flexible=1)
    screen.blank()
    looked = f"{_count(past.branches, 'merged branch')} among the newest {_count(past.commits, 'commit')}"
    days = "Days are calendar days from a branch's first commit to its merge, review included."
    screen.prose(f"Looked through {looked}. {days}", indent=_INDENT, tone="dim")
