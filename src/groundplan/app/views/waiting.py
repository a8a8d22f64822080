"""What waits for a person, which command is next, and what the checkpoints say that a change has reached."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import by_number, is_drafted, is_led, next_question
from groundplan.app.changes.changing import CONFLICT
from groundplan.app.changes.offered import find_offered
from groundplan.app.changes.previewing import find_waiting, preview
from groundplan.app.judgement.computed import one_line
from groundplan.app.lifecycle.approving import fill_message
from groundplan.plan.dataclass import dataclass
from groundplan.plan.hint import WORDS, run
from groundplan.plan.playbook import CONSULT
from groundplan.plan.progress import Progress
from groundplan.plan.promise import WRITTEN
from groundplan.plan.standing import ABOUT_THE_END, INCOMPLETE, State, owed_tasks
from groundplan.rules.catalogue import RULES
from groundplan.rules.dialogue import find_silence
from groundplan.rules.tasks import work_tasks
from groundplan.wording.inert import quote_name

if TYPE_CHECKING:
    from groundplan.app.judgement.judging import Judgement
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.hint import Run
    from groundplan.plan.promise import Withdrawal
    from groundplan.plan.questions import QuestionState
    from groundplan.plan.standing import CheckpointStanding

RESUME = run("resume")  # what is left where every checkpoint has passed


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for a person, and the command that does it."""

    kind: str  # checkpoint, question, reply, unwitnessed, changes, conflict, offered, relayed
    name: str
    text: str
    command: Run


def waiting_for_person(opened: OpenPlan) -> list[Waiting]:
    """Return what a person has to do, most blocking first."""
    judgement = opened.judgement
    if has_conflict(opened):  # its words are those of two sides: nothing in them can be acted on
        told = f"{_torn(opened)} has conflict markers: resolve the conflict, then remove them"
        waits = Waiting("conflict", "merge conflict", told, run("check"))
        return [replace(waits, command=waits.command.on(opened.known.handle))]
    found = [_open_question(q) for q in by_number(judgement.promises.open_questions)]
    found += _waiting_reply(opened, is_asked=bool(found))
    unwitnessed = [f.section for f in judgement.findings if f.code == "GP206"]
    if unwitnessed:
        keys = ", ".join(unwitnessed[:4])
        found.append(Waiting("unwitnessed", "hand edits", f"Edited outside groundplan: {keys}", run("adopt")))
    for checkpoint in judgement.standing.checkpoints:
        if (
            checkpoint.spec.person
            and checkpoint.state in {State.READY, State.STALE}
            and not (checkpoint.findings or checkpoint.waits_for or find_requests(opened, checkpoint))
        ):
            name = f"checkpoint {checkpoint.spec.id}"
            command = run("approve", checkpoint.spec.id)
            found.append(Waiting("checkpoint", name, fill_message(opened, checkpoint), command))
        found += [_requested(opened, checkpoint, each) for each in find_requests(opened, checkpoint)[-1:]]
    found += [Waiting("offered", each.name, each.told, run("adopt")) for each in find_offered(opened)]
    found += _relayed(opened)
    return [replace(each, command=each.command.on(opened.known.handle)) for each in found]


def _relayed(opened: OpenPlan) -> list[Waiting]:
    """Return the words to confirm that no approval will: before one, they are shown with it."""
    if any(
        each.spec.person and each.state is not State.PASSED for each in opened.judgement.standing.checkpoints
    ):
        return []
    wrong = [each for each in opened.judgement.findings if each.code == "GP211"]
    return [Waiting("relayed", "relayed", each.message, run("adopt")) for each in wrong]


def has_conflict(opened: OpenPlan) -> bool:
    """Tell whether a merge left its markers in the plan."""
    return bool(_torn(opened))


def _torn(opened: OpenPlan) -> str:
    """Return the document that a merge left its markers in; empty: none."""
    found = (each.place.document for each in opened.judgement.findings if each.code == CONFLICT)
    return next(found, "")


def _open_question(question: QuestionState) -> Waiting:
    name = question.id.split()[-1] if question.id else "<question>"
    return Waiting("question", question.id, question.text, run("answer", name, WORDS))


def _requested(opened: OpenPlan, checkpoint: CheckpointStanding, request: Withdrawal) -> Waiting:
    """Return a request for changes that nobody has acted on, and the sections it is about."""
    keys = [key for key in opened.plan.covered(checkpoint.spec.covers) if not key.endswith("#header")]
    who = quote_name(request.entry.by.name) if request.entry.by.name else "Somebody"
    named = [key for key in keys if _is_named(opened, key, request.reason)]
    text = f"{who} asked for changes: “{request.reason}”" + (
        f". Sections: {', '.join(named)}" if named else ""
    )
    command = run("write", _section_to_write(opened, named or keys))
    return Waiting("changes", f"changes at {checkpoint.spec.id}", text, command)


def _section_to_write(opened: OpenPlan, keys: list[str]) -> str:
    """Return the section that a request is about: the one with the tasks where it names none or several."""
    own = {record.section for record in opened.plan.records("task")}
    if len(keys) == 1:
        return keys[0]
    return next((key for key in keys if key in own), keys[0] if keys else "<section>")


def _is_named(opened: OpenPlan, key: str, reason: str) -> bool:
    """Tell whether words name a section, by its key or its title."""
    section = opened.plan.section(key)
    names = {key, key.replace("-", " "), section.title if section else key}
    return any(
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", reason, re.IGNORECASE) for name in names if name
    )


_STATES = {
    State.BLOCKED: "not reached",
    State.READY: "waiting for approval",
    State.STALE: "stale",
    State.DRIFTED: "cited code changed",
}


def tell_state(opened: OpenPlan, checkpoint: CheckpointStanding) -> str:
    """Return in a few words how far a checkpoint is."""
    if find_requests(opened, checkpoint):
        return "changes requested"
    if checkpoint.state is State.PASSED:
        return "approved" if checkpoint.approval else "passed"
    if checkpoint.state is State.READY and not checkpoint.spec.person:
        return "ready"
    return _STATES[checkpoint.state]


def find_requests(opened: OpenPlan, checkpoint: CheckpointStanding) -> list[Withdrawal]:
    """Return the requests for changes there after which nobody has rewritten or approved anything."""
    promises = opened.judgement.promises
    ends = [revision.entry for revision in promises.revisions if revision.cause in WRITTEN]
    ends += [s.approval.entry for s in promises.approvals_of(checkpoint.spec.id) if not s.weakness]
    return [
        withdrawal
        for withdrawal in promises.withdrawals
        if withdrawal.checkpoint == checkpoint.spec.id
        and withdrawal.entry.kind == "changes"
        and not withdrawal.of
        and not any(promises.history.is_before(withdrawal.entry, end) for end in ends)
    ]


def _waiting_reply(opened: OpenPlan, *, is_asked: bool) -> list[Waiting]:
    """Return the planner's turn that nobody replied to, where the plan waits for a reply."""
    who, turn = find_silence(opened.judgement.promises)
    if is_asked or turn is None or who != "user" or not opened.playbook.has_rule("GP201"):
        return []
    if turn.kind == "proposal" and turn.entry.body.get("voice") == "analyst":
        return []  # it put the checkpoint, which waits under its own name
    question = next_question(opened)
    if turn.kind == "question" and question is not None:
        return [_open_question(question)]  # it blocks nothing, but it is what the reply is to
    text = one_line(opened.talk.get(turn.entry.id, "(the text is on another machine)"))
    return [Waiting("reply", f"planner's {turn.kind}", text, run("say", WORDS))]


def next_command(opened: OpenPlan) -> Run:
    """Return the one command that moves the plan on; an archived one is read, and the next is begun."""
    if opened.known.archived:
        return run("plan", "<goal>")
    return _next_command(opened).on(opened.known.handle)


def _next_command(opened: OpenPlan) -> Run:
    # A person writes at once what they asked for; whoever else acts on it asks first.
    waits = [each for each in waiting_for_person(opened) if each.kind not in {"changes", "offered"}]
    if waits:
        # What somebody holds against the plan is looked at before it is approved.
        is_attacked = waits[0].kind == "checkpoint" and opened.judgement.promises.attacks.open
        return run("object") if is_attacked else waits[0].command
    current = opened.judgement.standing.current
    if current is None or (current.owed and not (current.findings or current.waits_for)):
        return _after_approval(opened)
    for finding in current.findings:
        if finding.code in {"GP504", "GP501"}:
            return _before_writing(opened) or _before_advice(opened) or run("write", finding.section)
    for request in find_requests(opened, current)[-1:]:
        return _before_writing(opened) or _requested(opened, current, request).command
    if current.findings and all(finding.code in ABOUT_THE_END for finding in current.findings):
        return run("object") if opened.judgement.promises.attacks.open else run("refute")
    return run("check")


def _after_approval(opened: OpenPlan) -> Run:
    """Return what carries an approved plan out: the next task, or the archive once none is left."""
    if not any(True for _ in opened.plan.records("task")):
        return RESUME
    owed = owed_tasks(opened.plan, opened.playbook, opened.judgement.promises)
    return run("next" if owed else "archive")


@dataclass(frozen=True, slots=True)
class WorkCount:
    """How many tasks a plan has, and how many of them are done, waived by a person and begun."""

    total: int
    done: int
    waived: int
    begun: int


def count_work(opened: OpenPlan) -> WorkCount:
    """Return how many tasks a plan has and how far they are."""
    case = opened.judgement.case
    states = [case.promises.state_of(record).progress for record in work_tasks(case)]
    begun = len(states) - states.count(Progress.OPEN)
    return WorkCount(len(states), states.count(Progress.DONE), states.count(Progress.WAIVED), begun)


def tell_work(opened: OpenPlan) -> str:
    """Return how many tasks are done, and how many a person waived; empty before work has begun."""
    work = count_work(opened)
    if not work.begun:
        return ""
    waived = f", {work.waived} waived" if work.waived else ""
    return f"{work.done} of {work.total} task{'s' * (work.total != 1)} done{waived}"


def next_for_agent(opened: OpenPlan) -> Run:
    """Return the command that moves the plan on without a person: nobody else answers or approves."""
    attacks = opened.judgement.promises.attacks
    waiting = {each.key for each in find_waiting(opened)[0]}
    missing = {each.section for each in opened.judgement.findings if each.code in INCOMPLETE} - waiting
    if attacks.open:
        return run("object").on(opened.known.handle)
    # What is wrong with the process, such as an open question, is a person's to settle.
    wrong = (each for each in opened.judgement.findings if each.blocks and not RULES[each.code].is_process)
    is_wrong = any(each.code not in INCOMPLETE and each.section not in waiting for each in wrong)
    if missing or is_wrong or _is_wrong_as_proposed(opened):
        return run("write", {"all": True, "propose": True}, "plan.md").on(opened.known.handle)
    return (run("show", {"copy": True}) if attacks.newest else run("refute")).on(opened.known.handle)


def _is_wrong_as_proposed(opened: OpenPlan) -> bool:
    """Tell whether the rules refuse something in the words that are proposed."""
    seen = preview(opened)
    return seen is not None and any(
        each.blocks and each.code not in INCOMPLETE for each in seen.raised(opened.judgement)
    )


def _before_writing(opened: OpenPlan) -> Run | None:
    """Return what comes before plan text where talk comes first and the planner has not spoken yet.

    Where the analyst leads, a person writes: nobody has to speak for it.
    """
    if is_led(opened) and not is_drafted(opened):
        return None
    if opened.playbook.has_rule("GP201") and find_silence(opened.judgement.promises)[0] == "planner":
        return run("say", {"as": "planner", "kind": "question"}, WORDS)
    return None


def _before_advice(opened: OpenPlan) -> Run | None:
    """Return what comes before the rest of a plan that is made out of advice, once its brief is complete."""
    standings = opened.judgement.standing.checkpoints
    is_open = any(CONSULT in each.spec.guards and each.state is State.PASSED for each in standings)
    if not is_open or any(not each.on for each in opened.judgement.promises.consults):
        return None
    from groundplan.models.configured import list_usable  # noqa: PLC0415 - no other plan needs the models

    return run(CONSULT) if list_usable() else None


def checkpoint_messages(before: Judgement, opened: OpenPlan) -> tuple[str, ...]:
    """Return what the checkpoints say that a change has reached, or blocked on a question."""
    now = opened.judgement
    asked = len(now.promises.open_questions)
    is_asked = asked and asked != len(before.promises.open_questions)
    were = {checkpoint.spec.id: checkpoint.state for checkpoint in before.standing.checkpoints}
    said: list[CheckpointStanding] = []
    for checkpoint in now.standing.checkpoints:
        # Of several reached at once the furthest is the one to go on from, if nothing after it has passed.
        if _is_reached(checkpoint, were.get(checkpoint.spec.id)):
            said = [checkpoint]
        elif checkpoint.state is State.PASSED:
            said = []
    said += [c for c in now.standing.checkpoints if is_asked and c.spec.blocked_message]
    return tuple(dict.fromkeys(fill_message(opened, checkpoint) for checkpoint in said))


def _is_reached(checkpoint: CheckpointStanding, before: State | None) -> bool:
    """Tell whether a checkpoint opens to what comes next, or to the person who may open it."""
    if before in {State.PASSED, State.READY}:
        return False
    return checkpoint.state is (State.READY if checkpoint.spec.person else State.PASSED)
