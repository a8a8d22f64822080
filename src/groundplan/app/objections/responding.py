"""What is done about an objection: mended, answered, its answer accepted by a person, or withdrawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.app.callers import by_person, demand_person
from groundplan.app.changes.changing import Draft, commit, refuse_secrets
from groundplan.app.changes.previewing import plan_to_read
from groundplan.app.objections.checks import shorten
from groundplan.app.objections.contradicted import still_contradicted
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused, Unknown
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.objection import (
    ACCEPTING,
    ANSWERING,
    MENDING,
    OBJECTION_ID,
    WITHDRAWING,
    fold_name,
    fold_words,
    plain_name,
)
from groundplan.plan.refutation import Fate, fold_plan
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Plan
    from groundplan.plan.objection import Objection
    from groundplan.plan.refutation import ObjectionState
    from groundplan.planner.brains.turn import Settled

LONGEST_ANSWER = 2_000


@dataclass(frozen=True, slots=True)
class Responded:
    """What was done about an objection."""

    outcome: Outcome
    state: ObjectionState
    how: str
    changed: tuple[str, ...] = ()  # sections that read otherwise than when the objection was made


def find_objection(opened: OpenPlan, name: str) -> ObjectionState:
    """Return the objection that is called that."""
    known = opened.judgement.promises.attacks.objections
    wanted = name.strip().casefold()
    found = [each for each in known if wanted in {each.name.casefold(), each.objection.id.casefold()}]
    if len(found) == 1:
        return found[0]
    if found:
        named = ", ".join(f"`{each.name}`" for each in found)
        raise Misused(f"Two branches recorded an objection {name}: {named}", hint="Name one of them in full")
    raise Unknown(
        f"There is no objection `{name}`",
        name=name,
        known=[each.name for each in known],
        hint="" if known else "Nobody has objected to this plan",
    )


def mend(opened: OpenPlan, name: str, *, caller: Caller) -> Responded:
    """Mark an objection as mended, once the plan says something else: in its section, or anywhere."""
    state = find_objection(opened, name)
    objection = state.objection
    read = plan_to_read(opened)
    refuse_unchanged(opened, read, state)
    prints = read.fingerprints()
    changed = find_changed(read, objection)
    keys = dict.fromkeys((objection.section, *objection.touches, *changed))
    body = {"sections": {key: prints.get(key, "") for key in keys}}
    return replace(_respond(opened, state, MENDING, body, caller), changed=changed)


def find_changed(read: Plan, objection: Objection) -> tuple[str, ...]:
    """Return the sections that read otherwise than when the objection was made."""
    prints = read.fingerprints()
    was = {**objection.read, objection.section: objection.fingerprint}
    return tuple(key for key, before in was.items() if prints.get(key) != before)


def refuse_unchanged(opened: OpenPlan, read: Plan, state: ObjectionState) -> None:
    """Refuse to call an objection mended where the plan is as it was, or still says what is not so."""
    objection = state.objection
    if told := still_contradicted(opened, state, read):
        raise Refused(
            f"The code still contradicts what {state.name} is about: {told}",
            hint=Hint(
                run("write", objection.section),
                ", or say why it may stay: ",
                run("object", state.name, {"answer": WORDS}),
            ),
        )
    is_quoted = fold_words(objection.quote) in fold_plan(read).get(objection.section, "")
    if is_quoted and not find_changed(read, objection):
        raise Refused(
            f"Nothing has changed since {state.name}: "
            f"section `{objection.section}` still says `{shorten(objection.quote)}`",
            hint=Hint(
                run("write", objection.section),
                ", or say why it may stay: ",
                run("object", state.name, {"answer": WORDS}),
            ),
        )


def find_unsettled(opened: OpenPlan, settled: Sequence[Settled], read: Plan) -> dict[str, str]:
    """Return why objections would not be settled in a plan that reads like that, by name."""
    wrong: dict[str, str] = {}
    for each in settled:
        try:
            state = find_objection(opened, each.name)
            if not each.answer:
                refuse_unchanged(opened, read, state)
        except (Misused, Refused, Unknown) as error:
            wrong[each.name] = error.message
    return wrong


def settle(
    opened: OpenPlan, settled: Sequence[Settled], *, caller: Caller
) -> tuple[OpenPlan, tuple[Responded, ...], dict[str, str]]:
    """Mark objections as mended or answered; return the plan, what was done, and why the rest was not.

    Whoever hands a turn in did not type its answers: they are the planner's, for a person to accept.
    """
    caller = replace(caller, channel="pipe") if caller.is_person else caller
    done: list[Responded] = []
    wrong: dict[str, str] = {}
    for each in settled:
        try:
            if each.answer:
                done.append(answer_objection(opened, each.name, each.answer, caller=caller))
            else:
                done.append(mend(opened, each.name, caller=caller))
        except (Misused, Refused, Unknown) as error:
            wrong[each.name] = error.message
        else:
            opened = done[-1].outcome.opened
    return opened, tuple(done), wrong


def answer_objection(opened: OpenPlan, name: str, reason: str, *, caller: Caller) -> Responded:
    """Answer an objection with a reason why the plan stays as it is; a person accepts that, or does not."""
    state = find_objection(opened, name)
    if not reason.strip():
        raise Misused("The answer is empty", hint=Hint(run("object", state.name, {"answer": WORDS})))
    if state.fate is Fate.ACCEPTED and not caller.is_person:
        raise Refused(f"A person accepted the answer to {state.name}", hint="Only a person answers it again")
    if len(reason) > LONGEST_ANSWER:
        raise Misused(f"The answer has {len(reason)} characters, at most {LONGEST_ANSWER} are recorded")
    refuse_secrets(reason, "The answer")
    return _respond(opened, state, ANSWERING, {"text": spell_out(reason.strip())}, caller)


def accept_answer(opened: OpenPlan, name: str, *, caller: Caller) -> Responded:
    """Accept the answer to an objection: only a person may."""
    demand_person(
        caller, "accept an answer to an objection", hint=by_person(run("object", name, {"accept": True}))
    )
    if opened.workspace.config.policy.approvals == "signed":
        raise Refused(
            "The policy wants signatures: whoever signs an approval sees the answers and accepts them",
            hint=Hint(run("approve", {"sign": "~/.ssh/id_ed25519"})),
        )
    state = find_objection(opened, name)
    if state.answer is None or state.fate is not Fate.ANSWERED:
        raise Misused(
            f"{state.name} is {state.fate}, so there is no answer to accept",
            hint=Hint(run("object", state.name, {"answer": WORDS})) if state.is_open else "",
        )
    return _respond(opened, state, ACCEPTING, {"answers": [state.answer.entry.id]}, caller)


def withdraw_objection(opened: OpenPlan, name: str, reader: str, *, caller: Caller) -> Responded:
    """Withdraw an objection: whoever made it, under the same name."""
    state = find_objection(opened, name)
    by = plain_name(reader) or caller.name
    if fold_name(by) != fold_name(state.objection.reader):
        raise Refused(
            f"{state.name} is an objection of `{state.objection.reader}`, not of `{by}`",
            hint=Hint("Say why the plan stays as it is: ", run("object", state.name, {"answer": WORDS})),
        )
    if state.objection.entry.is_a_persons:
        hint = by_person(run("object", state.name, {"withdraw": True, "by": by}))
        demand_person(caller, f"withdraw {state.name}, which a person made,", hint=hint)
    return _respond(opened, state, WITHDRAWING, {"reader": by}, caller)


def _respond(
    opened: OpenPlan, state: ObjectionState, how: str, body: dict[str, Any], caller: Caller
) -> Responded:
    draft = Draft(opened, caller)
    entry_id = state.objection.entry.id
    draft.add(
        "response",
        {"objection": entry_id, "how": how, **body},
        speaker="user" if caller.is_person else "planner",
    )
    outcome = commit(draft, label=f"{how} {state.name}", cause="record")
    now = outcome.opened.judgement.promises.attacks.objections
    return Responded(outcome, next(each for each in now if each.objection.entry.id == entry_id), how)


def is_objection_name(text: str) -> bool:
    """Tell whether words are the name of an objection rather than a quote of the plan."""
    head, dash, tail = text.strip().upper().partition("-")
    return bool(OBJECTION_ID.fullmatch(head)) and (not dash or tail.isalnum())
