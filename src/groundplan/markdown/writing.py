"""Byte-preserving edits of one record or header field: everything outside its own row or item stays."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span, walk
from groundplan.markdown.edits import sheet_of
from groundplan.markdown.entries import item_entry, lead_spans
from groundplan.markdown.field_writing import write_field
from groundplan.markdown.front_matter import set_front_matter
from groundplan.markdown.lines import fold, is_blank, split_lines
from groundplan.markdown.new_record import NewRecord, is_placeholder, label_style
from groundplan.markdown.sections import read_labels
from groundplan.markdown.spots import add_row, check_added, find_in, open_spot
from groundplan.plan.errors import Changed, Misused
from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.edits import Sheet
    from groundplan.markdown.found import Found
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


# One more item, lead, heading, group of fields or fence, in the style of those that are there.


def add_item(section_text: str, new: NewRecord) -> str:
    """Return the section with one more list item."""
    sheet = sheet_of(section_text)
    found = find_in(sheet, new)
    visible = new.next_id(found)
    beside = [one for one in found if not one.is_value]
    if beside:
        _put_beside(sheet, beside, _item_lines(sheet, beside, new, visible), new)
    else:
        marker = f"{_number(visible)}. " if _is_numbered(new) else "- "
        box = "[ ] " if new.spec.shape is Shape.CHECKLIST else ""
        lines = [marker + box + new.words(visible), *new.field_lines(" " * len(marker))]
        spot = open_spot(sheet, new)
        if found and not spot.emptied:
            # Words behind the label become the first item, or the new one would hide them.
            spot.emptied = found[0].spots["text"]
            lines.insert(0, f"- {fold(' '.join(span.text for span in spot.emptied))}")
        spot.write(sheet, lines)
    return check_added(section_text, sheet.text, new)


def add_opening(section_text: str, new: NewRecord) -> str:
    """Return the section with one more heading or lead and the fields below it."""
    sheet = sheet_of(section_text)
    found = find_in(sheet, new)
    visible = new.next_id(found)
    is_heading = new.spec.shape is Shape.HEADINGS
    if not found:
        words = new.words(visible)
        title = f"{'#' * (new.spec.level or 3)} {words}" if is_heading else f"**{words}**"
        fields = new.field_lines("")
        lines = [title, *([""] if is_heading and fields else []), *fields]
        open_spot(sheet, new).write(sheet, lines, blank_above=is_heading)
        return check_added(section_text, sheet.text, new)
    model = found[-1]
    lines = _opening_lines(sheet, model, new, visible)
    _put_beside(sheet, found, lines, new, blank=True)
    return check_added(section_text, sheet.text, new)


def add_fields(section_text: str, new: NewRecord) -> str:
    """Return the section with the labelled fields of its one record."""
    sheet = sheet_of(section_text)
    found = find_in(sheet, new)
    if found and not all(is_placeholder(one, new.spec) for one in found):
        raise Misused(f"The {new.spec.kind} is there already", hint="Set its fields one by one")
    if found:
        return _fill(section_text, found[0].record, new)
    open_spot(sheet, new).write(sheet, new.field_lines(""))
    return check_added(section_text, sheet.text, new)


def _fill(section_text: str, record: Record, new: NewRecord) -> str:
    """Write the fields into the lines that wait for them, from the last up, so that places stay true."""
    text = section_text
    for name in reversed(list(new.spec.fields)):
        if new.fields.get(name):
            text = write_field(text, record, new.spec, name, fold(new.fields[name]))
    return text


def add_fence(section_text: str, new: NewRecord) -> str:
    """Return the section with one more fence: the given `text`, or a line per field."""
    sheet = sheet_of(section_text)
    found = find_in(sheet, new)
    content = [line.rstrip("\r\n") for line in split_lines(new.fields.get("text", ""))] or _labelled_lines(
        new
    )
    marker = "```"
    while any(line.lstrip().startswith(marker) for line in content):
        marker += "`"
    info = new.fields.get("info") or (found[-1].block.info if found else "")
    lines = [marker + info, *content, marker]
    if found:
        _put_beside(sheet, found, lines, new, blank=True)
    else:
        open_spot(sheet, new).write(sheet, lines, blank_above=True)
    return check_added(section_text, sheet.text, new)


def _put_beside(
    sheet: Sheet, found: Sequence[Found], lines: list[str], new: NewRecord, *, blank: bool = False
) -> None:
    """Write the lines after the last record, or in the room of those that are only placeholders."""
    real = [one for one in found if not is_placeholder(one, new.spec)]
    if real:
        sheet.insert(real[-1].record.last_line, ["", *lines] if blank or _is_loose(sheet, real) else lines)
        return
    # Placeholders below other leads or headings wait for records of their own.
    room = [one for one in found if one.record.part == found[0].record.part]
    first, last = room[0].record.place.line, room[-1].record.last_line
    sheet.insert(last, lines)
    if all(_follows(sheet, one, two) for one, two in pairwise(room)):
        sheet.remove(first, last)
        return
    for one in reversed(room):
        sheet.remove(one.record.place.line, one.record.last_line)


def _follows(sheet: Sheet, one: Found, two: Found) -> bool:
    between = sheet.lines[one.record.last_line : two.record.place.line - 1]
    return all(is_blank(line) for line in between)


def _is_loose(sheet: Sheet, found: Sequence[Found]) -> bool:
    return len(found) > 1 and is_blank(sheet.lines[found[-1].block.line - 2])


def _item_lines(sheet: Sheet, beside: Sequence[Found], new: NewRecord, visible: str) -> list[str]:
    model = beside[-1].block
    entry = item_entry(model)
    assert entry is not None
    assert model.paragraph is not None
    raw = sheet.raw(model.line)
    head = raw[: model.column]
    head = head if not head.strip(" \t>") else " " * model.column
    marker = model.marker
    if model.ordinal:
        # Placeholders make room, and with them their numbers.
        is_first = all(is_placeholder(one, new.spec) for one in beside)
        following = beside[0].block.ordinal if is_first else str(int(model.ordinal) + 1)
        marker = (_number(visible) if _is_numbered(new) else following) + model.marker
    old = len(model.ordinal) + len(model.marker)
    gap = (
        max(1, model.paragraph.column - model.column - old)
        if model.paragraph.spans[0].line == model.line
        else 1
    )
    lead = head + marker + " " * gap
    box = "[ ] " if model.checkbox is not None or new.spec.shape is Shape.CHECKLIST else ""
    indent = head + " " * (len(lead) - len(head))
    fields = new.field_lines(indent, label_style(sheet, beside), model.marker if not model.ordinal else "-")
    return [lead + box + new.words(visible, entry.spans), *fields]


def _opening_lines(sheet: Sheet, model: Found, new: NewRecord, visible: str) -> list[str]:
    line = model.record.place.line
    raw = sheet.raw(line)
    spans: Sequence[Span] = (
        model.block.spans if model.block.kind is Kind.HEADING else lead_spans(model.block, line)
    )
    words = new.words(visible, spans)
    title = raw[: spans[0].column] + words + raw[spans[0].end :] if spans else raw
    holders = list(model.holders.values())
    marker = holders[0].marker if holders else "-"  # none where the fields stand on lines of their own
    indent = " " * holders[0].column if holders else ""
    fields = new.field_lines(indent, label_style(sheet, [model]), marker)
    is_apart = line < len(sheet.lines) and is_blank(sheet.lines[line])
    return [title, *([""] if is_apart and fields else []), *fields]


def _labelled_lines(new: NewRecord) -> list[str]:
    lines = []
    for name, label in new.spec.fields.items():
        value, items = fold(new.fields.get(name, "")), new.items.get(name, ())
        if value or items:
            lines += ["", f"{label}: {value}".rstrip()]
            lines += [f"{number}. {fold(item)}" for number, item in enumerate(items, 1)]
    if not lines:
        raise Misused(f"A {new.spec.kind} needs words", hint="Give its `text` or its fields")
    return lines[1:]


def _is_numbered(new: NewRecord) -> bool:
    """Tell whether the number of the item is its id."""
    return new.spec.id == "{n}" and "{id}" not in new.spec.label


def _number(visible: str) -> str:
    return "".join(letter for letter in visible if letter.isdecimal()) or "1"
