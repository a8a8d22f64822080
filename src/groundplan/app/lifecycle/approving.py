"""Checkpoints: shown, and approved by a person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.app.callers import by_person, demand_person
from groundplan.app.changes.changing import CONFLICT, Draft, commit, what_was_seen
from groundplan.app.changes.previewing import point_at_waiting
from groundplan.app.changes.records import next_id
from groundplan.app.lifecycle.kept_work import find_kept_work, keep_started
from groundplan.app.lifecycle.sent_back import find_sent_back
from groundplan.app.plans.comparing import compare_plans
from groundplan.app.plans.known import verify_entry
from groundplan.app.plans.opened import open_plan
from groundplan.app.plans.past import plan_at_approval
from groundplan.app.plans.relaying import words_to_sign
from groundplan.app.plans.signing import sign
from groundplan.app.plans.tasks import all_commands
from groundplan.app.workspace import refreshed
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import canonical_json, digest_json
from groundplan.plan.errors import Changed, Misused, Refused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.plan.refutation import Fate
from groundplan.plan.standing import State
from groundplan.rules.decisions import recommended_option
from groundplan.rules.suppressions import suppressions_of
from groundplan.store.documents import list_ledger

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.lifecycle.kept_work import KeptWork
    from groundplan.app.lifecycle.sent_back import SentBack
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.config import Suppression
    from groundplan.plan.document import Plan
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import CheckpointSpec
    from groundplan.plan.refutation import ObjectionState
    from groundplan.plan.standing import CheckpointStanding
    from groundplan.plan.task_command import TaskCommand

_FIRST = {CONFLICT: 0, "GP204": 1}


@dataclass(frozen=True, slots=True)
class Request:
    """Everything a person sees before approving; `digest` ties the approval to exactly this."""

    checkpoint: CheckpointStanding
    message: str
    diffs: tuple[SectionDiff, ...]
    approved_before: tuple[str, ...]  # sections that another checkpoint's approval holds for, unchanged
    since: str  # when its words were last seen by a person; empty: never, or they are gone, so all are shown
    weak: tuple[ApprovalState, ...]  # approvals of it that do not count
    relayed: tuple[tuple[str, str], ...]  # entry id, words in the user's name that this confirms
    unheard: int  # relayed words kept on another machine: not shown, so not confirmed
    sections: tuple[str, ...]
    settings: tuple[str, ...]  # what else an approval binds and is another since the last one
    objections: tuple[ObjectionState, ...]  # open ones, and answers that no person has accepted
    digest: str
    commands: tuple[TaskCommand, ...] = ()  # that verify its tasks: approving allows them, word for word
    kept_work: tuple[KeptWork, ...] = ()  # tasks that stay started under new words, or are open again
    sent_back: SentBack | None = None  # shown beside the words to be read: it hides none of them

    @property
    def is_first(self) -> bool:
        """Whether all the words are shown: no earlier text is known that a person has seen."""
        return not self.since

    @property
    def open_objections(self) -> tuple[ObjectionState, ...]:
        """Return the objections that nobody did anything about: approving in spite of them is said."""
        return tuple(state for state in self.objections if state.is_open)


@dataclass(frozen=True, slots=True)
class Approved:
    """A checkpoint, opened."""

    outcome: Outcome
    checkpoint: CheckpointStanding
    signer: str


def find_checkpoint(opened: OpenPlan, name: str = "") -> CheckpointStanding:
    """Return the checkpoint a person means; without a name, the current one that wants a person."""
    standing = opened.judgement.standing
    if not name:
        waiting = [c for c in standing.checkpoints if c.spec.person and c.state is not State.PASSED]
        if not waiting:
            raise Misused(f"No checkpoint of plan `{opened.known.slug}` waits for a person")
        return waiting[0]
    for checkpoint in standing.checkpoints:
        if checkpoint.spec.is_called(name):
            return checkpoint
    known = [c.spec.id for c in standing.checkpoints]
    raise Unknown(f"There is no checkpoint `{name}`", name=name, known=known)


def prepare_approval(opened: OpenPlan, name: str = "") -> Request:
    """Return what an approval of the checkpoint would bind, or refuse with what blocks it."""
    checkpoint = find_checkpoint(opened, name)
    spec = checkpoint.spec
    if not spec.person:
        raise Misused(
            f"Checkpoint `{spec.id}` needs no approval: it passes once nothing blocks it",
            hint=Hint(run("check"), " shows it"),
        )
    if checkpoint.state is State.PASSED:
        raise Misused(f"Checkpoint `{spec.id}` is approved, and nothing changed since")
    blocking = point_at_waiting(opened, [*checkpoint.findings, *_computed_edited(opened)])
    if blocking or checkpoint.waits_for:
        raise Refused(
            _blocked_message(opened, checkpoint, blocking), findings=blocking, hint=_first_hint(blocking)
        )
    covered = opened.plan.covered(spec.covers)
    before = _approved_elsewhere(opened, covered)
    approvals = opened.judgement.promises.approvals_of(spec.id)
    past, since = _last_seen(opened, spec)
    relayed, unheard = words_to_sign(opened)
    objections = _unsettled(opened, spec)
    commands = all_commands(opened, covered)
    config = opened.workspace.config
    bound: list[object] = [spec.id, covered, [entry_id for entry_id, _ in relayed]]
    bound += [opened.playbook.digest, config.policy.digest, config.profile.digest, config.suppressions_digest]
    if objections:
        bound.append([[each.objection.entry.id, each.fate, _answer_id(each)] for each in objections])
    if commands:
        bound.append([each.key for each in commands])
    return Request(
        checkpoint=checkpoint,
        message=fill_message(opened, checkpoint),
        diffs=compare_plans(past, opened.plan, [key for key in covered if key not in before]),
        approved_before=before,
        since=since,
        weak=tuple(state for state in approvals if state.weakness and not state.is_settled),
        relayed=relayed,
        unheard=unheard,
        sections=tuple(covered),
        settings=_changed_settings(opened, [state for state in approvals if not state.weakness]),
        objections=objections,
        digest=digest_json(bound),
        commands=commands,
        kept_work=find_kept_work(opened) if spec is opened.playbook.final else (),
        sent_back=find_sent_back(opened, spec, covered),
    )


def _last_seen(opened: OpenPlan, spec: CheckpointSpec) -> tuple[Plan | None, str]:
    """Return the plan as a person last approved it, and the words for that; none: all of it is to be read.

    Where the last approval was revoked, an earlier one is not what the person knows. A request for changes
    binds no words, so it hides none: whoever can write into the ledger can make one up.
    """
    states = opened.judgement.promises.approvals_of(spec.id)
    known = [state for state in states if state.withdrawn is None or state.withdrawn.entry.kind == "changes"]
    is_revoked = bool(states) and states[-1] not in known
    past = None if is_revoked else plan_at_approval(opened, known)
    return past, "it was last approved" if past is not None else ""


def _unsettled(opened: OpenPlan, spec: CheckpointSpec) -> tuple[ObjectionState, ...]:
    """Return the objections to what a checkpoint covers, all of them at the last one."""
    covered = opened.plan.covered(spec.covers)
    return tuple(
        state
        for state in opened.judgement.promises.attacks.objections
        if state.fate in {Fate.OPEN, Fate.ANSWERED}
        and (state.objection.section in covered or spec is opened.playbook.final)
    )


def _answer_id(state: ObjectionState) -> str:
    return state.answer.entry.id if state.answer else ""


def _changed_settings(opened: OpenPlan, states: Sequence[ApprovalState]) -> tuple[str, ...]:
    """Name what an approval binds besides words, where the last one bound something else.

    A playbook that was pinned anew is another one to whoever approves first.
    """
    if not states:
        return ("playbook",) if any(each.kind == "repinned" for each in opened.history.entries) else ()
    config, last = opened.workspace.config, states[-1].approval
    bound = {
        "playbook": (last.playbook_digest, opened.playbook.digest),
        "policy": (last.policy_digest, config.policy.digest),
        "profile": (last.profile_digest, config.profile.digest),
        "suppressions": (last.suppressions_digest, config.suppressions_digest),
    }
    return tuple(name for name, (before, now) in bound.items() if before != now)


def _approved_elsewhere(opened: OpenPlan, covered: Mapping[str, str]) -> tuple[str, ...]:
    holding = [state.approval for state in opened.judgement.promises.approvals if state.holds]
    return tuple(key for key, now in covered.items() if any(a.sections.get(key) == now for a in holding))


def _computed_edited(opened: OpenPlan) -> list[Finding]:
    return [finding for finding in opened.judgement.findings if finding.code == "GP205"]


def _blocked_message(opened: OpenPlan, checkpoint: CheckpointStanding, blocking: list[Finding]) -> str:
    named = f"Checkpoint `{checkpoint.spec.id}` of plan `{opened.known.slug}`"
    if not blocking:
        return f"{named} waits for checkpoint {', '.join(f'`{c}`' for c in checkpoint.waits_for)}"
    if len(opened.playbook.checkpoints) == 1:  # nobody has to know its name
        return f"Plan `{opened.known.slug}` cannot be approved yet"
    return f"{named} is blocked by {len(blocking)} finding{'s' if len(blocking) != 1 else ''}"


def _first_hint(blocking: list[Finding]) -> str:
    """Return what to do first: end a merge, then answer, because what is written may follow from that."""
    ordered = sorted(blocking, key=lambda finding: _FIRST.get(finding.code, len(_FIRST)))
    return next(
        (finding.hint for finding in ordered if finding.hint), Hint(run("check"), " shows what is missing")
    )


def find_silenced(opened: OpenPlan) -> tuple[Suppression, ...]:
    """Return every suppression of a rule: the person approves those, too."""
    return suppressions_of(opened.judgement.case)


def fill_message(opened: OpenPlan, checkpoint: CheckpointStanding) -> str:
    """Return the checkpoint's sentence, the open questions counted and the recommended option named."""
    questions = len(opened.judgement.promises.open_questions)
    spec = checkpoint.spec
    text = spec.blocked_message if spec.blocked_message and questions else spec.message
    recommended = next((r for r in opened.plan.records("recommendation")), None)
    option = (recommended.field("option") or recommended.text) if recommended else "the canonical approach"
    if questions == 1:
        text = text.replace("{n} questions about the goal are", "{n} question about the goal is")
        text = text.replace("{n} questions are", "{n} question is").replace("{n} questions", "{n} question")
    return text.replace("{n}", str(questions)).replace("{option}", option)


def approve(
    opened: OpenPlan, request: Request, *, caller: Caller, word: str, key: Path | None = None
) -> Approved:
    """Bind the shown words, rules and settings by a person's approval."""
    signed = opened.workspace.config.policy.approvals == "signed" or key is not None
    if signed and caller.channel == "agent":
        raise Refused(
            f"An agent may not sign for a person: {caller.reason}", hint="The person runs it in a terminal"
        )
    if not signed:
        demand_person(
            caller,
            "approve a checkpoint",
            hint=by_person(run("approve", request.checkpoint.spec.id)),
        )
    # Reading takes a person minutes, in which others go on: what counts is the plan as it is now.
    ledger = list_ledger(opened.workspace.folder, opened.known.id)
    opened = open_plan(refreshed(opened.workspace), opened.known.id)
    if _digest_now(opened, request) != request.digest:
        raise Changed(
            "The plan changed while the approval was shown",
            hint=Hint("Look again: ", run("approve", request.checkpoint.spec.id)),
        )
    if signed and key is None:
        raise Misused(
            "The policy requires a signed approval, and no key was given",
            hint=Hint(run("approve", {"sign": "~/.ssh/id_ed25519"})),
        )
    draft = Draft(opened, caller, ledger=ledger)
    add_recommended(draft, request.sections)
    _add_approval(draft, request, word, key)
    signer = draft.entries[-1].signer
    if caller.is_person and request.kept_work:
        keep_started(draft)
    outcome = commit(draft, label=f"approve {request.checkpoint.spec.id}", cause="record")
    now = outcome.opened.judgement.standing.checkpoint(request.checkpoint.spec.id)
    return Approved(outcome, now, signer)


def _digest_now(opened: OpenPlan, request: Request) -> str:
    """Return what an approval would bind now; nothing where it would not be asked for any more."""
    try:
        return prepare_approval(opened, request.checkpoint.spec.id).digest
    except (Refused, Misused):
        return ""


def _add_approval(draft: Draft, request: Request, word: str, key: Path | None) -> None:
    opened = draft.opened
    config = opened.workspace.config
    body: dict[str, Any] = {
        "checkpoint": request.checkpoint.spec.id,
        "word": word,
        "sections": opened.plan.covered(request.checkpoint.spec.covers),
        "documents": {name: snapshot.digest for name, snapshot in opened.snapshots.items()},
        "playbook_digest": opened.playbook.digest,
        "policy_digest": config.policy.digest,
        "suppressions_digest": config.suppressions_digest,
        "profile_digest": config.profile.digest,
        **what_was_seen(draft, opened.plan, request.sections),
        # What approving decides is confirmed with it, also where a signature comes through a pipe. So are the
        # answers to objections: they were on the screen.
        "confirms": [
            *(entry_id for entry_id, _ in request.relayed),
            *(made.id for made in draft.entries),
            *(entry_id for state in request.objections if (entry_id := _answer_id(state))),
        ],
    }
    if request.commands:
        body["commands"] = [{"folder": each.folder, "argv": list(each.argv)} for each in request.commands]
    if request.open_objections:
        body["despite"] = [state.objection.entry.id for state in request.open_objections]
    draft.add("approval", body, speaker="user", channel="signed" if key else "")
    if key is not None:
        sign_last(draft, key)


def sign_last(draft: Draft, key: Path) -> None:
    """Sign the entry that was added last, or refuse a key whose signature would not count."""
    workspace, entry = draft.opened.workspace, draft.entries[-1]
    signature = sign(canonical_json(entry.payload()).encode(), key, outside=workspace.root)
    draft.entries[-1] = verify_entry(replace(entry, signature=signature), workspace)
    if not draft.entries[-1].signer:
        raise Refused(
            f"The key `{key.name}` is not among the allowed signers",
            hint=f"Add it to `{workspace.config.allowed_signers}` on the base branch",
        )


def add_recommended(draft: Draft, covered: Collection[str]) -> None:
    """Approving a recommendation decides it: the ledger keeps what was rejected, and why."""
    opened = draft.opened
    recommended = next((r for r in opened.plan.records("recommendation") if r.section in covered), None)
    if recommended is None:
        return
    options = [r for r in opened.plan.records("option") if r.section in covered]
    named = recommended_option(recommended, (option.id for option in options))
    chosen = next((option for option in options if named and option.id == named), None)
    promises = opened.judgement.promises
    if chosen is None or any(decision.option == chosen.id for decision in promises.live_decisions):
        return
    body = {
        "id": next_id("D{n}", {decision.id for decision in promises.decisions}),
        "title": f"{chosen.id}: {chosen.field('name') or chosen.text}",
        "reason": recommended.field("rationale") or "recommended",
        "option": chosen.id,
        "question": "",
        "rejected": [
            {"option": option.id, "reason": option.field("cons") or "not recommended"}
            for option in options
            if option is not chosen
        ],
        "supersedes": [d.entry.id for d in promises.live_decisions if d.option and d.option != chosen.id],
    }
    draft.add("decision", body, speaker="user")
