"""`tasks` and `report`: when work is due, what is critical, and how far it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from groundplan.app.reports.making import REPORTS, make_report
from groundplan.app.schedule.board import filter_rows, what_if
from groundplan.app.schedule.mermaid import draw
from groundplan.app.views.experience import recall
from groundplan.app.views.outlook import open_board
from groundplan.app.wire import plans, schedule
from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.views.markdown import show_markdown
from groundplan.cli.views.tasks import show_board, show_experience, show_what_if
from groundplan.plan.calendar import read_date
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from groundplan.app.schedule.board import Board
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.plan.calendar import Calendar

GROUPS = ("phase", "epic", "story", "owner", "wave")


@command("tasks")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option("--wave", type=click.IntRange(min=1), metavar="N", help="Only tasks of this wave.")
@click.option("--owner", metavar="NAME", default="", help="Only tasks of this owner.")
@click.option("--by", type=click.Choice(GROUPS), help="Group the tasks, with a sum for each group.")
@click.option(
    "--what-if",
    "supposed",
    multiple=True,
    metavar="CHANGE",
    help='Show what would move: "T3 takes 5 days", "T5 without T3", "Ada away 3-7", "Ada has 2 people".',
)
@click.option("--assume", metavar="EFFORT", default="", help="Effort of tasks that give none, such as M.")
@click.option("--start", metavar="DATE", default="", help="Day on which work starts, such as 2026-03-02.")
@click.option(
    "--history", is_flag=True, help="Show how long earlier branches took that touched the tasks' files."
)
@click.option("--mermaid", type=click.Choice(("graph", "gantt")), help="Print a Mermaid drawing.")
def tasks_command(
    session: Session, words: tuple[str, ...], wave: int | None, owner: str, **more: Any
) -> None:
    """Show the tasks: what is done and next, days, slack, what each needs, and when it is due.

    Owners do one task at a time. A bar is the work, the dotted line behind it the slack; a task without
    slack is critical. P50 and P90 come from 1,000 runs, where every open task gives a size or a range.
    """
    take_plan(session, words, most=0, archived=True)
    opened = session.open(archived=bool(session.plan))
    board = open_board(opened, calendar=_calendar(session, more["start"]), assumed=more["assume"])
    if more["mermaid"]:
        _show_drawings(session, board, more["mermaid"])
        return
    shown = filter_rows(board, wave=wave, owner=owner)
    if more["history"]:
        past = recall(opened, shown)
        session.answer("tasks-history", past, lambda screen: show_experience(screen, past))
        return
    found = what_if(board, more["supposed"]) if more["supposed"] else None
    payload = schedule.board(opened, board, shown, found)

    def show(screen: Screen) -> None:
        if found:
            show_what_if(screen, board, found)
        else:
            show_board(screen, board, shown, by=more["by"] or "")

    session.give("tasks", payload, show, is_long=True)


def _calendar(session: Session, start: str) -> Calendar:
    calendar = session.workspace.config.calendar
    if not start:
        return calendar
    date = read_date(start)
    if date is None:
        raise Misused(f"`{start[:40]}` is no date", hint="Write it as `--start 2026-03-02`")
    return replace(calendar, start=date)


def _show_drawings(session: Session, board: Board, kind: str) -> None:
    drawings = draw(board, kind)
    payload = {"drawing": kind, "mermaid": drawings}
    session.give("drawing", payload, lambda screen: screen.data("\n\n".join(drawings) + "\n"))


@command("report")
@click.argument("kind", type=click.Choice(tuple(REPORTS)))
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option("--for", "role", metavar="ROLE", default="", help="Only the tasks of this owner or role.")
def report_command(session: Session, kind: str, words: tuple[str, ...], role: str) -> None:
    """Print a report on a plan as Markdown: what is known, where it comes from, and what is not known."""
    take_plan(session, words, most=0, archived=True)
    opened = session.open(archived=bool(session.plan))
    text = make_report(opened, kind, role)
    payload = {"plan": plans.plan(opened), "report": kind, "role": role, "text": text}
    session.give("report", payload, lambda screen: show_markdown(screen, text), is_long=True)
