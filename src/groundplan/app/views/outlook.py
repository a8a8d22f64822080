"""What a plan's own tasks lead to: their schedule, and in words their order, days and weeks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.schedule.board import make_board
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.plan.record import as_task
from groundplan.rules.tasks import written_tasks
from groundplan.schedule.effort import read_length
from groundplan.schedule.forecast import spell_weeks
from groundplan.schedule.outlook import look_ahead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.schedule.board import Board
    from groundplan.plan.calendar import Calendar
    from groundplan.schedule.outlook import Outlook

_MOST = 12  # waves, and tasks of one wave


@dataclass(frozen=True, slots=True)
class Schedule:
    """The tasks by their names in the document, and what follows from them."""

    tasks: tuple[str, ...]
    outlook: Outlook


def find_schedule(opened: OpenPlan) -> Schedule | None:
    """Return the schedule of a plan with more than one task: of one there is nothing to order."""
    tasks, graph = written_tasks(opened.judgement.case)
    if len(tasks) < 2:
        return None
    efforts = [as_task(each.record).effort for each in tasks]
    names = tuple(as_task(each.record).id or each.record.text[:40] for each in tasks)
    return Schedule(names, look_ahead(graph, efforts))


def tell_schedule(schedule: Schedule) -> Iterator[tuple[str, str]]:
    """Yield what is known, by its label: never one date, and nothing that nobody estimated."""
    seen, names = schedule.outlook, schedule.tasks
    if len(seen.waves) > 1:
        waves = [", ".join(names[task] for task in wave[:_MOST]) for wave in seen.waves]
        more = f" · … {len(waves) - _MOST} more" if len(waves) > _MOST else ""
        yield "order", f"{' · '.join(waves[:_MOST])}{more} ({len(names)} tasks in {len(waves)} waves)"
    if seen.stuck:
        yield "stuck", f"{', '.join(names[task] for task in seen.stuck[:_MOST])}: each waits for a cycle"
    if seen.days is not None:
        of = "" if seen.counted == len(names) else f"; {seen.counted} of {len(names)} tasks give a range"
        yield "work", f"P50 {seen.days.p50:g}, P90 {seen.days.p90:g} days of one person{of}"
    if len(seen.longest) > 1:
        yield "longest chain", ", ".join(names[task] for task in seen.longest[:_MOST])
    told = [
        f"Phase {each.phase.number}: {spell_weeks(*each.weeks)}" for each in seen.phases if each.phase.number
    ]
    if told:
        yield "weeks", f"{'; '.join(told)} (one person, by P90)"


def open_board(opened: OpenPlan, *, calendar: Calendar | None = None, assumed: str = "") -> Board:
    """Return the schedule of a plan; a task without an effort counts as `assumed`, if anything."""
    if assumed and read_length(assumed) is None:
        raise Misused(f"`{assumed}` is no effort", hint="Say `M`, `3 days` or `2-4 days`")
    board = make_board(opened.judgement.case, calendar=calendar, assumed=assumed)
    if not board.rows:
        raise Unknown(f"Plan `{opened.known.slug}` has no tasks yet", hint=Hint(run("brief")))
    return board
