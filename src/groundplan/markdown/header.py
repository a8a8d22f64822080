"""The part of a document before its first section: front matter, title, and labelled lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.entries import entries_of
from groundplan.markdown.found import Desk
from groundplan.markdown.normal import Masks, normal_form, normal_front_matter
from groundplan.markdown.record_fields import collect_fields
from groundplan.plan.finding import Place
from groundplan.plan.playbook import RecordSpec, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.front_matter import FrontMatter
    from groundplan.markdown.record_fields import Fields
    from groundplan.plan.playbook import HeaderSpec


def read_header_fields(
    blocks: Sequence[Block], front: FrontMatter, spec: HeaderSpec, path: str
) -> dict[str, tuple[str, Place]]:
    """Return each field with its value and place; where both forms name one, the declared form counts."""
    in_front = {
        name: (known.value, Place(path, known.line, known.start + 1)) for name, known in front.fields.items()
    }
    labelled = read_labels(blocks, spec)
    in_labels = {
        label: (value, Place(path, labelled.spots[label][0].line, labelled.spots[label][0].column + 1))
        for label, value in labelled.values.items()
    }
    return {**in_front, **in_labels} if spec.form == "labels" else {**in_labels, **in_front}


def normal_header(body: str, blocks: Sequence[Block], front: FrontMatter, spec: HeaderSpec) -> str:
    """Return the header's normal form, the values of its computed fields left out."""
    computed = [label for label, name in spec.fields.items() if name]
    masks = Masks()
    labelled = read_labels(blocks, spec)
    for label in computed:
        if label in labelled.values:
            masks.hide_on_line(labelled.spots[label], labelled.lines[label])
    parts = [normal_front_matter(body, front, computed) if front.lines else "", normal_form(blocks, masks)]
    return "\n".join(part for part in parts if part)


def read_labels(blocks: Sequence[Block], spec: HeaderSpec) -> Fields:
    """Return the declared `**Label:** value` lines of a header."""
    labels = RecordSpec(kind="header", shape=Shape.FIELDS, fields={label: label for label in spec.fields})
    return collect_fields(tuple(entries_of(blocks, spec.fields)), Desk(labels, "", ""))
