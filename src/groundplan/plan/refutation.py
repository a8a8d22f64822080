"""How an attack on a plan stands: what became of each objection, and whether a refutation still counts.

Nothing of it is stored. An objection that somebody marked as mended is open again once its words are back,
and a refutation holds for the words it read and for what its own objections changed in them.
"""

from __future__ import annotations

import enum
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.plan.anchors import trace_back
from groundplan.plan.dataclass import dataclass
from groundplan.plan.objection import ACCEPTING, ANSWERING, MENDING, WITHDRAWING, fold_name, fold_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.plan.binding import ApprovalState, Now
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry
    from groundplan.plan.objection import Objection, Refutation, Response
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.probe import Probe
    from groundplan.plan.promise import Created, Revision

_TELLING_APART = 4  # letters of the entry's id that are added to an id that two objections share


class Fate(enum.StrEnum):
    """What became of an objection."""

    OPEN = "open"
    MENDED = "mended"
    ANSWERED = "answered"  # with a reason that no person has accepted yet
    ACCEPTED = "accepted"
    WITHDRAWN = "withdrawn"  # by the reader who made it; a person's by a person


@dataclass(frozen=True, slots=True)
class ObjectionState:
    """An objection, what became of it, and under which name it is found."""

    objection: Objection
    name: str
    fate: Fate
    answer: Response | None = None  # the accepted one, else the newest
    is_quoted: bool = True  # the words it is about are still in its section
    is_only_marked: bool = False  # somebody marked it as mended, and nothing changed
    mended_in: tuple[str, ...] = ()  # other sections that changed for it
    withdrawn: Response | None = None  # by which it is
    receipts: tuple[Probe, ...] = ()  # that its evidence cites

    @property
    def is_open(self) -> bool:
        """Whether nothing was done about it."""
        return self.fate is Fate.OPEN


@dataclass(frozen=True, slots=True)
class RefutationState:
    """A refutation and why it does not count, or counts no more."""

    refutation: Refutation
    changed: tuple[str, ...]  # sections that changed otherwise than by mending its objections
    weakness: str = ""

    @property
    def holds(self) -> bool:
        """Whether it is about the plan as it is now."""
        return not (self.changed or self.weakness)


@dataclass(frozen=True, slots=True)
class Attacks:
    """All that was held against a plan."""

    objections: tuple[ObjectionState, ...] = ()
    refutations: tuple[RefutationState, ...] = ()

    @property
    def newest(self) -> RefutationState | None:
        """Return the refutation that counts: one that holds, else the newest that held once."""
        counting = [state for state in self.refutations if not state.weakness]
        return next(
            (state for state in reversed(counting) if state.holds), counting[-1] if counting else None
        )

    @property
    def open(self) -> tuple[ObjectionState, ...]:
        """Return the objections that nothing was done about."""
        return tuple(state for state in self.objections if state.is_open)


@dataclass(frozen=True, slots=True)
class AttackEntries:
    """What the ledger has of an attack, each in the order in which it was made."""

    objections: tuple[Objection, ...]
    responses: tuple[Response, ...]
    refutations: tuple[Refutation, ...]
    probes: tuple[Probe, ...] = ()


@dataclass(frozen=True, slots=True)
class Authorship:
    """Who wrote the plan, and who approved it."""

    created: tuple[Created, ...]
    revisions: tuple[Revision, ...]
    approvals: tuple[ApprovalState, ...]


def read_attacks(
    entries: AttackEntries,
    wrote: Authorship,
    now: Now,
    playbook: Playbook,
    is_a_persons: Callable[[Entry], bool],
) -> Attacks:
    """Return how every objection and every refutation stands against the words as they are now."""
    if not (entries.objections or entries.refutations):
        return Attacks()
    reading = _Reading(entries, wrote, now, is_a_persons)
    objections = tuple(map(reading.judge_objection, entries.objections))
    covered = now.plan.covered(playbook.final.covers) if playbook.final else now.plan.fingerprints()
    return Attacks(
        objections,
        tuple(reading.judge_refutation(each, objections, covered) for each in entries.refutations),
    )


def fold_plan(plan: Plan) -> dict[str, str]:
    """Return the words of each part with their spacing folded, as quotes are looked up in them."""
    folded: dict[str, str] = {}
    for part in plan.parts:
        folded[part.key] = f"{folded.get(part.key, '')}{fold_words(part.text)}\n"
    return folded


def withdraws(response: Response, objection: Objection) -> bool:
    """Tell whether a response withdraws an objection: under its name, a person's by a person."""
    is_theirs = response.how == WITHDRAWING and fold_name(response.reader) == fold_name(objection.reader)
    return is_theirs and (response.entry.is_a_persons or not objection.entry.is_a_persons)


class _Reading:
    """One reading of the ledger; an entry counts for another only if it was made in its sight."""

    def __init__(
        self, entries: AttackEntries, wrote: Authorship, now: Now, is_a_persons: Callable[[Entry], bool]
    ) -> None:
        self._is_a_persons = is_a_persons
        self._wrote, self._now, self._history = wrote, now, now.history
        self._prints, self._words = now.plan.fingerprints(), fold_plan(now.plan)
        self._shared = Counter(objection.id for objection in entries.objections)
        self._probes = {each.entry.id: each for each in entries.probes}
        known = {objection.entry.id: objection.entry for objection in entries.objections}
        self._responses: dict[str, list[Response]] = {}
        for response in entries.responses:
            about = known.get(response.objection)
            if about is not None and now.history.is_before(about, response.entry):
                self._responses.setdefault(about.id, []).append(response)
        self._confirmed = {
            entry_id
            for state in wrote.approvals
            if not (state.weakness or state.withdrawn)
            for entry_id in now.history.in_sight(state.approval.confirms, state.approval.entry)
        }

    def judge_objection(self, objection: Objection) -> ObjectionState:
        responses = self._responses.get(objection.entry.id, [])
        is_quoted = fold_words(objection.quote) in self._words.get(objection.section, "")
        is_own = not is_quoted or self._prints.get(objection.section) != objection.fingerprint
        elsewhere = self._mended_in(objection, responses)
        is_changed = is_own or bool(elsewhere)
        is_marked = any(response.how == MENDING for response in responses)
        answers = [response for response in responses if response.how == ANSWERING]
        accepted = [answer for answer in answers if self._is_accepted(answer, responses)]
        fate = Fate.ACCEPTED if accepted else Fate.ANSWERED if answers else Fate.OPEN
        withdrawn = next((each for each in responses if withdraws(each, objection)), None)
        fate = Fate.WITHDRAWN if withdrawn else fate
        return ObjectionState(
            objection,
            self._name(objection),
            Fate.MENDED if is_marked and is_changed else fate,
            next(reversed(accepted or answers), None),
            is_quoted,
            is_marked and not is_changed,
            () if is_own else elsewhere,
            withdrawn,
            tuple(self._receipts(objection)),
        )

    def _receipts(self, objection: Objection) -> Iterator[Probe]:
        """Yield what was measured before its reader cited it."""
        for each in map(self._probes.get, objection.receipts):
            if each is not None and self._history.is_before(each.entry, objection.entry):
                yield each

    def _mended_in(self, objection: Objection, responses: list[Response]) -> tuple[str, ...]:
        """Return the other sections that mending it named and that are not as its reader had them."""
        named = dict.fromkeys(key for each in responses if each.how == MENDING for key in each.sections)
        return tuple(key for key in named if objection.read.get(key, "") not in {"", self._prints.get(key)})

    def _name(self, objection: Objection) -> str:
        """Return the id; where branches gave it twice, both get a name that no third one can take."""
        is_alone = self._shared[objection.id] == 1
        return objection.id if is_alone else f"{objection.id}-{objection.entry.id[-_TELLING_APART:]}"

    def _is_accepted(self, answer: Response, responses: list[Response]) -> bool:
        """Tell whether a person gave the answer, accepted it, or approved the plan with it on the screen."""
        if self._is_a_persons(answer.entry) or answer.entry.id in self._confirmed:
            return True
        return any(
            each.how == ACCEPTING
            and self._is_a_persons(each.entry)
            and answer.entry.id in self._history.in_sight(each.answers, each.entry)
            for each in responses
        )

    def judge_refutation(
        self, refutation: Refutation, objections: tuple[ObjectionState, ...], covered: dict[str, str]
    ) -> RefutationState:
        own = set(self._history.in_sight(refutation.objections, refutation.entry))
        mended = [
            state.objection
            for state in objections
            if state.fate is Fate.MENDED and state.objection.entry.id in own
        ]
        keys = [*covered, *(key for key in refutation.sections if key not in covered)]
        changed = [key for key in keys if not self._is_as_read(refutation, mended, key, covered.get(key, ""))]
        return RefutationState(refutation, tuple(changed), self._weakness(refutation))

    def _is_as_read(self, refutation: Refutation, mended: list[Objection], key: str, print_: str) -> bool:
        """Tell whether a section is as it was read, or as mending an objection of that reader left it."""
        known = {refutation.sections.get(key, "")}
        for objection in mended:
            if key in {objection.section, *objection.touches}:
                responses = self._responses.get(objection.entry.id, ())
                known |= {each.sections.get(key, "") for each in responses if each.how == MENDING}
        if print_ in known:
            return True
        chain = self._now.chain(key)
        return any(before in known for before, _ in trace_back(self._now.plan, key, chain))

    def _weakness(self, refutation: Refutation) -> str:
        entry = refutation.entry
        if not any(self._history.is_before(each.entry, entry) for each in self._wrote.created):
            return "it does not follow the beginning of this plan"
        if entry.is_a_persons:
            return ""
        wrote = {fold_name(name): key for name, key in self._writers(refutation)}
        key = wrote.get(fold_name(refutation.reader))
        return f"`{refutation.reader}` wrote section `{key}`" if key is not None else ""

    def _writers(self, refutation: Refutation) -> Iterator[tuple[str, str]]:
        """Yield name and section of whoever wrote what a refutation is about.

        An entry that follows little has little in its sight; the words it read are somebody's all the same.
        """
        parts = [(each.entry, each.sections) for each in self._wrote.created]
        parts += [
            (each.entry, {key: after for key, (_, after) in each.sections.items()})
            for each in self._wrote.revisions
        ]
        for entry, prints in parts:
            is_seen = self._history.is_before(entry, refutation.entry)
            read = [key for key, after in prints.items() if is_seen or refutation.sections.get(key) == after]
            for name in (entry.by.name, *(() if entry.is_a_persons else entry.by.via)) if read else ():
                yield name, read[0]
