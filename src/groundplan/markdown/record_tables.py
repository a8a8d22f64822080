"""Records that are rows of a table; columns are known by their header, wherever they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span, split_cells
from groundplan.markdown.entries import label_key
from groundplan.markdown.found import Found
from groundplan.markdown.inline import bare_code, plain
from groundplan.markdown.record_words import read_words
from groundplan.plan.dataclass import dataclass
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Block, Cell
    from groundplan.markdown.found import Desk
    from groundplan.markdown.scenes import Scene
    from groundplan.plan.playbook import RecordSpec

_ESCAPE = "Write a `|` inside a cell as `\\|`"


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column of a table each declared field has, and how many columns there are."""

    at: Mapping[str, int]
    count: int


def read_rows(scene: Scene, desk: Desk, others: Sequence[RecordSpec] = ()) -> list[Found]:
    """Read a record per row of the scene's tables; a table or row that cannot be read is a finding."""
    found: list[Found] = []
    part = scene.part
    strange: list[Block] = []
    is_there = False
    for entry in scene.entries:
        if not scene.part and (entry.is_heading or entry.is_lead):
            part = entry.title
        if entry.block.kind is Kind.TABLE:
            columns = read_columns(entry.block, desk.spec)
            if not columns.at:
                strange.append(entry.block)
                continue
            is_there = True
            _check_header(entry.block, columns, desk)
            rows = (_read_row(row, columns, part, desk) for row in entry.block.children[1:])
            found.extend(row for row in rows if row is not None)
        elif entry.is_line:
            _check_line(entry.spans, desk, others)
    for table in strange:
        if not is_there and not any(read_columns(table, other).at for other in others):
            wanted = ", ".join(f"`{label}`" for label in desk.spec.fields.values())
            desk.fault(table.line, table.column, f"Table has none of the columns {wanted}")
    return found


def read_columns(table: Block, spec: RecordSpec) -> Columns:
    """Return where the declared columns stand in a table; of two with one name the first counts."""
    heads = [label_key(plain(cell.words)) for cell in table.children[0].cells]
    at = {
        name: heads.index(label_key(label))
        for name, label in spec.fields.items()
        if label_key(label) in heads
    }
    return Columns(at, len(heads))


def _check_header(table: Block, columns: Columns, desk: Desk) -> None:
    header = table.children[0]
    for name in desk.spec.required:
        if name in desk.spec.fields and name not in columns.at:
            label = desk.spec.fields[name]
            message = f"Table has no column `{label}`"
            desk.fault(
                header.line, header.column, message, hint=f"Add a column `{label}`, or restore its name"
            )
    labels = [label_key(label) for label in desk.spec.fields.values()]
    seen: set[str] = set()
    for cell in header.cells:
        head = label_key(plain(cell.words))
        if head in seen and head in labels:
            desk.fault(header.line, cell.start, f"Column `{cell.source}` appears twice")
        seen.add(head)


def _read_row(row: Block, columns: Columns, part: str, desk: Desk) -> Found | None:
    spec = desk.spec
    if len(row.cells) > columns.count and any(cell.source for cell in row.cells[columns.count :]):
        message = f"Row has {len(row.cells)} cells, its table {columns.count} columns"
        desk.fault(row.line, row.cells[columns.count].start, message, hint=_ESCAPE)
        return None
    if not any(cell.source for cell in row.cells):
        return None  # an empty row says nothing
    cells = {name: row.cells[at] for name, at in columns.at.items() if at < len(row.cells)}
    for name in spec.required:
        if name in columns.at and name not in cells:
            message = f"Row has no cell for column `{spec.fields[name]}`"
            desk.fault(row.line, row.cells[-1].right, message)
    return _found(row, cells, part, desk)


def _found(row: Block, cells: Mapping[str, Cell], part: str, desk: Desk) -> Found:
    spec = desk.spec
    values = {name: _value(name, cell) for name, cell in cells.items()}
    first = next((name for name in spec.fields if name in values and name != "id"), "")
    words = read_words(values.get(first, ""), spec)
    # The id may have a column of its own; without one it stands in the first declared column.
    visible = values.pop("id", "") or words.id
    if spec.id_required and not visible:
        desk.fault(row.line, row.column, f"Row `{words.text}` shows no id of the form `{spec.id}`")
    record = Record(
        kind=spec.kind,
        section=desk.section,
        id=visible,
        text=words.text,
        fields={**values, **words.captures},
        place=desk.place(row.line, row.column),
        last_line=row.last,
        part=part,
    )
    spots = {name: (Span(row.line, cell.start, cell.source),) for name, cell in cells.items()}
    return Found(record, row, None, spots)


def _value(name: str, cell: Cell) -> str:
    value = plain(cell.words)
    return bare_code(value) if name == "path" else value


def _check_line(spans: Sequence[Span], desk: Desk, others: Sequence[RecordSpec]) -> None:
    """Note rows that stand outside of any table, mostly because the `|---|` line is missing."""
    for at, span in enumerate(spans):
        if "|" not in span.text:
            continue
        heads = {label_key(plain(cell.words)) for cell in split_cells(span.text)}
        own = {label_key(label) for label in desk.spec.fields.values()}
        if len(heads & own) * 2 >= len(own):
            message = "Table has no `|---|` line of as many cells below its header"
            desk.fault(span.line, span.column, message, hint="Add the line, one `---` per column")
            return
        strangers = {label_key(label) for other in others for label in other.fields.values()}
        if span.text.startswith("|") and not heads & strangers and not at:
            desk.fault(
                span.line, span.column, "Row is outside of a table", hint="Remove the blank line above it"
            )
            return
