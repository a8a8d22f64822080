"""Labelled fields: `**Label:** value` items and lines, each with the list below it."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind
from groundplan.markdown.entries import Entry, item_entry, label_key
from groundplan.markdown.found import Found, last_line
from groundplan.markdown.lines import fold
from groundplan.markdown.record_words import computed_spots, read_words, words_of
from groundplan.markdown.scenes import below
from groundplan.plan.dataclass import dataclass
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.markdown.blocks import Block, Span
    from groundplan.markdown.found import Desk
    from groundplan.markdown.record_words import Words
    from groundplan.markdown.scenes import Scene


@dataclass(slots=True)
class Fields:
    """Fields as they are collected, and the list items that belong to none of them."""

    values: dict[str, str] = field(default_factory=dict)
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    spots: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    holders: dict[str, Block] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    loose: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A labelled line or item, the block that holds it, and what stands below it."""

    entry: Entry
    holder: Block
    below: Sequence[Block]


def collect_fields(entries: Sequence[Entry], desk: Desk) -> Fields:
    """Read the declared fields out of lines and list items; one that stands twice is a finding, no choice."""
    names = {label_key(label): name for name, label in desk.spec.fields.items()}
    found = Fields()
    for at, entry in enumerate(entries):
        if entry.is_line and entry.label is not None and label_key(entry.label.text) in names:
            name = names[label_key(entry.label.text)]
            _take(found, name, _Spot(entry, entry.block, _lists_after(entries, at)), desk)
        elif entry.block.kind in LISTS:
            if at and entries[at - 1].is_lead and label_key(entries[at - 1].title) in names:
                continue  # the list of the labelled line above, taken with it
            for item in entry.block.children:
                _take_item(found, names, item, desk)
    return found


def block_words(block: Block) -> list[str]:
    """Return the words of a block, one text per item of a list."""
    if block.kind in LISTS:
        return [text for item in block.children for text in [item_words(item)] if text]
    if block.kind in {Kind.FENCE, Kind.CODE, Kind.HTML, Kind.DEEP}:
        return [fold(block.content)] if block.content.strip() else []
    if block.kind is Kind.ROW:
        return [fold(" | ".join(cell.words for cell in block.cells))]
    if block.children:
        return [text for child in block.children for text in block_words(child)]
    return [block.text] if block.text else []


def item_words(item: Block) -> str:
    """Return the words of an item and of everything inside it, its checkbox left out."""
    entry = item_entry(item)
    own = [entry.value if entry.label is None else _all_words(entry)] if entry else []
    rest = item.children[1:] if entry else item.children
    return _joined(own[0] if own else "", [text for child in rest for text in block_words(child)])


def read_group(scene: Scene, desk: Desk) -> list[Found]:
    """Read one record out of the labelled items and lines of a section, part or labelled item."""
    fields = collect_fields(scene.entries, desk)
    if not fields.values:
        return []
    first = min(fields.holders.values(), key=lambda block: block.line)
    words = fold(" ".join(fields.values.values()))
    record = Record(
        kind=desk.spec.kind,
        section=desk.section,
        id=desk.spec.id if "{" not in desk.spec.id else "",
        text=words,
        fields={**scene.captures, **fields.values},
        items=fields.items,
        place=desk.place(first.line, first.column),
        last_line=last_line(fields.holders.values(), first.last),
        part=scene.part,
    )
    return [Found(record, first, None, fields.spots, fields.holders, fields.lines)]


def read_openings(scene: Scene, desk: Desk, *, headings: bool) -> list[Found]:
    """Read a record per heading or lead that fits the declared pattern, its fields from what stands below."""
    found = []
    heading = ""
    for at, entry in enumerate(scene.entries):
        if entry.is_heading and not headings:
            heading = entry.title
        wanted = entry.is_heading if headings else entry.is_lead
        if not wanted or (headings and desk.spec.level not in {0, entry.block.level}):
            continue
        title = entry.block.text if headings else entry.title
        words = read_words(title, desk.spec)
        if not words.matches:
            continue
        inside = below(scene.entries, at, desk.spec)
        found.append(_opening(entry, words, inside, (scene.part or heading, scene.captures), desk))
    return found


def _opening(
    entry: Entry, words: Words, inside: Sequence[Entry], above: tuple[str, Mapping[str, str]], desk: Desk
) -> Found:
    fields = collect_fields(inside, desk)
    block = entry.block
    spans = entry.spans or block.spans
    if desk.spec.id_required and not words.id:
        desk.fault(block.line, block.column, f"`{entry.title}` shows no id of the form `{desk.spec.id}`")
    spots = computed_spots(spans[:1], desk.spec)
    record = Record(
        kind=desk.spec.kind,
        section=desk.section,
        id=words.id,
        text=words.text,
        fields={**above[1], **words.captures, **fields.values},
        items={**fields.items, **({"text": tuple(fields.loose)} if fields.loose else {})},
        place=desk.place(spans[0].line if spans else block.line, block.column),
        last_line=last_line((inner.block for inner in inside), block.last),
        part=above[0],
    )
    rest = tuple(_words_besides(entry, inside, desk))
    return Found(record, block, None, {**spots, **fields.spots}, fields.holders, fields.lines, rest)


def _words_besides(opening: Entry, inside: Sequence[Entry], desk: Desk) -> Iterator[str]:
    """Yield the words below a heading or lead that are neither a declared field nor an item of a list."""
    labels = {label_key(label) for label in desk.spec.fields.values()}
    if opening.is_line and len(opening.spans) > 1:
        yield words_of(opening.spans[1:])
    for entry in inside:
        if entry.block.kind in LISTS or entry.block.kind is Kind.RULE:
            continue
        if not (entry.is_line and entry.label is not None and label_key(entry.label.text) in labels):
            yield from [entry.value] if entry.is_line else block_words(entry.block)


def _take_item(found: Fields, names: Mapping[str, str], item: Block, desk: Desk) -> None:
    entry = item_entry(item, desk.spec.fields.values())
    if entry is None or entry.label is None or label_key(entry.label.text) not in names:
        found.loose.extend(text for text in [item_words(item)] if text)
        return
    _take(found, names[label_key(entry.label.text)], _Spot(entry, item, item.children[1:]), desk)


def _take(found: Fields, name: str, spot: _Spot, desk: Desk) -> None:
    entry = spot.entry
    if name in found.values:
        label = desk.spec.fields[name]
        desk.fault(
            entry.spans[0].line,
            entry.spans[0].column,
            f"Field `{label}` appears twice in one {desk.spec.kind}",
            hint=f"Keep one `{label}`, or give the second its own {desk.spec.kind}",
        )
        return
    items = [text for block in spot.below if block.kind in LISTS for text in block_words(block)]
    others = [text for block in spot.below if block.kind not in LISTS for text in block_words(block)]
    found.values[name] = _joined(" ".join([entry.value, *others]).strip(), items)
    if items:
        found.items[name] = tuple(items)
    found.spots[name] = entry.value_spans
    found.holders[name] = spot.holder
    found.lines[name] = entry.spans[0].line


def _lists_after(entries: Sequence[Entry], at: int) -> list[Block]:
    """Return the list right below a labelled line that leads over to it."""
    entry = entries[at]
    follows = at + 1 < len(entries) and entries[at + 1].block.kind in LISTS
    return [entries[at + 1].block] if follows and entry.is_lead else []


def _joined(words: str, items: Sequence[str]) -> str:
    if not words or not items:
        return words or "; ".join(items)
    return words + (" " if words.endswith(":") else "; ") + "; ".join(items)


def _all_words(entry: Entry) -> str:
    return Entry(entry.block, entry.spans).value
