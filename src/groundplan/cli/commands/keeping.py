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
from groundplan.cli.terminal import open_terminal
from groundplan.cli.views.markdown import show_markdown
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
    "--abandon",
    metavar="REASON",
    default="",
    help="Archive an unfinished plan, with the reason: a person, or who began it if nobody else touched it.",
)
@SIGN
@click.option("--restore", is_flag=True, help="Restore an archived plan; only a person can.")
def archive_command(session: Session, words: tuple[str, ...], abandon: str, sign: str, restore: bool) -> None:
    """Archive a finished plan: its documents move to `archive/`, its ledger stays."""
    take_plan(session, words, most=0, archived=restore)
    opened = session.open(archived=restore)
    if restore:
        _tell(session, "restored", opened, keeping.restore(opened, caller=session.caller))
        return
    key = signing_key(session, sign)
    if abandon or _is_meant(session, opened):
        done = keeping.archive(opened, caller=session.caller, abandon=abandon, key=key)
        _tell(session, "archived", opened, done)
    else:
        session.err.line("Not archived.")


def _is_meant(session: Session, opened: OpenPlan) -> bool:
    """Ask before an approved plan is put away that nothing shows to be implemented."""
    left = keeping.count_unproven(opened)
    if not left or session.json or not session.caller.is_person:
        return True
    with open_terminal(session.color) as terminal:
        tasks = "1 task was" if left == 1 else f"{left} tasks were"
        told = f"Plan {opened.known.slug} is approved, but nothing shows that its {tasks} done."
        terminal.screen.line(told, indent=2)
        return terminal.ask("  Type `archive` to archive it anyway: ") == "archive"


def _tell(session: Session, kind: str, opened: OpenPlan, done: keeping.Moved) -> None:
    def show(screen: Screen) -> None:
        show_done(screen, "Plan ", (done.slug, "bold"), f" {kind}")
        for old, new in done.paths.items():
            screen.line((old, "dim"), " → ", new, indent=2)

    session.give(kind, outcomes.moved(opened, done), show)


@command("resume")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
def resume_command(session: Session, words: tuple[str, ...]) -> None:
    """Print a handover for the next person or agent, in at most 1,500 tokens."""
    take_plan(session, words, most=0)
    done = handover.resume(session.open())
    session.give(
        "handover", outcomes.handover(done), lambda screen: show_markdown(screen, done.text), is_long=True
    )
