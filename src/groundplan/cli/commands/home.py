"""Bare `groundplan`, `status` and `list`: where am I, what waits for me, which command is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.plans.known import list_plans
from groundplan.app.views.viewing import Overview, overview
from groundplan.app.wire import plans
from groundplan.cli.complaints import show_error
from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.views.plan import show_archived, show_no_plans, show_plans
from groundplan.cli.views.standing import show_head, show_meters, show_waiting

if TYPE_CHECKING:
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session

MOST_IN_FULL = 3
_MOST_DAMAGE = 3


@command("status")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
def status_command(session: Session, words: tuple[str, ...]) -> int:
    """Show every plan, or PLAN: its checkpoints, what waits for you, and the next command."""
    take_plan(session, words, most=0)
    return show_home(session)


@command("list")
@click.option("--archived", is_flag=True, help="List the archived plans instead.")
def list_command(session: Session, archived: bool) -> int:
    """List the plans, one line each: name, stage, what waits for you, title."""
    put_away = [each for each in list_plans(session.workspace) if each.archived]
    if archived:
        session.give(
            "plans",
            plans.listed(Overview((), ()), put_away),
            lambda screen: show_archived(screen, put_away),
        )
        return 0
    seen = overview(session.workspace)

    def show(screen: Screen) -> None:
        show_plans(screen, seen)
        if not (seen.plans or seen.unreadable):
            show_no_plans(screen, put_away)

    session.give("plans", plans.listed(seen, ()), show)
    return _tell_unreadable(session, seen)


def show_home(session: Session) -> int:
    """Show every open plan, or the one named by `--plan`."""
    seen = Overview((session.open(),), ()) if session.plan else overview(session.workspace)
    archived = [] if session.plan else [plan for plan in list_plans(session.workspace) if plan.archived]

    def show(screen: Screen) -> None:
        if not (seen.plans or seen.unreadable):
            show_no_plans(screen, archived, session.shorten(str(session.workspace.root)))
        for number, opened in enumerate(seen.plans):
            if number:
                screen.blank()
            show_head(screen, opened)
            if len(seen.plans) <= MOST_IN_FULL:
                show_meters(screen, opened)
            for damage in opened.judgement.promises.damage[:_MOST_DAMAGE]:
                screen.prose(damage.message, indent=2, tone="bad")
            show_waiting(screen, opened)

    session.give("overview", plans.overview(seen) | {"archived": len(archived)}, show)
    return _tell_unreadable(session, seen)


def _tell_unreadable(session: Session, seen: Overview) -> int:
    for slug, error in seen.unreadable:
        if not session.json:
            session.err.blank()
            session.err.line(("plan ", "dim"), (slug, "bold"))
            show_error(session.err, error)
    return 5 if seen.unreadable else 0
