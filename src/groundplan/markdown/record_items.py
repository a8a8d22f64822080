"""Records that are items of a list, with or without a checkbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind
from groundplan.markdown.entries import entries_of, item_entry
from groundplan.markdown.found import Found
from groundplan.markdown.record_fields import collect_fields
from groundplan.markdown.record_words import computed_spots, read_words, words_of
from groundplan.plan.playbook import Shape
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from groundplan.markdown.blocks import Block, Span
    from groundplan.markdown.found import Desk
    from groundplan.markdown.record_words import Words
    from groundplan.markdown.scenes import Scene


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
            for item in entry.block.children:
                record = _read_item(item, desk, part, shared=shared)
                if record is not None:
                    found.append(record)
    if not found and desk.spec.shape is Shape.LIST:
        found.extend(_inline_value(scene, desk))
    return found


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
        message = f"Item `{_short(words.text)}` shows no id of the form `{spec.id}`"
        desk.fault(item.line, item.column, message)
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


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


_HINT = "Start the item with words on the line of its marker"
