"""Where in a section the records of a declaration stand: below a lead or heading, under a labelled item."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS
from groundplan.markdown.entries import entries_of, item_entry, label_key, same_label
from groundplan.markdown.patterns import compile_pattern
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.entries import Entry
    from groundplan.plan.playbook import RecordSpec


@dataclass(frozen=True, slots=True)
class Scene:
    """A run of entries in which records may stand, with the lead or heading above it."""

    entries: tuple[Entry, ...]
    part: str = ""
    captures: Mapping[str, str] = field(default_factory=dict)
    anchor: Block | None = None  # the lead, heading or labelled item that opens it
    opening: Entry | None = None  # the labelled line or item of `under`, which may hold words itself


def find_scenes(blocks: Sequence[Block], spec: RecordSpec) -> list[Scene]:
    """Return the scenes of a declaration in a section's blocks, in their order."""
    labels = (*spec.fields.values(), *([spec.under] if spec.under else []))
    entries = tuple(entries_of(blocks, labels))
    scenes = _parts(entries, spec) if spec.part else [Scene(entries)]
    return [inner for scene in scenes for inner in _under(scene, spec, labels)] if spec.under else scenes


def below(entries: Sequence[Entry], at: int, spec: RecordSpec) -> tuple[Entry, ...]:
    """Return what stands below a heading or lead: up to the next of its rank that is no field."""
    fields = {label_key(label) for label in (*spec.fields.values(), spec.under)}
    opening = entries[at]
    end = at + 1
    while end < len(entries):
        entry = entries[end]
        if entry.is_heading and (not opening.is_heading or entry.block.level <= opening.block.level):
            break
        if not opening.is_heading and entry.is_lead and label_key(entry.title) not in fields:
            break
        end += 1
    return tuple(entries[at + 1 : end])


def _parts(entries: tuple[Entry, ...], spec: RecordSpec) -> list[Scene]:
    pattern = compile_pattern(spec.part.removesuffix(":"))
    found = []
    for at, entry in enumerate(entries):
        if not (entry.is_heading or entry.is_lead):
            continue
        caught = pattern.match(entry.title)
        if caught is None and pattern.is_literal and same_label(entry.title, spec.part):
            caught = {}
        if caught is not None:
            found.append(Scene(below(entries, at, spec), entry.title, caught, entry.block))
    return found


def _under(scene: Scene, spec: RecordSpec, labels: tuple[str, ...]) -> Iterator[Scene]:
    """Yield what stands under the labelled item or line `under` names."""
    for at, entry in enumerate(scene.entries):
        if entry.block.kind in LISTS:
            yield from _under_items(scene, entry.block, spec, labels)
        elif entry.is_line and entry.is_labelled(spec.under):
            end = at + 1
            while end < len(scene.entries) and not (
                scene.entries[end].is_line or scene.entries[end].is_heading
            ):
                end += 1
            yield Scene(scene.entries[at + 1 : end], scene.part, scene.captures, entry.block, entry)


def _under_items(scene: Scene, block: Block, spec: RecordSpec, labels: tuple[str, ...]) -> Iterator[Scene]:
    for item in block.children:
        entry = item_entry(item, labels)
        if entry is not None and entry.is_labelled(spec.under):
            inner = tuple(entries_of(item.children[1:], labels))
            yield Scene(inner, scene.part, scene.captures, item, entry)
        else:
            for nested in item.lists():
                yield from _under_items(scene, nested, spec, labels)
