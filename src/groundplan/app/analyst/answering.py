"""A user's words to a plan that the analyst leads: an answer that takes a choice is a decision, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from groundplan.app.analyst.leading import DRIFT, is_led
from groundplan.app.analyst.planning import take_turn
from groundplan.app.callers import demand_person
from groundplan.app.changes.changing import Draft, commit
from groundplan.app.talk.deciding import Choice, is_approved, record_decision, reopen
from groundplan.app.talk.hearing import as_asked, misfit_of, refuse_misfit
from groundplan.app.talk.talking import (
    ANALYST,
    Answered,
    add_answer,
    answer,
    find_question,
    refuse_relayed,
    say,
)
from groundplan.evidence.mentions import names_meant
from groundplan.plan.errors import Misused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.planner.answers.choices import (
    asks_how_many,
    asks_yes_or_no,
    choices_meant,
    content_words,
    is_assent,
    takes_recommended,
)
from groundplan.planner.answers.fit import CRITERION, PLACE, adds_place, names_place, without_denied
from groundplan.planner.answers.reconsidering import AGAIN, CHANGE
from groundplan.planner.answers.understanding import understand
from groundplan.planner.inert import make_inert

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.promise import Asked
    from groundplan.plan.questions import QuestionState

_SHORT = 3  # words that give no reason beside a choice: `1`, `option a`, `the first one`
_POINTING = (
    "all answer both choice either first last no none number option other recommended same second them these "
    "third this those written yes"
)
_FIRST = frozenset({"1", "a"})  # the one answer that is offered


def answer_led(opened: OpenPlan, name: str, text: str, *, caller: Caller) -> Answered:
    """Keep an answer; where it takes one of several choices, the decision is kept with what it rejects."""
    question = find_question(opened, name, answered=True)
    asked = question.asked
    if not question.is_open:
        return answer_anew(opened, question, text, caller=caller)
    if not _has_offer(asked):
        return answer(opened, name, text, caller=caller)
    _refuse_misfit(opened, question, text, caller)
    taken, words = _read(asked, text)
    if asked.subject.startswith(AGAIN):
        return _answer_again(opened, question, taken, words, caller)
    is_theirs = not caller.is_person and any(map(is_approved, opened.judgement.standing.checkpoints))
    if not _decides(asked, words) or is_theirs:  # over what is approved only a person decides
        return answer(opened, name, words, caller=caller)
    refuse_relayed(opened, caller)
    draft = Draft(opened, caller)
    turn = add_answer(draft, question, words)
    chosen = _decide(question, taken, words)
    record_decision(draft, chosen, turn.id)
    outcome = commit(draft, label=f"answer {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, words, not caller.is_person, decided=asked.choices.get(taken, words))


def _refuse_misfit(opened: OpenPlan, question: QuestionState, text: str, caller: Caller) -> None:
    """Refuse words that are no answer; what a person says in them is kept, and acted on where it can be."""
    misfit = misfit_of(opened, question, text)
    if misfit is not None and misfit.kind.is_said and caller.is_person:
        kind = "reply" if misfit.kind.is_heard else "note"
        kept = say(opened, text, caller=caller, kind=kind).outcome.opened
        if misfit.kind.is_heard:
            take_turn(kept, caller=caller)
    refuse_misfit(opened, question, text)


def answer_anew(opened: OpenPlan, question: QuestionState, text: str, *, caller: Caller) -> Answered:
    """Replace an answer by another; the old one stays in the ledger, and what it decided is superseded.

    What a person said, or what became a decision or part of an approval, only a person replaces: an agent's
    words are kept as a proposal to them.
    """
    old, asked = question.answer, question.asked
    assert old is not None
    if not text.strip():
        raise Misused("The answer is empty", hint=Hint(run("answer", question.name, WORDS)))
    refuse_relayed(opened, caller)
    _refuse_misfit(opened, question, text, caller)
    taken, words = _read(asked, text) if _has_offer(asked) else ("", text.strip())
    promises = opened.judgement.promises
    made = next((each for each in promises.live_decisions if each.question == question.id), None)
    is_bound = made is not None or any(map(is_approved, opened.judgement.standing.checkpoints))
    if not caller.is_person and (is_bound or old.entry not in promises.unconfirmed):
        return _propose(opened, question, words, caller)
    draft = Draft(opened, caller)
    reopen(draft, f"{question.id} is answered again: {words}", of=question.id)
    # Put again, the question and its new answer are a round that what follows from them may be written on.
    voice = ANALYST if asked and asked.subject else {}
    draft.say("planner", "question", f"{question.text} (again)", question=question.id, **voice)
    turn = add_answer(draft, question, words)
    if made is not None or (asked is not None and _decides(asked, words)):
        record_decision(draft, _decide(question, taken, words), turn.id, supersedes=made)
    outcome = commit(draft, label=f"answer {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, words, not caller.is_person, replaced=old.text)


def correct_place(opened: OpenPlan, text: str, *, caller: Caller) -> OpenPlan | None:
    """Answer anew where the change goes, if a person's words name another place; else return None.

    A place that belongs to it, too, leaves the answer as it is.
    """
    question = next((each for each in opened.judgement.promises.questions if _is_placed(each)), None)
    if question is None or not caller.is_person or not is_led(opened) or adds_place(text):
        return None
    if not names_place(text, names_meant(opened.workspace.code.looking.index, without_denied(text))):
        return None
    return answer_anew(opened, question, text, caller=caller).outcome.opened


def _is_placed(question: QuestionState) -> bool:
    is_place = question.asked is not None and question.asked.subject == PLACE
    return is_place and question.answer is not None and not question.is_withdrawn


def _propose(opened: OpenPlan, question: QuestionState, words: str, caller: Caller) -> Answered:
    """Keep another's answer to a question that a person answered as a proposal to that person."""
    draft = Draft(opened, caller)
    old = question.answer.text if question.answer else ""
    said = f"Change the answer to {question.id} from “{old}” to “{words}”?"
    draft.say("planner", "proposal", said, question=question.id, answer=words)
    outcome = commit(draft, label=f"propose {question.id}", cause="record")
    return Answered(outcome, question, words, is_relayed=False, is_proposed=True)


def _has_offer(asked: Asked | None) -> TypeGuard[Asked]:
    """Tell whether a question came with answers to take: the planner's own, and any with a default."""
    return asked is not None and bool(asked.subject or asked.choices or asked.recommended)


def _read(asked: Asked, text: str) -> tuple[str, str]:
    """Return the choice that an answer takes, and its words as they are recorded."""
    taken = understand(as_asked(asked), text).choice
    return taken, _spell_out(asked, taken, text.strip())


def _decides(asked: Asked, words: str) -> bool:
    """Tell whether an answer decides something about the change: in the words of a choice, or in their own.

    Composing a section again, telling how many of something run, or where the change goes, does not; nor do
    words that put it off or ask back.
    """
    is_fact = asked.subject.startswith(DRIFT) or asked.subject == PLACE or asks_how_many(as_asked(asked))
    is_open = understand(None, words).is_unsure or "?" in words
    return len(asked.choices) > 1 and not is_fact and not is_open


def _decide(question: QuestionState, taken: str, words: str) -> Choice:
    """Return the decision an answer makes; one that takes no single choice is the decision word for word."""
    asked = question.asked
    return _decision(asked, taken, words) if asked and taken in asked.choices else _in_words(question, words)


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
    # Why it is put again is what the person said since.
    chosen = Choice(
        asked.choices[taken], asked.why, question=asked.id, rejected=[(old.title, f"overruled in {asked.id}")]
    )
    record_decision(draft, chosen, turn.id, supersedes=old)
    outcome = commit(draft, label=f"answer {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, words, not caller.is_person)


def _spell_out(asked: Asked, taken: str, text: str) -> str:
    """Return an answer in words: `1` or `yes` says nothing to whoever reads the plan later."""
    several = choices_meant(as_asked(asked), text)
    if several:
        return f"{text}: {'; '.join(asked.choices[name] for name in several)}"
    if taken in asked.choices:
        return asked.choices[taken] if _only_points(text) else text
    # Where the question is answered by yes or no, `yes` may be the opposite of what is recommended; of a
    # measure it never is.
    is_other = asks_yes_or_no(as_asked(asked)) and asked.subject != CRITERION
    agrees = takes_recommended if is_other else is_assent
    is_agreed = agrees(text) or text.casefold().rstrip(".!") in _FIRST
    return asked.recommended if is_agreed and asked.recommended and not asked.choices else text


def _only_points(text: str) -> bool:
    """Tell whether words say nothing away from the choices: `1`, `yes`, `the first one`."""
    own = content_words(text) - content_words(_POINTING)
    return is_assent(text) or not any(len(word) > 1 for word in own)


def _decision(asked: Asked, taken: str, said: str) -> Choice:
    """Return the decision an answer makes: one of several choices is taken, and the others are rejected.

    Its reason is what the person said beside the choice. Evidence behind the question is not their reason.
    """
    others = [(words, f"not taken in {asked.id}") for name, words in asked.choices.items() if name != taken]
    words = asked.choices[taken]
    title = f"{asked.text} {words}"  # `Yes` says nothing where the question is not beside it
    own = make_inert(" ".join(said.split()))
    is_more = len(own.split()) > _SHORT and content_words(own) - content_words(words)
    reason = own if is_more else f"taken in {asked.id}"
    return Choice(title, reason, question=asked.id, rejected=others)


def _in_words(question: QuestionState, words: str) -> Choice:
    """Return the decision that free words make in place of the choices."""
    title = f"{question.text} {make_inert(' '.join(words.split()))}"
    return Choice(title, f"said in {question.id}", question=question.id)
