"""The schedule of a plan, for whoever asks for its tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.schedule.board import make_board
from groundplan.plan.errors import Misused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.schedule.effort import read_length

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.schedule.board import Board
    from groundplan.plan.calendar import Calendar


def open_board(opened: OpenPlan, *, calendar: Calendar | None = None, assumed: str = "") -> Board:
    """Return the schedule of a plan; a task without an effort counts as `assumed`, if anything."""
    if assumed and read_length(assumed) is None:
        raise Misused(f"`{assumed}` is no effort", hint="Say `M`, `3 days` or `2-4 days`")
    board = make_board(opened.judgement.case, calendar=calendar, assumed=assumed)
    if not board.rows:
        raise Unknown(f"Plan `{opened.known.slug}` has no tasks yet", hint=Hint(run("brief")))
    return board
