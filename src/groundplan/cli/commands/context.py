"""`context`: the evidence about a goal, without beginning a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.cli.group import command
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@command("context")
@click.argument("goal", required=False, default="")
@click.option(
    "--goal-file", "-f", metavar="FILE", default="", help="Read the goal from a file; `-` is stdin."
)
@click.option("--at", multiple=True, metavar="PATH[::SYMBOL]", help="Where it goes; may be repeated.")
@click.option(
    "--budget", type=click.IntRange(200, 1_000_000), default=12_000, show_default=True, help="Tokens at most."
)
def context_command(session: Session, goal: str, goal_file: str, at: tuple[str, ...], budget: int) -> None:
    """Show what the code, its history and its documents say about GOAL, best first.

    Begins no plan and writes nothing. With `--at` callers and tests are those of that place, its commits and
    occurrences come first, and nothing is ranked. Tokens are counted as one for every three bytes, which is
    more than most models take.
    """
    from groundplan.app.context import Asked, context
    from groundplan.app.wire import evidence
    from groundplan.cli.complaints import show_hint
    from groundplan.cli.texts import read_file, read_words
    from groundplan.cli.views.context import show_context

    if bool(goal) == bool(goal_file):
        raise Misused(
            "The goal is missing" if not goal else "The goal is given twice",
            hint=Hint(run("context", "<goal>"), ", or `--goal-file <path>`"),
        )
    words = read_file(goal_file) if goal_file and goal_file != "-" else read_words(goal or "-")
    found = context(session.workspace, Asked(words, at, budget, as_json=session.json))
    session.give("context", evidence.context(found), lambda screen: show_context(screen, found), is_long=True)
    if found.hint and not session.json:
        show_hint(session.err, found.hint)
