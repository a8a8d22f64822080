"""Whether each section says all that its playbook demands of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Finding, Place
from groundplan.plan.hint import Hint, run
from groundplan.plan.playbook import Shape, Tick
from groundplan.rules.demands import is_demanded, records_of, silent_lines
from groundplan.rules.placeholders import (
    fold,
    is_filled,
    is_placeholder,
    known_placeholders,
    left_placeholders,
)
from groundplan.rules.registry import rule
from groundplan.rules.written import Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import RecordSpec, SectionSpec
    from groundplan.plan.record import Record


_OPEN = "open"  # subject of the gap that a section's own line names


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing a section does not say yet."""

    reason: str
    place: Place
    subject: str
    hint: str = ""
    is_wrong: bool = False  # what is written does not fit, rather than being missing


def incomplete_sections(case: Case) -> dict[str, list[str]]:
    """Return what each incomplete section lacks; a section that is not there goes by its declared key."""
    return {key: [gap.reason for gap in gaps] for key, gaps in _all_gaps(case).items()}


@rule("GP504", "incomplete-section", always=True, progress=True)
def incomplete_section(case: Case) -> Iterator[Finding]:
    """A section that is there says all that its playbook demands of it."""
    reported = {finding.section for finding in case.plan.findings if finding.code == "GP501"}
    for key, gaps in _all_gaps(case).items():
        if key in reported and case.plan.section(key) is None:
            continue  # said once, where the parser missed it
        for gap in gaps:
            yield Finding(
                "GP504",
                f"Section `{key}` is incomplete: {gap.reason}",
                place=gap.place,
                section=key,
                subject=f"{key}:{gap.subject}",
                hint=gap.hint or Hint("Write it: ", run("write", key)),
                is_wrong=gap.is_wrong,
            )


def _all_gaps(case: Case) -> dict[str, list[Gap]]:
    found: dict[str, list[Gap]] = {}
    for spec in case.playbook.sections:
        absent = _absent(case, spec)
        if absent:
            found.setdefault(spec.key, []).append(absent)
        if spec.container and spec.repeats:
            for key, gap in _scope_gaps(case, spec):
                found.setdefault(key, []).append(gap)
        if spec.container or spec.computed:
            continue
        for section in case.plan.sections_of(spec.key):
            known = found.get(section.key, [])
            gaps = [each for each in _said_once(case, section, spec) if each not in known]
            if gaps:
                found[section.key] = [*known, *gaps]
    return found


def _absent(case: Case, spec: SectionSpec) -> Gap | None:
    """Say what is missing where a demanded declaration has no section, or fewer than demanded."""
    place = Place(case.path_of(spec.key))
    present = case.plan.sections_of(spec.key)
    if spec.within:
        if not spec.required:
            return None
        for scope in case.plan.sections_of(spec.within):
            inside = [section for section in present if section.key.startswith(scope.key + "/")]
            if not inside:
                return Gap(f"`{scope.title}` has no `{spec.title}`", scope.place, f"absent:{scope.key}")
        return None
    least = max(spec.minimum, 1 if spec.required else 0)
    if len(present) >= least:
        return None
    if not present:
        return Gap(f"there is no section `{spec.title}`", place, "absent")
    return Gap(
        f"{len(present)} of at least {least} sections `{spec.title}` written", present[-1].place, "absent"
    )


def _scope_gaps(case: Case, spec: SectionSpec) -> Iterator[tuple[str, Gap]]:
    """Yield scopes nobody wrote in: their sections are optional each, but not all of them at once."""
    for scope in case.plan.sections_of(spec.key):
        inside = [section for section in case.plan.sections if section.key.startswith(scope.key + "/")]
        if not any(case.has_words(section) for section in (scope, *inside)):
            first = inside[0] if inside else scope
            yield first.key, Gap("nothing is written yet", first.place, "empty")
            continue
        yield from ((scope.key, gap) for gap in _open_titles(scope, spec))


def _said_once(case: Case, section: Section, spec: SectionSpec) -> list[Gap]:
    """Return a section's gaps; of one that says itself that it is open, that and what is wrong in it."""
    gaps = list(_gaps(case, section, spec))
    is_open = any(gap.subject == _OPEN for gap in gaps)
    return [gap for gap in gaps if gap.subject == _OPEN or gap.is_wrong] if is_open else gaps


def _gaps(case: Case, section: Section, spec: SectionSpec) -> Iterator[Gap]:
    is_given = spec.given and spec.required and not section.is_gap
    if not case.has_words(section) and not is_given:
        # An optional section may be left out, and one that only offers itself may stay as its skeleton is; a
        # part of a phase that stands there with nothing but placeholders would be approved as words.
        if spec.required or (spec.within and left_placeholders(case, section)):
            yield Gap("nothing is written yet", section.place, "empty")
        return
    yield from _title_gaps(section, spec)
    silent = silent_lines(case, section, spec)
    left = [(text, line) for text, line in left_placeholders(case, section) if line not in silent]
    opening = case.open_lines.get(section.key)
    if opening in dict(left):
        yield Gap("the rest is not written yet", section.place, _OPEN)
        left = [each for each in left if each[0] != opening]
    if left:
        names = ", ".join(f"`{_short(text)}`" for text, _ in left[:3]) + (" …" if len(left) > 3 else "")
        count = f"{len(left)} placeholder{'s' if len(left) > 1 else ''} left: {names}"
        yield Gap(count, Place(section.document, left[0][1], 1), "placeholders")
    for record_spec in spec.records:
        if is_demanded(case, section, record_spec):
            yield from _record_gaps(case, section, spec, record_spec, [text for text, _ in left])


def _open_titles(section: Section, spec: SectionSpec) -> Iterator[Gap]:
    for name, caught in section.captures.items():
        # A part of a phase carries what the phase's title caught; only the phase itself answers for it.
        if f"{{{name}}}" in spec.title and is_placeholder(caught) and name not in spec.allowed:
            reason = f"its title still says `{_short(caught)}`"
            hint = f"Start its text with the heading: `{'#' * spec.level} {spec.title}`"
            yield Gap(reason, section.place, f"title:{name}", hint)


def _title_gaps(section: Section, spec: SectionSpec) -> Iterator[Gap]:
    yield from _open_titles(section, spec)
    for name, values in spec.allowed.items():
        caught = section.captures.get(name, "")
        if caught.casefold() not in {value.casefold() for value in values}:
            reason = _not_allowed("its title", caught, values)
            yield Gap(reason, section.place, f"title:{name}", is_wrong=not is_placeholder(caught))


def _record_gaps(
    case: Case, section: Section, spec: SectionSpec, wanted: RecordSpec, left: list[str]
) -> Iterator[Gap]:
    known = known_placeholders(case, section)
    every = records_of(section, spec, wanted)
    records = [record for record in every if _is_written(record, known)]
    name = wanted.under or wanted.part or wanted.kind
    if wanted.tick is Tick.CHOICE:
        ticked = sum(record.ticked is True for record in records)
        if ticked < wanted.minimum:
            reason = f"{ticked} ticked under `{name}`, {wanted.minimum} expected"
            yield Gap(reason, _place(records, section), f"choice:{name}")
        return
    if len(records) < wanted.minimum:
        to_fill = [record for record in every if record not in records]
        is_said = any(fold(record.text) in text for record in to_fill for text in left)
        if not is_said:
            yield _too_few(section, wanted, f"{len(records)} of at least {wanted.minimum}", to_fill)
    if wanted.maximum is not None and len(records) > wanted.maximum:
        reason = f"{len(records)} `{name}` written, at most {wanted.maximum} expected"
        yield Gap(reason, records[wanted.maximum].place, f"many:{name}", is_wrong=True)
    is_demanded = (
        wanted.required and not wanted.minimum and wanted.maximum is None
    )  # none to one: may be absent
    if not records and wanted.shape is Shape.FIELDS and is_demanded:
        labels = ", ".join(f"`{_label(wanted, field)}`" for field in wanted.required)
        yield Gap(f"{labels} not written", section.place, f"fields:{name}")
    for record in records:
        if Written(record, section, known).is_none_with_reason:
            continue
        for gap in _field_gaps(record, wanted, known):
            yield gap if gap.place.line else replace(gap, place=section.place)


def _too_few(section: Section, wanted: RecordSpec, counted: str, to_fill: list[Record]) -> Gap:
    """Say how many are written, which of those that were begun are to be filled, and what one looks like."""
    name = wanted.under or wanted.part or wanted.kind
    named = ", ".join(f"`{_short(record.text)}`" for record in to_fill[:3])
    more = f", still to be filled: {named}" if to_fill else ""
    form = ""
    if wanted.shape is Shape.TABLE and not to_fill:
        form = f", a row of a table with {' and '.join(f'`{each}`' for each in wanted.fields.values())}"
    return Gap(f"{counted} `{name}` written{more}{form}", _place(to_fill, section), f"few:{name}")


def _is_written(record: Record, known: frozenset[str]) -> bool:
    """A list item that is still the skeleton's placeholder is no record; one of fields is judged by them."""
    return bool(record.fields or record.items) or is_filled(record.text, known)


def _field_gaps(record: Record, wanted: RecordSpec, known: frozenset[str]) -> Iterator[Gap]:
    # Where a section has one record, all of its text, naming that would say nothing.
    named = record.id if wanted.shape in {Shape.FIELDS, Shape.FENCE} else record.key
    of = f" of `{_short(named)}`" if named else ""
    for what, names in _unfilled(record, wanted, known).items():
        labels = ", ".join(f"`{_label(wanted, name)}`" for name in names)
        verb = "is" if len(names) == 1 else "are"
        yield Gap(f"{labels}{of} {verb} {what}", record.place, f"{record.key}:{','.join(names)}")
    for name, values in wanted.allowed.items():
        value = record.field(name).strip(" `*_")
        if is_filled(value, known) and value.casefold() not in {each.casefold() for each in values}:
            label = f"`{_label(wanted, name)}`{of}"
            reason = _not_allowed(label, value, values)
            yield Gap(reason, record.place, f"{record.key}:{name}", is_wrong=True)


def _unfilled(record: Record, wanted: RecordSpec, known: frozenset[str]) -> dict[str, list[str]]:
    """Return the required fields without words of their own; the skeleton's placeholders are said once."""
    found: dict[str, list[str]] = {}
    for name in wanted.required:
        value = record.text if name == "text" else record.field(name)
        said = [text for text in (value, *record.items.get(name, ())) if text.strip()]
        if any(is_filled(text, known) for text in said):
            continue
        if not said:
            found.setdefault("empty", []).append(name)
        elif not all(fold(text) in known for text in said):
            found.setdefault("still a placeholder", []).append(name)
    return found


def _not_allowed(what: str, value: str, values: tuple[str, ...]) -> str:
    return f"{what} says `{_short(value)}`, one of {', '.join(f'`{each}`' for each in values)} expected"


def _label(wanted: RecordSpec, name: str) -> str:
    return wanted.fields.get(name, name)


def _place(records: list[Record], section: Section) -> Place:
    return records[0].place if records and records[0].place.line else section.place


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
