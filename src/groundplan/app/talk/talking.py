"""The conversation layer: turns, questions, answers."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from groundplan.app.callers import demand_person
from groundplan.app.changes.changing import Draft, commit, read_draft
from groundplan.app.changes.records import (
    add_to_plan,
    next_id,
    record_spec,
    replace_in_plan,
    show_in_plan,
    take_from_plan,
)
from groundplan.app.plans.opened import try_again
from groundplan.app.talk.hearing import refuse_misfit
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused, Unknown
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.record import WITHDRAWN
from groundplan.plan.steps import check_step, read_steps
from groundplan.planner.inert import make_inert
from groundplan.rules.dialogue import find_plan_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.entry import Entry
    from groundplan.plan.questions import QuestionState
    from groundplan.plan.steps import Step


# The opening idea is the goal itself, kept by `new`; nobody says a second one.
ANALYST = {"voice": "analyst"}  # what its turns carry: other planners may speak in the same plan
KINDS_OF = {"user": ("reply", "note"), "planner": ("question", "challenge", "proposal", "note", "summary")}


@dataclass(frozen=True, slots=True)
class Said:
    """A turn, kept."""

    outcome: Outcome
    turn: Entry
    text: str
    is_relayed: bool


def say(opened: OpenPlan, text: str, *, caller: Caller, speaker: str = "user", kind: str = "") -> Said:
    """Keep one message of the talk; plan text in a planner's message is refused."""
    return try_again(opened, lambda now: _say(now, text, caller, speaker, kind))


def _say(opened: OpenPlan, text: str, caller: Caller, speaker: str, kind: str) -> Said:
    if not text.strip():
        raise Misused("The message is empty", hint=Hint(run("say", WORDS)))
    kind = kind or ("reply" if speaker == "user" else "note")
    allowed = KINDS_OF[speaker]
    if kind not in allowed:
        raise Misused(f"A {speaker}'s turn cannot be of kind `{kind}`", hint=f"One of {', '.join(allowed)}")
    draft = Draft(opened, caller, is_repeated=True)
    if speaker == "user":
        refuse_relayed(opened, caller)
    else:
        refuse_plan_text(opened, text)
    turn = draft.say(speaker, kind, text)
    outcome = commit(draft, label="say")
    return Said(outcome, turn, text, speaker == "user" and not caller.is_person)


def think(opened: OpenPlan, text: str, step: Step, *, caller: Caller) -> Said:
    """Keep one step of a planner's line of thought; one that does not go on from those before is refused."""
    return try_again(opened, lambda now: _think(now, text, step, caller))


def _think(opened: OpenPlan, text: str, step: Step, caller: Caller) -> Said:
    if not text.strip():
        raise Misused("The message is empty", hint=Hint(run("say", WORDS)))
    check_step([known for _, known in read_steps(opened.history)], step)
    refuse_plan_text(opened, text)
    draft = Draft(opened, caller, is_repeated=True)
    turn = draft.say("planner", "note", text, **step.body)
    return Said(commit(draft, label="say"), turn, text, is_relayed=False)


def refuse_relayed(opened: OpenPlan, caller: Caller) -> None:
    """Refuse a user's words out of another's mouth where the policy does."""
    if not caller.is_person and opened.workspace.config.policy.relayed == "refuse":
        raise Refused(
            f"The policy refuses relayed words: {caller.reason or f'channel `{caller.channel}`'}",
            hint="The person has to say it: run the same command in a terminal",
        )


def refuse_plan_text(opened: OpenPlan, text: str) -> None:
    """Refuse a planner's message that is plan text, where the playbook does."""
    if not opened.playbook.has_rule("GP202"):
        return
    reasons = find_plan_text(text, opened.judgement.case)
    if reasons:
        raise Refused(
            f"This is plan text, not talk: {'; '.join(reasons)} (GP202)",
            hint=Hint("Say it in a few sentences; plan text goes through ", run("write")),
        )


@dataclass(frozen=True, slots=True)
class Questioned:
    """A question, asked."""

    outcome: Outcome
    id: str
    text: str


_SEVERAL = 2  # readings of a goal
_IN_CODE = late_regex(r"`[^`]+`")


@dataclass(frozen=True, slots=True)
class Put:
    """A question to be put: its words and, where it is the planner's own, what answers it knows."""

    text: str
    blocking: bool = True
    subject: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)  # name -> words
    recommended: str = ""
    why: str = ""
    who: str = ""  # who can answer it
    is_research: bool = False  # for somebody to find out, not for the user to decide
    is_beside: bool = False  # in the ledger alone: the plan's words stay as they were approved


def ask(opened: OpenPlan, text: str, *, caller: Caller, blocking: bool = True) -> Questioned:
    """Put a question to the user: a turn, a ledger entry, and a record where the plan shows questions."""
    return put(opened, Put(text, blocking), caller=caller)


def put(opened: OpenPlan, question: Put, *, caller: Caller) -> Questioned:
    """Put a question with the answer that whoever asks would take, and why; both are data."""
    shown = replace(question, recommended=make_inert(question.recommended), why=make_inert(question.why))
    return try_again(opened, lambda now: ask_all(now, [shown], caller=caller))[0]


def ask_all(
    opened: OpenPlan, questions: Sequence[Put], *, caller: Caller, after: Sequence[str] = ()
) -> tuple[Questioned, ...]:
    """Put several questions at once, after the challenges that led to them; all are said, or nothing is."""
    draft = Draft(opened, caller, is_repeated=True)
    for challenge in after:
        draft.say("planner", "challenge", challenge, **ANALYST)
    put = [add_question(draft, question) for question in questions]
    turns = [turn for _, _, turn in put]
    named = ", ".join(question_id for question_id, _, _ in put)
    outcome = commit(draft, label=f"ask {named}", cause="record", turns=turns)
    return tuple(Questioned(outcome, question_id, text) for question_id, text, _ in put)


def withdraw(opened: OpenPlan, name: str, reason: str, *, caller: Caller) -> Questioned:
    """Take a question back that was asked by mistake: who asked it, or a person, while nobody answered it."""
    if not reason.strip():
        raise Misused("A reason is missing", hint=Hint(run("ask", {"withdraw": name}, "asked by mistake")))
    question = find_question(opened, name)
    asked = question.asked
    if asked is None:
        raise Misused(
            f"{question.id} is only in the plan",
            hint=Hint("Write its section without it: ", run("write", "<section>")),
        )
    by = asked.entry.by
    if asked.subject or (by.name, by.channel) != (caller.name, caller.channel):
        demand_person(caller, "withdraw another's question", hint=Hint(run("answer", question.name, WORDS)))
    draft = Draft(opened, caller)
    body = {"question": question.id, "digest": question.digest, "reason": reason}
    draft.add("withdrawn", body, speaker="user" if caller.is_person else "planner")
    if not take_from_plan(draft, "question", question.id):
        show_in_plan(draft, "question", question.id, {"answer": make_inert(f"{WITHDRAWN}{reason}")})
    outcome = commit(draft, label=f"withdraw {question.id}", cause="record")
    return Questioned(outcome, question.id, question.text)


def question_ids(opened: OpenPlan, wanted: int) -> list[str]:
    """Return the ids that the next questions of this plan will have."""
    found = record_spec(opened, "question")
    used = {question.id for question in opened.judgement.promises.questions if question.is_live}
    ids: list[str] = []
    for _ in range(wanted):
        ids.append(next_id(found[1].id if found else "Q{n}", {*used, *ids}))
    return ids


def add_question(draft: Draft, question: Put, *, replaces: str = "", under: str = "") -> tuple[str, str, str]:
    """Add one question to a draft; return its id, its words as the plan shows them, and its turn."""
    text = " ".join(question.text.split())
    if not text:
        raise Misused("The question is empty", hint=Hint(run("ask", WORDS)))
    opened = draft.opened
    made = sum(entry.kind == "question" for entry in draft.entries)
    question_id = under or question_ids(opened, made + 1)[-1]
    said = f"{question.why}\n\n{text}" if question.why else text
    turn = draft.say(
        "planner", "question", said, question=question_id, **(ANALYST if question.subject else {})
    )
    found = None if question.is_beside else record_spec(opened, "question")
    section = ""
    if found is not None:
        section, spec = found
        # A default may be the name of a choice.
        default = question.choices.get(question.recommended, question.recommended)
        beside = {"default": default, "why": _reason(question), "who": question.who}
        fields = {"id": question_id, "text": text} | beside
        if replaces:
            replace_in_plan(draft, section, spec, fields, replaces)
        else:
            add_to_plan(draft, section, spec, fields)
        text = _as_shown(draft, question_id) or text
    body: dict[str, Any] = {
        "id": question_id,
        "text": text,
        "section": section,
        "blocking": question.blocking,
        "turn": turn.id,
    }
    if question.is_research:
        body["research"] = True
    if question.subject:
        body["subject"] = question.subject
    if question.subject or question.choices:
        body["choices"] = [{"name": name, "text": words} for name, words in question.choices.items()]
    if question.subject or question.recommended or question.why:
        body |= {"recommended": question.recommended, "why": question.why}
    if question.who:
        body["who"] = question.who
    draft.add("question", body, speaker="planner")
    return question_id, text, turn.id


def _reason(question: Put) -> str:
    """Return why it is asked, with the choices where it does not name all of them already."""
    if not question.subject or question.recommended or len(question.choices) < _SEVERAL:
        return question.why
    if all(_names(question.why, each) for each in question.choices.values()):
        return question.why
    return f"{question.why} Choices: {'; '.join(question.choices.values())}."


def _names(why: str, choice: str) -> bool:
    """Tell whether a reason has the code that a choice is about: `In ...` beside what was found there."""
    named = _IN_CODE.findall(choice)
    return bool(named) and all(each in why for each in named)


def _as_shown(draft: Draft, question_id: str) -> str:
    """Return a question as the plan reads, so that `__init__` shown in bold is no other question."""
    shown = read_draft(draft).records("question")
    return next((record.asks for record in shown if record.id == question_id), "")


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, answered."""

    outcome: Outcome
    question: QuestionState
    text: str
    is_relayed: bool
    replaced: str = ""  # the words of the answer that it takes the place of
    is_proposed: bool = False  # a person answered before, and only a person changes that
    decided: str = ""  # what it decides, where it decides something

    @property
    def noted(self) -> str:
        """Return what was taken from the answer: the decision, or its words."""
        return self.decided or self.text


def answer(opened: OpenPlan, name: str, text: str, *, caller: Caller) -> Answered:
    """Answer an open question in the user's words; the answer binds the question's exact words."""
    text = text.strip()
    if not text:
        raise Misused("The answer is empty", hint=Hint(run("answer", name or "1", WORDS)))
    refuse_relayed(opened, caller)
    question = find_question(opened, name)
    refuse_misfit(opened, question, text)
    draft = Draft(opened, caller)
    turn = add_answer(draft, question, text)
    outcome = commit(draft, label=f"answer {question.id}", cause="record", turns=[turn.id])
    return Answered(outcome, question, text, not caller.is_person)


def add_answer(draft: Draft, question: QuestionState, text: str) -> Entry:
    """Add the user's answer to a draft: the turn, the entry, and its words beside the question."""
    turn = draft.say("user", "reply", text, question=question.id)
    body: dict[str, Any] = {
        "question": question.id,
        "digest": question.digest,
        "text": text,
        "turn": turn.id,
    }
    if question.answers:
        body["replaces"] = [answer.entry.id for answer in question.answers]
    draft.add("answer", body, speaker="user")
    show_in_plan(draft, "question", question.id, {"answer": make_inert(" ".join(text.split()))})
    return turn


def find_question(opened: OpenPlan, name: str, *, answered: bool = False) -> QuestionState:
    """Return the open question a person means: by id, by its number, or the only one.

    With `answered`, one that was answered before is found as well, by its name.
    """
    wanted = name.strip().casefold()
    every = opened.judgement.promises.questions
    is_open = [question for question in every if question.is_open]
    # After a merge an id may stand for two questions: the one that waits is meant first.
    for question in (*is_open, *(each for each in every if answered and each.answers)):
        if wanted and _is_called(question, wanted):
            return question
    if not wanted and len(is_open) == 1:
        return is_open[0]
    hint = _list_questions(every)
    if not wanted:
        number = f"{len(is_open)} open questions" if is_open else "no open question"
        raise Misused(f"Plan `{opened.known.slug}` has {number}", hint=hint)
    if any(_is_called(question, wanted) for question in every):
        raise Misused(f"Question `{name}` is not open", hint=hint)
    raise Unknown(
        f"There is no question `{name}`", name=name, known=[question.id for question in every], hint=hint
    )


def _list_questions(every: Sequence[QuestionState]) -> str:
    """Return which questions there are, and how an answered one is answered again."""
    answered = [question.name for question in every if question.answers and not question.is_open]
    rows = {"Open": [question.name for question in every if question.is_open], "Answered": answered}
    told = ". ".join(f"{name}: {', '.join(ids)}" for name, ids in rows.items() if ids)
    if not answered:
        return told
    return Hint(f"{told}. ", run("answer", answered[-1], WORDS), " answers again")


def _is_called(question: QuestionState, wanted: str) -> bool:
    number = question.name.lstrip("Qq").casefold()
    return wanted in {question.id.casefold(), number, f"q{number}"}
