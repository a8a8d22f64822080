"""A whole turn of whoever plans: checked against the code, recorded, written, and its questions answered.

What the code contradicts is struck and handed back; nothing of it reaches a person. Nothing in a turn answers
or approves: its words are the planner's, whatever they claim.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.analyst.questions import as_put
from groundplan.app.brains.lookups import look_up
from groundplan.app.brains.records_given import render_given
from groundplan.app.changes.changing import Draft, commit, refuse
from groundplan.app.changes.previewing import plan_to_read
from groundplan.app.changes.proposing import propose, rehearse
from groundplan.app.changes.records import record_spec
from groundplan.app.changes.writing import write
from groundplan.app.judgement.documents import Written as Document
from groundplan.app.judgement.documents import check_document
from groundplan.app.objections.responding import find_unsettled, settle
from groundplan.app.plans.opened import try_again
from groundplan.app.probes.attempts import as_trial
from groundplan.app.probes.probing import probe, record_probe
from groundplan.app.talk.deciding import Choice, decide
from groundplan.app.talk.talking import Questioned, add_question, refuse_plan_text
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused, Refused
from groundplan.planner.inert import inert_question, make_inert

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.brains.lookups import Reply
    from groundplan.app.callers import Caller
    from groundplan.app.changes.proposing import Proposed, Rehearsed
    from groundplan.app.changes.writing import Written
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.objections.responding import Responded
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.probes.probing import Receipt
    from groundplan.app.talk.deciding import Decided
    from groundplan.planner.brains.turn import Attempt, Turn


@dataclass(frozen=True, slots=True)
class Struck:
    """A part of a turn that was not taken: where it is, its words, and what is wrong with it."""

    at: str
    text: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A command that was asked for: its receipt and the name it has in the plan, or why it was not run."""

    attempt: Attempt
    name: str = ""
    receipt: Receipt | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a turn: all of it, or what would become of its sections."""

    opened: OpenPlan
    asked: tuple[Questioned, ...] = ()
    decided: tuple[Decided, ...] = ()
    sections: Written | Proposed | Rehearsed | None = None
    struck: tuple[Struck, ...] = ()
    replies: tuple[Reply, ...] = ()
    tried: tuple[Tried, ...] = ()
    settled: tuple[Responded, ...] = ()


@dataclass(frozen=True, slots=True)
class How:
    """How a turn is handed in: what may not be written yet is kept beside the plan, or nothing is changed."""

    proposing: bool = False
    only_judged: bool = False
    summary: str = ""


def take(opened: OpenPlan, turn: Turn, how: How, *, caller: Caller) -> Taken:
    """Check a turn, then record and write it; a section that the rules refuse refuses all of it."""
    texts = render_given(opened, turn.sections)
    _refuse_two_lists(opened, turn, texts)
    for each in (turn.said, *turn.unsure, *(challenge.claim for challenge in turn.challenges)):
        refuse_plan_text(opened, each)
    seen = rehearse(opened, texts, caller=caller, proposing=how.proposing) if texts else None
    turn, struck = _strike(opened.workspace.code, turn, tuple(texts.values()))
    if turn.objections:
        wrong = find_unsettled(opened, turn.objections, seen.plan if seen else plan_to_read(opened))
        struck += strike_settled(wrong)
        turn = replace(turn, objections=tuple(each for each in turn.objections if each.name not in wrong))
    replies = tuple(look_up(opened.workspace.code, each) for each in turn.lookups)
    if how.only_judged:
        return Taken(opened, sections=seen, struck=struck, replies=replies)
    refuse(Draft(opened, caller), seen.refusals if seen else ())
    # What is said of sections that are written now is their summary; else it is a message of its own.
    written = {diff.key for diff in seen.diffs} - set(seen.held) if seen else set()
    summary = how.summary or (make_inert(turn.said) if written else "")
    turn = replace(turn, said="") if written else turn
    opened, asked = try_again(opened, lambda now: _record(now, turn, caller))
    opened, decided, refused = _decide(opened, turn, caller)
    opened, tried = _try_out(opened, turn, caller)
    done = Taken(opened, asked, decided, None, (*struck, *refused), replies, tried)
    if seen and seen.diffs and how.proposing:
        handed = propose(opened, texts, caller=caller, summary=summary)
        done = replace(done, opened=handed.opened, sections=handed)
    elif seen and seen.diffs:
        wrote = write(opened, texts, caller=caller, summary=summary)
        done = replace(done, opened=wrote.outcome.opened, sections=wrote)
    opened, settled, wrong = settle(done.opened, turn.objections, caller=caller)
    return replace(done, opened=opened, settled=settled, struck=(*done.struck, *strike_settled(wrong)))


def strike_settled(wrong: Mapping[str, str]) -> tuple[Struck, ...]:
    """Return the objections that are not settled as parts of a turn that were not taken."""
    return tuple(Struck("objections", name, (why,)) for name, why in wrong.items())


def _refuse_two_lists(opened: OpenPlan, turn: Turn, texts: Mapping[str, str]) -> None:
    """Refuse questions that are given beside the section they are written into: it would replace them."""
    found = record_spec(opened, "question")
    if turn.questions and found and found[0] in texts:
        hint = "Leave out one of the two: recorded questions are added to the section"
        raise Misused(f"`questions` and section `{found[0]}` both hold questions", hint=hint)


def _strike(code: Codebase, turn: Turn, beside: tuple[str, ...]) -> tuple[Turn, tuple[Struck, ...]]:
    """Return the turn without what the code contradicts, and that."""
    struck: list[Struck] = []

    def holds(at: str, text: str, said: str) -> bool:
        checked = check_document(code, Document("", said, beside), strict=True)
        wrong = tuple(each.message for each in checked.findings if each.blocks)
        struck.extend([Struck(at, text, wrong)] if wrong else [])
        return not wrong

    return replace(
        turn,
        said=turn.said if not turn.said or holds("say", turn.said, turn.said) else "",
        challenges=tuple(
            each
            for number, each in enumerate(turn.challenges)
            if holds(f"challenges[{number}]", each.claim, cited(each.claim, each.evidence))
        ),
        questions=tuple(
            each
            for number, each in enumerate(turn.questions)
            if holds(f"questions[{number}]", each.text, f"{each.text}\n\n{each.why}")
        ),
        decisions=tuple(
            each
            for number, each in enumerate(turn.decisions)
            if holds(f"decisions[{number}]", each["title"], f"{each['title']}\n\n{each['reason']}")
        ),
    ), tuple(struck)


def cited(text: str, places: tuple[str, ...]) -> str:
    """Return words with the places that bear them out."""
    bare = ", ".join(f"`{place.strip('` ')}`" for place in places)
    return f"{text} ({bare})" if bare else text


def _record(opened: OpenPlan, turn: Turn, caller: Caller) -> tuple[OpenPlan, tuple[Questioned, ...]]:
    """Put challenges, doubts and questions into the talk, and the questions into the plan, at once."""
    draft = Draft(opened, caller, is_repeated=True)
    if turn.said:
        draft.say("planner", "note", make_inert(turn.said))
    for challenge in turn.challenges:
        draft.say("planner", "challenge", make_inert(cited(challenge.claim, challenge.evidence)))
    for doubt in turn.unsure:
        draft.say("planner", "note", make_inert(f"Not sure: {doubt}"))
    put = [add_question(draft, as_put(inert_question(question))) for question in turn.questions]
    if not draft.entries:
        return opened, ()
    named = ", ".join(question_id for question_id, _, _ in put)
    label = f"ask {named}" if named else "say"
    cause = {"cause": "record"} if put else {}
    outcome = commit(draft, label=label, turns=[turn for _, _, turn in put], **cause)
    return outcome.opened, tuple(Questioned(outcome, each, text) for each, text, _ in put)


def _decide(
    opened: OpenPlan, turn: Turn, caller: Caller
) -> tuple[OpenPlan, tuple[Decided, ...], tuple[Struck, ...]]:
    """Record the decisions of whoever hands in; one that a rule refuses comes back with the refusal."""
    made: list[Decided] = []
    refused: list[Struck] = []
    for number, given in enumerate(turn.decisions):
        rejected = [
            (make_inert(each["option"]), make_inert(each["reason"])) for each in given.get("rejected", ())
        ]
        choice = Choice(make_inert(given["title"]), make_inert(given["reason"]), rejected=rejected)
        try:
            made.append(decide(opened, choice, caller=caller, is_own=True))
        except Refused as refusal:
            refused.append(Struck(f"decisions[{number}]", given["title"], (refusal.message,)))
        else:
            opened = made[-1].outcome.opened
    return opened, tuple(made), tuple(refused)


def _try_out(opened: OpenPlan, turn: Turn, caller: Caller) -> tuple[OpenPlan, tuple[Tried, ...]]:
    """Run the commands that the user's configuration allows; nobody is asked on behalf of a turn."""
    done: list[Tried] = []
    for attempt in turn.probes:
        try:
            receipt = probe(opened.workspace, as_trial(opened, attempt), caller=caller)
            noted = record_probe(opened, receipt, caller=caller)
        except GroundplanError as error:
            told = " ".join(filter(None, (f"{error.message}.", str(error.hint))))
            done.append(Tried(attempt, trouble=told))
        else:
            opened = noted.outcome.opened
            done.append(Tried(attempt, noted.name, receipt))
    return opened, tuple(done)
