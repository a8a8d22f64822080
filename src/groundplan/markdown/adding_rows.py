"""One more row of a table, its cells under the right headers and padded as the others are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, walk
from groundplan.markdown.cells import escape_pipes
from groundplan.markdown.edits import sheet_of
from groundplan.markdown.lines import fold
from groundplan.markdown.new_record import is_placeholder
from groundplan.markdown.patterns import compile_pattern
from groundplan.markdown.record_tables import read_columns
from groundplan.markdown.spots import check_added, find_in, open_spot
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.cells import Cell
    from groundplan.markdown.edits import Sheet
    from groundplan.markdown.new_record import NewRecord


def written_cell(line: str, cell: Cell, value: str) -> str:
    """Return a cell between its pipes with another value, as wide as before where the value fits."""
    value = escape_pipes(value)
    raw = line[cell.left : cell.right]
    if not cell.source:
        return f" {value} ".ljust(len(raw))
    lead = raw[: cell.start - cell.left]
    gap = " " if cell.right > cell.end else ""
    return (lead + value + gap).ljust(len(raw))


def add_row(section_text: str, new: NewRecord) -> str:
    """Return the section with one more row, in a table of its own where the section has none."""
    sheet = sheet_of(section_text)
    found = find_in(sheet, new)
    values = _cells(new, new.next_id(found))
    if not found:
        table = next((block for block in walk(sheet.blocks) if _fits(block, new)), None)
        if table is None:
            spot = open_spot(sheet, new)
            head = [f"| {' | '.join(new.spec.fields.values())} |", "|" + "---|" * len(new.spec.fields)]
            row = "| " + " | ".join(values.get(name, "") for name in new.spec.fields) + " |"
            spot.write(sheet, [*head, row], blank_above=True)
            return check_added(section_text, sheet.text, new)
        sheet.insert(table.line + 1, [_row(sheet, table, values, new)])
        return check_added(section_text, sheet.text, new)
    real = [one for one in found if not is_placeholder(one, new.spec)]
    last = (real or found)[-1].block
    table = next(block for block in walk(sheet.blocks) if block.kind is Kind.TABLE and last in block.children)
    sheet.insert(last.line, [_row(sheet, table, values, new)])
    for one in reversed(found if not real else []):
        sheet.remove(one.block.line, one.block.line)
    return check_added(section_text, sheet.text, new)


def _fits(block: Block, new: NewRecord) -> bool:
    return block.kind is Kind.TABLE and bool(read_columns(block, new.spec).at)


def _cells(new: NewRecord, visible: str) -> dict[str, str]:
    """Return the words of each declared column, pipes escaped."""
    spec = new.spec
    values = {name: fold(new.fields.get(name, "")) for name in spec.fields}
    first = next((name for name in spec.fields if name != "id"), "")
    if "id" in spec.fields:
        values["id"] = visible
    if spec.label and "{id}" in spec.label and first:
        pattern = compile_pattern(spec.label, spec.id)
        values[first] = pattern.fill({"text": values[first], **new.fields, "id": visible})
    return {name: escape_pipes(value) for name, value in values.items()}


def _row(sheet: Sheet, table: Block, values: Mapping[str, str], new: NewRecord) -> str:
    columns = read_columns(table, new.spec)
    lost = [new.spec.fields[name] for name, value in values.items() if value and name not in columns.at]
    if lost:
        raise Misused(
            f"The table has no column {', '.join(f'`{label}`' for label in lost)}",
            hint="Add the column first",
        )
    names = {at: name for name, at in columns.at.items()}
    words = [values.get(names.get(at, ""), "") for at in range(columns.count)]
    model = table.children[-1]
    raw = sheet.raw(model.line)
    widths = _widths(table.children, columns.count)
    cells = [f" {word} ".ljust(width) for word, width in zip(words, widths, strict=True)]
    head = raw[: model.column]
    head = head if not head.strip(" \t>") else " " * model.column
    opening = "|" if raw[model.column : model.column + 1] == "|" else ""
    closing = "|" if raw.rstrip().endswith("|") and not raw.rstrip().endswith("\\|") else ""
    body = "|".join(cells)
    return head + opening + (body if opening else body.lstrip()) + (closing or "").rstrip()


def _widths(rows: Sequence[Block], count: int) -> list[int]:
    """Return the width of each column where all rows agree on it, else 0."""
    widths = []
    for at in range(count):
        known = {row.cells[at].right - row.cells[at].left for row in rows if at < len(row.cells)}
        widths.append(known.pop() if len(known) == 1 else 0)
    return widths
