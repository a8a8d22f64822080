"""Records: what a plan's visible Markdown says in a form that rules can count, compare and trace.

Together with `fact.py` they are the one model of a change, whoever fills it: requirements, options,
decisions, risks, tasks and the way back are records of a kind that the playbook declares.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_json
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FROM_DIGIT = late_regex(r"\d.*")
# The id that opens an item's words where the playbook gives it none: `T1: Add a field`, `**T1:** Add …`.
_LEAD = late_regex(r"(?P<open>[*_]{0,2})(?P<id>[A-Z]{1,4}-?\d{1,4})(?:(?P=open):|:(?P=open))\s+(?=\S)")
# One bracket around everything: `[Redis] or [Memcached]` is a question, and stays open.
_ONE_BRACKET = late_regex(r"\[[^\[\]]*\]|\{[^{}]*\}|<[^<>]*>")


# Whose a decision is that no person made: true also after an approval, which leaves the words as they are.
OWN_DECISION = "the planner; approving the plan confirms it"
FORMER_OWN_DECISION = "the planner, not confirmed"  # as earlier releases wrote it
WITHDRAWN = "Withdrawn: "  # stands where an answer would, before the reason


@dataclass(frozen=True, slots=True)
class Record:
    """One record as written. `fields` holds the text of each declared field that is there."""

    kind: str
    section: str  # key of the section it stands in
    id: str = ""  # the visible id, as written
    text: str = ""  # the item, heading or row without its id and checkbox, white space folded
    fields: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # list items below a field
    ticked: bool | None = None
    place: Place = Place()
    last_line: int = 0
    part: str = ""  # the lead, or the heading inside the section, it stands under

    @property
    def key(self) -> str:
        """Return the id, or the text where the document shows no id."""
        return self.id or self.text

    @property
    def number(self) -> str:
        """Return what a person types for the id: `12` of `Question 12`, `3` of `T3`, `B` of `Option B`."""
        last = (self.id.split() or [""])[-1].rstrip(".:)")
        digits = _FROM_DIGIT.search(last)
        if digits:
            return digits.group()
        return last if len(last) == 1 else self.id

    @property
    def digest(self) -> str:
        """Return the digest of what the record says; two records with one id are told apart by it."""
        items = {name: list(values) for name, values in self.items.items()}
        return digest_json([self.kind, self.id, self.text, dict(self.fields), items])

    def field(self, name: str) -> str:
        """Return the text of a field, empty where it is not there."""
        return self.fields.get(name, "")

    @property
    def asks(self) -> str:
        """Return what a question asks."""
        return self.field("text") or self.text

    @property
    def is_placeholder(self) -> bool:
        """Whether a skeleton's bracketed example stands where a question will."""
        return bool(_ONE_BRACKET.fullmatch(self.asks))


@dataclass(frozen=True, slots=True)
class Option:
    """A way to reach the goal that is weighed against others."""

    id: str
    name: str
    record: Record


@dataclass(frozen=True, slots=True)
class Task:
    """A unit of work; `needs` is what its dependency field says, before it is resolved."""

    id: str
    title: str
    needs: str
    effort: str


@dataclass(frozen=True, slots=True)
class Risk:
    """What may go wrong, of which class, and what is done about it."""

    text: str
    risk_class: str
    mitigation: str


def as_option(record: Record) -> Option:
    """Read a record as an option."""
    return Option(record.id, record.field("name") or record.text, record)


def as_task(record: Record) -> Task:
    """Read a record as a task; its words may open with the id that the playbook does not ask for."""
    title = record.field("title") or record.field("text") or record.text
    lead = None if record.id else _LEAD.match(title)
    return Task(
        id=lead["id"] if lead else record.id,
        title=title[lead.end() :] if lead else title,
        needs=record.field("needs"),
        effort=record.field("effort"),
    )


def name_tasks(records: Sequence[Record]) -> tuple[str, ...]:
    """Return what a person types for each task: the id that it alone has, or its place in the plan."""
    ids = [as_task(record).id for record in records]
    shared = {each for each, count in Counter(each.casefold() for each in ids).items() if count > 1}
    return tuple(
        record.id or (str(place) if each.casefold() in shared or not each else each)
        for place, (record, each) in enumerate(zip(records, ids, strict=True), 1)
    )


def as_risk(record: Record) -> Risk:
    """Read a record as a risk."""
    return Risk(
        text=record.field("risk") or record.text,
        risk_class=record.field("class"),
        mitigation=record.field("mitigation"),
    )
