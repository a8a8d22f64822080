"""What a person is shown: where they are, what waits for them, standing, differences, log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.app.approving import fill_message, find_checkpoint
from groundplan.app.comparing import compare_plans
from groundplan.app.computed import in_order, one_line
from groundplan.app.opened import list_plans, read_known
from groundplan.app.past import plan_at_approval, plan_from_copies
from groundplan.plan.errors import GroundplanError, NotFound
from groundplan.plan.promise import (
    Answer,
    Approval,
    Asked,
    Created,
    Decision,
    Revision,
    Turn,
    Withdrawal,
    read_promise,
)
from groundplan.plan.standing import State
from groundplan.rules.dialogue import find_silence
from groundplan.store.undo import last_write

if TYPE_CHECKING:
    from groundplan.app.comparing import SectionDiff
    from groundplan.app.judging import Judgement
    from groundplan.app.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.plan.entry import Entry

RESUME = "groundplan resume"  # what is left where every checkpoint has passed


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits for a person, and the command that does it."""

    kind: str  # checkpoint, question, reply, unwitnessed
    name: str
    text: str
    command: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Every plan that is not archived; one that cannot be read is named with its fault."""

    plans: tuple[OpenPlan, ...]
    unreadable: tuple[tuple[str, GroundplanError], ...]


def overview(workspace: Workspace) -> Overview:
    """Return all plans with their standing."""
    plans, unreadable = [], []
    for known in list_plans(workspace):
        if known.archived:
            continue
        try:
            plans.append(read_known(workspace, known))
        except GroundplanError as error:
            unreadable.append((known.slug, error))
    return Overview(tuple(plans), tuple(unreadable))


def waiting_for_person(opened: OpenPlan) -> list[Waiting]:
    """Return what a person has to do, most blocking first."""
    judgement = opened.judgement
    found = [
        Waiting("question", q.id, q.text, f'groundplan answer {q.id.split()[-1] if q.id else ""} "…"')
        for q in judgement.promises.open_questions
    ]
    found += _waiting_reply(opened, is_asked=bool(found))
    unwitnessed = [f.section for f in judgement.findings if f.code == "GP206"]
    if unwitnessed:
        keys = ", ".join(unwitnessed[:4])
        found.append(
            Waiting("unwitnessed", "hand edits", f"Edited outside groundplan: {keys}", "groundplan adopt")
        )
    for checkpoint in judgement.standing.checkpoints:
        if (
            checkpoint.spec.person
            and checkpoint.state in {State.READY, State.STALE}
            and not checkpoint.findings
        ):
            name = f"checkpoint {checkpoint.spec.id}"
            command = f"groundplan approve {checkpoint.spec.id}"
            found.append(Waiting("checkpoint", name, fill_message(opened, checkpoint), command))
    return found


def _waiting_reply(opened: OpenPlan, *, is_asked: bool) -> list[Waiting]:
    """Return the planner's turn that nobody replied to, where the plan waits for a reply."""
    who, turn = find_silence(opened.judgement.promises)
    if is_asked or turn is None or who != "user" or not opened.playbook.has_rule("GP201"):
        return []
    text = one_line(opened.talk.get(turn.entry.id, "(text kept on another machine)"))
    return [Waiting("reply", f"planner's {turn.kind}", text, 'groundplan say "…"')]


def next_command(opened: OpenPlan) -> str:
    """Return the one command that moves the plan on."""
    waits = waiting_for_person(opened)
    if waits:
        return waits[0].command
    current = opened.judgement.standing.current
    if current is None:
        return RESUME
    for finding in current.findings:
        if finding.code in {"GP504", "GP501"}:
            return _before_writing(opened) or f"groundplan write {finding.section}"
    return "groundplan check"


def _before_writing(opened: OpenPlan) -> str:
    """Return what comes before plan text where talk comes first and the planner has not spoken yet."""
    if opened.playbook.has_rule("GP201") and find_silence(opened.judgement.promises)[0] == "planner":
        return 'groundplan say --as planner --kind question "…"'
    return ""


def checkpoint_messages(before: Judgement, opened: OpenPlan) -> tuple[str, ...]:
    """Return what the checkpoints say that a change has reached, or blocked on a question."""
    now = opened.judgement
    asked = len(now.promises.open_questions)
    is_asked = asked and asked != len(before.promises.open_questions)
    reached = {State.PASSED, State.READY}
    were = {checkpoint.spec.id for checkpoint in before.standing.checkpoints if checkpoint.state in reached}
    return tuple(
        fill_message(opened, checkpoint)
        for checkpoint in now.standing.checkpoints
        if (checkpoint.state in reached and checkpoint.spec.id not in were)
        or (is_asked and checkpoint.spec.blocked_message)
    )


def diff(opened: OpenPlan, *, since: str = "") -> tuple[SectionDiff, ...]:
    """Return the differences by section since a checkpoint's approval, or since the last write."""
    if since:
        checkpoint = find_checkpoint(opened, since)
        past = plan_at_approval(opened, checkpoint.spec.id)
        if past is None:
            raise NotFound(
                f"The text approved at checkpoint `{checkpoint.spec.id}` is not on this machine",
                hint="`git log -p` of the document shows it",
            )
        return compare_plans(past, opened.plan)
    last = last_write(opened.workspace.folder, opened.known.id)
    if last is None:
        raise NotFound(f"Plan `{opened.known.slug}` has no write on this machine to compare with")
    names = {document.path: document.name for document in opened.plan.documents}
    unwitnessed = any(finding.code == "GP206" for finding in opened.judgement.findings)
    digests = {
        names[d.path]: (d.after if unwitnessed else d.before) or "" for d in last.documents if d.path in names
    }
    return compare_plans(plan_from_copies(opened, digests), opened.plan)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One ledger entry, told."""

    entry: Entry
    kind: str
    text: str


def log(opened: OpenPlan) -> tuple[LogLine, ...]:
    """Return the ledger, oldest first, each entry with its speaker and channel."""
    return tuple(LogLine(entry, entry.kind, _tell(entry, opened)) for entry in opened.history.told())


def _tell(entry: Entry, opened: OpenPlan) -> str:
    try:
        promise = read_promise(entry)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        return f"(unreadable: {error})"
    match promise:
        case Created():
            return f"{promise.title} ({promise.playbook} {promise.version})"
        case Turn():
            return one_line(opened.talk.get(entry.id, "(text kept on another machine)"))
        case Asked():
            return f"{promise.id}: {one_line(promise.text)}"
        case Answer():
            return f"{promise.question}: {one_line(promise.text)}"
        case Decision():
            return f"{promise.id}: {one_line(promise.title)}, because {one_line(promise.reason)}"
        case Revision():
            keys = ", ".join(in_order(promise.sections, opened.plan)) or "header"
            return f"{promise.cause} {one_line(keys)}"
        case Approval():
            return f"checkpoint {promise.checkpoint}"
        case Withdrawal():
            return f"checkpoint {promise.checkpoint}: {one_line(promise.reason)}"
        case _:
            return one_line(", ".join(f"{key}={value}" for key, value in entry.body.items()))
