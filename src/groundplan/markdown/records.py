"""Records read out of a section's visible Markdown, or a finding with line and column; never a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.entries import entries_of
from groundplan.markdown.found import Desk, Found, last_line
from groundplan.markdown.record_fences import read_fences
from groundplan.markdown.record_fields import collect_fields, read_group, read_openings
from groundplan.markdown.record_items import read_items
from groundplan.markdown.record_tables import read_rows
from groundplan.markdown.record_words import read_words
from groundplan.markdown.scenes import find_scenes
from groundplan.plan.playbook import Shape
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.scenes import Scene
    from groundplan.plan.document import Section
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import RecordSpec

_BOXES = {Shape.LIST: Shape.CHECKLIST, Shape.CHECKLIST: Shape.LIST}


def read_records(section: Section, spec: RecordSpec) -> tuple[list[Record], list[Finding]]:
    """Return the section's records of one declaration, and a GP505 finding for each that cannot be read."""
    desk = Desk(spec, section.key, section.document)
    blocks = parse_blocks(section.text, section.line)
    found = find_records(blocks, desk, captures=section.captures)
    return [one.record for one in found], desk.findings


def find_records(
    blocks: Sequence[Block],
    desk: Desk,
    *,
    others: Sequence[RecordSpec] = (),
    captures: Mapping[str, str] | None = None,
) -> list[Found]:
    """Return the records of one declaration with their places.

    `blocks` are the section's, its heading first. `others` are the section's other declarations, which may
    claim a table or an item that this one cannot read.
    """
    spec = desk.spec
    if spec.shape is Shape.SECTIONS:
        return _read_section(blocks, captures or {}, desk)
    body = blocks[1:] if blocks and blocks[0].kind is Kind.HEADING else blocks
    found: list[Found] = []
    for scene in find_scenes(body, spec):
        found.extend(_read_scene(scene, desk, others))
    return found


def _read_scene(scene: Scene, desk: Desk, others: Sequence[RecordSpec]) -> list[Found]:
    spec = desk.spec
    if spec.shape in _BOXES:
        shared = any(
            other.shape is _BOXES[spec.shape] and (other.part, other.under) == (spec.part, spec.under)
            for other in others
        )
        return read_items(scene, desk, shared=shared)
    if spec.shape is Shape.TABLE:
        return read_rows(scene, desk, [other for other in others if other.shape is Shape.TABLE])
    if spec.shape is Shape.FENCE:
        return read_fences(scene, desk)
    if spec.shape is Shape.FIELDS:
        return read_group(scene, desk)
    return read_openings(scene, desk, headings=spec.shape is Shape.HEADINGS)


def _read_section(blocks: Sequence[Block], captures: Mapping[str, str], desk: Desk) -> list[Found]:
    """Read a whole section as the record: its heading is the text, its labels are the fields."""
    if not blocks or blocks[0].kind is not Kind.HEADING:
        return []
    heading = blocks[0]
    words = read_words(heading.text, desk.spec)
    fields = collect_fields(tuple(entries_of(blocks[1:], desk.spec.fields.values())), desk)
    record = Record(
        kind=desk.spec.kind,
        section=desk.section,
        id=words.id or _filled(desk.spec.id, captures),
        text=captures.get("name", "") or words.text,
        fields={**captures, **words.captures, **fields.values},
        items={**fields.items, **({"text": tuple(fields.loose)} if fields.loose else {})},
        place=desk.place(heading.line, heading.column),
        last_line=last_line(blocks, heading.last),
    )
    return [Found(record, heading, None, fields.spots, fields.holders, fields.lines)]


def _filled(pattern: str, captures: Mapping[str, str]) -> str:
    for name, value in captures.items():
        pattern = pattern.replace(f"{{{name}}}", value)
    return "" if "{" in pattern else pattern
