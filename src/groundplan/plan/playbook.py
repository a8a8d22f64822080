"""A playbook as data: which sections, records, checkpoints, stages and rules a kind of plan has."""

from __future__ import annotations

import enum
from dataclasses import field
from typing import TYPE_CHECKING, Any

from groundplan.plan.approving_words import may_approve
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.record import Record


_CAPTURE = late_regex(r"\{([a-z_]+)\}")
# Advice to whoever writes may be reworded at any time: no digest holds it, no approval goes stale by it.
ADVICE = {"pinned": False}


CONSULT = "consult"  # the use case of asking for advice, as checkpoints guard it


class Shape(enum.StrEnum):
    """The closed set of visible Markdown forms a record can have."""

    LIST = "list"  # items of a bullet or numbered list
    CHECKLIST = "checklist"  # items that carry a checkbox, bulleted or numbered
    TABLE = "table"  # rows of a table, columns named by their header
    HEADINGS = "headings"  # a heading inside the section, its fields in the list below
    LEADS = "leads"  # a bold paragraph, its fields in the list below
    FIELDS = "fields"  # one record per section or part: `**Label:** value` items and lines
    FENCE = "fence"  # fenced blocks; `Label: value` lines and label-headed lists inside are its fields
    SECTIONS = "sections"  # a repeated section is the record


class Tick(enum.StrEnum):
    """Who may tick a record's checkbox."""

    NONE = "none"
    CHOICE = "choice"  # whoever writes the section
    COMPUTED = "computed"  # groundplan alone; masked in fingerprints


@dataclass(frozen=True, slots=True)
class RecordSpec:
    """How one kind of record stands in a section."""

    kind: str  # what it is: question, option, task, risk, requirement, field, choice, cell, …
    shape: Shape
    # pattern of the item, heading or lead text: "{id}: {text}", "{condition} → {action} → {result}"
    label: str = ""
    id: str = ""  # pattern of the visible id: "Question {n}", "{phase}.{n}", "T{n}"
    id_required: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)  # field name -> visible label or column
    required: tuple[str, ...] = ()  # fields that may not be empty
    tick: Tick = Tick.NONE
    part: str = ""  # bold lead inside the section under which the records stand
    under: str = ""  # labelled item or line under which the records stand
    level: int = 0  # heading level, for HEADINGS
    when: str = ""  # only demanded while the choice that starts with these words is ticked
    # How many there must be; where whoever writes ticks, how many must be ticked.
    minimum: int = 0
    maximum: int | None = None
    allowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # field -> its closed set of values
    computed: tuple[str, ...] = ()  # fields that groundplan writes; masked in fingerprints
    axis: str = ""  # profile axis whose every value must have a record
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # field -> kinds of facts

    @property
    def given_fields(self) -> tuple[str, ...]:
        """Return what a writer gives: what the label catches, the labelled fields, or its own words."""
        caught = [name for name in _CAPTURE.findall(self.label) if name != "id"]
        names = dict.fromkeys((*caught, *self.fields))
        has_words = not self.label and self.shape not in {Shape.TABLE, Shape.FIELDS}
        return tuple(dict.fromkeys(("text", *names))) if has_words else tuple(names)


@dataclass(frozen=True, slots=True)
class SectionSpec:
    """A declared heading and what may stand under it.

    `{name}` in the title catches words of the heading; `{n}` in the key as well makes the section repeat.
    """

    key: str
    title: str
    level: int
    document: str
    aliases: tuple[str, ...] = ()
    within: str = ""  # key of the repeated section that scopes this one
    required: bool = True
    container: bool = False  # holds only declared sub-sections, so it is complete without words
    given: bool = False  # its skeleton's words serve every plan: complete once no placeholder is left
    computed: str = ""  # name of the computed body; empty: words
    facts: tuple[str, ...] = ()  # kinds of facts that the engine writes here
    writer: str = ""  # of earlier versions, for their digest: nothing reads it
    evidence: bool = False  # what was computed from the code may be written here before any dialogue
    phase: str = ""  # what the header's phase field says while this is the first incomplete section
    minimum: int = 0  # how many of a repeated section a document must hold
    allowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what the title may catch
    records: tuple[RecordSpec, ...] = ()
    guidance: str = field(default="", metadata=ADVICE)  # Markdown: what belongs here, how a reader judges it
    words: int = field(default=0, metadata=ADVICE)  # how long it should be at most; 0: as it needs
    model: str = field(default="", metadata=ADVICE)  # kind of model to write it: "strong", "fast", a name

    @property
    def repeats(self) -> bool:
        """Whether a document may hold several sections of this declaration."""
        return "{" in self.key

    @property
    def catches(self) -> bool:
        """Whether the title is a pattern that catches words of the heading."""
        return "{" in self.title


@dataclass(frozen=True, slots=True)
class HeaderSpec:
    """Fields before the first section; a field's value names what is computed into it, if anything."""

    form: str = "none"  # "front-matter", "labels" or "none"
    # visible key or label -> computed value name or ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentSpec:
    """One file of a plan. `skeleton` is its text at creation, with `{{title}}`-like fields."""

    name: str
    path: str  # "{folder}/{slug}/PLANNING.md"
    skeleton: str
    header: HeaderSpec = HeaderSpec()
    appendix: bool = False  # a reader has it after the others


@dataclass(frozen=True, slots=True)
class CheckpointSpec:
    """Where a plan must stop. `covers` are the section keys an approval binds and findings block."""

    id: str  # what a person types: "3", "ready"
    name: str
    message: str  # the sentence shown when it is reached; `{n}`, `{option}` are filled in
    covers: tuple[str, ...]
    person: bool  # whether only a person's approval opens it
    needs: tuple[str, ...] = ()  # ids of checkpoints that must have passed before
    words: tuple[str, ...] = ()  # what a person may say to approve
    blocked_message: str = ""  # the sentence shown while it is blocked on questions
    receipts: bool = False  # needs a receipt for every task
    revise: tuple[str, ...] = ()  # what a person may say to ask for changes
    checklist: bool = False  # needs every item of the playbook's checklist
    guards: tuple[str, ...] = ()  # use cases refused until it has passed: archive, consult

    @property
    def label(self) -> str:
        """Return what every screen calls it: the word to type, and its name where that is a number."""
        return f"{self.id} {self.name}" if self.id.isdigit() else self.id

    @property
    def approving(self) -> tuple[str, ...]:
        """Return what approves it beside its id: its name, and words of its playbook that can mean yes."""
        names = [self.name] if may_approve(self.name, is_name=True) else []
        words = {word.casefold(): word for word in (*names, *filter(may_approve, self.words))}
        return tuple(word for folded, word in words.items() if folded != self.id.casefold())

    def is_approved_by(self, word: str) -> bool:
        """Tell whether a person who types this approves; a playbook cannot make that of a no."""
        is_meant = may_approve(word, is_name=True)
        return is_meant and (self.is_called(word) or word.casefold() in map(str.casefold, self.approving))

    def is_called(self, name: str) -> bool:
        """Tell whether a name means it: its id, its name or both, in any case, with dashes for spaces."""
        wanted = " ".join(name.replace("-", " ").casefold().split())
        known = (self.id, self.name, f"{self.id} {self.name}")
        return wanted in {" ".join(each.replace("-", " ").casefold().split()) for each in known}


@dataclass(frozen=True, slots=True)
class StageSpec:
    """How far a plan is. The last stage whose conditions all hold is the plan's stage."""

    name: str
    passed: tuple[str, ...] = ()  # checkpoints
    receipts: str = ""  # "", "any" or "all"
    phase: str = ""  # what the header's phase field says in this stage; empty: the first incomplete section's
    resume: str = ""  # what the next worker is told first in this stage


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """A computed statement about the plan: no finding of `codes`, and `checkpoints` passed."""

    text: str
    codes: tuple[str, ...] = ()  # rules that may have no finding
    checkpoints: tuple[str, ...] = ()  # checkpoints that must have passed
    sections: tuple[str, ...] = ()  # where `codes` may have no finding; empty: anywhere


@dataclass(frozen=True, slots=True)
class Playbook:
    """A kind of plan. Two playbooks are the same one only if their digests are."""

    name: str
    version: int
    title: str
    summary: str
    digest: str
    triggers: tuple[str, ...]
    documents: tuple[DocumentSpec, ...]
    sections: tuple[SectionSpec, ...]
    checkpoints: tuple[CheckpointSpec, ...]
    stages: tuple[StageSpec, ...]
    checklist: tuple[ChecklistItem, ...] = ()
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # code -> options
    roles: tuple[str, ...] = ()
    lenses: Mapping[str, str] = field(default_factory=dict)  # advisor -> viewpoint; `*`: asked of all
    # Task id -> the use case that does it (new, archive), so it needs no receipt.
    done_by: Mapping[str, str] = field(default_factory=dict)
    suits: tuple[str, ...] = ()  # kinds of goal it is chosen for when none is named, first come first served
    variant_of: str = ""  # the playbook that this is a shorter form of, and is chosen instead of
    assumes: tuple[str, ...] = ()  # of earlier versions, for their digest: nothing reads it
    proposals: str = "wait"  # of earlier versions, for their digest: nothing reads it

    def doer_of(self, task: Record) -> str:
        """Return the use case that does a task of the skeleton; a writer's own under that id is work."""
        doer = self.done_by.get(task.id, "")
        line = f" {task.id} {task.text}\n"
        return doer if doer and any(line in f"{spec.skeleton}\n" for spec in self.documents) else ""

    @property
    def final(self) -> CheckpointSpec | None:
        """Return the last checkpoint that a person approves: after it the plan is carried out."""
        return next((spec for spec in reversed(self.checkpoints) if spec.person), None)

    def section(self, key: str) -> SectionSpec | None:
        """Return the declaration with that key."""
        return next((spec for spec in self.sections if spec.key == key), None)

    def document(self, name: str) -> DocumentSpec:
        """Return the declared document with that name."""
        return next(spec for spec in self.documents if spec.name == name)

    def checkpoint(self, checkpoint_id: str) -> CheckpointSpec | None:
        """Return the checkpoint with that id, or else with that name."""
        by_id = next((spec for spec in self.checkpoints if spec.id == checkpoint_id), None)
        return by_id or next((spec for spec in self.checkpoints if spec.name == checkpoint_id), None)

    def has_rule(self, code: str) -> bool:
        """Tell whether the playbook names the rule."""
        return code in self.rules

    def options(self, code: str) -> Mapping[str, Any]:
        """Return the options the playbook gives a rule."""
        return self.rules.get(code, {})


# A document that is no plan of ours promises nothing: it has no sections, checkpoints or rules of its own.
NO_PLAYBOOK = Playbook("", 0, "", "", "", (), (), (), (), ())
