"""Writing one record or header field touches its own row or item, and reads back as it was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from read_records import read_records

from groundplan.markdown.sections import cut
from groundplan.markdown.writing import add_record, set_field, set_header_field, set_tick
from groundplan.plan.document import Section
from groundplan.plan.errors import Changed, Misused, Refused
from groundplan.plan.playbook import HeaderSpec, RecordSpec, Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.playbook import Playbook
    from groundplan.plan.record import Record

MANY = max(100, settings().max_examples)
WORD = st.text(st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=8)
WORDS = st.lists(WORD, min_size=1, max_size=5).map(" ".join)


def read(text: str, spec: RecordSpec) -> list[Record]:
    heading, _, body = text.partition("\n")
    records, findings = read_records(Section("s", "s", "S", "p.md", 1, heading + "\n", body, ""), spec)
    assert findings == []
    return records


def spec_of(playbook: Playbook, section: str, kind: str) -> RecordSpec:
    declared = playbook.section(section)
    assert declared is not None
    return next(spec for spec in declared.records if spec.kind == kind)


def changed_lines(old: str, new: str) -> list[tuple[str, str]]:
    before, after = old.split("\n"), new.split("\n")
    assert len(before) == len(after)
    return [(one, two) for one, two in zip(before, after, strict=True) if one != two]


# -------------------------------------------------------------------------------- ticks


def test_ticking_flips_exactly_one_character(
    design: Playbook, product: Playbook, text_of: Callable[[str], str]
) -> None:
    for playbook, document, name in [(design, "plan", "design"), (product, "tasks", "product-tasks")]:
        text = text_of(name).replace("\n", "\r\n")
        records = [one for part in cut(text, playbook, document, "p.md").sections for one in part.records]
        for record in (one for one in records if one.ticked is not None):
            new = set_tick(text, record, ticked=not record.ticked)
            assert [(a, b) for a, b in zip(text, new, strict=True) if a != b] == [
                (" ", "x") if not record.ticked else ("x", " ")
            ]
            assert set_tick(new, record, ticked=bool(record.ticked)) == text
            assert set_tick(text, record, ticked=bool(record.ticked)) == text


def test_a_capital_tick_is_left_as_it_is(council: Playbook) -> None:
    text = "### Phase 1: A\n1. [X] done\n"
    (record,) = cut(text, council, "plan", "p.md").sections[0].records
    assert set_tick(text, record, ticked=True) == text
    assert set_tick(text, record, ticked=False) == text.replace("X", " ")


def test_a_record_that_moved_is_not_ticked_elsewhere(council: Playbook) -> None:
    text = "### Phase 1: A\n1. [ ] a\n2. [ ] b\n"
    record = cut(text, council, "plan", "p.md").sections[0].records[1]
    with pytest.raises(Changed, match=r"There is no checkbox at `p\.md:3:1`"):
        set_tick("### Phase 1: A\n1. [ ] a\n", record, ticked=True)


# -------------------------------------------------------------------------------- fields

TABLE = RecordSpec("task", Shape.TABLE, fields={"title": "Task", "owner": "Owner", "needs": "Dependencies"})
ROWS = """\
## S

| Owner |  Task   | Extra |Dependencies|
|---|:--|--|-|
| a |  b \\| c   | d |e|
| f | g |

words | here
"""


def test_a_cell_is_set_and_the_others_keep_their_bytes() -> None:
    first, second = read(ROWS.rpartition("\n\n")[0] + "\n", TABLE)
    new = set_field(ROWS, first, TABLE, "title", "x|y")
    assert changed_lines(ROWS, new) == [("| a |  b \\| c   | d |e|", "| a |  x\\|y     | d |e|")]
    new = set_field(ROWS, first, TABLE, "needs", "longer words")
    assert changed_lines(ROWS, new) == [("| a |  b \\| c   | d |e|", "| a |  b \\| c   | d |longer words|")]
    new = set_field(ROWS, second, TABLE, "needs", "h")
    assert changed_lines(ROWS, new) == [("| f | g |", "| f | g |  | h |")]


@settings(max_examples=MANY)
@given(
    st.text(
        st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="*_`<&[]!"),
        max_size=12,
    )
)
def test_any_words_can_stand_in_a_cell(value: str) -> None:
    text = ROWS.rpartition("\n\n")[0] + "\n"
    record = read(text, TABLE)[0]
    try:
        new = set_field(text, record, TABLE, "title", value)
    except Refused:
        assert "\\" in value
        return
    assert read(new, TABLE)[0].field("title") == value or "\\" in value
    assert len(read(new, TABLE)) == 2
    assert len(changed_lines(text, new)) <= 1


def test_a_labelled_field_is_set_where_it_stands(design: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("design")
    spec = spec_of(design, "5", "task")
    second = next(
        one
        for part in cut(text, design, "plan", "p.md").sections
        for one in part.records
        if one.id == "Commit 2"
    )
    assert changed_lines(text, set_field(text, second, spec, "files", "`a.py` (new)")) == [
        ("- **Files:** `src/utils/retry.py` (new), `src/api_client.py` (modify)", "- **Files:** `a.py` (new)")
    ]
    new = set_field(text, second, spec, "tests", "None (moved)")
    again = next(
        one
        for part in cut(new, design, "plan", "p.md").sections
        for one in part.records
        if one.id == "Commit 2"
    )
    assert (again.field("tests"), again.items.get("tests")) == ("None (moved)", None)
    assert again.field("changes") == second.field("changes")


def test_a_missing_field_is_added_beside_its_neighbours() -> None:
    spec = RecordSpec(
        "risk", Shape.LIST, "{class} Risk: {risk}", fields={"mitigation": "Mitigation", "owner": "Owner"}
    )
    text = "## S\n* **A Risk:** b\n  * **Mitigation:** c\n* **D Risk:** e\n"
    first, second = read(text, spec)
    assert set_field(text, first, spec, "owner", "Ann") == text.replace("c\n", "c\n  * **Owner:** Ann\n")
    assert set_field(text, second, spec, "owner", "Ann") == text + "  - **Owner:** Ann\n"


def test_a_captured_word_is_set_and_bold_stays() -> None:
    spec = RecordSpec("edge", Shape.LIST, "{condition} → {action} → {result}")
    text = "## S\n- **If a** → b → c\n- If same → same → same\n"
    first, second = read(text, spec)
    assert set_field(text, first, spec, "condition", "If x") == text.replace("If a", "If x")
    assert set_field(text, second, spec, "action", "other") == text.replace(
        "If same → same →", "If same → other →"
    )


def test_a_heading_and_a_lead_can_be_renamed(design: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("design")
    records = {
        one.id: one for part in cut(text, design, "plan", "p.md").sections for one in part.records if one.id
    }
    option = set_field(text, records["Option A"], spec_of(design, "3", "option"), "name", "Redis")
    assert changed_lines(text, option) == [("#### **Option A: [Name]**", "#### **Option A: Redis**")]
    commit = set_field(text, records["Commit 3"], spec_of(design, "5", "task"), "title", "Back off")
    assert changed_lines(text, commit) == [
        ("**Commit 3: Add exponential backoff**", "**Commit 3: Back off**")
    ]


def test_a_line_of_a_fence_is_set(roadmap: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("roadmap")
    spec = spec_of(roadmap, "phase-{n}/rollback", "rollback")
    record = next(
        one
        for part in cut(text, roadmap, "plan", "p.md").sections
        for one in part.records
        if one.kind == "rollback"
    )
    assert changed_lines(text, set_field(text, record, spec, "trigger", "any")) == [
        ("Trigger: Auth error rate > 0.5% for 5 minutes", "Trigger: any")
    ]


@pytest.mark.parametrize("value", ["# heading", "- item", "> quote", "```", "| a |"])
def test_words_that_would_become_structure_are_refused_or_stay_words(value: str) -> None:
    spec = RecordSpec("note", Shape.LIST)
    text = "## S\n- a\n- b\n"
    first = read(text, spec)[0]
    try:
        new = set_field(text, first, spec, "text", value)
    except Refused as refused:
        assert refused.findings[0].code == "GP505"  # noqa: PT017
    else:
        assert [one.text for one in read(new, spec)] == [value, "b"]


# -------------------------------------------------------------------------------- adding

KINDS = [
    ("2.3", "question", {"text": "Sync?"}),
    ("1", "requirement", {"text": "Retries 3 times"}),
    ("2.1", "external", {"text": "redis 5"}),
    ("2.1", "constraint", {"text": "Requires care"}),
    ("2.1", "risk", {"class": "Legal", "risk": "Fines"}),
    ("3", "option", {"name": "Redis", "approach": "a", "pros": "b", "cons": "c"}),
    ("4.1", "map", {"text": "a -> b"}),
    ("4.1", "modified", {"path": "src/a.py", "change": "b"}),
    ("4.3", "happy", {"text": "a → b"}),
    ("4.4", "edge", {"condition": "If x", "action": "y", "result": "z"}),
    ("4.5", "unit", {"text": "`test_a()`"}),
    (
        "5",
        "task",
        {"title": "Finish", "files": "`a.py` (new)", "changes": "b", "verification": "c", "tests": "d"},
    ),
]


@pytest.mark.parametrize(("section", "kind", "fields"), KINDS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_added_record_is_read_after_those_that_were_there(
    section: str, kind: str, fields: dict[str, str], end: str, design: Playbook, text_of: Callable[[str], str]
) -> None:
    spec = spec_of(design, section, kind)
    found = cut(text_of("design").replace("\n", end), design, "plan", "p.md")
    text = next(part.text for part in found.sections if part.key == section)
    once = add_record(text, spec, fields)
    twice = add_record(once, spec, fields)
    assert "\n" not in twice.replace(end, "")
    first, second = read(once, spec), read(twice, spec)
    assert [one.digest for one in second[:-1]] == [one.digest for one in first]
    for name, value in fields.items():
        assert value in {second[-1].field(name), second[-1].text}


def test_an_added_record_takes_the_next_id(
    design: Playbook, product: Playbook, council: Playbook, text_of: Callable[[str], str]
) -> None:
    question = spec_of(design, "2.3", "question")
    text = "#### 2.3 Clarification Questions\n- [ ] Question 4: a\n- [x] Question 2: b\n"
    assert add_record(text, question, {"text": "c"}) == text + "- [ ] Question 5: c\n"
    task = spec_of(product, "phase-{n}", "task")
    phase = "## Phase 3: Core\n- [x] 3.9 a\n"
    assert add_record(phase, task, {"title": "b"}, captures={"n": "3"}) == phase + "- [ ] 3.10 b\n"
    assert (
        add_record("## Phase 4: New\n", task, {"title": "b"}, captures={"n": "4"})
        == "## Phase 4: New\n\n- [ ] 4.1 b\n"
    )
    running = spec_of(council, "phase-{n}", "task")
    assert add_record("### Phase 2: A\n\n9. [ ] a\n", running, {"text": "b"}).endswith(
        "9. [ ] a\n10. [ ] b\n"
    )
    with pytest.raises(Misused, match="not known"):
        add_record("## Phase X\n", task, {"title": "b"})


def test_placeholders_make_room_and_give_their_number(
    design: Playbook, text_of: Callable[[str], str]
) -> None:
    document = cut(text_of("design"), design, "plan", "p.md")
    questions = next(part.text for part in document.sections if part.key == "2.3")
    new = add_record(questions, spec_of(design, "2.3", "question"), {"text": "Sync?"})
    assert "- [ ] Question 1: Sync?\n" in new
    assert "Question 2" not in new
    options = next(part.text for part in document.sections if part.key == "3")
    new = add_record(options, spec_of(design, "3", "option"), {"name": "Redis", "pros": "fast"})
    assert "#### **Option A: Redis**\n- **Pros:** fast\n\n#### **Recommendation:**" in new


def test_a_half_filled_record_is_nobodys_placeholder(design: Playbook) -> None:
    spec = spec_of(design, "4.1", "modified")
    text = "#### 4.1\n**Modified Files:**\n- `src/a.py` – [What changes?]\n"
    assert add_record(text, spec, {"path": "src/b.py", "change": "c"}) == text + "- `src/b.py` – c\n"


def test_a_commit_goes_under_the_phase_it_names(design: Playbook, text_of: Callable[[str], str]) -> None:
    spec = spec_of(design, "5", "task")
    text = next(
        part.text for part in cut(text_of("design"), design, "plan", "p.md").sections if part.key == "5"
    )
    fields = {"title": "More", "files": "`b.py`", "part": "Phase 2: New Behavior"}
    new = add_record(text, spec, fields, items={"changes": ["one", "two"]})
    assert [(one.id, one.part) for one in read(new, spec)][4] == ("Commit 5", "Phase 2: New Behavior")
    assert "\n\n**Commit 5: More**\n- **Files:** `b.py`\n- **Changes:**\n  - one\n  - two\n\n---\n" in new


def test_the_style_of_the_neighbours_is_kept() -> None:
    spec = RecordSpec("file", Shape.LIST, "{path} – {change}", fields={"owner": "Owner"})
    text = "## S\n1)   `a.py` — **x**\n     * **Owner**: Ann\n\n2)   `b.py` — **y**\n     * **Owner**: Bob\n"
    new = add_record(text, spec, {"path": "c.py", "change": "z", "owner": "Cid"})
    assert new == text + "\n3)   `c.py` — **z**\n     - **Owner**: Cid\n"


def test_a_row_goes_under_the_right_headers() -> None:
    text = ROWS.rpartition("\n\n")[0] + "\n"
    assert add_record(text, TABLE, {"title": "x|y", "owner": "z"}) == text + "| z | x\\|y |  |  |\n"
    aligned = "## S\n| Task | Owner |\n|------|-------|\n| a    | b     |\n"
    spec = RecordSpec("task", Shape.TABLE, fields={"title": "Task", "owner": "Owner"})
    assert add_record(aligned, spec, {"title": "c", "owner": "d"}) == aligned + "| c    | d     |\n"


def test_a_value_without_a_column_is_not_dropped() -> None:
    with pytest.raises(Misused, match="no column `Dependencies`"):
        add_record("## S\n| Task | Owner |\n|-|-|\n| a | b |\n", TABLE, {"title": "c", "needs": "d"})


@pytest.mark.parametrize(
    ("spec", "fields", "written"),
    [
        (TABLE, {"title": "a"}, "| Task | Owner | Dependencies |\n|---|---|---|\n| a |  |  |\n"),
        (RecordSpec("x", Shape.LIST), {"text": "a"}, "- a\n"),
        (RecordSpec("x", Shape.CHECKLIST, part="Part"), {"text": "a"}, "**Part:**\n- [ ] a\n"),
        (RecordSpec("x", Shape.LIST, under="Under"), {"text": "a"}, "- **Under:**\n  - a\n"),
        (RecordSpec("x", Shape.LIST, id="{n}"), {"text": "a"}, "1. a\n"),
        (
            RecordSpec("x", Shape.HEADINGS, "{id}: {name}", "O {letter}", level=4),
            {"name": "a"},
            "#### O A: a\n",
        ),
        (
            RecordSpec("x", Shape.LEADS, "{id}: {name}", "C {n}", fields={"f": "F"}),
            {"name": "a", "f": "b"},
            "**C 1: a**\n- **F:** b\n",
        ),
        (RecordSpec("x", Shape.FIELDS, fields={"f": "F"}), {"f": "b"}, "- **F:** b\n"),
        (
            RecordSpec("x", Shape.FENCE, fields={"f": "F", "g": "G"}),
            {"f": "b", "g": "c"},
            "```\nF: b\n\nG: c\n```\n",
        ),
        (RecordSpec("x", Shape.FENCE), {"text": "```\na", "info": "md"}, "````md\n```\na\n````\n"),
    ],
)
def test_the_first_record_is_written_in_the_declared_form(
    spec: RecordSpec, fields: dict[str, str], written: str
) -> None:
    assert add_record("## S\n", spec, fields) == "## S\n\n" + written
    if not spec.part and not spec.under:
        assert add_record("## S\n<to be developed>\n", spec, fields) == "## S\n\n" + written
    assert add_record("## S\n\nwords\n\n---\n\n", spec, fields) == f"## S\n\nwords\n\n{written}\n---\n\n"
    assert add_record("## S\n\nwords", spec, fields) == f"## S\n\nwords\n\n{written}".rstrip("\n")


def test_a_record_needs_its_words() -> None:
    with pytest.raises(Misused, match="needs `action`"):
        add_record("## S\n", RecordSpec("edge", Shape.LIST, "{a} → {action}"), {"a": "x"})
    with pytest.raises(Misused, match="needs words"):
        add_record("## S\n", RecordSpec("note", Shape.LIST), {})
    with pytest.raises(Misused, match="section of its own"):
        add_record("## S\n", RecordSpec("option", Shape.SECTIONS), {})


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(WORDS, WORDS), max_size=4), WORDS, WORDS, st.sampled_from(["- ", "* ", "1. ", "   - "])
)
def test_reading_after_adding_gives_one_record_more(
    rows: list[tuple[str, str]], one: str, two: str, marker: str
) -> None:
    spec = RecordSpec("edge", Shape.LIST, "{condition} → {action}")
    text = "## S\n" + "".join(f"{marker}{left} → {right}\n" for left, right in rows) + "\nend\n"
    before = [(record.field("condition"), record.field("action")) for record in read(text, spec)]
    new = add_record(text, spec, {"condition": one, "action": two})
    assert [(record.field("condition"), record.field("action")) for record in read(new, spec)] == [
        *before,
        (one, two),
    ]


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(WORDS, WORDS), max_size=4), st.text("ab|\\` ", max_size=10), WORDS)
def test_reading_after_adding_a_row_gives_one_row_more(
    rows: list[tuple[str, str]], title: str, owner: str
) -> None:
    text = (
        "## S\n| Task | Owner | Dependencies |\n|-|-|-|\n"
        + "".join(f"| {a} | {b} | |\n" for a, b in rows)
        + "\nend\n"
    )
    new = add_record(text, TABLE, {"title": title, "owner": owner})
    records = read(new, TABLE)
    assert len(records) == len(rows) + 1
    assert [(one.field("title"), one.field("owner")) for one in records[:-1]] == rows
    assert records[-1].field("owner") == owner


# -------------------------------------------------------------------------------- header


def test_a_header_label_is_set_on_its_line(design: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("design").replace("**Last Updated:** [Timestamp]", "**Last Updated:** [Timestamp]  ")
    header = design.document("plan").header
    assert changed_lines(text, set_header_field(text, header, "Last Updated", "2030-01-01")) == [
        ("**Last Updated:** [Timestamp]  ", "**Last Updated:** 2030-01-01  ")
    ]


def test_an_empty_or_missing_label_is_filled_or_added() -> None:
    header = HeaderSpec("labels", {"Status": "stage", "Phase": "phase", "By": ""})
    text = "# T\r\n\r\n**Status:**\r\n**Phase**: x\r\n\r\n## A\r\n**By:** not this one\r\n"
    assert set_header_field(text, header, "Status", "DRAFT") == text.replace(
        "**Status:**", "**Status:** DRAFT"
    )
    assert set_header_field(text, header, "Phase", "y") == text.replace(": x", ": y")
    assert set_header_field(text, header, "By", "Ann") == text.replace("x\r\n", "x\r\n**By:** Ann\r\n")
    assert set_header_field("# T\n", header, "By", "Ann") == "# T\n\n**By:** Ann\n"
    assert set_header_field("## A\n", header, "By", "Ann") == "**By:** Ann\n\n## A\n"


def test_front_matter_is_set_by_its_key(collaborate: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("collaborate-skeleton")
    header = collaborate.document("plan").header
    assert set_header_field(text, header, "status", "ready") == text.replace("draft", "ready")
    with pytest.raises(Misused, match="no header field"):
        set_header_field(text, HeaderSpec(), "status", "ready")
