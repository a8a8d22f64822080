"""What the ledger says about a plan: a pure reading of its entries against the words as they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from groundplan.plan.history import Damage
from groundplan.plan.promise import (
    Answer,
    Approval,
    Asked,
    Created,
    Decision,
    Receipt,
    Revision,
    Turn,
    Withdrawal,
    question_digest,
    read_promise,
)
from groundplan.plan.record import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History
    from groundplan.plan.playbook import CheckpointSpec, Playbook
    from groundplan.plan.promise import (
        Promise,
    )

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class QuestionState:
    """A question in either layer, and the answers that name its exact words."""

    id: str
    text: str
    digest: str
    section: str
    blocking: bool
    answers: tuple[Answer, ...]
    asked: Asked | None  # the ledger's entry, if any
    in_plan: bool

    @property
    def is_open(self) -> bool:
        """Whether nobody has answered these words."""
        return not self.answers


@dataclass(frozen=True, slots=True)
class ApprovalState:
    """An approval and every reason for which it does not hold any more."""

    approval: Approval
    changed: tuple[str, ...]  # keys of the parts whose words differ, and `playbook`, `policy`, `suppressions`
    withdrawn: Withdrawal | None
    weakness: str  # why the policy does not accept its channel; empty: it does

    @property
    def holds(self) -> bool:
        """Whether the approval binds what stands there now."""
        return not (self.changed or self.withdrawn or self.weakness)

    @property
    def is_stale(self) -> bool:
        """Whether only changes keep it from holding."""
        return bool(self.changed) and not (self.withdrawn or self.weakness)


@dataclass(frozen=True, slots=True)
class Promises:
    """The ledger, read."""

    history: History
    created: Created | None
    pinned: Created | None  # the latest pin of the playbook
    turns: tuple[Turn, ...]
    questions: tuple[QuestionState, ...]
    decisions: tuple[Decision, ...]
    revisions: tuple[Revision, ...]
    approvals: tuple[ApprovalState, ...]
    withdrawals: tuple[Withdrawal, ...]
    receipts: tuple[Receipt, ...]
    witnessed: Mapping[str, frozenset[str]]  # part key -> fingerprints the newest revisions account for
    unconfirmed: tuple[Entry, ...]  # a user's words that came through an agent's hands
    damage: tuple[Damage, ...]

    @property
    def live_decisions(self) -> tuple[Decision, ...]:
        """Return the decisions that no other supersedes."""
        gone = {entry_id for decision in self.decisions for entry_id in decision.supersedes}
        return tuple(decision for decision in self.decisions if decision.entry.id not in gone)

    @property
    def open_questions(self) -> tuple[QuestionState, ...]:
        """Return the blocking questions without an answer."""
        return tuple(question for question in self.questions if question.is_open and question.blocking)

    def approvals_of(self, checkpoint: str) -> tuple[ApprovalState, ...]:
        """Return the approvals of one checkpoint, oldest first."""
        return tuple(state for state in self.approvals if state.approval.checkpoint == checkpoint)


def read_promises(plan: Plan, history: History, playbook: Playbook, config: Config) -> Promises:
    """Return what the ledger promises about this plan under this playbook and configuration."""
    read, damage = _read_all(history)
    revisions = _of(read, Revision)
    creations = _of(read, Created)
    approvals = tuple(
        _judge(approval, _withdrawal_of(approval, history, read), plan, playbook, config)
        for approval in _of(read, Approval)
    )
    pins = {created.entry.id: created for created in creations}
    pinned = history.latest(created.entry for created in creations)
    return Promises(
        history=history,
        created=next((created for created in creations if created.entry.kind == "created"), None),
        pinned=pins[pinned[-1].id] if pinned else None,
        turns=_of(read, Turn),
        questions=_questions(plan, _of(read, Asked), _of(read, Answer)),
        decisions=_of(read, Decision),
        revisions=revisions,
        approvals=approvals,
        withdrawals=_of(read, Withdrawal),
        receipts=_of(read, Receipt),
        witnessed=_witnessed(history, creations, revisions),
        unconfirmed=_unconfirmed(read, approvals, revisions),
        damage=(*history.damage, *damage),
    )


def _read_all(history: History) -> tuple[list[Promise], list[Damage]]:
    read: list[Promise] = []
    damage: list[Damage] = []
    for entry in history.entries:
        try:
            read.append(read_promise(entry))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            damage.append(Damage(f"Entry `{entry.id}` is no `{entry.kind}`: {error}", entry=entry.id))
    return read, damage


def _of(read: Iterable[Promise], kind: type[Kind]) -> tuple[Kind, ...]:
    return tuple(promise for promise in read if isinstance(promise, kind))


def _questions(
    plan: Plan, asked: tuple[Asked, ...], answers: tuple[Answer, ...]
) -> tuple[QuestionState, ...]:
    """Join both layers by id and words: after a merge an id may stand for two questions."""
    found: dict[tuple[str, str], QuestionState] = {}
    for record in plan.records("question"):
        question = Question(record)
        digest = question_digest(question.id, question.text)
        given = tuple(answer for answer in answers if answer.digest == digest)
        found[question.id, digest] = QuestionState(
            question.id,
            question.text,
            digest,
            record.section,
            blocking=True,
            answers=given,
            asked=None,
            in_plan=True,
        )
    for entry in asked:
        given = tuple(answer for answer in answers if answer.digest == entry.digest)
        known = found.get((entry.id, entry.digest))
        found[entry.id, entry.digest] = QuestionState(
            id=entry.id,
            text=entry.text,
            digest=entry.digest,
            section=known.section if known else entry.section,
            blocking=entry.blocking,
            answers=given,
            asked=entry,
            in_plan=known is not None,
        )
    return tuple(found.values())


def _witnessed(
    history: History, creations: tuple[Created, ...], revisions: tuple[Revision, ...]
) -> dict[str, frozenset[str]]:
    by_key: dict[str, list[tuple[Entry, str]]] = {}
    for created in creations:
        for key, after in created.sections.items():
            by_key.setdefault(key, []).append((created.entry, after))
    for revision in revisions:
        if revision.cause == "adopt" and not revision.entry.is_a_persons:
            continue  # only a person takes responsibility for text nobody accounts for
        for key, (_, after) in revision.sections.items():
            by_key.setdefault(key, []).append((revision.entry, after))
    witnessed = {}
    for key, pairs in by_key.items():
        newest = {entry.id for entry in history.latest(entry for entry, _ in pairs)}
        witnessed[key] = frozenset(after for entry, after in pairs if entry.id in newest)
    return witnessed


def _withdrawal_of(approval: Approval, history: History, read: list[Promise]) -> Withdrawal | None:
    """Find what voids an approval: a revoke on another branch counts too, unless the approval saw it."""
    return next(
        (
            withdrawal
            for withdrawal in _of(read, Withdrawal)
            if withdrawal.checkpoint == approval.checkpoint
            and not history.is_before(withdrawal.entry, approval.entry)
        ),
        None,
    )


def _judge(
    approval: Approval, withdrawn: Withdrawal | None, plan: Plan, playbook: Playbook, config: Config
) -> ApprovalState:
    spec = playbook.checkpoint(approval.checkpoint)
    changed = [] if spec is None else _changed_parts(approval, plan, spec)
    bound = {
        "playbook": (approval.playbook_digest, playbook.digest),
        "policy": (approval.policy_digest, config.policy.digest),
        "suppressions": (approval.suppressions_digest, config.suppressions_digest),
    }
    changed += [name for name, (then, now) in bound.items() if then != now]
    return ApprovalState(approval, tuple(changed), withdrawn, _weakness(approval.entry, spec, config))


def _changed_parts(approval: Approval, plan: Plan, spec: CheckpointSpec) -> list[str]:
    now = plan.covered(spec.covers)
    keys = [*now, *(key for key in approval.sections if key not in now)]
    return [key for key in keys if now.get(key) != approval.sections.get(key)]


def _weakness(entry: Entry, spec: CheckpointSpec | None, config: Config) -> str:
    if spec is None:
        return "the playbook has no such checkpoint"
    if config.policy.approvals == "signed" and not entry.signer:
        return "the policy wants a signature by an allowed signer"
    if not entry.is_a_persons:
        return f"it came through the channel `{entry.by.channel}`, which is not a person's"
    return ""


def _unconfirmed(
    read: list[Promise], approvals: tuple[ApprovalState, ...], revisions: tuple[Revision, ...]
) -> tuple[Entry, ...]:
    confirmed = {
        entry_id for state in approvals if not state.weakness for entry_id in state.approval.confirms
    }
    confirmed |= {
        entry_id
        for revision in revisions
        if revision.cause == "adopt" and revision.entry.is_a_persons
        for entry_id in revision.turns
    }
    return tuple(
        promise.entry
        for promise in read
        if isinstance(promise, Turn | Answer | Decision)
        and promise.entry.by.speaker == "user"
        and not promise.entry.is_a_persons
        and promise.entry.id not in confirmed
    )
