"""The typed faces of ledger entries: what each kind of promise says."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from groundplan.plan.advice import Advice, Consulted
from groundplan.plan.anchors import Reanchoring
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_json
from groundplan.plan.objection import ACCEPTING, Objection, Refutation, Response
from groundplan.plan.probe import Probe
from groundplan.plan.receipt import CommandApproved, Receipt, Started, Waived

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.anchors import AnchorSpan
    from groundplan.plan.entry import Entry

# Planner turns that carry a push or a question; a summary or a note moves no dialogue on.
OPENING_KINDS = frozenset({"question", "challenge", "proposal"})
TURN_KINDS = ("idea", "reply", "note", "question", "challenge", "proposal", "summary")
# Revisions made in the planner's own words; the others are a person's, or follow from an entry.
WRITTEN = frozenset({"write"})
# What was computed from the code, in sections that the playbook keeps for it: it needs no dialogue first.
EVIDENCE = "evidence"
# A citation, count or command that a finding named, put right: nothing else differs, so it needs none either.
MENDED = "mended"
# What questions, answers and decisions put down; words accounted for before; what a person answers for.
RECORD, UNDO, ADOPT = "record", "undo", "adopt"
# Why a revision was made. Each new cause needs its reach in `groundplan.plan.accounts`.
CAUSES = frozenset({*WRITTEN, EVIDENCE, MENDED, RECORD, UNDO, ADOPT})


# What an approval binds that was made before profiles were bound: an empty one.
NO_PROFILE = digest_json({})


def question_digest(question_id: str, text: str) -> str:
    """Return what an answer binds: the question's id and its words, spacing folded."""
    return digest_json(["question", question_id, " ".join(text.split())])


@dataclass(frozen=True, slots=True)
class Created:
    """The plan's beginning: its playbook and the fingerprints of its skeleton."""

    entry: Entry
    playbook: str
    version: int
    playbook_digest: str
    title: str
    documents: Mapping[str, str]
    sections: Mapping[str, str]
    inherited: tuple[str, ...] = ()  # lines of the change log that an adopted document came with
    slug: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """The plan's documents are somewhere else now: document name -> path."""

    entry: Entry
    documents: Mapping[str, str]
    slug: str


@dataclass(frozen=True, slots=True)
class Archived:
    """A person put the plan away, finished or abandoned."""

    entry: Entry
    reason: str
    is_abandoned: bool


@dataclass(frozen=True, slots=True)
class Restored:
    """A person brought the plan back from the archive."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the talk; the ledger knows its digest, the talk its text."""

    entry: Entry
    kind: str
    text_digest: str

    @property
    def speaker(self) -> str:
        """Return who speaks: `user` or `planner`."""
        return self.entry.by.speaker

    @property
    def opens_dialogue(self) -> bool:
        """Whether the planner asks, challenges or proposes here."""
        return self.speaker == "planner" and self.kind in OPENING_KINDS

    @property
    def replies(self) -> bool:
        """Whether the user speaks here after the opening idea."""
        return self.speaker == "user" and self.kind != "idea"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question put to the user."""

    entry: Entry
    id: str
    text: str
    section: str
    blocking: bool
    subject: str = ""  # what the planner knows it by; empty: a person or an agent asked it
    choices: Mapping[str, str] = field(default_factory=dict)  # name -> words
    recommended: str = ""  # name of a choice, or words where there are none
    why: str = ""  # the evidence behind it
    who: str = ""  # who can answer it
    is_research: bool = False  # for somebody to find out, not for the user to decide

    @property
    def digest(self) -> str:
        """Return what an answer to it must name."""
        return question_digest(self.id, self.text)


@dataclass(frozen=True, slots=True)
class Retraction:
    """A question that was asked by mistake, withdrawn."""

    entry: Entry
    digest: str
    reason: str
    is_reworded: bool = False  # it is asked in other words, or under another id


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, bound to the words of the question."""

    entry: Entry
    question: str
    digest: str
    text: str
    replaces: tuple[str, ...] = ()  # entries of earlier answers that it takes the place of
    findings: str = ""  # the file of whoever found it out; empty: the user's answer
    turn: str = ""  # the turn it was said in


@dataclass(frozen=True, slots=True)
class Decision:
    """What was chosen, why, and what was rejected; superseded, never re-opened."""

    entry: Entry
    id: str
    title: str
    reason: str
    option: str
    question: str
    rejected: tuple[tuple[str, str], ...]
    supersedes: tuple[str, ...]
    turn: str = ""  # the turn it was said in


@dataclass(frozen=True, slots=True)
class Revision:
    """Section texts accounted for: fingerprint before and after, and the turns they came from."""

    entry: Entry
    cause: str  # one of CAUSES
    sections: Mapping[str, tuple[str, str]]
    turns: tuple[str, ...]
    citations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # section -> text -> digest
    commit: str = ""  # what was checked out when the citations were seen
    is_composed: bool = False  # the planner's own composition: it may compose these sections again
    mends: Mapping[str, tuple[AnchorSpan, ...]] = field(default_factory=dict)  # section -> what was put right

    @property
    def is_update(self) -> bool:
        """Whether the planner wrote it, so that dialogue comes first; what a person writes is their turn."""
        return self.cause in WRITTEN and (self.is_composed or not self.entry.is_a_persons)


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's promise about exact words under exact rules."""

    entry: Entry
    checkpoint: str
    sections: Mapping[str, str]
    playbook_digest: str
    policy_digest: str
    suppressions_digest: str
    profile_digest: str
    confirms: tuple[str, ...]
    documents: Mapping[str, str] = field(default_factory=dict)  # document name -> digest of the whole file
    citations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # section -> text -> digest
    commit: str = ""
    commands: tuple[tuple[str, tuple[str, ...]], ...] = ()  # folder and argv of those that were shown


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A revoke, or a request for changes: no approval made without it in sight survives it."""

    entry: Entry
    checkpoint: str
    reason: str
    of: str = ""  # the question that was answered anew; empty: somebody asked for changes
    documents: Mapping[str, str] = field(default_factory=dict)  # their digests when changes were asked for


@dataclass(frozen=True, slots=True)
class Unknown:
    """An entry of a kind this version does not know; kept, shown, never acted on."""

    entry: Entry
    fields: Mapping[str, Any] = field(default_factory=dict)


def needs_person(promise: Promise) -> bool:
    """Tell whether only a person can make this promise: no use case lets anybody else."""
    if isinstance(promise, Revision):
        return promise.cause == ADOPT
    if isinstance(promise, Response):
        return promise.how == ACCEPTING
    return isinstance(promise, Approval | Withdrawal | Archived | Restored | Waived | CommandApproved)


Promise = (
    Created
    | Moved
    | Archived
    | Restored
    | Turn
    | Asked
    | Retraction
    | Answer
    | Decision
    | Revision
    | Reanchoring
    | Approval
    | Withdrawal
    | Started
    | Receipt
    | Waived
    | CommandApproved
    | Probe
    | Objection
    | Response
    | Refutation
    | Consulted
    | Advice
    | Unknown
)
