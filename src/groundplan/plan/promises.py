"""What the ledger says about a plan: a pure reading of its entries against the words as they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from groundplan.plan.accounts import Recorded, find_witnessed
from groundplan.plan.anchors import Reanchoring, trace_back
from groundplan.plan.binding import Now, find_withdrawal, judge_approval
from groundplan.plan.dataclass import dataclass
from groundplan.plan.history import Damage
from groundplan.plan.identity import find_forks
from groundplan.plan.promise import (
    MENDED,
    Answer,
    Approval,
    Archived,
    Asked,
    Created,
    Decision,
    Moved,
    Receipt,
    Retraction,
    Revision,
    Turn,
    Withdrawal,
    question_digest,
)
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.record import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan, Section
    from groundplan.plan.entry import Entry
    from groundplan.plan.evidence import Evidence
    from groundplan.plan.history import History
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.promise import Promise

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
    is_withdrawn: bool = False  # who asked it took it back before anybody answered

    @property
    def name(self) -> str:
        """Return what a person types for it: the last word of its id; a forged entry may have none."""
        return (self.id.split() or [""])[-1]

    @property
    def answer(self) -> Answer | None:
        """Return the answer that holds: the latest that none replaces."""
        return latest_answer(self.answers)

    @property
    def is_open(self) -> bool:
        """Whether these words wait for an answer."""
        return not (self.answers or self.is_withdrawn)


def latest_answer(answers: Sequence[Answer]) -> Answer | None:
    """Return the last of these answers that no other of them replaces."""
    gone = {old for answer in answers for old in answer.replaces}
    return next((answer for answer in reversed(answers) if answer.entry.id not in gone), None)


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
    receipts: tuple[Receipt, ...]
    archivings: tuple[Archived, ...]
    witnessed: Mapping[str, frozenset[str]]  # part key -> fingerprints the newest revisions account for
    vouched: Mapping[str, frozenset[str]]  # part key -> fingerprints of words that a person answers for
    unconfirmed: tuple[Entry, ...]  # a user's words that came through an agent's hands
    damage: tuple[Damage, ...]

    @property
    def live_decisions(self) -> tuple[Decision, ...]:
        """Return the decisions that none made in sight of them supersedes."""
        gone = {
            old.id
            for decision in self.decisions
            for old in map(self.history.get, decision.supersedes)
            if old is not None and self.history.is_before(old, decision.entry)
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
    withdrawals = _of(read, Withdrawal)
    answers = _that_count(_of(read, Answer), history)
    approvals = tuple(
        judge_approval(
            approval, find_withdrawal(approval, withdrawals, history, playbook), now, playbook, config
        )
        for approval in _of(read, Approval)
    )
    recorded = Recorded(_of(read, Asked), _of(read, Answer), _of(read, Decision))
    witnessed = _with_reanchored(find_witnessed(now, creations, revisions, playbook, recorded), now)
    beginnings = tuple(created for created in creations if created.entry.kind == "created")
    pins = {created.entry.id: created for created in creations}
    pinned = tuple(pins[entry.id] for entry in history.latest(created.entry for created in creations))
    return Promises(
        history=history,
        created=beginnings[0] if beginnings else None,
        pinned=pinned[-1] if pinned else None,
        turns=_of(read, Turn),
        questions=_without_withdrawn(
            _questions(plan, recorded.asked, answers), recorded.asked, _of(read, Retraction), history
        ),
        decisions=recorded.decisions,
        revisions=revisions,
        reanchorings=reanchorings,
        approvals=approvals,
        withdrawals=withdrawals,
        receipts=_of(read, Receipt),
        archivings=_of(read, Archived),
        witnessed=witnessed,
        vouched=_vouched(now, creations, revisions, approvals, witnessed),
        unconfirmed=_unconfirmed(read, approvals, revisions, history),
        damage=(
            *history.damage,
            *damage,
            *_contradictions(beginnings, pinned),
            *find_forks(history, _of(read, Moved)),
        ),
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


def _questions(
    plan: Plan, asked: tuple[Asked, ...], answers: tuple[Answer, ...]
) -> tuple[QuestionState, ...]:
    """Join both layers by id and words: after a merge an id may stand for two questions."""
    given: dict[str, list[Answer]] = {}
    for answer in answers:
        given.setdefault(answer.digest, []).append(answer)
    found: dict[str, QuestionState] = {}
    for record in plan.records("question"):
        question = Question(record)
        if question.is_placeholder:
            continue
        digest = question_digest(question.id, question.text)
        found[digest] = QuestionState(
            question.id,
            question.text,
            digest,
            record.section,
            blocking=True,
            answers=tuple(given.get(digest, ())),
            asked=None,
            in_plan=True,
        )
    for entry in asked:
        known = found.get(entry.digest)
        before = known.asked if known else None
        found[entry.digest] = QuestionState(
            id=entry.id,
            text=entry.text,
            digest=entry.digest,
            section=known.section if known else entry.section,
            # Asked twice, the stricter one counts: nobody unblocks a question by asking it again.
            blocking=entry.blocking or (before is not None and before.blocking),
            answers=tuple(given.get(entry.digest, ())),
            asked=before if before is not None and before.blocking else entry,
            in_plan=known is not None and known.in_plan,
        )
    return tuple(found.values())


def _without_withdrawn(
    questions: tuple[QuestionState, ...],
    asked: tuple[Asked, ...],
    retractions: tuple[Retraction, ...],
    history: History,
) -> tuple[QuestionState, ...]:
    """Close the questions that whoever asked them withdrew; the planner's own ones a person alone."""
    gone = {
        retraction.digest
        for retraction in retractions
        if (mine := [each for each in asked if each.digest == retraction.digest])
        and all(_may_retract(retraction.entry, each, history) for each in mine)
    }
    return tuple(
        replace(each, is_withdrawn=True) if each.digest in gone and not each.answers else each
        for each in questions
    )


def _may_retract(entry: Entry, asked: Asked, history: History) -> bool:
    """Tell whether an entry withdraws a question in sight of it: a person's, or by the same hand."""
    hand, asker = entry.by, asked.entry.by
    is_own = not asked.subject and (hand.name, hand.channel) == (asker.name, asker.channel)
    return history.is_before(asked.entry, entry) and (entry.is_a_persons or is_own)


def _that_count(answers: tuple[Answer, ...], history: History) -> tuple[Answer, ...]:
    """Return the answers that count: what a person said is changed by a person alone, in sight of it."""
    persons = [answer for answer in answers if answer.entry.is_a_persons]
    return tuple(
        replace(answer, replaces=tuple(_in_sight(answer.replaces, answer.entry, history)))
        for answer in answers
        if answer.entry.is_a_persons
        or not any(
            said.digest == answer.digest and history.is_before(said.entry, answer.entry) for said in persons
        )
    )


def _in_sight(ids: Iterable[str], entry: Entry, history: History) -> Iterator[str]:
    """Yield the entries among these ids that an entry was made in sight of: an id alone proves nothing."""
    for old in map(history.get, ids):
        if old is not None and history.is_before(old, entry):
            yield old.id


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
) -> tuple[Entry, ...]:
    named = [(s.approval.entry, s.approval.confirms) for s in approvals if not s.weakness]
    named += [(r.entry, r.turns) for r in revisions if r.cause == "adopt" and r.entry.is_a_persons]
    named += [(p.entry, ids) for p in read if p.entry.is_a_persons and (ids := _settled(p, history))]
    confirmed = {known for person, ids in named for known in _in_sight(ids, person, history)}
    return tuple(
        promise.entry
        for promise in read
        if _speaks_for_the_user(promise)
        and not promise.entry.is_a_persons
        and promise.entry.id not in confirmed
    )


def _settled(promise: Promise, history: History) -> tuple[str, ...]:
    """Return the entries whose words a promise takes the place of, each with the turn it was said in."""
    if not isinstance(promise, Answer | Decision):
        return ()
    old = promise.replaces if isinstance(promise, Answer) else promise.supersedes
    turns = (entry.body.get("turn") for entry in map(history.get, old) if entry is not None)
    return (*old, *(turn for turn in turns if isinstance(turn, str)))


def _speaks_for_the_user(promise: Promise) -> bool:
    """Tell whether the words are a person's to say: answers and decisions always are, whoever they name."""
    if isinstance(promise, Turn):
        return promise.speaker == "user" and promise.kind != "idea"  # the idea is approved as the goal
    return isinstance(promise, Answer | Decision)
