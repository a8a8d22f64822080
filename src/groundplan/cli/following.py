"""What follows a person's words: proposals that may go in now, and the turn of an analyst who leads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import is_led
from groundplan.app.changes.promoting import promote

if TYPE_CHECKING:
    from groundplan.app.analyst.advancing import Advanced
    from groundplan.app.changes.changing import Outcome
    from groundplan.cli.session import Session


def follow(
    session: Session, outcome: Outcome, *, to_another: bool = False
) -> tuple[Outcome, Advanced | None]:
    """Promote what was proposed, and have the analyst take its turn where it leads and was spoken to."""
    outcome = promote(outcome)
    if to_another or not is_led(outcome.opened):
        return outcome, None
    # Most plans of agents are not led, and the planner behind it is not small.
    from groundplan.app.analyst.planning import take_turn

    advanced = take_turn(outcome.opened, caller=session.caller)
    return (replace(outcome, opened=advanced.opened), advanced) if advanced else (outcome, None)


def tell_turn(session: Session, advanced: Advanced | None) -> None:
    """Say what the analyst's turn changed, and which question is next."""
    if advanced is None or session.json:
        return
    from groundplan.app.analyst.leading import next_question
    from groundplan.cli.views.talk import apart_from_questions, list_question, show_updated

    show_updated(session.err, apart_from_questions(advanced.opened, advanced.diffs))
    question = next_question(advanced.opened)
    if question is not None:
        list_question(session.err, question)
    for notice in advanced.notices:
        session.err.labelled("note:", "warn", notice)
