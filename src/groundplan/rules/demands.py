"""Which records a section's playbook demands now: some only while a choice is ticked."""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import Tick
from groundplan.rules.placeholders import fold
from groundplan.rules.prose import split_lines

if TYPE_CHECKING:
    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import RecordSpec, SectionSpec
    from groundplan.plan.record import Record

_EMPHASIS = late_regex(r"[*_`#]+")
_BULLET = late_regex(r"^\s*(?:[-*+]|\d+[.)])\s+")
_LEAD = late_regex(r"^\s*(?:#{1,6}\s+.*|\*\*[^*]+\*\*:?\s*|__[^_]+__:?\s*)$")


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
    labels = _labels(section, siblings)
    return [record for record in records if _owner(record, siblings, labels) is wanted]


def _labels(section: Section, siblings: list[RecordSpec]) -> list[tuple[int, int]]:
    """Return the document lines on which a sibling's label stands, each with the sibling's index."""
    labels = [(at, plain(one.under)) for at, one in enumerate(siblings) if one.under]
    if not labels:
        return []
    found = []
    for number, line in enumerate(split_lines(section.text), section.line):
        said = plain(_BULLET.sub("", line))
        found += [(number, at) for at, label in labels if said.startswith(label)]
    return found


def _owner(record: Record, siblings: list[RecordSpec], labels: list[tuple[int, int]]) -> RecordSpec:
    """Return the declaration a record belongs to: by its part, then by the nearest label above it."""
    near = [at for at, one in enumerate(siblings) if one.part and plain(one.part) == plain(record.part)]
    near = near or [at for at, one in enumerate(siblings) if not one.part or "{" in one.part]
    above = bisect.bisect(labels, (record.place.line, len(siblings)))
    nearest = (labels[place][1] for place in range(above - 1, -1, -1) if labels[place][1] in near)
    return siblings[next(nearest, near[0] if near else 0)]


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
