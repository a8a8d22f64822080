"""Where the first record of its kind goes, and whether an added record reads back as it was meant."""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, escape_pipes, walk
from groundplan.markdown.brackets import is_bracketed
from groundplan.markdown.edits import sheet_of
from groundplan.markdown.entries import same_label
from groundplan.markdown.found import Desk
from groundplan.markdown.gaps import is_gap
from groundplan.markdown.lines import bare, fold, is_blank
from groundplan.markdown.new_record import is_placeholder
from groundplan.markdown.patterns import compile_pattern
from groundplan.markdown.record_tables import read_columns
from groundplan.markdown.records import find_records
from groundplan.markdown.scenes import find_scenes
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Block, Cell, Span
    from groundplan.markdown.edits import Sheet
    from groundplan.markdown.found import Found
    from groundplan.markdown.new_record import NewRecord
    from groundplan.plan.playbook import RecordSpec


@dataclass(slots=True)
class Spot:
    """A place for new lines: after which line, how far in, below which lead, and what makes room."""

    after: int
    indent: str = ""
    lead: list[str] = field(default_factory=list)
    needs_blank: bool = True
    spare: list[Block] = field(default_factory=list)
    emptied: tuple[Span, ...] = ()

    def write(self, sheet: Sheet, lines: Sequence[str], *, blank_above: bool = False) -> None:
        """Write the lines, a blank one above them where Markdown or the eye needs it."""
        new = [*self.lead, *(self.indent + line for line in lines)]
        blank = (self.needs_blank or (blank_above and not self.lead)) and not is_blank(
            sheet.raw(self.after) or " "
        )
        if blank_above and self.lead:
            new.insert(len(self.lead), "")
        follows = sheet.lines[self.after : self.after + 1]
        below = [""] if blank_above and follows and not is_blank(follows[0]) else []
        sheet.insert(self.after, [*([""] if blank else []), *new, *below])
        for block in reversed(self.spare):
            last = block.last
            # The blank line that set it apart goes with it.
            if (
                last < len(sheet.lines)
                and is_blank(sheet.lines[last])
                and is_blank(sheet.raw(block.line - 1))
            ):
                last += 1
            sheet.remove(block.line, last)
        if self.emptied:
            sheet.replace_all(self.emptied, "")
            line = sheet.lines[self.emptied[0].line - 1]
            sheet.lines[self.emptied[0].line - 1] = bare(line).rstrip() + line[len(bare(line)) :]


def find_in(sheet: Sheet, new: NewRecord) -> list[Found]:
    """Return the records beside which the new one goes: all of its kind, or those of the part it names."""
    found = find_records(sheet.blocks, Desk(new.spec, "", ""), captures=new.captures)
    part = new.fields.get("part", "")
    return (
        [one for one in found if same_label(one.record.part, part)] if part and not new.spec.part else found
    )


def open_spot(sheet: Sheet, new: NewRecord) -> Spot:
    """Return where the first record goes: below its lead or label, added if missing, or at the end."""
    spec = new.spec
    body = sheet.blocks[1:] if sheet.blocks and sheet.blocks[0].kind is Kind.HEADING else sheet.blocks
    part = new.fields.get("part", "")
    for block in body:
        if part and not spec.part and block.kind is Kind.HEADING and same_label(block.text, part):
            return Spot(block.last, needs_blank=False)
    scenes = find_scenes(body, spec) if spec.part or spec.under else []
    if scenes:
        anchor, opening = scenes[-1].anchor, scenes[-1].opening
        assert anchor is not None
        if anchor.kind is Kind.ITEM and opening is not None:
            indent = " " * (anchor.paragraph.column if anchor.paragraph else 2)
            emptied = opening.value_spans if is_bracketed(opening.value) else ()
            return Spot(opening.spans[-1].line, indent, needs_blank=False, emptied=emptied)
        return Spot(anchor.last, needs_blank=anchor.kind is Kind.HEADING)
    if spec.part and spec.under:
        inside = _part_without_label(body, spec)
        if inside is not None:
            return inside
    words = [block for block in body if block.kind is not Kind.RULE]
    spare = [block for block in words if is_gap(block)]
    last = max((block.last for block in words), default=sheet.blocks[0].last if sheet.blocks else 0)
    spot = Spot(last, spare=spare if not spec.part and not spec.under else [])
    if spec.part:
        spot.lead = [f"**{spec.part.removesuffix(':')}:**"]
    if spec.under:
        spot.lead.append(f"- **{spec.under.removesuffix(':')}:**")
        spot.indent = "  "
    return spot


def _part_without_label(body: Sequence[Block], spec: RecordSpec) -> Spot | None:
    """Return the end of the part where it is there already and only the label inside it is missing."""
    scenes = find_scenes(body, replace(spec, under=""))
    if not scenes or scenes[-1].anchor is None:
        return None
    last = max((entry.block.last for entry in scenes[-1].entries), default=scenes[-1].anchor.last)
    return Spot(last, "  ", [f"- **{spec.under.removesuffix(':')}:**"], needs_blank=False)


def check_added(before: str, after: str, new: NewRecord) -> str:
    """Return the new text if it reads as the old records and one more, else raise `Refused`."""
    old = _read(before, new)
    now = Counter(one.record.digest for one in _read(after, new))
    kept = Counter(one.record.digest for one in old if not is_placeholder(one, new.spec))
    added = now - Counter(one.record.digest for one in old)
    if not kept - now and added.total() == 1:
        return after
    message = f"The new {new.spec.kind} would not be read as one {new.spec.kind}"
    raise Refused(
        message, findings=[Finding("GP505", message, subject=new.spec.kind)], hint="Write it in other words"
    )


def _read(text: str, new: NewRecord) -> list[Found]:
    return find_records(sheet_of(text).blocks, Desk(new.spec, "", ""), captures=new.captures)


# One more row of a table, its cells under the right headers and padded as the others are.


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
