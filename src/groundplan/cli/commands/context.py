"""`context`: the evidence about a goal, without beginning a plan."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from groundplan.cli.group import command
from groundplan.plan.errors import Misused
from groundplan.plan.fact import FactKind
from groundplan.plan.hint import Hint, run
from groundplan.wording.fact_gaps import counted
from groundplan.wording.facts import TITLES, say_fact
from groundplan.wording.reasons import say_certainty

if TYPE_CHECKING:
    from groundplan.app.context import Context
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.plan.fact import Fact


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


# How evidence looks: one heading for each kind of fact, the places below.


def show_context(screen: Screen, found: Context) -> None:
    """Put out the facts about a goal, and how sure its places are."""
    for number, (kind, facts) in enumerate(groupby(found.facts, lambda fact: fact.kind)):
        if number:
            screen.blank()
        listed = list(facts)
        screen.line((TITLES[kind] if listed[0].is_absence else _title(kind, found), "bold"))
        for fact in listed:
            _show(screen, fact)
    if found.left_out:
        screen.blank()
        told = f"{counted(found.left_out, 'fact')} left out: they do not fit into {found.budget:,} tokens"
        screen.labelled("note:", "warn", told)
    for notice in found.notices:
        screen.labelled("note:", "warn", notice)


def _title(kind: FactKind, found: Context) -> str:
    if kind is not FactKind.PLACE:
        return TITLES[kind]
    return say_certainty(found.verdict.certainty.value, found.verdict.named)


def _show(screen: Screen, fact: Fact) -> None:
    said = say_fact(fact)
    screen.line(said.head, indent=2, hang=2)
    if said.rows:
        screen.table([[(place, "accent"), (text, "dim")] for place, text in said.rows], indent=4, flexible=1)
    for note in said.notes:
        screen.line((note, "dim"), indent=4, hang=2)
