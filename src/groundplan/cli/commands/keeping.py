"""`move`, `archive` and `resume`: a plan renamed, put away, handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app import handover, keeping
from groundplan.app.wire import outcomes
from groundplan.cli.commands.approving import SIGN, signing_key
from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.views.outcomes import show_done
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.app.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session


@command("move")
@click.argument("name")
def move_command(session: Session, name: str) -> None:
    """Rename the plan to NAME: its documents move together, its ledger stays."""
    if not name.strip():
        raise Misused("The new name is empty", hint=Hint(run("move", "<name>")))
    opened = session.open()
    _tell(session, "moved", opened, keeping.move(opened, name, caller=session.caller))


@command("archive")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option(
    "--abandon", metavar="REASON", default="", help="Give an unfinished plan up; only a person can."
)
@SIGN
def archive_command(session: Session, words: tuple[str, ...], abandon: str, sign: str) -> None:
    """Put a finished plan away: its documents move to `archive/`, its ledger stays."""
    take_plan(session, words, most=0)
    opened = session.open()
    key = signing_key(session, sign)
    done = keeping.archive(opened, caller=session.caller, abandon=abandon, key=key)
    _tell(session, "archived", opened, done)


def _tell(session: Session, kind: str, opened: OpenPlan, done: keeping.Moved) -> None:
    def show(screen: Screen) -> None:
        show_done(screen, "Plan ", (done.slug, "bold"), f" {kind}")
        for old, new in done.paths.items():
            screen.line((old, "dim"), " → ", new, indent=2)

    session.give(kind, outcomes.moved(opened, done), show)


@command("resume")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
def resume_command(session: Session, words: tuple[str, ...]) -> None:
    """Print all the next worker needs, in at most 1,500 tokens."""
    take_plan(session, words, most=0)
    done = handover.resume(session.open())
    session.give("handover", outcomes.handover(done), lambda screen: screen.data(done.text))
