"""`next`, `start`, `done`, `waive` and `dry-run`: an approved plan carried out, task by task."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.probes import probing
from groundplan.app.wire import work as wire
from groundplan.app.work import beginning, closing, readying, rehearsing, waiving
from groundplan.app.work.verifying import Manner
from groundplan.cli.commands.approving import SIGN, signing_key
from groundplan.cli.group import command
from groundplan.cli.terminal import open_terminal
from groundplan.cli.views.outcomes import show_done, tell_after, tell_commit, tell_next
from groundplan.cli.views.work import show_closed, show_commands, show_next, show_programs, show_rehearsal
from groundplan.plan.errors import Cancelled, Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.plans.tasks import WorkTask
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.plan.task_command import TaskCommand


@command("next")
@click.argument("task", default="", metavar="[TASK]")
@click.option(
    "--budget",
    metavar="TOKENS",
    type=int,
    default=readying.BUDGET,
    show_default=True,
    help="How long the pack may be.",
)
def next_command(session: Session, task: str, budget: int) -> None:
    """Show which tasks can be worked on, and all that TASK, or the first of them, needs."""
    opened = session.open()
    found = readying.find_next(opened, task, budget=budget)
    session.give("next", wire.what_is_next(found), lambda screen: show_next(screen, found), is_long=True)
    if session.json:
        return
    following = None if found.waits_for else found.following
    if following is None:
        tell_next(session, opened)
    elif following in found.started:
        session.err.labelled("next:", "accent", _how_to_close(following, opened))
    else:
        commit = dict(found.begun).get(following.key, "")
        start = run("start", following.name)
        if commit:  # its work counts, too
            start = run("start", following.name, {"since": f"{commit[:12]}^"})
        session.err.labelled("next:", "accent", start.on(opened.known.handle))


@command("start")
@click.argument("task", default="", metavar="[TASK]")
@click.option("--again", is_flag=True, help="Start anew: only work after this counts.")
@click.option(
    "--since", metavar="REV", default="", help="It was begun at this commit: work from there on counts."
)
def start_command(session: Session, task: str, again: bool, since: str) -> None:
    """Start TASK, or the first that is ready. What its files hold now is recorded; later work counts."""
    opened = session.open()
    name = task or _first_ready(opened)
    done = beginning.start(opened, name, caller=session.caller, is_again=again, since=since)

    def show(screen: Screen) -> None:
        show_done(screen, "Started ", (done.task.name, "bold"), f"  {done.task.title}")

    session.give("started", wire.started(done), show)
    if not session.json:
        session.err.labelled("next:", "accent", _how_to_close(done.task, opened))


def _how_to_close(task: WorkTask, opened: OpenPlan) -> Hint:
    if task.files or task.commands:
        return Hint("commit the work, then ", run("done", task.name).on(opened.known.handle))
    waive = run("waive", task.name, {"reason": "<why>"})  # nothing can prove it
    return Hint("do it, then a person closes it with ", waive.on(opened.known.handle))


@command("done")
@click.argument("task", default="", metavar="[TASK]")
@click.option("--confined", is_flag=True, help="Run its commands over a confined copy, without network.")
@click.option(
    "--seconds",
    metavar="N",
    type=click.IntRange(1, probing.MOST_SECONDS),
    default=probing.SECONDS,
    show_default=True,
    help="How long a command may run.",
)
def done_command(session: Session, task: str, confined: bool, seconds: int) -> None:
    """Close TASK, or the one that is started, on a receipt.

    The task's files must have changed in commits since its start, and its verification commands must end as
    the plan expects. A person allows each command once, word for word; without a receipt nothing is ticked.
    """
    opened = session.open()
    done = closing.close(
        opened,
        task or _only_started(opened),
        caller=session.caller,
        consent=None if session.json else lambda commands: _ask(session, opened, commands),
        manner=Manner(confined, seconds),
    )

    def show(screen: Screen) -> None:
        show_done(screen, (done.task.name, "bold"), " is done")
        show_closed(screen, done)

    session.give("done", wire.closed(done), show)
    tell_commit(session)
    tell_after(session, done.outcome)


@command("waive")
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@click.option("--all", "is_all", is_flag=True, help="Every task that is open.")
@click.option("--reason", metavar="WHY", default="", help="Why the task needs no receipt.")
@SIGN
def waive_command(session: Session, tasks: tuple[str, ...], is_all: bool, reason: str, sign: str) -> None:
    """Close TASKs without a receipt, for a reason. Only a person can."""
    if bool(tasks) is is_all:
        raise Misused("Name the tasks, or say `--all`", hint=Hint(run("next"), " shows them"))
    opened = session.open()
    key = signing_key(session, sign)
    done = waiving.waive(opened, tasks, caller=session.caller, reason=reason, key=key)

    def show(screen: Screen) -> None:
        for each in done.tasks:
            show_done(screen, (each.name, "bold"), f" is waived: {done.reason}")

    session.give("waived", wire.waived(done), show)
    tell_after(session, done.outcome)


@command("dry-run")
def dry_run_command(session: Session) -> int:
    """Check every verification command before anyone starts: tool, files, tests. Nothing is run."""
    found = rehearsing.rehearse(session.open())
    session.give("dry-run", wire.rehearsed(found), lambda screen: show_rehearsal(screen, found), is_long=True)
    return 0 if found.is_ready else 1


def _ask(session: Session, opened: OpenPlan, commands: Sequence[TaskCommand]) -> bool:
    """Ask the person at the terminal for exactly these commands."""
    with open_terminal(session) as terminal:
        show_commands(terminal.screen, commands, "These commands run code of the repository, in place:")
        show_programs(terminal.screen, opened, commands)
        terminal.screen.blank()
        typed = terminal.ask("  Type `yes` to allow them, word for word, for this plan: ")
    if typed.casefold() != "yes":
        raise Cancelled("Nothing was run, nothing was recorded.")
    return True


def _first_ready(opened: OpenPlan) -> str:
    found = readying.find_next(opened, budget=readying.LEAST_BUDGET)
    if found.ready:
        return found.ready[0].key
    raise Misused("No task is ready to be started", hint=Hint(run("next"), " shows why"))


def _only_started(opened: OpenPlan) -> str:
    found = readying.find_next(opened, budget=readying.LEAST_BUDGET).started
    if len(found) == 1:
        return found[0].key
    told = "No task is started" if not found else f"{len(found)} tasks are started"
    raise Misused(told, hint=Hint("Name one: ", run("done", found[0].name if found else "<task>")))
