"""Records that are fenced blocks; `Label: value` lines and label-headed lists inside are their fields."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span
from groundplan.markdown.entries import label_key
from groundplan.markdown.found import Found
from groundplan.markdown.inline import read_label
from groundplan.markdown.lines import fold
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from groundplan.markdown.blocks import Block
    from groundplan.markdown.found import Desk
    from groundplan.markdown.scenes import Scene

_ITEM = late_regex(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+(.+)")


@dataclass(slots=True)
class _Inside:
    values: dict[str, str] = field(default_factory=dict)
    items: dict[str, list[str]] = field(default_factory=dict)
    spots: dict[str, tuple[Span, ...]] = field(default_factory=dict)


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
