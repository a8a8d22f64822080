"""Byte-preserving edits of one record or header field: everything outside its own row or item stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.adding import add_fence, add_fields, add_item, add_opening
from groundplan.markdown.adding_rows import add_row
from groundplan.markdown.blocks import Kind, Span, walk
from groundplan.markdown.edits import sheet_of
from groundplan.markdown.field_writing import write_field
from groundplan.markdown.front_matter import set_front_matter
from groundplan.markdown.header import read_labels
from groundplan.markdown.lines import fold
from groundplan.markdown.new_record import NewRecord
from groundplan.plan.errors import Changed, Misused
from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.edits import Sheet
    from groundplan.plan.playbook import HeaderSpec, RecordSpec
    from groundplan.plan.record import Record


def set_tick(text: str, record: Record, *, ticked: bool) -> str:
    """Return the document text with the record's checkbox set: one character differs, or none."""
    sheet = sheet_of(text)
    for block in walk(sheet.blocks):
        here = (block.line, block.column + 1) == (record.place.line, record.place.column)
        if here and block.kind is Kind.ITEM and block.checkbox is not None:
            if (block.checkbox.text != " ") is not ticked:
                sheet.replace(block.checkbox, "x" if ticked else " ")
            return sheet.text
    raise Changed(
        f"There is no checkbox at `{record.place}`", hint="Read the plan again: it was edited meanwhile"
    )


def set_field(text: str, record: Record, spec: RecordSpec, field: str, value: str) -> str:
    """Return the document text with one field of one record set; adds the field where it is not there."""
    return write_field(text, record, spec, field, fold(value))


def add_record(
    section_text: str,
    spec: RecordSpec,
    fields: Mapping[str, str],
    *,
    items: Mapping[str, Sequence[str]] | None = None,
    captures: Mapping[str, str] | None = None,
) -> str:
    """Return the section text (heading included) with one more record, in the style of its neighbours.

    `fields` holds captures of the label and declared fields, and may name the `part` (an inner heading) to go
    under; without `id` the next id of the pattern is given, for which `captures` (those of the section) may
    be needed. Records that are nothing but a skeleton's placeholders make room for it.
    """
    new = NewRecord(spec, dict(fields), dict(items or {}), dict(captures or {}))
    if spec.shape in {Shape.LIST, Shape.CHECKLIST}:
        return add_item(section_text, new)
    if spec.shape is Shape.TABLE:
        return add_row(section_text, new)
    if spec.shape in {Shape.HEADINGS, Shape.LEADS}:
        return add_opening(section_text, new)
    if spec.shape is Shape.FIELDS:
        return add_fields(section_text, new)
    if spec.shape is Shape.FENCE:
        return add_fence(section_text, new)
    raise Misused(f"A {spec.kind} is a section of its own", hint="Write the section with its heading")


def set_header_field(text: str, header: HeaderSpec, label: str, value: str) -> str:
    """Return the document text with one header field set: front matter key or `**Label:** value` line."""
    if header.form == "front-matter":
        return set_front_matter(text, label, value)
    if header.form != "labels" or label not in header.fields:
        raise Misused(f"`{label}` is no header field")
    sheet = sheet_of(text)
    blocks = _header_blocks(sheet)
    labelled = read_labels(blocks, header)
    if label in labelled.values:
        on_line = [span for span in labelled.spots[label] if span.line == labelled.lines[label]]
        span = on_line[0] if on_line else _label_end(sheet, labelled.lines[label])
        gap = "" if sheet.raw(span.line)[: span.column].endswith((" ", "\t")) else " "
        sheet.replace(span, gap + fold(value))
        return sheet.text
    line = f"**{label}:** {fold(value)}"
    if labelled.lines:
        above = max(labelled.lines.values())
        raw = sheet.raw(above)
        sheet.insert(above, [line + raw[len(raw.rstrip()) :]])
    else:
        after = blocks[0].last if blocks and blocks[0].kind is Kind.HEADING else 0
        sheet.insert(after, ["", line] if after else [line, ""])
    return sheet.text


def _header_blocks(sheet: Sheet) -> list[Block]:
    """Return the blocks above the first heading below the title: sections may hold the same labels."""
    found: list[Block] = []
    for block in sheet.blocks:
        # The title may stand below a comment; the second heading ends the header whatever its level.
        if block.kind is Kind.HEADING and (block.level > 1 or any(b.kind is Kind.HEADING for b in found)):
            break
        found.append(block)
    return found


def _label_end(sheet: Sheet, line: int) -> Span:
    return Span(line, len(sheet.raw(line).rstrip()), "")
