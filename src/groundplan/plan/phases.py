"""Phases: which group of tasks a record belongs to, read off headings as they stand in the document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.record import Record

_TITLE = late_regex(r"\W*phase\s+([0-9]+|[a-z])\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_KEY = late_regex(r"(?:^|/)phase-([^/]+)")


@dataclass(frozen=True, slots=True)
class PhaseId:
    """A phase within its document, as two of a plan may number theirs apart. Empty number: no phase."""

    document: str
    number: str


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase with the words of its heading."""

    id: PhaseId
    name: str
    place: Place = Place()
    section: str = ""

    @property
    def label(self) -> str:
        """Return the phase as messages name it."""
        return f"Phase {self.id.number}"


def read_title(title: str) -> tuple[str, str] | None:
    """Return number and name of a heading such as `Phase 2: Integration`, or `None` for another heading."""
    match = _TITLE.fullmatch(title.strip())
    return (match[1].casefold(), match[2].strip(" *_:")) if match else None


def phase_of_section(section: Section) -> PhaseId:
    """Return the phase that a section is, or stands in."""
    read = read_title(section.title)
    if read:
        return PhaseId(section.document, read[0])
    match = _KEY.search(section.key)
    return PhaseId(section.document, match[1].casefold() if match else "")


def phase_of(record: Record, section: Section) -> PhaseId:
    """Return the phase of a record: the heading it stands under, else that of its section."""
    read = read_title(record.part)
    return PhaseId(section.document, read[0]) if read else phase_of_section(section)


def find_phases(case: Case) -> dict[PhaseId, Phase]:
    """Return the plan's phases in document order, whether they have tasks or not."""
    found: dict[PhaseId, Phase] = {}
    for section in case.plan.sections:
        _note(found, section, section.title, section.place)
        for record in section.records:
            _note(found, section, record.part, record.place)
    declared = (
        (section, record)
        for section in case.plan.parts
        for record in section.records
        if record.kind == "phase"
    )
    for section, record in declared:
        for title in (record.text, f"{record.id}: {record.text}", f"Phase {record.number}: {record.text}"):
            _note(found, section, title, record.place)
    return found


def _note(found: dict[PhaseId, Phase], section: Section, title: str, place: Place) -> None:
    read = read_title(title)
    if read:
        number, name = read
        phase = PhaseId(section.document, number)
        found.setdefault(phase, Phase(phase, name, place, section.key))
