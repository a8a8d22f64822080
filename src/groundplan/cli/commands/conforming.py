"""`conform`: a change held against the plan it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.app.plans.known import plans_of_a_change
from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.reading import reading_options, refuse_for_plan, refuse_together, take_readings
from groundplan.cli.reports import FORMATS, REPORTS
from groundplan.cli.views.checked_plans import tell_nothing_open
from groundplan.plan.errors import Misused
from groundplan.plan.hint import run

if TYPE_CHECKING:
    from groundplan.app.conform.conforming import Conformed, Wanted
    from groundplan.cli.session import Session


@command("conform")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option(
    "--base", metavar="REV", required=True, help="The branch or commit that the change starts from."
)
@click.option(
    "--head", metavar="REV", default="", help="The end of the change; without it, the files as they are."
)
@click.option("--plan-file", metavar="FILE", default="", help="Any Markdown plan, or `-` for standard input.")
@click.option("--partial", is_flag=True, help="The work goes on: nothing is missing yet.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="The output format.")
@reading_options
def conform_command(
    session: Session,
    words: tuple[str, ...],
    base: str,
    head: str,
    plan_file: str,
    partial: bool,
    form: str,
    **asked: Any,
) -> int:
    """Compare a change with its plan: what is planned, missing, unplanned or out of scope.

    The change starts where it left --base, as a pull request does. Policy, signers and playbooks come from
    --base, too. Generated, vendored and lock files, layout and comments need no step. Exit code 1 if the
    change does not follow the plan; where no plan is open there is nothing to follow. A reader of FILE, a
    model or you, finds more that it orders than its form shows: what is against that is a warning.
    """
    from groundplan.app.conform.conforming import Wanted
    from groundplan.app.wire import conformed as wire
    from groundplan.cli.views.conformed import show_conformed

    if not base.strip():
        raise Misused(
            "`--base` names no commit", hint="Name the branch that the change goes to: `--base main`"
        )
    session.json = session.json or form == "json"
    wanted = Wanted(base, head, partial, plan_file)
    if plan_file:
        refuse_together((plan_file,), asked)
        done = _conform_file(session, words, wanted, asked)
        if done is None:
            return 0
    else:
        refuse_for_plan(asked)
        done = _conform(session, words, wanted)
    if done is None:
        tell_nothing_open(session, "conform", wire.nothing_to_follow(wanted, session.workspace), form)
        return 0
    if form in REPORTS:
        session.out.data(REPORTS[form](done.findings))
    else:
        session.give("conform", wire.conformed(done), lambda screen: show_conformed(screen, done))
    return 0 if done.is_clean else 1


def _conform(session: Session, words: tuple[str, ...], wanted: Wanted) -> Conformed | None:
    """Hold a change against the plan that is meant; None: no plan is open, and the change archives none."""
    from groundplan.app.conform.conforming import conform

    session.workspace = session.open_workspace(base=wanted.base)
    take_plan(session, words, most=0, archived=True)
    known = [] if session.plan else plans_of_a_change(session.workspace)
    if not (session.plan or known):
        return None
    only = known[0] if len(known) == 1 else None
    is_archived = bool(session.plan or (only and only.archived))  # who names a plan may mean an archived one
    return conform(session.open(only.id if only else "", archived=is_archived), wanted)


def _conform_file(
    session: Session, words: tuple[str, ...], wanted: Wanted, asked: dict[str, Any]
) -> Conformed | None:
    """Hold a change against any document; None: the brief for its reader was printed."""
    from groundplan.app.conform.conforming import conform_document
    from groundplan.app.judgement.document_files import placed, read_written

    if words:
        raise Misused(f"`{words[0]}` and `--plan-file` both name a plan", hint="Leave one out")
    session.workspace = session.open_workspace(base=wanted.base)
    code = session.workspace.code
    document = placed(code, read_written(wanted.plan_file))
    rest = {name: value for name, value in wanted.asked if name != "base"}
    again = run("conform", {"base": wanted.base}, rest, {"reading": "reading.json"})
    readings = take_readings(session, [document], asked, code, again)
    if readings is None:
        return None
    return conform_document(session.workspace, document, wanted, readings[0])


@command("pr")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option("--base", metavar="REV", required=True, help="The branch that the pull request goes to.")
@click.option(
    "--head", metavar="REV", default="", help="The end of the change; without it, the files as they are."
)
@click.option("--partial", is_flag=True, help="The work goes on: nothing is missing yet.")
def pr_command(session: Session, words: tuple[str, ...], base: str, head: str, partial: bool) -> None:
    """Print a pull request's description in Markdown, from plan, decisions, receipts and conformance."""
    from groundplan.app.conform.conforming import Wanted
    from groundplan.app.conform.pull_request import describe

    session.workspace = session.open_workspace(base=base)
    take_plan(session, words, most=0, archived=True)
    done = describe(session.open(archived=bool(session.plan)), Wanted(base, head, partial))
    payload = {"text": done.text, "clean": done.conformed.is_clean}
    session.give("pr", payload, lambda screen: screen.data(done.text))
