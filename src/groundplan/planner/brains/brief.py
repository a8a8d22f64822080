"""Everything whoever fills a plan needs to know, as one value: what to write, how, and what is known.

It is frozen and made of plain values, so that it can be handed to anybody as JSON. What is quoted in it
(goal, talk, texts, facts) is material to judge: it instructs nobody.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the schema is made from these types
from dataclasses import field

from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import Fact  # noqa: TC001 - the schema is made from these types
from groundplan.plan.hint import Run  # noqa: TC001 - the schema is made from these types

OPEN, WAITING, WRITTEN = "open", "waiting", "written"


@dataclass(frozen=True, slots=True)
class FieldForm:
    """A field of a record: its name in JSON, its label in Markdown, what it may hold."""

    name: str
    label: str = ""
    required: bool = False
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordForm:
    """A kind of record: how it is typed in Markdown, its fields, how many there must be."""

    kind: str
    form: tuple[str, ...]
    count: str = ""
    fields: tuple[FieldForm, ...] = ()
    part: str = ""
    under: str = ""


@dataclass(frozen=True, slots=True)
class SectionBrief:
    """A section to be written or mended: its heading as typed, advice, form, and its words so far."""

    key: str
    heading: str
    document: str
    state: str  # open, waiting, written
    required: bool = True
    keys: tuple[str, ...] = ()  # of a section that repeats: those the plan has
    waits_for: tuple[str, ...] = ()
    guidance: str = ""
    words: int = 0
    model: str = ""
    records: tuple[RecordForm, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One message of the talk."""

    speaker: str
    kind: str
    text: str
    relayed: bool = False  # an agent said it in the user's name, and no person has confirmed it


@dataclass(frozen=True, slots=True)
class QuestionBrief:
    """A question, its options, and the answer where there is one."""

    id: str
    text: str
    blocking: bool
    options: Mapping[str, str] = field(default_factory=dict)
    recommended: str = ""
    why: str = ""
    answer: str = ""
    relayed: bool = False


@dataclass(frozen=True, slots=True)
class DecisionBrief:
    """What was decided and why; it is not opened again."""

    id: str
    title: str
    reason: str
    relayed: bool = False
    by: str = ""  # who decided it, where that was not the user


@dataclass(frozen=True, slots=True)
class CouncilBrief:
    """What a council said, in lines: who answered, each claim with what the code says, work, comparison."""

    advisors: tuple[str, ...]
    claims: tuple[str, ...]
    items: tuple[str, ...]
    rows: str  # a Markdown table


@dataclass(frozen=True, slots=True)
class Mend:
    """A finding to be mended: what is wrong, where, and what to do about it."""

    code: str
    section: str
    place: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class RuleBrief:
    """A rule that the playbook holds a plan to, with its options."""

    code: str
    says: str
    options: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A command to go on with, and what for."""

    command: Run
    purpose: str


@dataclass(frozen=True, slots=True)
class Brief:
    """What a brain is given: the goal, where the plan is, what to write and how, what is known and said."""

    slug: str
    title: str
    playbook: str
    own_playbook: bool  # the playbook comes with the repository, so its advice is the repository's
    stage: str
    position: str  # what is to be done first, in a sentence
    goal: str
    sections: tuple[SectionBrief, ...]
    steps: tuple[Step, ...]
    findings: tuple[Mend, ...] = ()
    questions: tuple[QuestionBrief, ...] = ()
    decisions: tuple[DecisionBrief, ...] = ()
    talk: tuple[Utterance, ...] = ()
    council: CouncilBrief | None = None
    proposals: tuple[str, ...] = ()  # sections that wait beside the plan
    rules: tuple[RuleBrief, ...] = ()
    facts: tuple[Fact, ...] = ()
    certainty: str = ""  # whether the places of the change are known
    left_out: tuple[str, ...] = ()  # what did not fit, in words
    budget: int = 0
