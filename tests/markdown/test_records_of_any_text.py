"""Whatever stands in a section, its records are read, and writing one leaves all other lines alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from read_records import read_records

from groundplan.markdown.lines import split_lines
from groundplan.markdown.writing import add_record, set_field, set_tick
from groundplan.plan.document import Section
from groundplan.plan.errors import GroundplanError
from groundplan.plan.playbook import RecordSpec, Shape, Tick

if TYPE_CHECKING:
    from groundplan.plan.record import Record

MANY = max(100, settings().max_examples)
FIELDS = {"title": "Task", "owner": "Owner"}
SPECS = [
    RecordSpec("a", Shape.LIST, "{id}: {title}", "T{n}", fields={"owner": "Owner"}),
    RecordSpec("b", Shape.CHECKLIST, "{condition} → {action}", under="Files", tick=Tick.COMPUTED),
    RecordSpec("c", Shape.CHECKLIST, id="{n}", tick=Tick.CHOICE),
    RecordSpec("d", Shape.TABLE, "{id}: {title}", "T{n}", fields=FIELDS, required=("title",)),
    RecordSpec("e", Shape.HEADINGS, "{id}: {name}", "Option {letter}", fields=FIELDS),
    RecordSpec("f", Shape.LEADS, "{id}: {name}", "Commit {n}", fields=FIELDS),
    RecordSpec("g", Shape.FIELDS, fields=FIELDS),
    RecordSpec("h", Shape.FENCE, fields=FIELDS),
    RecordSpec("i", Shape.LIST, "{path} – {change}", part="Files"),
    RecordSpec("j", Shape.FIELDS, under="Files", fields=FIELDS),
]
LINES = [
    "",
    "",
    "- T1: a",
    "  - **Owner:** b",
    "- [ ] a → b",
    "3. [x] done",
    "   more",
    "  - [ ] nested → c",
    "| Task | Owner |",
    "|---|---|",
    "| T1: a | b |",
    "| c \\| d |",
    "| e | f | g |",
    "### Option A: x",
    "#### **Option B: [Name]**",
    "**Commit 1: a**",
    "**Files:**",
    "- **Files:** x",
    "- **Task:** y",
    "**Owner**: z",
    "Task: w",
    "```",
    "~~~text",
    "- `a.py` – b",
    "* [path/to/x] — [y]",
    "> - T2: q",
    "---",
    "<!-- c -->",
    "words",
    "\tcode",
    "1) one",
    "<unknown>",
    "**",
    "**:**",
    "- ",
    "-",
]
BODY = st.lists(st.one_of(st.sampled_from(LINES), st.text("ab*`[]|:→ -", max_size=10)), max_size=14)
ENDS = st.sampled_from(["\n", "\r\n"])


def read(text: str, spec: RecordSpec) -> list[Record]:
    heading, body = split_lines(text)[0], "".join(split_lines(text)[1:])
    return read_records(Section("s", "s", "S", "p.md", 1, heading, body, ""), spec)[0]


def is_kept(old: list[str], new: list[str]) -> bool:
    """Tell whether the old lines stand in the new ones in their order."""
    rest = iter(new)
    return all(line in rest for line in old)


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(BODY, ENDS)
def test_records_stand_where_they_say(lines: list[str], end: str) -> None:
    text = f"## S{end}" + end.join(lines)
    for spec in SPECS:
        for record in read(text, spec):
            assert 2 <= record.place.line <= record.last_line <= len(lines) + 1
            if record.ticked is not None:
                new = set_tick(text, record, ticked=not record.ticked)
                assert sum(one != two for one, two in zip(text, new, strict=True)) == 1


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(
    BODY,
    ENDS,
    st.sampled_from(SPECS),
    st.sampled_from(["title", "owner", "name", "text", "id", "action", "path"]),
)
def test_a_field_is_written_within_its_record_or_not_at_all(
    lines: list[str], end: str, spec: RecordSpec, field: str
) -> None:
    text = f"## S{end}" + end.join(lines)
    for record in read(text, spec):
        try:
            new = set_field(text, record, spec, field, "new words")
        except GroundplanError:
            continue
        old, now = split_lines(text), split_lines(new)
        assert now[: record.place.line - 1] == old[: record.place.line - 1]
        below = old[record.last_line :]
        assert now[len(now) - len(below) :] == below


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(BODY, ENDS, st.sampled_from(SPECS))
def test_an_added_record_leaves_every_other_line(lines: list[str], end: str, spec: RecordSpec) -> None:
    text = f"## S{end}" + end.join(lines)
    fields = {
        name: f"new {name}"
        for name in ("title", "owner", "name", "text", "condition", "action", "path", "change")
    }
    try:
        new = add_record(text, spec, fields | {"path": "src/new.py"})
    except GroundplanError:
        return
    assert len(read(new, spec)) >= 1
    kept = [
        line.rstrip()
        for line in split_lines(text)
        if any(map(str.isalpha, line)) and not any(mark in line for mark in "[]<x")
    ]
    assert is_kept(kept, [line.rstrip() for line in split_lines(new)]) or spec.shape is Shape.FIELDS
