"""Matrices have no holes: what the project profile lists is addressed value by value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.demands import is_demanded, records_of
from groundplan.rules.placeholders import is_filled, known_placeholders
from groundplan.rules.registry import rule
from groundplan.rules.written import quoted
from groundplan.wording.terms import stem, word_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import RecordSpec, SectionSpec
    from groundplan.plan.record import Record

_NAMING = ("name", "value", "label", "source")
_DRESSING = late_regex(r"[\s:*_`–—-]+")


@rule("GP801", "matrix-cell", progress=True)
def matrix_cell(case: Case) -> Iterator[Finding]:
    """Every value of a profile axis has its cell, and each cell says something."""
    for spec in case.playbook.sections:
        for wanted in (record for record in spec.records if record.axis):
            for section in case.plan.sections_of(spec.key):
                if case.has_words(section) and is_demanded(case, section, wanted):
                    yield from _holes(case, section, spec, wanted)


def _holes(case: Case, section: Section, spec: SectionSpec, wanted: RecordSpec) -> Iterator[Finding]:
    values = case.config.profile.axes.get(wanted.axis, ())
    known = known_placeholders(case, section)
    cells = records_of(section, spec, wanted)
    for value in values:
        own = [cell for cell in cells if _names(cell, value, values)]
        if any(_says_more(cell, value, known) for cell in own):
            continue
        where = wanted.under or wanted.part or section.title
        lack = "says nothing" if own else "is missing"
        yield Finding(
            "GP801",
            f"{quoted(value)} of axis `{wanted.axis}` {lack} under {quoted(where)}",
            own[0].place if own else section.place,
            section.key,
            Hint("Write it, or why it is not affected: ", run("write", section.key)),
            subject=f"{wanted.axis} {value}",
        )


def _names(cell: Record, value: str, values: tuple[str, ...]) -> bool:
    """Tell whether a cell is the value's: named in full, or by words that no other value has."""
    named = next((cell.field(field) for field in _NAMING if cell.field(field)), "") or cell.id
    wanted = _stems(value)
    if not named:
        return _stems(cell.text)[: len(wanted)] == wanted
    stems = set(_stems(named))
    if stems >= set(wanted):
        return not any(stems >= set(_stems(other)) > set(wanted) for other in values)
    return bool(stems) and [other for other in values if stems <= set(_stems(other))] == [value]


def _stems(text: str) -> list[str]:
    return [stem(word) for word in word_list(text)]


def _says_more(cell: Record, value: str, known: frozenset[str]) -> bool:
    """Tell whether anything stands beside the name: words, a mark such as ✅, or a tick."""
    named = next((field for field in _NAMING if cell.field(field)), "")
    said = [text for name, text in cell.fields.items() if name != named]
    said += [item for items in cell.items.values() for item in items]
    if not named:
        said.append(cell.text)
    beside = (_DRESSING.sub(" ", text.replace(value, "", 1)).strip() for text in said)
    return cell.ticked is True or any(text and is_filled(text, known) for text in beside)
