"""A user's words to a plan that the analyst leads: an answer that takes a choice is a decision, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.callers import demand_person
from groundplan.app.changing import Draft, commit
from groundplan.app.deciding import Choice, record_decision
from groundplan.app.hearing import as_asked, refuse_misfit
from groundplan.app.leading import DRIFT
from groundplan.app.talking import Answered, add_answer, answer, find_question, refuse_relayed
from groundplan.planner.answer_choices import is_assent
from groundplan.planner.answer_counts import asks_how_many
from groundplan.planner.answers import understand
from groundplan.planner.reconsidering import AGAIN, CHANGE

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.opened import OpenPlan
    from groundplan.plan.promise import Asked
    from groundplan.plan.promises import QuestionState

_SHORT = 3  # words that only point at a choice: `1`, `option a`, `the first one`
_FIRST = frozenset({"1", "a"})  # the one answer that is offered


def answer_led(opened: OpenPlan, name: str, text: str, *, caller: Caller) -> Answered:
    """Keep an answer; where it takes one of several choices, the decision is kept with what it rejects."""
    question = find_question(opened, name)
    asked = question.asked
    if asked is None or not asked.subject:
        return answer(opened, name, text, caller=caller)
    refuse_misfit(opened, question, text)
    taken = understand(as_asked(asked), text, opened.workspace.code.looking.index).choice
    words = _spell_out(asked, taken, text.strip())
    if asked.subject.startswith(AGAIN):
        return _answer_again(opened, question, taken, words, caller)
    # Composing a section again, or telling how many of something run, decides nothing about the change.
    is_fact = asked.subject.startswith(DRIFT) or asks_how_many(as_asked(asked))
    if taken not in asked.choices or len(asked.choices) < 2 or is_fact:
        return answer(opened, name, words, caller=caller)
    refuse_relayed(opened, caller)
    draft = Draft(opened, caller)
    turn = add_answer(draft, question, words)
    record_decision(draft, _decision(asked, taken), turn.id)
    outcome = commit(draft, label=f"answer {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, words, not caller.is_person)


def _answer_again(
    opened: OpenPlan, question: QuestionState, taken: str, words: str, caller: Caller
) -> Answered:
    """Keep the answer to a question put again: only a person supersedes the decision that it changes."""
    asked = question.asked
    assert asked is not None
    first = asked.subject.removeprefix(AGAIN)
    live = opened.judgement.promises.live_decisions
    known = {q.id for q in opened.judgement.promises.questions if q.asked and q.asked.subject == first}
    old = next((decision for decision in live if decision.question in known), None)
    if taken != CHANGE or old is None:
        return answer(opened, question.id, words, caller=caller)
    demand_person(caller, "supersede a decision", hint="The person answers in a terminal")
    draft = Draft(opened, caller)
    turn = add_answer(draft, question, words)
    chosen = Choice(
        asked.choices[taken], asked.why, question=asked.id, rejected=[(old.title, f"overruled in {asked.id}")]
    )
    record_decision(draft, chosen, turn.id, supersedes=old)
    outcome = commit(draft, label=f"answer {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, words, not caller.is_person)


def _spell_out(asked: Asked, taken: str, text: str) -> str:
    """Return an answer in words: `1` or `yes` says nothing to whoever reads the plan later."""
    if taken in asked.choices:
        return asked.choices[taken] if len(text.split()) <= _SHORT else text
    is_agreed = is_assent(text) or text.casefold().rstrip(".!") in _FIRST
    return asked.recommended if is_agreed and asked.recommended and not asked.choices else text


def _decision(asked: Asked, taken: str) -> Choice:
    """Return the decision an answer makes: one of several choices is taken, and the others are rejected."""
    others = [(words, f"not taken in {asked.id}") for name, words in asked.choices.items() if name != taken]
    return Choice(asked.choices[taken], asked.why or asked.text, question=asked.id, rejected=others)
