"""What the ledger says about a plan: a pure reading of its entries against the words as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from groundplan.plan.accounts import Recorded, find_witnessed
from groundplan.plan.advice import Advice, Consulted
from groundplan.plan.anchors import Reanchoring, trace_back
from groundplan.plan.binding import Now, find_withdrawal, judge_approval
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_text
from groundplan.plan.history import Damage
from groundplan.plan.identity import find_forks, read_pins
from groundplan.plan.objection import Objection, Refutation, Response
from groundplan.plan.probe import Probe
from groundplan.plan.progress import OPEN, Progress, WorkEntries, read_states
from groundplan.plan.promise import (
    MENDED,
    Answer,
    Approval,
    Archived,
    Asked,
    Created,
    Decision,
    Moved,
    Retraction,
    Revision,
    Turn,
    Withdrawal,
)
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.questions import read_questions
from groundplan.plan.receipt import CommandApproved, Receipt, Started, Waived
from groundplan.plan.refutation import AttackEntries, Authorship, read_attacks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan, Section
    from groundplan.plan.entry import Entry
    from groundplan.plan.evidence import Evidence
    from groundplan.plan.history import History
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.progress import TaskKey, TaskState
    from groundplan.plan.promise import Promise
    from groundplan.plan.questions import QuestionState
    from groundplan.plan.record import Record
    from groundplan.plan.refutation import Attacks

Kind = TypeVar("Kind")


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
    reanchorings: tuple[Reanchoring, ...]
    approvals: tuple[ApprovalState, ...]
    withdrawals: tuple[Withdrawal, ...]
    work: WorkEntries
    task_states: Mapping[TaskKey, TaskState]
    probes: tuple[Probe, ...]
    archivings: tuple[Archived, ...]
    witnessed: Mapping[str, frozenset[str]]  # part key -> fingerprints the newest revisions account for
    vouched: Mapping[str, frozenset[str]]  # part key -> fingerprints of words that a person answers for
    unconfirmed: tuple[Entry, ...]  # a user's words that came through an agent's hands
    unsigned: tuple[Entry, ...]  # other words of a user that the policy wants signed, and nobody signed
    damage: tuple[Damage, ...]
    responses: tuple[Response, ...]
    attacks: Attacks
    consults: tuple[Consulted, ...]
    advice: tuple[Advice, ...] = ()

    @property
    def live_decisions(self) -> tuple[Decision, ...]:
        """Return the decisions that none made in sight of them supersedes."""
        gone = {
            old
            for decision in self.decisions
            for old in self.history.in_sight(decision.supersedes, decision.entry)
        }
        return tuple(decision for decision in self.decisions if decision.entry.id not in gone)

    @property
    def relayed(self) -> tuple[Entry, ...]:
        """Return the unconfirmed words, each once: an answer and the turn it was said in are the same."""
        turns = {entry.id for entry in self.unconfirmed if entry.kind == "turn"}
        return tuple(entry for entry in self.unconfirmed if entry.body.get("turn") not in turns)

    def is_relayed(self, entry: Entry) -> bool:
        """Tell whether an entry holds a user's words that came through other hands and wait for a person."""
        return any(each.id == entry.id for each in self.unconfirmed)

    @property
    def open_questions(self) -> tuple[QuestionState, ...]:
        """Return the blocking questions without an answer."""
        return tuple(question for question in self.questions if question.is_open and question.blocking)

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """Return the receipts that prove a task done, oldest first."""
        counting = {state.receipt for state in self.task_states.values()}
        return tuple(receipt for receipt in self.work.receipts if receipt.entry.id in counting)

    def own_work(self, content_of: Callable[[str], str | None]) -> frozenset[str]:
        """Return the files that are as a task left them, or that one is being worked on in."""
        begun = {state.entry for state in self.task_states.values() if state.progress is Progress.STARTED}
        working = {path for each in self.work.starts if each.entry.id in begun for path in each.files}
        left = {path: content for receipt in self.receipts for path, content in receipt.files.items()}
        return frozenset(working | {path for path, content in left.items() if content == content_of(path)})

    def state_of(self, task: Record) -> TaskState:
        """Return how far a task is, as it is written now."""
        return self.task_states.get((task.key, task.digest), OPEN)

    def is_vouched(self, part: Section) -> bool:
        """Tell whether a person answers for the words of a part as they are now."""
        return part.fingerprint in self.vouched.get(part.key, ())

    def approvals_of(self, checkpoint: str) -> tuple[ApprovalState, ...]:
        """Return the approvals of one checkpoint, oldest first."""
        return tuple(state for state in self.approvals if state.approval.checkpoint == checkpoint)


def read_promises(
    plan: Plan, history: History, playbook: Playbook, config: Config, evidence: Evidence | None = None
) -> Promises:
    """Return what the ledger promises about this plan under this playbook and configuration."""
    read, damage = _read_all(history)
    reanchorings = _of(read, Reanchoring)
    now = Now(plan, history, reanchorings, evidence.anchored if evidence else frozenset())
    revisions = _of(read, Revision)
    # Anybody may begin a plan; only a person accepts another playbook for it.
    creations = tuple(c for c in _of(read, Created) if c.entry.kind == "created" or c.entry.is_a_persons)
    approvals = _judge_approvals(read, now, playbook, config)
    retractions = _of(read, Retraction)
    recorded = Recorded(_of(read, Asked), _of(read, Answer), _of(read, Decision), retractions)
    witnessed = _with_reanchored(find_witnessed(now, creations, revisions, playbook, recorded), now)
    is_a_persons = config.policy.is_a_persons
    unconfirmed = _unconfirmed(read, approvals, revisions, history, lambda entry: entry.is_a_persons)
    bound = _unconfirmed(read, approvals, revisions, history, is_a_persons)
    work = WorkEntries(
        _of(read, Started),
        _of(read, Receipt),
        _of(read, Waived),
        _of(read, CommandApproved),
        approvals,
        config.policy.approvals == "signed",
    )
    beginnings = tuple(created for created in creations if created.entry.kind == "created")
    pinned = read_pins(history)
    return Promises(
        history=history,
        created=beginnings[0] if beginnings else None,
        pinned=pinned[-1] if pinned else None,
        turns=_of(read, Turn),
        questions=read_questions(plan, history, recorded, retractions),
        decisions=recorded.decisions,
        revisions=revisions,
        reanchorings=reanchorings,
        approvals=approvals,
        withdrawals=_of(read, Withdrawal),
        work=work,
        task_states=read_states(history, work, evidence.elsewhere | evidence.unverified if evidence else ()),
        probes=_of(read, Probe),
        archivings=_of(read, Archived),
        witnessed=witnessed,
        vouched=_vouched(now, creations, revisions, approvals, witnessed),
        unconfirmed=unconfirmed,
        unsigned=tuple(each for each in bound if each not in unconfirmed),
        damage=(
            *history.damage,
            *damage,
            *_contradictions(beginnings, pinned),
            *find_forks(history, _of(read, Moved)),
        ),
        responses=_of(read, Response),
        consults=_of(read, Consulted),
        advice=_of(read, Advice),
        attacks=read_attacks(
            AttackEntries(_of(read, Objection), _of(read, Response), _of(read, Refutation), _of(read, Probe)),
            Authorship(creations, revisions, approvals),
            now,
            playbook,
            is_a_persons,
        ),
    )


def _judge_approvals(
    read: list[Promise], now: Now, playbook: Playbook, config: Config
) -> tuple[ApprovalState, ...]:
    withdrawals = _of(read, Withdrawal)
    return tuple(
        judge_approval(
            approval, find_withdrawal(approval, withdrawals, now.history, playbook), now, playbook, config
        )
        for approval in _of(read, Approval)
    )


def _contradictions(beginnings: tuple[Created, ...], pinned: tuple[Created, ...]) -> Iterator[Damage]:
    """Report where only a clock could say which entry counts."""
    for second in beginnings[1:]:
        yield Damage(f"Entry `{second.entry.id}` creates the plan a second time", entry=second.entry.id)
    if len({pin.playbook_digest for pin in pinned}) > 1:
        ids = ", ".join(f"`{pin.entry.id}`" for pin in pinned)
        yield Damage(f"Entries {ids} pin different playbooks on two branches", entry=pinned[-1].entry.id)


def _read_all(history: History) -> tuple[list[Promise], list[Damage]]:
    read: list[Promise] = []
    damage: list[Damage] = []
    for entry in history.told():  # the newest of a kind is the last one, whatever its clock said
        try:
            read.append(read_promise(entry))
        except TypeError as error:
            damage.append(Damage(f"Entry `{entry.id}` is no `{entry.kind}`: {error}", entry=entry.id))
    return read, damage


def _of(read: Iterable[Promise], kind: type[Kind]) -> tuple[Kind, ...]:
    return tuple(promise for promise in read if isinstance(promise, kind))


def _with_reanchored(witnessed: dict[str, frozenset[str]], now: Now) -> dict[str, frozenset[str]]:
    """Account for words that differ from accounted ones only in citations a re-anchoring entry moved."""
    prints = now.plan.fingerprints()
    for key in {key for each in now.reanchorings for key in each.sections}:
        known = witnessed.get(key, frozenset())
        newest = set(known)
        for each in reversed(now.chain(key)):
            before, after = each.sections[key]
            if before in newest:  # from then on the older words are not the accounted ones any more
                newest = newest - {before} | {after}
        if not any(before in known for before, _ in trace_back(now.plan, key, now.chain(key))):
            newest -= {prints.get(key, "")} - known
        witnessed[key] = frozenset(newest)
    return witnessed


def _vouched(
    now: Now,
    creations: tuple[Created, ...],
    revisions: tuple[Revision, ...],
    approvals: tuple[ApprovalState, ...],
    witnessed: Mapping[str, frozenset[str]],
) -> dict[str, frozenset[str]]:
    """Return which words a person answers for: written, adopted or approved by one."""
    found: dict[str, set[str]] = {}
    prints = [(c.sections.items()) for c in creations if c.entry.is_a_persons]
    prints += [s.approval.sections.items() for s in approvals if not s.weakness]
    for pairs in prints:
        for key, after in pairs:
            found.setdefault(key, set()).add(after)
    order = {entry.id: number for number, entry in enumerate(now.history.told())}
    for revision in sorted(revisions, key=lambda each: order[each.entry.id]):
        for key, (before, after) in revision.sections.items():
            # A mended citation leaves every other word as it was, so whoever answered for them still does.
            is_kept = (
                revision.cause == MENDED and before in found.get(key, ()) and after in witnessed.get(key, ())
            )
            if revision.entry.is_a_persons or is_kept:
                found.setdefault(key, set()).add(after)
    for key in {key for each in now.reanchorings for key in each.sections}:
        known = found.get(key, set())
        if any(before in known for before, _ in trace_back(now.plan, key, now.chain(key))):
            known.add(now.plan.fingerprints().get(key, ""))
    return {key: frozenset(known) for key, known in found.items()}


def _unconfirmed(
    read: list[Promise],
    approvals: tuple[ApprovalState, ...],
    revisions: tuple[Revision, ...],
    history: History,
    is_a_persons: Callable[[Entry], bool],
) -> tuple[Entry, ...]:
    named = [(s.approval.entry, s.approval.confirms) for s in approvals if not s.weakness]
    named += [(r.entry, r.turns) for r in revisions if r.cause == "adopt" and is_a_persons(r.entry)]
    named += [(p.entry, ids) for p in read if p.entry.is_a_persons and (ids := _settled(p, history))]
    settled = {known for person, ids in named for known in history.in_sight(ids, person)}
    settled |= {old for each in read if isinstance(each, Answer) for old in _replaced(each, history)}
    # A planner that puts another decision of its own in a decision's place has taken the old one back.
    decisions = [each for each in read if isinstance(each, Decision) and each.entry.by.speaker != "user"]
    replaced = {old for each in decisions for old in history.in_sight(each.supersedes, each.entry)}
    settled |= replaced & {each.entry.id for each in decisions}
    return tuple(
        promise.entry
        for promise in read
        if _speaks_for_the_user(promise)
        and not is_a_persons(promise.entry)
        and promise.entry.id not in settled
    )


def _settled(promise: Promise, history: History) -> tuple[str, ...]:
    """Return the entries whose words a promise takes the place of, each with the turn it was said in."""
    if not isinstance(promise, Answer | Decision):
        return ()
    old = promise.replaces if isinstance(promise, Answer) else promise.supersedes
    turns = (entry.body.get("turn") for entry in map(history.get, old) if entry is not None)
    return (*old, *(turn for turn in turns if isinstance(turn, str)))


def _replaced(answer: Answer, history: History) -> Iterator[str]:
    """Yield the answers to the same question that this one takes the place of, each with its own turn."""
    for old in map(history.get, history.in_sight(answer.replaces, answer.entry)):
        if old is None or old.kind != "answer" or old.body.get("question") != answer.question:
            continue
        yield old.id
        turn = history.get(str(old.body.get("turn", "")))
        if turn is not None and turn.body.get("digest") == digest_text(str(old.body.get("text", ""))):
            yield turn.id


def _speaks_for_the_user(promise: Promise) -> bool:
    """Tell whether the words are a person's to say: answers and decisions always are, whoever they name."""
    if isinstance(promise, Turn):
        return promise.speaker == "user" and promise.kind != "idea"  # the idea is approved as the goal
    return isinstance(promise, Answer | Decision)
