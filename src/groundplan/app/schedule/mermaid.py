"""Tasks drawn with Mermaid: the graph and a Gantt chart, as many drawings as its limits ask for."""

from __future__ import annotations

from dataclasses import field
from datetime import timedelta
from typing import TYPE_CHECKING

from groundplan.app.schedule.board import no_days
from groundplan.plan.dataclass import dataclass
from groundplan.plan.progress import Progress
from groundplan.schedule.order import reduce_needs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.app.schedule.board import Board, Row

MOST_EDGES, MOST_LETTERS = 500, 50_000  # what Mermaid draws; beyond that it shows an error
_ROOM = 2_000  # letters for the lines around tasks and edges
_LONGEST = 60
_PLAIN = frozenset(" -.,/()'_+=*!?")
_DAY = 86_400  # seconds
_CLASSES = (
    "classDef done fill:#d7f0e0,stroke:#2f8a57,color:#103020",
    "classDef critical stroke:#d4542a,stroke-width:3px",
    "classDef elsewhere stroke-dasharray:4 3",
)


def draw(board: Board, kind: str) -> list[str]:
    """Return the graph or the Gantt chart as fenced blocks; refuses a chart of days that nobody gave."""
    if kind == "gantt" and board.days is None:
        raise no_days(board)
    return draw_gantt(board) if kind == "gantt" else draw_graph(board)


def draw_graph(board: Board) -> list[str]:
    """Return the tasks and what each waits for; a dependency that follows from others is not drawn."""
    drawings = [_draw_part(board, part) for part in _parts(board, reduce_needs(board.listed.graph.needs))]
    return [_fenced(each) for each in drawings]


def draw_gantt(board: Board) -> list[str]:
    """Return the schedule; without days for every task there is none."""
    if board.days is None:
        return []
    lines: list[list[str]] = [[]]
    size = _ROOM
    phase = None
    for row in board.rows:
        if row.timing is None:
            continue
        line = _gantt_line(board, row)
        head = _section(row.task.phase) if row.task.phase != phase else []
        if size + len(line) + sum(map(len, head)) > MOST_LETTERS:
            lines.append([])
            head, size = _section(row.task.phase), _ROOM
        lines[-1] += [*head, line]
        size += len(line) + 1 + sum(len(each) + 1 for each in head)
        phase = row.task.phase
    return [_fenced([*_gantt_head(board), *part]) for part in lines if part]


def _section(phase: str) -> list[str]:
    return [f"  section {_words(phase) or 'Tasks'}"]


def _gantt_head(board: Board) -> list[str]:
    if board.listed.calendar.start:
        return ["gantt", "  dateFormat YYYY-MM-DD", "  axisFormat %m-%d"]
    # Without a start there are no dates: days are counted from a moment that the axis does not show.
    return ["gantt", "  dateFormat X", "  axisFormat day %j"]


def _gantt_line(board: Board, row: Row) -> str:
    timing, calendar = row.timing, board.listed.calendar
    if timing is None:
        return ""
    first, last = calendar.date_of(timing.start), calendar.date_of(timing.finish, is_end=True)
    if first and last:
        span = f"{first}, {max(last, first) + timedelta(days=1)}"
    else:
        span = f"{round(timing.start * _DAY)}, {round(max(timing.finish, timing.start + 0.01) * _DAY)}"
    tags = ("done, " if row.task.is_closed else "") + ("crit, " if row.is_critical else "")
    tags += "active, " if row.task.state.progress is Progress.STARTED else ""
    place = board.listed.names.index(row.task.name)
    return f"  {_words(f'{row.task.name} {row.task.label}')} :{tags}t{place}, {span}"


def _words(text: str) -> str:
    """Return a text for a Gantt chart, where a sign that means something cannot be escaped."""
    plain = "".join(letter if letter.isalnum() or letter in _PLAIN - {","} else " " for letter in text)
    return _shorten(" ".join(plain.split()))


def _label(text: str) -> str:
    """Return a text as a label: every sign that could mean something to Mermaid or HTML by its number."""
    short = _shorten(" ".join(text.split()))
    return "".join(letter if letter.isalnum() or letter in _PLAIN else f"#{ord(letter)};" for letter in short)


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def _fenced(lines: Iterable[str]) -> str:
    return "\n".join(["```mermaid", *lines, "```"])


@dataclass(slots=True)
class _Part:
    """One drawing: its tasks, and its edges from what is needed to who needs it."""

    tasks: dict[int, None] = field(default_factory=dict)
    edges: list[tuple[int, int]] = field(default_factory=list)
    named: set[int] = field(default_factory=set)
    letters: int = _ROOM

    def name(self, task: int, row: Row) -> None:
        """Count a task that is at the end of an edge; it is written once."""
        if task not in self.named:
            self.named.add(task)
            self.letters += len(_node(task, row, "elsewhere")) + 1

    @property
    def is_full(self) -> bool:
        """Whether another edge, with a task at both ends, might be too much."""
        return len(self.edges) >= MOST_EDGES or self.letters > MOST_LETTERS - _ROOM


def _parts(board: Board, needs: Sequence[Sequence[int]]) -> Iterator[_Part]:
    """Yield tasks and edges in document order, so many as one drawing holds; no edge is left out."""
    part = _Part()
    for task, row in enumerate(board.rows):
        for needed in (None, *needs[task]):
            if part.is_full:
                yield part
                part = _Part()
            part.tasks.setdefault(task)
            part.name(task, row)
            if needed is not None:
                part.name(needed, board.rows[needed])
                part.edges.append((needed, task))
                part.letters += len(f"  n{needed} --> n{task}\n")
    if part.tasks:
        yield part


def _draw_part(board: Board, part: _Part) -> list[str]:
    beyond = dict.fromkeys(needed for needed, _ in part.edges if needed not in part.tasks)
    lines = ["flowchart LR"]
    for task in part.tasks:
        row = board.rows[task]
        kind = "done" if row.task.is_closed else "critical" if row.is_critical and board.days else ""
        lines.append(_node(task, row, kind))
    lines += [_node(task, board.rows[task], "elsewhere") for task in beyond]
    lines += [f"  n{needed} --> n{task}" for needed, task in part.edges]
    return [*lines, *(f"  {each}" for each in _CLASSES)]


def _node(task: int, row: Row, kind: str) -> str:
    return f'  n{task}["{_label(f"{row.task.name} {row.task.label}")}"]' + (f":::{kind}" if kind else "")
