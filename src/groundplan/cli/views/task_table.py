"""The table of tasks: what each is, days, slack, needs and a bar; two lines each where it is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.look import clean
from groundplan.cli.wrapping import cells, wrap
from groundplan.plan.dataclass import dataclass
from groundplan.plan.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.schedule.board import Board, Row
    from groundplan.cli.look import Part, Screen

MARKS: dict[Progress, Part] = {
    Progress.OPEN: ("○", "dim"),
    Progress.STARTED: ("◐", "accent"),
    Progress.DONE: ("✓", "ok"),
    Progress.WAIVED: ("✗", "warn"),
}
_TWO_LINES = 60  # columns; below, a task takes two lines
_WITH_NEEDS, _WITH_OWNER = 76, 96
_LEAST_BAR, _MOST_BAR, _LEAST_TITLE = 12, 48, 18
INDENT = 2


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


def show_tasks(screen: Screen, board: Board, rows: Sequence[Row]) -> None:
    """Put out a row for each task, as wide as the screen allows."""
    if not rows:
        return
    if screen.width < _TWO_LINES:
        _show_narrow(screen, board, rows)
        return
    columns = _columns(screen, board, rows)
    taken = INDENT + 3 + sum(column.width + 2 for column in columns if column.width)
    titles = [clean(row.task.label) for row in rows]
    wanted = max(map(cells, titles))
    has_bars = bool(board.days) or board.waves > 1
    bar = max(_LEAST_BAR, min(_MOST_BAR, screen.width - taken - 2 - min(wanted, 34))) if has_bars else 0
    room = max(_LEAST_TITLE, min(wanted, screen.width - taken - 2 - bar))
    head = [
        *(column.put(column.heading) for column in columns[:1]),
        "task".ljust(room),
        *(column.put(column.heading) for column in columns[1:] if column.width),
        _scale(board, bar),
    ]
    if has_bars or any(column.width for column in columns[1:]):
        screen.line(("   " + "  ".join(filter(None, head)), "dim"), indent=INDENT)
    for at, row in enumerate(rows):
        _show_row(screen, board, (row, at), columns, (room, bar))


def _columns(screen: Screen, board: Board, rows: Sequence[Row]) -> list[_Column]:
    """Return the columns that there is room for: what a task is called first, then figures, needs, owners."""
    names = _Column("", tuple(clean(row.task.name) for row in rows))
    columns = [names]
    if screen.width >= _WITH_OWNER:
        columns.append(_Column("owner", tuple(_clip(", ".join(row.task.owners)) for row in rows)))
    if board.days is not None:
        columns.append(
            _Column(
                "days",
                tuple(tell_figure(row.task.days) if row.task.days is not None else "" for row in rows),
                is_right=True,
            )
        )
        slack = (tell_figure(row.timing.slack) if row.timing and row.timing.slack else "" for row in rows)
        columns.append(_Column("slack", tuple(slack), is_right=True))
    elif board.waves > 1:
        columns.append(_Column("wave", tuple(str(row.wave or "") for row in rows), is_right=True))
    if screen.width >= _WITH_NEEDS:
        columns.append(_Column("needs", tuple(_tell_needs(row.direct, screen.width) for row in rows)))
    return columns


def _clip(text: str) -> str:
    shown = clean(text)
    return shown if cells(shown) <= _LEAST_TITLE else wrap(shown, _LEAST_TITLE - 1)[0] + "…"


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
    screen.line(*parts, "  ", *_bar(board, row, bar), indent=INDENT)
    for line in more:
        screen.line(" " * (3 + columns[0].width + 2) + line, indent=INDENT)


def _show_narrow(screen: Screen, board: Board, rows: Sequence[Row]) -> None:
    """Put out two lines for each task: what it is, then its bar and figures."""
    for row in rows:
        tone = "hot" if row.is_critical and board.days and not row.task.is_closed else "bold"
        mark = MARKS[row.task.state.progress]
        screen.line(mark, " ", (row.task.name, tone), " ", row.task.label, indent=INDENT, hang=2)
        if board.days is None:
            needs = f" needs {' '.join(row.needs)}" if row.needs else ""
            if board.waves > 1:
                screen.line((f"wave {row.wave or 'none'}{needs}", "dim"), indent=INDENT + 2)
            continue
        slack = f"slack {tell_figure(row.timing.slack)}" if row.timing and row.timing.slack else "critical"
        bar = _bar(board, row, screen.width - INDENT - 20)
        told = (f"  {tell_days(row.task.days or 0.0)}, {slack}" if row.timing else "  in a cycle", "dim")
        screen.line(*bar, told, indent=INDENT + 2)


def _scale(board: Board, width: int) -> str:
    """Return the ends of the bars' scale: days from the first to the last, or waves."""
    if not board.days:
        return "wave 1" + str(board.waves).rjust(width - 6) if board.waves > 1 else ""
    return "day 1" + tell_figure(board.days).rjust(width - 5)


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


def tell_figure(days: float) -> str:
    """Return days as a figure of at most two decimals."""
    return f"{round(days, 2):g}"


def tell_days(days: float) -> str:
    """Return days with their unit."""
    return f"{tell_figure(days)} d"
