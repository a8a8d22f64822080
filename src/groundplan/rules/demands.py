"""Which records a section's playbook demands now: some only while a choice is ticked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.playbook import Tick
from groundplan.rules.placeholders import fold
from groundplan.rules.prose import split_lines

if TYPE_CHECKING:
    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import RecordSpec, SectionSpec
    from groundplan.plan.record import Record

_EMPHASIS = re.compile(r"[*_`#]+")
_LEAD = re.compile(r"^\s*(?:#{1,6}\s+.*|\*\*[^*]+\*\*:?\s*|__[^_]+__:?\s*)$")


def plain(text: str) -> str:
    """Return a text as people compare it: no emphasis, no closing colon, small letters."""
    return fold(_EMPHASIS.sub("", text)).rstrip(":?").casefold()


def is_demanded(case: Case, section: Section, wanted: RecordSpec) -> bool:
    """Tell whether the records are demanded: always, or while the choice they hang on is ticked."""
    if not wanted.when:
        return True
    start = plain(wanted.when)
    choices = [
        record
        for other in case.plan.sections
        if other.document == section.document
        for record in other.records
        if record.ticked is not None and plain(record.text).startswith(start)
    ]
    near = [record for record in choices if record.section == section.key]
    return any(record.ticked for record in near or choices)


def records_of(section: Section, spec: SectionSpec, wanted: RecordSpec) -> list[Record]:
    """Return a section's records of one declaration, told apart by the lead or label they stand under."""
    records = [record for record in section.records if record.kind == wanted.kind]
    siblings = [other for other in spec.records if other.kind == wanted.kind]
    if len(siblings) < 2:
        return records
    names = {plain(name) for name in (wanted.part, wanted.under) if name}
    others = {plain(n) for other in siblings for n in (other.part, other.under) if n} - names
    if names:
        return [record for record in records if plain(record.part) in names]
    return [record for record in records if plain(record.part) not in others]


def silent_lines(case: Case, section: Section, spec: SectionSpec) -> frozenset[int]:
    """Return the document lines of parts that are not demanded now, where placeholders may stay."""
    waiting = [wanted for wanted in spec.records if wanted.when and not is_demanded(case, section, wanted)]
    if not waiting:
        return frozenset()
    silent: set[int] = set()
    for wanted in waiting:
        for record in records_of(section, spec, wanted):
            silent.update(range(record.place.line, max(record.last_line, record.place.line) + 1))
    heard = {plain(w.part) for w in spec.records if w.part and w not in waiting}
    starts = {plain(w.part) for w in waiting if w.part} - heard
    inside = False
    for number, line in enumerate(split_lines(section.text), section.line):
        if _LEAD.match(line):
            inside = plain(line) in starts
        if inside:
            silent.add(number)
    return frozenset(silent)


def ticked_by_groundplan(spec: SectionSpec) -> list[RecordSpec]:
    """Return the declarations whose checkboxes groundplan alone may tick."""
    return [wanted for wanted in spec.records if wanted.tick is Tick.COMPUTED]
