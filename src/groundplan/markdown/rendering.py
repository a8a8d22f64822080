"""Records given as data, written as the Markdown from which they are read again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

from groundplan.markdown.blocks import Kind
from groundplan.markdown.edits import sheet_of
from groundplan.markdown.found import Desk
from groundplan.markdown.new_record import NewRecord
from groundplan.markdown.patterns import compile_pattern
from groundplan.markdown.records import find_records
from groundplan.markdown.writing import add_record, set_tick
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.playbook import Shape, Tick

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.playbook import RecordSpec, SectionSpec
    from groundplan.plan.record import Record

Given: TypeAlias = "tuple[RecordSpec, Mapping[str, Any]]"
# What a record says besides its fields: what it is, where in the section it stands, whether it is ticked.
MARKS = ("kind", "part", "under", "id", "ticked")


@dataclass(frozen=True, slots=True)
class Content:
    """A section as data: what its title catches, words before the records, the records in their order."""

    captures: Mapping[str, str]
    text: str
    records: Sequence[Mapping[str, Any]]


def render_section(spec: SectionSpec, content: Content) -> str:
    """Return the section's Markdown, heading included; every record reads back as it was given."""
    title = _title(spec, content.captures)
    text = f"{'#' * spec.level} {title}\n\n"
    if content.text.strip():
        text += content.text.strip("\n") + "\n"
    heading = ""
    for each, record in _in_order(spec, [(find_spec(spec, record), record) for record in content.records]):
        below = {"part": heading} if heading and _goes_below(each) and not record.get("part") else {}
        text = _add(text, each, {**record, **below}, content.captures)
        heading = _last_heading(text) if each.shape is Shape.HEADINGS else heading
    return text


def _in_order(section: SectionSpec, pairs: list[Given]) -> list[Given]:
    """Return records as given where they go below each other's headings, else in the order of the form."""
    if any(each.shape is Shape.HEADINGS for each in section.records) and any(
        map(_goes_below, section.records)
    ):
        return pairs
    return [pair for each in section.records for pair in pairs if pair[0] is each]


def _goes_below(spec: RecordSpec) -> bool:
    """Tell whether a record stands below whichever heading came last, such as a task of a phase."""
    return spec.shape in {Shape.LEADS, Shape.LIST, Shape.CHECKLIST} and not (spec.part or spec.under)


def _last_heading(text: str) -> str:
    return next(block.text for block in reversed(sheet_of(text).blocks) if block.kind is Kind.HEADING)


def _title(spec: SectionSpec, captures: Mapping[str, str]) -> str:
    if not spec.catches:
        return spec.title
    pattern = compile_pattern(spec.title)
    missing = [name for name in pattern.names if not captures.get(name)]
    optional = {pattern.pieces[-2].name} if pattern.short is not None else set()
    if set(missing) - optional:
        raise Misused(
            f"Section `{spec.key}` needs {', '.join(f'`{name}`' for name in missing)} for its title",
            hint=f"Its title is `{spec.title}`: give them as `captures`",
        )
    return pattern.fill({name: " ".join(str(captures.get(name, "")).split()) for name in pattern.names})


def find_spec(section: SectionSpec, record: Mapping[str, Any]) -> RecordSpec:
    """Return the declaration a record is of: by its kind, and its place where several have that kind."""
    specs = [spec for spec in section.records if spec.shape is not Shape.SECTIONS]
    named = {name: record[name] for name in ("kind", "part", "under") if record.get(name)}
    found = [spec for spec in specs if all(_is(spec, name, value) for name, value in named.items())]
    if len(found) > 1:
        # Labels of a record's own fields tell two kinds apart where nobody named one.
        wanted = set(record) - set(MARKS)
        found = [spec for spec in found if wanted <= set(spec.given_fields)] or found
    if len(found) == 1:
        return found[0]
    known = ", ".join(dict.fromkeys(f"`{_name(spec)}`" for spec in specs)) or "none"
    told = f"fits {len(found)} kinds of record" if found else "fits no kind of record"
    raise Misused(
        f"A record of section `{section.key}` {told}", hint=f"Give `kind`, `part` or `under`; here: {known}"
    )


def _is(spec: RecordSpec, name: str, value: object) -> bool:
    mine = str(getattr(spec, name)).removesuffix(":").casefold()
    said = str(value).removesuffix(":").casefold()
    # A record may stand under a heading of the writer's own, which the form does not name.
    return mine == said or (name == "part" and not spec.part)


def _name(spec: RecordSpec) -> str:
    return " / ".join(filter(None, (spec.kind, spec.part, spec.under)))


def _add(text: str, spec: RecordSpec, record: Mapping[str, Any], captures: Mapping[str, str]) -> str:
    _refuse_unknown(spec, record)
    said = {name: value for name, value in record.items() if name not in {"kind", "under", "ticked"}}
    words = {name: _words(value) for name, value in said.items() if not isinstance(value, list)}
    items = {
        name: [_words(each) for each in value] for name, value in said.items() if isinstance(value, list)
    }
    if spec.id and not words.get("id"):
        # Ids run on through the whole section, also below another heading of it.
        found = find_records(sheet_of(text).blocks, Desk(spec, "", ""))
        words["id"] = NewRecord(spec, words, captures=dict(captures)).next_id(found)
    added = add_record(text, spec, words, items=items, captures=captures)
    if not (record.get("ticked") and spec.tick is Tick.CHOICE):
        return added
    known = Counter(each.digest for each in _read(text, spec))
    new = next(each for each in _read(added, spec) if not known[each.digest])
    return set_tick(added, new, ticked=True)


def _read(text: str, spec: RecordSpec) -> list[Record]:
    return [found.record for found in find_records(sheet_of(text).blocks, Desk(spec, "", ""))]


def _refuse_unknown(spec: RecordSpec, record: Mapping[str, Any]) -> None:
    known = (*spec.given_fields, *MARKS, *(("text", "info") if spec.shape is Shape.FENCE else ()))
    for name in record:
        if name not in known:
            fields = ", ".join(f"`{each}`" for each in spec.given_fields)
            raise Misused(f"A {spec.kind} has no field `{name}`", hint=f"Its fields: {fields}")


def _words(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    raise Misused(f"A field is a text or a list of texts, found `{type(value).__name__}`")
