"""Records read out of a section's visible Markdown, or a finding with line and column; never a guess."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind, Span
from groundplan.markdown.entries import entries_of, item_entry, label_key
from groundplan.markdown.found import Found, last_line
from groundplan.markdown.inline import read_label
from groundplan.markdown.lines import fold
from groundplan.markdown.record_fields import collect_fields, read_group, read_openings
from groundplan.markdown.record_tables import read_rows
from groundplan.markdown.record_words import computed_spots, read_words, words_of
from groundplan.markdown.scenes import find_scenes
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import Shape
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.found import Desk
    from groundplan.markdown.record_words import Words
    from groundplan.markdown.scenes import Scene
    from groundplan.plan.playbook import RecordSpec

_BOXES = {Shape.LIST: Shape.CHECKLIST, Shape.CHECKLIST: Shape.LIST}
_ITEM = late_regex(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(.+)")
_HINT = "Start the item with words on the line of its marker"


@dataclass(slots=True)
class _Inside:
    values: dict[str, str] = field(default_factory=dict)
    items: dict[str, list[str]] = field(default_factory=dict)
    spots: dict[str, tuple[Span, ...]] = field(default_factory=dict)


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


def read_fences(scene: Scene, desk: Desk) -> list[Found]:
    """Read a record per fence of the scene: its text verbatim, its info string as the field `info`."""
    found = []
    part = scene.part
    for entry in scene.entries:
        if not scene.part and (entry.is_heading or entry.is_lead):
            part = entry.title
        if entry.block.kind is Kind.FENCE:
            found.append(_read_fence(entry.block, part, desk))
    return found


def _read_fence(fence: Block, part: str, desk: Desk) -> Found:
    inside = _read_inside(fence, desk)
    if not fence.is_closed:
        desk.fault(fence.line, fence.column, "Fence is never closed", hint=f"Close it with `{fence.marker}`")
    items = {name: tuple(texts) for name, texts in inside.items.items() if texts}
    values = {
        name: "; ".join([*([value] if value else []), *items.get(name, ())])
        for name, value in inside.values.items()
    }
    record = Record(
        kind=desk.spec.kind,
        section=desk.section,
        text=fence.content.rstrip("\n"),
        fields={"info": fold(fence.info), **values},
        items=items,
        place=desk.place(fence.line, fence.column),
        last_line=fence.last,
        part=part,
    )
    return Found(record, fence, None, inside.spots)


def _read_inside(fence: Block, desk: Desk) -> _Inside:
    names = {label_key(label): name for name, label in desk.spec.fields.items()}
    inside = _Inside()
    current = ""
    for number, line in enumerate(fence.content.split("\n"), fence.line + 1):
        text = line.strip()
        label = read_label(text) if text else None
        name = names.get(label_key(label.text)) if label else None
        item = _ITEM.fullmatch(line)
        if label is not None and name is not None:
            if name in inside.values:
                desk.fault(
                    number, fence.column, f"Field `{desk.spec.fields[name]}` appears twice in one fence"
                )
                current = ""
                continue
            current = name
            value = text[label.value_at :]
            inside.values[name] = fold(value)
            inside.items[name] = []
            column = fence.column + (line.rindex(value) if value else len(line.rstrip()))
            inside.spots[name] = (Span(number, column, value),)
        elif current and item is not None:
            inside.items[current].append(fold(item[1]))
        elif current and text and inside.items[current]:
            # A wrapped line goes on with the item above; one at the margin starts something else.
            if line[:1].isspace():
                inside.items[current][-1] += " " + fold(text)
            else:
                current = ""
        elif current and text:
            inside.values[current] = fold(f"{inside.values[current]} {text}")
        elif current and not text and inside.items[current]:
            current = ""
    return inside


def read_items(scene: Scene, desk: Desk, *, shared: bool = False) -> list[Found]:
    """Read a record per item of the scene's lists.

    `shared` says that another declaration reads the same lists, so an item without (with) a checkbox is its.
    """
    found: list[Found] = []
    part = scene.part
    for entry in scene.entries:
        if not scene.part and (entry.is_heading or entry.is_lead):
            part = entry.title
        if entry.block.kind in LISTS:
            for item in _items_of(entry.block):
                record = _read_item(item, desk, part, shared=shared)
                if record is not None:
                    found.append(record)
    if not found and desk.spec.shape is Shape.LIST:
        found.extend(_inline_value(scene, desk))
    return found


def _items_of(block: Block) -> Iterator[Block]:
    """Yield the items of a list; `- 1. words` stands for the numbered items it holds and nothing else."""
    for item in block.children:
        inner = item.children[0] if len(item.children) == 1 else item
        yield from inner.children if inner.kind is Kind.NUMBERS and item.checkbox is None else [item]


def _read_item(item: Block, desk: Desk, part: str, *, shared: bool) -> Found | None:
    spec = desk.spec
    wants_box = spec.shape is Shape.CHECKLIST
    if item.kind is Kind.DEEP:
        desk.fault(item.line, item.column, "An item is nested too deep to be read")
        return None
    if shared and wants_box != (item.checkbox is not None):
        return None
    entry = item_entry(item)
    if entry is None:
        if item.children:
            desk.fault(item.line, item.column, "An item does not start with words", hint=_HINT)
        return None
    if wants_box and item.checkbox is None:
        desk.fault(
            item.line,
            item.column,
            f"Item `{_short(words_of(entry.spans))}` has no checkbox `[ ]`",
            hint="Give it one, or indent it as far as the words of the item above, if it belongs to that",
        )
        return None
    own = [
        *entry.spans,
        *(span for block in item.children[1:] if block.kind is Kind.PARAGRAPH for span in block.spans),
    ]
    words = read_words(words_of(own), spec, item.ordinal)
    if spec.id_required and not words.id:
        desk.fault(item.line, item.column, f"Item `{_short(words.text)}` {_misfit(spec)}")
    return _found(item, words, own, part, desk)


def _found(item: Block, words: Words, own: list[Span], part: str, desk: Desk) -> Found:
    spec = desk.spec
    nested = [block for block in item.children[1:] if block.kind is not Kind.PARAGRAPH]
    fields = collect_fields(tuple(entries_of(nested, spec.fields.values())), desk)
    spots = computed_spots(own, spec, item.ordinal)
    box = item.checkbox
    record = Record(
        kind=spec.kind,
        section=desk.section,
        id=words.id,
        text=words.text,
        fields={**words.captures, **fields.values},
        items={**fields.items, **({"text": tuple(fields.loose)} if fields.loose else {})},
        ticked=None if box is None else box.text != " ",
        place=desk.place(item.line, item.column),
        last_line=item.last,
        part=part,
    )
    return Found(record, item, box, {**spots, **fields.spots}, fields.holders, fields.lines)


def _inline_value(scene: Scene, desk: Desk) -> list[Found]:
    """Read `- **Requirements:** words` as one record, where a list below the label was expected."""
    opening = scene.opening
    if opening is None or scene.anchor is None or not opening.value or _has_items(scene):
        return []
    words = read_words(opening.value, desk.spec)
    record = Record(
        kind=desk.spec.kind,
        section=desk.section,
        id=words.id,
        text=words.text,
        fields=dict(words.captures),
        place=desk.place(opening.spans[0].line, scene.anchor.column),
        last_line=scene.anchor.last,
        part=scene.part,
    )
    return [Found(record, scene.anchor, None, {"text": opening.value_spans}, is_value=True)]


def _has_items(scene: Scene) -> bool:
    return any(entry.block.kind in LISTS for entry in scene.entries)


def _misfit(spec: RecordSpec) -> str:
    """Say what an item lacks: its id, or the whole form where the label asks for more than id and words."""
    form = spec.label.replace("{id}", spec.id)
    asks_more = spec.label.count("{") > len(("{id}", "{text}"))
    return f"is not of the form `{form}`" if asks_more else f"shows no id of the form `{spec.id}`"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
