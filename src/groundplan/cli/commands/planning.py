"""`plan`: a goal becomes a grounded plan; at a terminal the talk about it follows at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.planning import plan_goal
from groundplan.app.wire.planned import planned
from groundplan.cli.commands.starting import begin_options, tell_name
from groundplan.cli.conversation import Conversation, can_talk
from groundplan.cli.group import command
from groundplan.cli.terminal import open_terminal
from groundplan.cli.texts import read_file, read_words
from groundplan.cli.views.outcomes import tell_next
from groundplan.cli.views.planned import show_planned
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@command("plan")
@click.argument("goal", required=False, default="")
@click.option("--goal-file", "-f", metavar="PATH", default="", help="Read the goal from this file.")
@begin_options
@click.option("--no-talk", is_flag=True, help="Do not start the talk, even at a terminal.")
def plan_command(
    session: Session, goal: str, goal_file: str, playbook: str, name: str, no_talk: bool
) -> None:
    """Begin a plan from GOAL, in your own words: surveyed, challenged, and written as far as facts allow.

    No model, no key, no network. `-` reads the goal from standard input. What goes beyond facts stays a
    proposal until you answer: `show --proposed` prints it.
    """
    if bool(goal) == bool(goal_file):
        raise Misused(
            "The goal is missing" if not goal else "The goal is given twice",
            hint=Hint(run("plan", "<goal>"), ", or `--goal-file <path>`"),
        )
    words = read_file(goal_file) if goal_file else read_words(goal)
    done = plan_goal(session.workspace, words, caller=session.caller, playbook=playbook, slug=name)
    goes_on = not no_talk and can_talk(session)
    payload = planned(done)
    session.give("planned", payload, lambda screen: show_planned(screen, done, goes_on=goes_on))
    if session.json:
        return
    tell_name(session, done.opened, name)
    for notice in done.advanced.notices:
        session.err.labelled("note:", "warn", notice)
    if not goes_on:
        tell_next(session.err, done.opened)
        return
    with open_terminal(session) as terminal:
        Conversation(session, terminal, done.opened).run()
