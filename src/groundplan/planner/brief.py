"""What a writer of sections works from."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.evidence.facts import Facts
    from groundplan.plan.playbook import Playbook
    from groundplan.planner.answers.understanding import Understood
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.question import Question


@dataclass(frozen=True, slots=True)
class Brief:
    """What is known when sections are composed."""

    facts: Facts
    playbook: Playbook
    challenges: tuple[Challenge, ...] = ()
    questions: tuple[Question, ...] = ()
    settled: Mapping[str, Understood] = field(default_factory=dict)  # question subject -> the user's answer
    asked: Mapping[str, str] = field(default_factory=dict)  # question subject -> its id in the plan
    replies: tuple[Understood, ...] = ()  # what the user said without being asked, oldest first
    decisions: Mapping[str, str] = field(default_factory=dict)  # question subject -> the decision on it: `D2`


@dataclass(frozen=True, slots=True)
class FieldDraft:
    """The value of one field of a section's record."""

    record: str  # the kind of the record
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SectionDraft:
    """The words of one section, or of some fields of its records: the rest of it stays as it is."""

    key: str
    text: str
    fields: tuple[FieldDraft, ...] = ()
