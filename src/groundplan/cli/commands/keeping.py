"""`move`, `archive` and `resume`: a plan renamed, put away, handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.lifecycle import keeping
from groundplan.app.views import handover
from groundplan.app.wire import outcomes
from groundplan.cli.commands.approving import SIGN, signing_key
from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.terminal import cancelled, open_terminal
from groundplan.cli.views.markdown import show_markdown
from groundplan.cli.views.outcomes import show_done, tell_commit
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
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
    "--abandon",
    metavar="REASON",
    default="",
    help="Archive an unfinished plan, with the reason: a person, or who began it if nobody else touched it.",
)
@SIGN
@click.option("--restore", is_flag=True, help="Restore an archived plan; only a person can.")
@click.option("--yes", "-y", is_flag=True, help="Archive without asking again.")
def archive_command(session: Session, words: tuple[str, ...], abandon: str, sign: str, **flags: bool) -> None:
    """Archive a finished plan: its documents move to `archive/`, its ledger stays."""
    take_plan(session, words, most=0, archived=flags["restore"])
    opened = session.open(archived=flags["restore"])
    key = signing_key(session, sign)
    if flags["restore"]:
        _tell(session, "restored", opened, keeping.restore(opened, caller=session.caller, key=key))
        return
    if not (flags["yes"] or session.json) and session.caller.is_person:
        _ask(session, opened, is_abandoned=bool(abandon) and not keeping.is_finished(opened))
    done = keeping.archive(opened, caller=session.caller, abandon=abandon, key=key)
    _tell(session, "archived", opened, done)


def _ask(session: Session, opened: OpenPlan, *, is_abandoned: bool) -> None:
    """Ask before a plan is put away that is not finished."""
    if not is_abandoned:
        return
    with open_terminal(session) as terminal:
        terminal.screen.line(f"Plan {opened.known.slug} is not finished.", indent=2)
        word = terminal.ask("  Type `archive` to archive it: ")
    if word.casefold() != "archive":
        raise cancelled("archived", word, "archive")


def _tell(session: Session, kind: str, opened: OpenPlan, done: keeping.Moved) -> None:
    def show(screen: Screen) -> None:
        show_done(screen, "Plan ", (done.slug, "bold"), f" {kind}")
        for old, new in done.paths.items():
            screen.line((old, "dim"), " → ", new, indent=2)

    session.give(kind, outcomes.moved(opened, done), show)
    tell_commit(session)


@command("resume")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
def resume_command(session: Session, words: tuple[str, ...]) -> None:
    """Print a handover for the next person or agent, in at most 1,500 tokens."""
    take_plan(session, words, most=0)
    done = handover.resume(session.open(), session.program)
    session.give(
        "handover", outcomes.handover(done), lambda screen: show_markdown(screen, done.text), is_long=True
    )
