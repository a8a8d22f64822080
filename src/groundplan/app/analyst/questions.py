"""The analyst's questions and challenges put to the user: which are new, under which ids, in which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import next_question
from groundplan.app.changes.changing import Draft, commit
from groundplan.app.changes.holding import is_approved
from groundplan.app.lifecycle.approving import fill_message
from groundplan.app.talk.talking import ANALYST, Put, ask_all, question_ids
from groundplan.plan.errors import Refused
from groundplan.plan.standing import State
from groundplan.planner.analyst import Said
from groundplan.rules.dialogue import find_silence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.planner.analyst import Analysis
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.question import Question

MOST_QUESTIONS = 7  # at once; a person who is asked more answers none


def new_questions(analysis: Analysis, opened: OpenPlan) -> tuple[Question, ...]:
    """Return the questions nobody has put yet, the most blocking first; none while an approval holds.

    A question is written into the plan, so one more would make stale what a person has just approved.
    """
    if is_approved(opened):
        return ()
    known = {q.asked.subject for q in opened.judgement.promises.questions if q.asked is not None}
    raised = {each.subject for each in analysis.questions}
    settled = analysis.brief.settled
    fresh = [
        each
        for each in analysis.questions
        if each.subject not in known and not any(s in raised and s not in settled for s in each.after)
    ]
    return tuple(fresh[:MOST_QUESTIONS])


def with_ids(analysis: Analysis, fresh: Sequence[Question], opened: OpenPlan) -> Said:
    """Return what was said, with the ids that new questions will have: texts name them already."""
    brief = analysis.brief
    ids = zip((each.subject for each in fresh), question_ids(opened, len(fresh)), strict=True)
    return Said(brief.settled, {**brief.asked, **dict(ids)}, brief.replies, brief.decisions)


def word_challenge(challenge: Challenge) -> str:
    """Return a challenge as it is said in the talk."""
    return " ".join(filter(None, (challenge.claim, challenge.advice)))


def as_put(question: Question) -> Put:
    """Return a question as it is put to the user."""
    choices = {choice.name: choice.text for choice in question.choices}
    return Put(
        question.text, question.blocking, question.subject, choices, question.recommended, question.why
    )


def put_questions(
    opened: OpenPlan,
    fresh: Sequence[Question],
    challenges: Sequence[str],
    caller: Caller,
    notices: list[str],
) -> tuple[OpenPlan, tuple[str, ...]] | None:
    """Put the new questions after the challenges that led to them; return the plan then and their ids."""
    if not fresh:
        return _say(opened, challenges, caller) if challenges else None
    put = list(map(as_put, fresh))
    try:
        done = ask_all(opened, put, caller=caller, after=challenges)
    except Refused as refusal:
        why = refusal.findings[0].message if refusal.findings else refusal.message
        named = "1 question" if len(put) == 1 else f"{len(put)} questions"
        notices.append(f"{named} will be asked later: {why}")
        return None
    return done[-1].outcome.opened, tuple(each.id for each in done)


def _say(opened: OpenPlan, challenges: Sequence[str], caller: Caller) -> tuple[OpenPlan, tuple[str, ...]]:
    draft = Draft(opened, caller)
    for challenge in challenges:
        draft.say("planner", "challenge", challenge, **ANALYST)
    return commit(draft, label="say").opened, ()


def say_next(opened: OpenPlan, caller: Caller) -> OpenPlan:
    """Put the next open question, or the checkpoint that is ready, into the talk after a plan update."""
    question = next_question(opened)
    silent = find_silence(opened.judgement.promises)[0]
    if silent != "planner" or not opened.playbook.has_rule("GP201"):
        return opened
    ready = [c for c in opened.judgement.standing.checkpoints if c.spec.person and c.state is State.READY]
    draft = Draft(opened, caller)
    if question is not None:
        draft.say("planner", "question", question.text, question=question.id, **ANALYST)
    elif ready:
        # Whoever does not approve says why, and can only reply to something.
        draft.say("planner", "proposal", fill_message(opened, ready[0]), **ANALYST)
    else:
        return opened
    return commit(draft, label="say").opened
