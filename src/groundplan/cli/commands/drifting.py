"""`drift` and `rebase`: code that went on, and a plan brought along with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.reports import FORMATS, REPORTS
from groundplan.cli.views.findings import count, show_findings, tally
from groundplan.cli.views.outcomes import show_done, tell_after
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.app.conform.drifting import Drifted, Rebased
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session


@command("drift")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="The output format.")
def drift_command(session: Session, words: tuple[str, ...], form: str) -> int:
    """Show what went on in the code since a plan was approved, or else last written.

    Citations that moved, changed or are gone; new occurrences of the names it changes; dependencies; other
    open plans on the same files. Exit code 1 if something the plan says may not be true any more.
    """
    from groundplan.app.conform.drifting import drift
    from groundplan.app.wire import conformed as wire

    session.json = session.json or form == "json"
    take_plan(session, words, most=0)
    done = drift(session.open())
    if form in REPORTS:
        session.out.data(REPORTS[form](done.findings))
    else:
        session.give("drift", wire.drifted(done), lambda screen: _show(screen, done))
    return 0 if done.is_clean else 1


def _show(screen: Screen, done: Drifted) -> None:
    show_findings(screen, done.findings, done.opened.known.handle)
    if done.findings:
        screen.blank()
    found = done.drift
    since = f"`{found.since[:12]}`, " + ("as approved" if found.is_approved else "as last written")
    compared = f"Compared with {since}" if found.since else "No commit is known that the plan was written at"
    parts = [f"{compared}: ", *tally(done.findings), "" if done.findings else " found"]
    if not found.since and not done.findings:
        parts = [f"{compared}, so nothing could be compared"]
    screen.line(*parts, ".") if done.is_clean else screen.line(*parts, ". ", ("(exit 1)", "dim"))
    if any(str(each.state) == "moved" for each in found.citations):
        screen.prose(Hint(run("rebase"), " moves the citations along"), tone="dim")


@command("rebase")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
def rebase_command(session: Session, words: tuple[str, ...]) -> None:
    """Move a plan's citations along with the code, and record what is left as questions.

    Only the citations are rewritten, under an entry of their own, so approvals stay. What git cannot follow,
    or reads differently now, is asked once, and for a person to answer.
    """
    from groundplan.app.conform.drifting import rebase
    from groundplan.app.wire import conformed as wire

    take_plan(session, words, most=0)
    done = rebase(session.open(), caller=session.caller)
    session.give("rebase", wire.rebased(done), lambda screen: _show_rebased(screen, done))
    if done.outcome is not None:
        tell_after(session, done.outcome)


def _show_rebased(screen: Screen, done: Rebased) -> None:
    for old, new in done.moved:
        screen.line(old, (" → ", "dim"), new, indent=2)
    if done.moved:
        show_done(screen, f"Moved {count(len(done.moved), 'citation')} along")
    else:
        screen.line("No citation to move along.")
    if done.questions:
        screen.blank()
        screen.line((count(len(done.questions), "question"), "warn"), " recorded")
    names = {each.text: each.name for each in done.drifted.opened.judgement.promises.questions}
    for question in done.questions:
        screen.prose(f"{names.get(question, '-')}  {question}", indent=2)
