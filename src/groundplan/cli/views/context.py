"""How evidence looks: one heading for each kind of fact, the places below."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.plan.fact import FactKind
from groundplan.wording.fact_gaps import counted
from groundplan.wording.facts import TITLES, say_fact
from groundplan.wording.reasons import say_certainty

if TYPE_CHECKING:
    from groundplan.app.context import Context
    from groundplan.cli.look import Screen
    from groundplan.plan.fact import Fact


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
