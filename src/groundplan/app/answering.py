"""A user's words to a plan that the analyst leads: an answer that takes a choice is a decision, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analysing import as_asked
from groundplan.app.changing import Draft, commit
from groundplan.app.deciding import Choice, record_decision
from groundplan.app.talking import Answered, add_answer, answer, find_question, refuse_relayed
from groundplan.planner.answers import understand

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.opened import OpenPlan
    from groundplan.plan.promise import Asked


def answer_led(opened: OpenPlan, name: str, text: str, *, caller: Caller) -> Answered:
    """Keep an answer; where it takes one of several choices, the decision is kept with what it rejects."""
    question = find_question(opened, name)
    decision = _decision(opened, question.asked, text) if question.asked else None
    if decision is None:
        return answer(opened, name, text, caller=caller)
    refuse_relayed(opened, caller)
    draft = Draft(opened, caller)
    turn = add_answer(draft, question, text.strip())
    record_decision(draft, decision, turn.id)
    outcome = commit(draft, label=f"answer {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, text.strip(), not caller.is_person)


def _decision(opened: OpenPlan, asked: Asked, text: str) -> Choice | None:
    """Return the decision an answer makes: it takes one of several choices, and the others are rejected."""
    if not asked.subject or len(asked.choices) < 2:
        return None
    understood = understand(as_asked(asked), text, opened.workspace.code.looking.index)
    taken = asked.choices.get(understood.choice)
    if taken is None:
        return None
    others = [(words, f"not taken in {asked.id}") for words in asked.choices.values() if words != taken]
    return Choice(taken, asked.why or asked.text, question=asked.id, rejected=others)
