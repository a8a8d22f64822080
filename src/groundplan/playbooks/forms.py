"""How a record is typed: the Markdown a writer copies and fills, in as few lines as tell it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.playbook import Shape, Tick
from groundplan.playbooks.skeleton import boxes, headings, matches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.plan.playbook import RecordSpec, SectionSpec

OPTIONAL = "(optional)"
_IN_ONE_LINE = {
    "question": "- Q: …? Default: …. Why: …. Who: …",
    "decision": "- D: …. Reason: …. Rejected: …",
}


def heading_of(spec: SectionSpec) -> str:
    """Return a section's heading as it must be typed; words in braces are the writer's."""
    return f"{'#' * spec.level} {spec.title}"


def skeleton_of(spec: SectionSpec, skeleton: str) -> str:
    """Return what a document's skeleton has below a section's heading, inner headings left out."""
    found = (
        each for each in headings(skeleton) if each.level == spec.level and matches(spec.title, each.title)
    )
    return next((each.body for each in found), "")


def sketch(spec: RecordSpec, skeleton: str = "", elsewhere: Collection[str] = ()) -> tuple[str, ...]:
    """Return the lines of one record; what stands in braces or as `…` is the writer's.

    Choices are those of the section's `skeleton`; a label that is another record's own is sketched there.
    """
    choices = _choices(spec, skeleton) if spec.tick is Tick.CHOICE else ()
    shown = {name: label for name, label in spec.fields.items() if label not in elsewhere}
    lines = [f"- [ ] {words}" for words in choices] or list(_lines(replace(spec, fields=shown)))
    if spec.shape is Shape.FIELDS:
        lines = [bare if _begins_line(skeleton, bare := each.removeprefix("- ")) else each for each in lines]
    if spec.under:
        lines = [f"- **{_closed(spec.under)}**", *(f"  {line}" for line in lines)]
    return (f"**{_closed(spec.part)}**", *lines) if spec.part else tuple(lines)


def as_handed_in(spec: RecordSpec, sketched: tuple[str, ...]) -> tuple[str, ...]:
    """Return how a record is typed by who hands it in: a question or a decision gets its number only then."""
    is_bare = bool(sketched) and sketched[0].startswith("- ") and not spec.under
    return (_IN_ONE_LINE[spec.kind],) if is_bare and spec.kind in _IN_ONE_LINE else sketched


def _begins_line(skeleton: str, field: str) -> bool:
    """Tell whether a skeleton has a field's label without a dash; behind a list, a dash would add to it."""
    return f"\n{field.partition(':')[0]}:" in f"\n{skeleton}"


def _closed(label: str) -> str:
    return label if label.endswith("?") else f"{label.removesuffix(':')}:"


def _choices(spec: RecordSpec, skeleton: str) -> tuple[str, ...]:
    """Return the boxes that the skeleton has under the record's label."""
    _, found, below = skeleton.partition(spec.under or spec.part)
    rest = below.partition("\n")[2] if found else ""
    words: list[str] = []
    for line in rest.splitlines():
        box = boxes(line)
        if not box and line.strip():
            break
        words += [text for _, text in box]
    return tuple(words)


def count_of(spec: RecordSpec) -> str:
    """Return in words how many there must be, and when; empty: any number, always."""
    ticked = " ticked" if spec.tick is Tick.CHOICE else ""
    if spec.shape is Shape.FIELDS:  # one group of labels: they are there or not
        return f"only if `{spec.when}` is ticked" if spec.when else ""
    least, most = spec.minimum, spec.maximum
    if least and most == least:
        told = f"exactly {least}{ticked}"
    elif least:
        told = f"at least {least}{ticked}" + (f", at most {most}" if most else "")
    else:
        told = f"at most {most}" if most else ""
    when = f"only if `{spec.when}` is ticked" if spec.when else ""
    axis = f"one per value of `{spec.axis}` in the project profile" if spec.axis else ""
    return "; ".join(filter(None, (told, when, axis)))


def _lines(spec: RecordSpec) -> Iterator[str]:
    label = (spec.label or "{text}").replace("{id}", spec.id)
    match spec.shape:
        case Shape.LIST:
            yield f"- {label}"
        case Shape.CHECKLIST:
            yield f"{'{n}.' if spec.id == '{n}' and not spec.label else '-'} [ ] {label}"
        case Shape.HEADINGS:
            yield f"{'#' * spec.level} {label}"
        case Shape.LEADS:
            yield f"**{label}**"
        case Shape.TABLE:
            yield f"| {' | '.join(spec.fields.values())} |"
            yield "|" + "--|" * len(spec.fields)
            yield "| " + " | ".join(_cell(spec, name) for name in spec.fields) + " |"
            return
        case Shape.FENCE:
            yield "```"
            yield from (f"{label}: {_value(spec, name)}" for name, label in spec.fields.items())
            yield from () if spec.fields else ("{text}",)
            yield "```"
            return
        case _:
            pass
    is_numbered = spec.shape is Shape.CHECKLIST and spec.id == "{n}" and not spec.label
    # Below `10. ` a line belongs to the item only from its words on.
    is_flat = spec.shape in {Shape.HEADINGS, Shape.LEADS, Shape.FIELDS, Shape.SECTIONS}
    indent = "" if is_flat else " " * (4 if is_numbered else 2)
    yield from (f"{indent}- **{label}:** {_value(spec, name)}" for name, label in spec.fields.items())


def _cell(spec: RecordSpec, name: str) -> str:
    if spec.label and "{id}" in spec.label and name == next(iter(spec.fields)):
        return spec.label.replace("{id}", spec.id)
    return _value(spec, name)


def _value(spec: RecordSpec, name: str) -> str:
    value = " or ".join(spec.allowed.get(name, ())) or "…"
    if name in spec.computed:
        return "(groundplan writes it)"
    return value if name in spec.required or not spec.required else f"{value} {OPTIONAL}"
