"""One field of one record written anew where it stands, or added below its neighbours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span, escape_pipes, walk
from groundplan.markdown.edits import sheet_of
from groundplan.markdown.entries import entries_of, item_entry, label_key, lead_spans
from groundplan.markdown.inline import bare_code, plain, read_label
from groundplan.markdown.patterns import compile_pattern
from groundplan.markdown.record_tables import read_columns
from groundplan.markdown.record_words import find_spots, read_words, words_of
from groundplan.markdown.spots import written_cell
from groundplan.plan.errors import Changed, Misused, Refused
from groundplan.plan.finding import Finding
from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.edits import Sheet
    from groundplan.markdown.entries import Entry
    from groundplan.plan.playbook import RecordSpec
    from groundplan.plan.record import Record


def write_field(text: str, record: Record, spec: RecordSpec, field: str, value: str) -> str:
    """Return the document text with the field set, or raise `Refused` if it would read otherwise."""
    sheet = sheet_of(text)
    before = len(sheet.lines)
    if spec.shape is Shape.TABLE:
        _write_cell(sheet, record, spec, field, value)
    elif spec.shape is Shape.FENCE:
        _write_fence_line(sheet, record, spec, field, value)
    elif field in spec.fields:
        _write_labelled(sheet, record, spec, field, value)
    else:
        _write_words(sheet, record, spec, field, value)
    grown = replace(record, last_line=record.last_line + len(sheet.lines) - before)
    if _read_again(sheet.text, grown, spec, field) != _said(field, value, spec):
        message = f"Value `{value}` of `{field}` would not be read as such at `{record.place}`"
        finding = Finding("GP505", message, record.place, record.section, subject=record.key)
        raise Refused(message, findings=[finding], hint="Write it in other words")
    return sheet.text


def _said(field: str, value: str, spec: RecordSpec) -> str:
    if spec.shape is Shape.FENCE:
        return value
    return bare_code(plain(value)) if field == "path" else plain(value)


def _read_again(text: str, record: Record, spec: RecordSpec, field: str) -> str | None:
    try:
        return _read_back(sheet_of(text), record, spec, field)
    except Changed:
        return None  # the words became something else: a heading, a list, a fence


def _read_back(sheet: Sheet, record: Record, spec: RecordSpec, field: str) -> str | None:
    """Return what the field says in an edited text; the record stands where it stood."""
    if spec.shape is Shape.TABLE and field in spec.fields:
        table, row = _row_at(sheet, record)
        at = read_columns(table, spec).at[field]
        return _said(field, row.cells[at].words if at < len(row.cells) else "", spec)
    if spec.shape is Shape.FENCE:
        line = _fence_line(sheet, record, spec.fields[field])
        return line.text if line else None
    if field in spec.fields:
        entry = _labelled_entry(sheet, record, spec, field)
        return entry[0].value if entry else None
    if spec.shape is Shape.TABLE:
        _, row = _row_at(sheet, record)
        at = read_columns(_row_at(sheet, record)[0], spec).at[_first_column(spec)]
        words = read_words(plain(row.cells[at].words), spec)
    else:
        words = read_words(words_of(_own_spans(sheet, record)[1]), spec)
    return {"text": words.text, **words.captures, "id": words.id}.get(field)


# ------------------------------------------------------------------------------------------------- tables


def _write_cell(sheet: Sheet, record: Record, spec: RecordSpec, field: str, value: str) -> None:
    table, row = _row_at(sheet, record)
    columns = read_columns(table, spec)
    name = field if field in spec.fields else _first_column(spec)
    if name not in columns.at:
        raise Misused(f"The table at line {table.line} has no column `{spec.fields.get(name, field)}`")
    at = columns.at[name]
    cells = row.cells
    if name != field and at < len(cells):
        value = _with_capture(plain(cells[at].words), spec, field, value)
    line = sheet.raw(row.line)
    if at < len(cells):
        cell = cells[at]
        sheet.replace(
            Span(row.line, cell.left, line[cell.left : cell.right]), written_cell(line, cell, value)
        )
        return
    stub = line.rstrip()
    stub = stub if stub.endswith("|") and not stub.endswith("\\|") else stub + " |"
    added = "  |" * (at - len(cells)) + f" {escape_pipes(value)} |"
    sheet.replace(Span(row.line, 0, line), stub + added)


def _row_at(sheet: Sheet, record: Record) -> tuple[Block, Block]:
    for table in walk(sheet.blocks):
        if table.kind is Kind.TABLE:
            for row in table.children[1:]:
                if (row.line, row.column + 1) == (record.place.line, record.place.column):
                    return table, row
    raise _gone(record)


def _first_column(spec: RecordSpec) -> str:
    return next((name for name in spec.fields if name != "id"), "")


# ------------------------------------------------------------------------------------------- labelled fields


def _write_labelled(sheet: Sheet, record: Record, spec: RecordSpec, field: str, value: str) -> None:
    found = _labelled_entry(sheet, record, spec, field)
    if found is None:
        _add_labelled(sheet, record, spec, field, value)
        return
    entry, holder = found
    if holder.kind is Kind.ITEM and holder.last > entry.spans[-1].line:
        sheet.remove(entry.spans[-1].line + 1, holder.last)  # the items below are the old value too
    spans = entry.value_spans
    if spans[0].line != entry.spans[0].line:
        spans = (Span(entry.spans[0].line, entry.spans[0].end, ""), *spans)
    gap = "" if sheet.raw(spans[0].line)[: spans[0].column].endswith((" ", "\t")) else " "
    sheet.replace_all(spans, gap + value)


def _labelled_entry(sheet: Sheet, record: Record, spec: RecordSpec, field: str) -> tuple[Entry, Block] | None:
    wanted = label_key(spec.fields[field])
    for entry, holder in _entries_in(sheet, record, spec):
        if entry.label is not None and label_key(entry.label.text) == wanted:
            return entry, holder
    return None


def _entries_in(sheet: Sheet, record: Record, spec: RecordSpec) -> Iterator[tuple[Entry, Block]]:
    """Yield the lines and items of a record that may hold a field."""
    labels = spec.fields.values()
    for block in walk(sheet.blocks):
        if not record.place.line <= block.line <= record.last_line:
            continue
        if block.kind is Kind.ITEM:
            entry = item_entry(block, labels)
            if entry is not None:
                yield entry, block
        elif block.kind is Kind.PARAGRAPH:
            yield from ((entry, block) for entry in entries_of([block], labels))


def _add_labelled(sheet: Sheet, record: Record, spec: RecordSpec, field: str, value: str) -> None:
    known = {label_key(label) for label in spec.fields.values()}
    fields = [
        (entry, holder)
        for entry, holder in _entries_in(sheet, record, spec)
        if entry.label is not None and label_key(entry.label.text) in known and holder.kind is Kind.ITEM
    ]
    line = f"**{spec.fields[field]}:** {value}"
    if fields:
        entry, holder = fields[-1]
        raw = sheet.raw(holder.line)
        head = raw[: entry.spans[0].column] if holder.line == entry.spans[0].line else "- "
        sheet.insert(holder.last, [head + line])
        return
    block, spans = _own_spans(sheet, record)
    if block.kind is Kind.ITEM:
        sheet.insert(spans[-1].line, [" " * _content_column(block) + "- " + line])
    else:
        sheet.insert(block.last, ["- " + line] if block.kind is Kind.PARAGRAPH else ["", "- " + line])


def _content_column(item: Block) -> int:
    assert item.paragraph is not None
    return item.paragraph.column


# ------------------------------------------------------------------------------------------------ own words


def _write_words(sheet: Sheet, record: Record, spec: RecordSpec, field: str, value: str) -> None:
    block, spans = _own_spans(sheet, record)
    if not spec.label:
        if field != "text":
            raise Misused(f"A {spec.kind} has no field `{field}`")
        sheet.replace_all(spans, value)
        return
    spot = find_spots(spans, spec, block.ordinal).get(field)
    if spot is not None:
        sheet.replace(spot, value)
        return
    sheet.replace_all(spans, _with_capture(words_of(spans), spec, field, value))


def _with_capture(text: str, spec: RecordSpec, field: str, value: str) -> str:
    if not spec.label or field not in compile_pattern(spec.label, spec.id).names:
        raise Misused(f"A {spec.kind} has no field `{field}`")
    pattern = compile_pattern(spec.label, spec.id)
    caught = pattern.match(text)
    if caught is None:
        raise Misused(f"`{text}` is not written as `{spec.label}`", hint="Write the whole record anew")
    return pattern.fill({**caught, field: value})


def _own_spans(sheet: Sheet, record: Record) -> tuple[Block, tuple[Span, ...]]:
    """Return the item, heading or paragraph of a record and the words that are its own."""
    here = (record.place.line, record.place.column)
    for block in walk(sheet.blocks):
        if block.kind is Kind.ITEM and (block.line, block.column + 1) == here:
            entry = item_entry(block)
            if entry is not None:
                return block, entry.spans
        if block.kind is Kind.HEADING and block.line == here[0]:
            return block, block.spans
        if (
            block.kind is Kind.PARAGRAPH
            and block.line <= here[0] <= block.last
            and block.column + 1 == here[1]
        ):
            spans = lead_spans(block, here[0])
            if spans:
                return block, spans
    raise _gone(record)


# --------------------------------------------------------------------------------------------------- fences


def _write_fence_line(sheet: Sheet, record: Record, spec: RecordSpec, field: str, value: str) -> None:
    if field not in spec.fields:
        raise Misused(f"A {spec.kind} has no field `{field}`")
    span = _fence_line(sheet, record, spec.fields[field])
    if span is None:
        fence = _fence_at(sheet, record)
        last = fence.last - 1 if fence.is_closed else fence.last
        sheet.insert(last, [" " * fence.column + f"{spec.fields[field]}: {value}"])
        return
    gap = "" if sheet.raw(span.line)[: span.column].endswith((" ", "\t")) else " "
    sheet.replace(span, gap + value)


def _fence_line(sheet: Sheet, record: Record, label: str) -> Span | None:
    fence = _fence_at(sheet, record)
    for number in range(fence.line + 1, fence.last + 1):
        raw = sheet.raw(number)
        text = raw.strip()
        known = read_label(text) if text else None
        if known is not None and label_key(known.text) == label_key(label):
            value = text[known.value_at :]
            return Span(number, len(raw.rstrip()) - len(value), value)
    return None


def _fence_at(sheet: Sheet, record: Record) -> Block:
    for block in walk(sheet.blocks):
        if block.kind is Kind.FENCE and block.line == record.place.line:
            return block
    raise _gone(record)


def _gone(record: Record) -> Changed:
    return Changed(
        f"There is no {record.kind} at `{record.place}`", hint="Read the plan again: it was edited meanwhile"
    )
