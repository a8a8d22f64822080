"""Decisions: made once with their reasons, superseded by a person, never re-opened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.callers import demand_person
from groundplan.app.changes.changing import Draft, commit
from groundplan.app.changes.records import add_to_plan, next_id, record_spec, replace_in_plan
from groundplan.app.talk.talking import find_question, refuse_relayed
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused, Unknown
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.promise import question_digest
from groundplan.plan.record import OWN_DECISION
from groundplan.plan.standing import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.promise import Decision
    from groundplan.plan.standing import CheckpointStanding


@dataclass(frozen=True, slots=True)
class Choice:
    """What is decided: its words and reason, and what it answers, takes or rejects."""

    title: str
    reason: str
    option: str = ""
    question: str = ""
    rejected: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, made."""

    outcome: Outcome
    id: str
    choice: Choice
    superseded: str = ""
    reopened: tuple[str, ...] = ()  # checkpoints that wait for approval again
    is_relayed: bool = False
    is_proposed: bool = False  # an agent's, over what a person approved: it decides nothing


def decide(
    opened: OpenPlan,
    choice: Choice,
    *,
    caller: Caller,
    is_own: bool = False,
    replaces: Decision | None = None,
) -> Decided:
    """Record a decision in the ledger and, where the plan shows decisions, in the plan.

    `is_own`: an agent's own, which is nobody's reply, answers no question and waits to be confirmed; until
    then it may replace it. Over what a person approved an agent decides nothing: its words are kept as a
    proposal to them.
    """
    is_own = is_own and not caller.is_person
    if not is_own:
        refuse_relayed(opened, caller)
    elif choice.question:
        raise Misused(
            f"Only the user answers {choice.question}",
            hint="If they did, record their words: `--as user`; else leave out `--question`",
        )
    _check(choice)
    for decision in opened.judgement.promises.live_decisions:
        if replaces is not None and decision.entry.id == replaces.entry.id:
            continue
        same_question = choice.question and choice.question == decision.question
        if same_question or decision.title.casefold() == choice.title.casefold():
            raise Refused(
                f"Decision {decision.id} `{decision.title}` is in force already",
                hint=Hint("A person changes it: ", run("supersede", decision.id, WORDS, {"because": WORDS})),
            )
    draft = Draft(opened, caller)
    if not caller.is_person and any(map(is_approved, opened.judgement.standing.checkpoints)):
        draft.say(
            "planner",
            "proposal",
            f"Decide “{choice.title}”, because {choice.reason}?",
            decides=choice.title,
            because=choice.reason,
        )
        outcome = commit(draft, label="propose a decision", cause="record")
        return Decided(outcome, "", choice, is_proposed=True)
    if is_own:
        turn = draft.say("planner", "proposal", f"{choice.title} — because {choice.reason}")
        decision_id = record_decision(draft, choice, turn.id, supersedes=replaces, speaker="planner")
    else:
        decision_id = _add(draft, opened, choice)
    outcome = commit(draft, label=f"decide {decision_id}", cause="record", turns=[draft.entries[0].id])
    return Decided(outcome, decision_id, choice, is_relayed=not (caller.is_person or is_own))


def supersede(opened: OpenPlan, name: str, choice: Choice, *, caller: Caller) -> Decided:
    """Replace a decision by another; the old one stays in the ledger with its reason."""
    demand_person(caller, "supersede a decision", hint="Ask the user to run it in a terminal")
    _check(choice)
    old = find_decision(opened, name)
    draft = Draft(opened, caller)
    reopened = reopen(draft, f"{old.id} is superseded: {choice.reason}")
    decision_id = _add(draft, opened, choice, supersedes=old)
    outcome = commit(draft, label=f"supersede {old.id}", cause="record", turns=[draft.entries[-1].id])
    return Decided(outcome, decision_id, choice, old.id, reopened)


def reopen(draft: Draft, reason: str, *, of: str = "") -> tuple[str, ...]:
    """Add a request for changes to every checkpoint that a person approved; return their ids.

    `of` is the question that was answered anew: the planner rewrites what follows, and nobody asked for more.
    """
    approved = [c.spec.id for c in draft.opened.judgement.standing.checkpoints if is_approved(c)]
    for checkpoint in approved:
        draft.add("changes", {"checkpoint": checkpoint, "reason": reason, "of": of}, speaker="user")
    return tuple(approved)


def is_approved(checkpoint: CheckpointStanding) -> bool:
    """Tell whether a person approved a checkpoint, whatever changed since."""
    return checkpoint.spec.person and checkpoint.state in {State.PASSED, State.STALE}


def _check(choice: Choice) -> None:
    if not choice.title.strip():
        raise Misused("The decision is empty", hint=Hint(run("decide", WORDS, {"because": WORDS})))
    if not choice.reason.strip():
        raise Misused("A decision needs its reason", hint='Add `--because "…"`')


def _add(draft: Draft, opened: OpenPlan, choice: Choice, *, supersedes: Decision | None = None) -> str:
    decision_id = _next_decision(opened)
    turn = draft.say("user", "reply", f"{choice.title} — because {choice.reason}", decision=decision_id)
    question = find_question(opened, choice.question) if choice.question else None
    if question is not None:
        body = {"question": question.id, "digest": question_digest(question.id, question.text)}
        draft.add("answer", body | {"text": choice.title, "turn": turn.id}, speaker="user")
    return record_decision(
        draft, replace(choice, question=question.id if question else ""), turn.id, supersedes=supersedes
    )


def _next_decision(opened: OpenPlan) -> str:
    found = record_spec(opened, "decision")
    pattern = found[1].id if found and found[1].id else "D{n}"
    return next_id(pattern, {decision.id for decision in opened.judgement.promises.decisions})


def record_decision(
    draft: Draft, choice: Choice, turn: str, *, supersedes: Decision | None = None, speaker: str = "user"
) -> str:
    """Add a decision to a draft: the record where the plan shows decisions, and the entry; return its id."""
    is_own = speaker == "planner"
    # What only its author has seen is replaced where it is; a person's old one stays beside the new one.
    replaced = supersedes.id if supersedes and is_own else ""
    decision_id = replaced or _next_decision(draft.opened)
    found = record_spec(draft.opened, "decision")
    if found is not None:
        rejected = "; ".join(f"{option}: {why}" if why else option for option, why in choice.rejected)
        fields = {"id": decision_id, "title": choice.title, "reason": choice.reason, "rejected": rejected}
        # The old one stays where it is, so the new one says that it takes its place.
        fields |= {"text": f"{choice.title} — because {choice.reason}"}
        fields |= {"supersedes": supersedes.id if supersedes and not is_own else ""}
        if is_own:
            fields |= {"by": OWN_DECISION}
        if replaced:
            replace_in_plan(draft, *found, fields, replaced)
        else:
            add_to_plan(draft, *found, fields)
    draft.add(
        "decision",
        {
            "id": decision_id,
            "title": choice.title,
            "reason": choice.reason,
            "option": choice.option,
            "question": choice.question,
            "rejected": [{"option": option, "reason": why} for option, why in choice.rejected],
            "supersedes": [supersedes.entry.id] if supersedes else [],
            "turn": turn,
        },
        speaker=speaker,
    )
    return decision_id


def find_decision(opened: OpenPlan, name: str) -> Decision:
    """Return the live decision a person means."""
    live = opened.judgement.promises.live_decisions
    wanted = name.strip().casefold()
    for decision in live:
        if wanted in {decision.id.casefold(), decision.title.casefold(), decision.entry.id.casefold()}:
            return decision
    known = [decision.id for decision in live]
    raise Unknown(
        f"There is no decision `{name}`",
        name=name,
        known=known,
        hint="" if known else "No decision has been made yet",
    )
