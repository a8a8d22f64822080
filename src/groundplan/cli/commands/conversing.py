"""`talk`: a plan talked through, line by line, with the planner in the lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.adopting import refuse_conflict
from groundplan.app.planning import take_turn
from groundplan.app.wire import plans
from groundplan.cli.completions import complete_plans
from groundplan.cli.conversation import Conversation, can_talk
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.terminal import open_terminal
from groundplan.cli.views.talk import show_state

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@command("talk")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
def talk_command(session: Session, words: tuple[str, ...]) -> None:
    """Talk PLAN through: the planner asks, you answer, sections are written.

    Enter takes the recommended answer. Without a terminal the planner takes its turn and prints the open
    question; continue with `answer` and `say`.
    """
    take_plan(session, words, most=0)
    opened = session.open()
    refuse_conflict(opened)
    advanced = take_turn(opened, caller=session.caller, takes_over=True)
    opened = advanced.opened if advanced else opened
    if can_talk(session):
        with open_terminal(session) as terminal:
            Conversation(session, terminal, opened, advanced).run()
        return
    session.give("talk", plans.whole(opened), lambda screen: show_state(screen, opened, advanced))
