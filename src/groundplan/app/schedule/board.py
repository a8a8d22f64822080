"""A plan's schedule: when each task is due, what is critical, what the rest takes, what is unknown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.schedule.tasks import list_tasks
from groundplan.plan.circles import find_circles
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run
from groundplan.plan.progress import Progress
from groundplan.rules.figures import read_label
from groundplan.schedule.decoupling import find_decouplings
from groundplan.schedule.forecast import forecast_finish
from groundplan.schedule.levelling import join_needs, level
from groundplan.schedule.order import order_tasks, reduce_needs
from groundplan.schedule.what_if import Names, Supposed, suppose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.schedule.tasks import PlannedTask, TaskList
    from groundplan.plan.calendar import Calendar
    from groundplan.plan.case import Case
    from groundplan.schedule.forecast import Finish
    from groundplan.schedule.levelling import Levelled
    from groundplan.schedule.order import Timing

_MOST_CUTS = 3  # dependencies that are worth a question
_ZERO = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Cut:
    """A dependency of the longest chain, and what everything takes without it, owners considered."""

    task: str
    needed: str
    days: float
    saved: float


@dataclass(frozen=True, slots=True)
class Row:
    """A task on the board. Its days come from the schedule; `wave` 0: it waits for a cycle."""

    task: PlannedTask
    wave: int
    timing: Timing | None
    needs: tuple[str, ...]
    direct: tuple[str, ...]  # what it needs, without what follows from the rest of it
    follows: tuple[str, ...]  # what the same owner does just before, though the task does not need it

    @property
    def is_critical(self) -> bool:
        """Whether a delay of the task delays the end."""
        return self.timing is not None and self.timing.is_critical


@dataclass(frozen=True, slots=True)
class Left:
    """What is still to do: planned days, and P50 and P90 where every open task gives a range."""

    days: float
    least: float
    finish: Finish | None


@dataclass(frozen=True, slots=True)
class Board:
    """The tasks of a plan in document order, and what follows from them."""

    listed: TaskList
    rows: tuple[Row, ...]
    waves: int
    cycles: tuple[tuple[str, ...], ...]
    days: float | None  # of the whole plan; none: an open task gives none, or there is a cycle
    left: Left | None
    ready: tuple[str, ...]  # open tasks whose needs are closed, the most urgent first
    cuts: tuple[Cut, ...] = ()

    @property
    def critical(self) -> tuple[str, ...]:
        """Return the critical tasks in the order in which they are done."""
        found = [(row.timing.start, at) for at, row in enumerate(self.rows) if row.timing and row.is_critical]
        return tuple(self.rows[at].task.name for _, at in sorted(found)) if self.days else ()

    @property
    def closed(self) -> int:
        """Return how many tasks are done or waived."""
        return sum(row.task.is_closed for row in self.rows)

    @property
    def without_days(self) -> tuple[str, ...]:
        """Return the open tasks that give no days."""
        return tuple(r.task.name for r in self.rows if r.task.days is None and not r.task.is_closed)

    @property
    def without_range(self) -> tuple[str, ...]:
        """Return the open tasks that give one figure and no range."""
        open_ones = (row.task for row in self.rows if not row.task.is_closed)
        return tuple(task.name for task in open_ones if task.days is not None and task.estimate is None)

    @property
    def unconfirmed(self) -> tuple[str, ...]:
        """Return the open tasks whose effort is labelled as a default, and confirmed by nobody."""
        labels = ((row.task, read_label(row.task.effort)) for row in self.rows if not row.task.is_closed)
        return tuple(
            t.name for t, label in labels if label and label.source == "default" and not label.is_confirmed
        )

    @property
    def without_owner(self) -> tuple[str, ...]:
        """Return the open tasks that nobody owns."""
        return tuple(r.task.name for r in self.rows if not r.task.owners and not r.task.is_closed)


@dataclass(frozen=True, slots=True)
class Moved:
    """A task whose days differ under a supposition."""

    name: str
    title: str
    before: Timing
    after: Timing


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would follow from some suppositions, beside what is planned."""

    said: tuple[str, ...]
    before: Left
    after: Left
    moved: tuple[Moved, ...]


def make_board(case: Case, *, calendar: Calendar | None = None, assumed: str = "") -> Board:
    """Return the schedule of what somebody wrote; without tasks an empty one."""
    listed = list_tasks(case, calendar, assumed)
    needs, names = listed.graph.needs, listed.names
    direct = reduce_needs(needs)
    work = listed.workload()
    planned = level(work) if work else None
    waves = {task: at for at, wave in enumerate(order_tasks(needs).waves, 1) for task in wave}
    rows = tuple(
        Row(
            task,
            waves.get(at, 0),
            planned.timings[at] if planned else None,
            tuple(names[each] for each in sorted(needs[at])),
            tuple(names[each] for each in direct[at]),
            tuple(names[each] for each in sorted(planned.after[at] - needs[at])) if planned else (),
        )
        for at, task in enumerate(listed.tasks)
    )
    circles = tuple(tuple(names[task] for task in circle.way) for circle in find_circles(needs))
    return Board(
        listed,
        rows,
        max(waves.values(), default=0),
        circles,
        planned.days if planned else None,
        _left(listed),
        _ready(rows, needs),
        _cuts(listed),
    )


def _ready(rows: Sequence[Row], needs: Sequence[frozenset[int]]) -> tuple[str, ...]:
    """Return the open tasks that can be done now: by slack, then in the order of the document."""
    found = [
        (row.timing.start + row.timing.slack if row.timing else 0.0, at)
        for at, row in enumerate(rows)
        if not row.task.is_closed and row.wave and all(rows[each].task.is_closed for each in needs[at])
    ]
    return tuple(rows[at].task.name for _, at in sorted(found))


def _left(listed: TaskList) -> Left | None:
    work = listed.workload(left=True)
    if work is None:
        return None
    estimates = tuple(_ZERO if task.is_closed else task.estimate for task in listed.tasks)
    return _forecast(Supposed(work, estimates), listed, level(work))


def _forecast(supposed: Supposed, listed: TaskList, levelled: Levelled) -> Left:
    """Return the days of a levelled workload, and P50 and P90 if every task has three figures."""
    work = supposed.work
    known = [each for each in supposed.estimates if each is not None]
    if len(known) < len(supposed.estimates) or not any(work.days):
        return Left(levelled.days, levelled.least, None)
    groups = [task.phase for task in listed.tasks]
    finish = forecast_finish(join_needs(work.needs, levelled.after), known, groups, work.absences)
    return Left(levelled.days, levelled.least, finish)


def _cuts(listed: TaskList) -> tuple[Cut, ...]:
    """Return the dependencies whose removal shortens what is left, with the same owners at work."""
    work = listed.workload(left=True)
    if work is None:
        return ()
    planned = level(work).days
    found = []
    for each in find_decouplings(work.needs, work.days)[: 2 * _MOST_CUTS]:
        needs = [
            needed - {each.needed} if at == each.task else needed
            for at, needed in enumerate(listed.graph.needs)
        ]
        days = level(replace(work, needs=needs)).days
        if days < planned:
            found.append(
                Cut(listed.names[each.task], listed.names[each.needed], days, round(planned - days, 6))
            )
    return tuple(sorted(found, key=lambda cut: -cut.saved)[:_MOST_CUTS])


def what_if(board: Board, said: Sequence[str]) -> WhatIf:
    """Return what would follow if all of that were so, for what is left to do."""
    listed = board.listed
    work = listed.workload(left=True)
    if work is None or board.left is None:
        raise no_days(board)
    estimates = tuple(_ZERO if task.is_closed else task.estimate for task in listed.tasks)
    planned = supposed = Supposed(work, estimates)
    names = Names(listed.find, listed.names, listed.owners, listed.calendar)
    for each in said:
        supposed = suppose(each, supposed, names)
    before, after = level(planned.work), level(supposed.work)
    moved = [
        Moved(task.name, task.label, old, new)
        for task, old, new in zip(listed.tasks, before.timings, after.timings, strict=True)
        if old and new and (old.start, old.finish) != (new.start, new.finish)
    ]
    return WhatIf(tuple(said), board.left, _forecast(supposed, listed, after), tuple(moved))


def no_days(board: Board) -> Misused:
    """Return why there are no days to compute with."""
    if board.cycles:
        way = " needs ".join(board.cycles[0])
        return Misused(f"Tasks depend on each other: `{way}`", hint=Hint("Take one out; ", run("check")))
    missing = ", ".join(f"`{name}`" for name in board.without_days[:6])
    return Misused(
        f"No effort is given for {missing}", hint=Hint(run("tasks", {"assume": "M"}), " assumes one")
    )


def tell_closed(rows: Sequence[Row]) -> str:
    """Return how many of some tasks are done, and how many a person waived."""
    waived = sum(row.task.state.progress is Progress.WAIVED for row in rows)
    done = sum(row.task.is_closed for row in rows) - waived
    return f"{done} of {len(rows)} done{f', {waived} waived' if waived else ''}"


def filter_rows(board: Board, *, wave: int | None = None, owner: str = "") -> tuple[Row, ...]:
    """Return the tasks of a wave or of an owner; refuses a wave or an owner that the plan does not have."""
    if wave is not None and not 1 <= wave <= board.waves:
        raise Misused(f"There is no wave {wave}", hint=f"The tasks are in waves 1 to {board.waves}")
    owners = {name.casefold() for name in board.listed.owners}
    if owner and owner.casefold() not in owners:
        known = ", ".join(f"`{name}`" for name in board.listed.owners)
        hint = f"Owners: {known}" if known else "No task of this plan has an owner"
        raise Misused(f"`{owner[:60]}` owns none of the tasks", hint=hint)
    return tuple(
        row
        for row in board.rows
        if wave in {None, row.wave}
        and (not owner or owner.casefold() in {name.casefold() for name in row.task.owners})
    )
