"""Records edited by hand: read by their labels and headers, or a finding with line and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from read_records import read_records

from groundplan.markdown.sections import cut, cut_with_findings
from groundplan.plan.document import Section
from groundplan.plan.playbook import DocumentSpec, Playbook, RecordSpec, SectionSpec, Shape

if TYPE_CHECKING:
    from groundplan.plan.finding import Finding
    from groundplan.plan.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

TASKS = RecordSpec(
    "task",
    Shape.TABLE,
    fields={"title": "Task", "owner": "Owner", "needs": "Dependencies"},
    required=("title", "owner"),
)


def read(body: str, spec: RecordSpec, line: int = 10) -> tuple[list[Record], list[Finding]]:
    section = Section("s", "s", "S", "plan.md", line, "## S\n", body, "")
    return read_records(section, spec)


def rows(body: str, spec: RecordSpec = TASKS) -> list[tuple[str, ...]]:
    records, findings = read(body, spec)
    assert findings == []
    return [tuple(record.field(name) for name in spec.fields) for record in records]


def faults(body: str, spec: RecordSpec = TASKS) -> list[tuple[str, str, str]]:
    return [(one.code, str(one.place), one.message) for one in read(body, spec)[1]]


class TestTables:
    def test_columns_are_known_by_their_header(self) -> None:
        body = "| Owner | Note | Task | Dependencies |\n|--|:-:|--|--|\n| B | x | **A** | None |\n"
        assert rows(body) == [("A", "B", "None")]

    def test_escaped_pipes_are_words(self) -> None:
        assert rows("Task|Owner|Dependencies\n--|--|--\nA \\| B|`x\\|y`|\n") == [("A | B", "`x|y`", "")]

    def test_a_missing_cell_is_empty(self) -> None:
        assert rows("| Task | Owner | Dependencies |\n|-|-|-|\n| A | B |\n") == [("A", "B", "")]

    def test_a_missing_required_cell_is_a_finding(self) -> None:
        body = "| Task | Owner | Dependencies |\n|-|-|-|\n| A |\n"
        assert faults(body) == [("GP505", "plan.md:13:5", "Row has no cell for column `Owner`")]

    def test_a_pipe_in_code_that_is_not_escaped_is_a_finding_and_no_guess(self) -> None:
        body = "| Task | Owner | Dependencies |\n|-|-|-|\n| `a | b` | B | None |\n"
        records, _ = read(body, TASKS)
        assert records == []
        assert faults(body) == [("GP505", "plan.md:13:17", "Row has 4 cells, its table 3 columns")]

    def test_a_missing_required_column_is_a_finding_and_the_rest_is_read(self) -> None:
        body = "| Task | Ownr |\n|-|-|\n| A | B |\n"
        records, _ = read(body, TASKS)
        assert [record.field("title") for record in records] == ["A"]
        assert faults(body) == [("GP505", "plan.md:11:1", "Table has no column `Owner`")]

    def test_a_missing_separator_line_is_a_finding(self) -> None:
        body = "words\n\n| Task | Owner | Dependencies |\n| A | B | C |\n"
        assert faults(body) == [
            ("GP505", "plan.md:13:1", "Table has no `|---|` line of as many cells below its header")
        ]

    def test_a_row_behind_a_blank_line_is_a_finding(self) -> None:
        body = "| Task | Owner | Dependencies |\n|-|-|-|\n| A | B | C |\n\n| D | E | F |\n"
        assert faults(body) == [("GP505", "plan.md:15:1", "Row is outside of a table")]

    def test_a_table_of_other_columns_is_a_finding(self) -> None:
        assert faults("| X | Y |\n|-|-|\n| 1 | 2 |\n") == [
            ("GP505", "plan.md:11:1", "Table has none of the columns `Task`, `Owner`, `Dependencies`")
        ]

    def test_a_table_of_another_declaration_is_none(self) -> None:
        risks = RecordSpec("risk", Shape.TABLE, fields={"risk": "Risk"})
        spec = SectionSpec("s", "S", 2, "plan", records=(TASKS, risks))
        playbook = Playbook("p", 1, "", "", "", (), (DocumentSpec("plan", "p.md", ""),), (spec,), (), ())
        text = "## S\n| Risk |\n|-|\n| fire |\n"
        document, findings = cut_with_findings(text, playbook, "plan", "p.md")
        assert findings == []
        assert [record.field("risk") for record in document.sections[0].records] == ["fire"]

    def test_a_column_that_stands_twice_is_a_finding(self) -> None:
        body = "| Task | Owner | task |\n|-|-|-|\n| A | B | C |\n"
        assert faults(body) == [("GP505", "plan.md:11:18", "Column `task` appears twice")]

    def test_an_id_may_stand_in_a_column_or_in_the_first_words(self) -> None:
        column = RecordSpec(
            "task", Shape.TABLE, id="T{n}", fields={"id": "Id", "title": "Task"}, id_required=True
        )
        (record,), _ = read("| Task | Id |\n|-|-|\n| A | T7 |\n", column)
        assert (record.id, record.text) == ("T7", "A")
        words = RecordSpec("task", Shape.TABLE, "{id}: {title}", "T{n}", True, {"title": "Task"})  # noqa: FBT003
        (record,), _ = read("| Task |\n|-|\n| T8: A |\n", words)
        assert (record.id, record.text, record.field("title")) == ("T8", "A", "A")
        assert faults("| Task |\n|-|\n| A |\n", words) == [
            ("GP505", "plan.md:13:1", "Row `A` shows no id of the form `T{n}`")
        ]

    def test_rows_know_their_line_inside_a_list_and_a_quote(self) -> None:
        body = "- x\n\n  | Task | Owner | Dependencies |\n  |-|-|-|\n  | A | B | C |\n"
        spec = RecordSpec("task", Shape.TABLE, fields=TASKS.fields, under="x")
        assert read(body, spec)[0] == []
        body = body.replace("- x", "- **x:**")
        (record,), _ = read(body, spec)
        assert (record.place.line, record.place.column) == (15, 3)


QUESTION = RecordSpec("question", Shape.CHECKLIST, "{id}: {text}", "Question {n}", id_required=True)


class TestItems:
    def test_an_item_without_a_checkbox_is_never_overlooked(self) -> None:
        body = "- [x] Question 1: a\n- Question 2: b\n- [] Question 3: c\n"
        records, _ = read(body, QUESTION)
        assert [(record.id, record.ticked) for record in records] == [("Question 1", True)]
        assert faults(body, QUESTION) == [
            ("GP505", "plan.md:12:1", "Item `Question 2: b` has no checkbox `[ ]`"),
            ("GP505", "plan.md:13:1", "Item `[] Question 3: c` has no checkbox `[ ]`"),
        ]

    def test_an_item_without_its_id_is_a_finding_and_still_a_record(self) -> None:
        records, _ = read("- [ ] Why?\n", QUESTION)
        assert [record.text for record in records] == ["Why?"]
        assert faults("- [ ] Why?\n", QUESTION) == [
            ("GP505", "plan.md:11:1", "Item `Why?` shows no id of the form `Question {n}`")
        ]

    def test_words_that_do_not_fit_the_pattern_are_text_and_no_guess(self) -> None:
        spec = RecordSpec("edge", Shape.LIST, "{condition} → {action} → {result}")
        (record,), findings = read("- If x → y\n", spec)
        assert (record.text, dict(record.fields), findings) == ("If x → y", {}, [])

    def test_labelled_items_below_an_item_are_its_fields(self) -> None:
        spec = RecordSpec("risk", Shape.LIST, fields={"mitigation": "Mitigation", "owner": "Owner"})
        (record,), _ = read(
            "1. It burns\n   over time\n\n"
            "   - **mitigation**: Water\n     - more\n   - Owner: Ann\n   - note\n",
            spec,
        )
        assert (record.text, record.field("owner")) == ("It burns over time", "Ann")
        assert record.field("mitigation") == "Water; more"
        assert record.items == {"mitigation": ("more",), "text": ("note",)}
        assert record.last_line == 17

    def test_a_field_that_stands_twice_is_a_finding(self) -> None:
        spec = RecordSpec("risk", Shape.HEADINGS, "{class} Risks", fields={"risk": "Risk"})
        body = "### A Risks\n- **Risk**: one\n- **Risk:** two\n"
        (record,), findings = read(body, spec)
        assert record.field("risk") == "one"
        assert [(one.code, str(one.place)) for one in findings] == [("GP505", "plan.md:13:3")]

    def test_words_behind_a_label_are_the_one_record_below_it(self) -> None:
        spec = RecordSpec("criterion", Shape.LIST, under="Success Criteria")
        records, _ = read("- **Success Criteria:** Latency < 100 ms\n", spec)
        assert [record.text for record in records] == ["Latency < 100 ms"]

    def test_a_labelled_line_opens_a_list_too(self) -> None:
        spec = RecordSpec("criterion", Shape.LIST, under="Success Criteria")
        records, _ = read("**Success Criteria**:\n- a\n- b\n\nprose\n\n- c\n", spec)
        assert [record.text for record in records] == ["a", "b"]

    def test_records_stand_under_the_nearest_heading_or_lead(self) -> None:
        spec = RecordSpec("task", Shape.CHECKLIST)
        records, _ = read("- [ ] a\n\n### **Phase 1: X**\n- [ ] b\n\n**Later:**\n- [ ] c\n", spec)
        assert [record.part for record in records] == ["", "Phase 1: X", "Later"]

    def test_checked_and_unchecked_items_may_be_of_two_kinds(self) -> None:
        specs = (RecordSpec("task", Shape.CHECKLIST), RecordSpec("note", Shape.LIST))
        playbook = Playbook(
            "p",
            1,
            "",
            "",
            "",
            (),
            (DocumentSpec("plan", "p.md", ""),),
            (SectionSpec("s", "S", 2, "plan", records=specs),),
            (),
            (),
        )
        document, findings = cut_with_findings("## S\n- [ ] a\n- b\n", playbook, "plan", "p.md")
        assert [(one.kind, one.text) for one in document.sections[0].records] == [
            ("task", "a"),
            ("note", "b"),
        ]
        assert findings == []

    @pytest.mark.parametrize("marker", ["-", "*", "+", "1.", "7)"])
    def test_any_list_marker_will_do(self, marker: str) -> None:
        (record,), _ = read(f"{marker} [X] Question 3: a\n", QUESTION)
        assert (record.id, record.ticked) == ("Question 3", True)

    def test_an_item_nested_too_deep_is_a_finding(self) -> None:
        body = "".join("  " * depth + "- **x:**\n" for depth in range(40))
        spec = RecordSpec("x", Shape.LIST)
        assert read(body, spec)[1] == []
        deep = RecordSpec("y", Shape.LIST, under="nothing")
        assert read(body, deep) == ([], [])


class TestLeadsAndFences:
    def test_fields_may_stand_on_lines_of_their_own(self) -> None:
        spec = RecordSpec(
            "task",
            Shape.LEADS,
            "{id}: {title}",
            "Commit {n}",
            fields={"files": "Files", "changes": "Changes"},
        )
        body = "**Commit 1: A**\n**Files:** `a.py`\n**Changes:**\n- one\n- two\n\n**Notes**\n- **Files:** b\n"
        (record,), findings = read(body, spec)
        assert (record.field("files"), record.items["changes"], findings) == ("`a.py`", ("one", "two"), [])
        assert record.last_line == 15

    def test_a_lead_below_other_words_in_its_paragraph_is_found(self) -> None:
        spec = RecordSpec("file", Shape.LIST, "{path} – {change}", part="Modified Files")
        records, _ = read("Some words\n**modified files**\n- `a.py` — b\n", spec)
        assert [record.field("path") for record in records] == ["a.py"]

    def test_a_part_may_be_a_heading_inside_the_section(self) -> None:
        spec = RecordSpec("file", Shape.LIST, part="Modified Files:")
        records, _ = read("### Modified Files\n- a\n\n### Other\n- b\n", spec)
        assert [record.text for record in records] == ["a"]

    def test_a_pattern_as_part_gives_its_captures_to_the_group(self) -> None:
        spec = RecordSpec("note", Shape.FIELDS, part="To {role}", fields={"read": "Read"})
        records, _ = read("**To Expert**:\n- **Read:** a\n\n**To Tester**:\n- **Read:** b\n", spec)
        assert [(one.field("role"), one.field("read")) for one in records] == [
            ("Expert", "a"),
            ("Tester", "b"),
        ]

    def test_a_fence_that_is_never_closed_is_a_finding(self) -> None:
        spec = RecordSpec("map", Shape.FENCE)
        assert faults("```\na\n", spec) == [("GP505", "plan.md:11:1", "Fence is never closed")]

    def test_labels_in_a_fence_head_their_lists(self) -> None:
        spec = RecordSpec(
            "rollback", Shape.FENCE, fields={"trigger": "Trigger", "steps": "Steps", "data": "Data recovery"}
        )
        body = "```\nTrigger: any\n\nsteps:\n1. one\n   goes on\n2) two\n"
        body += "Data recovery:\n  none needed\n\nSteps: x\n```\n"
        (record,), findings = read(body, spec)
        assert (record.field("trigger"), record.field("data")) == ("any", "none needed")
        assert record.items == {"steps": ("one goes on", "two")}
        assert [str(one.place) for one in findings] == ["plan.md:21:1"]


def test_records_of_a_cut_document_are_those_read_alone(
    design: Playbook, text_of: Callable[[str], str]
) -> None:
    document = cut(text_of("design"), design, "plan", "p.md")
    for section in document.sections:
        spec = design.section(section.declared)
        assert spec is not None
        alone = [record for kind in spec.records for record in read_records(section, kind)[0]]
        assert tuple(alone) == section.records


class TestNumberedInsideAnItem:
    """`- 1. words` holds a numbered item, and every reader of Markdown shows it as that."""

    STEPS = RecordSpec("task", Shape.LIST, label="{id}: {text}", id="T{n}", fields={"why": "Why"})

    def test_it_is_read_as_the_numbered_item_it_holds(self) -> None:
        records, findings = read("- 1. Add `retry()`.\n- 2. Count the tries.\n", self.STEPS)
        assert findings == []
        assert [(each.id, each.text) for each in records] == [
            ("T1", "Add `retry()`."),
            ("T2", "Count the tries."),
        ]

    def test_several_numbers_in_one_item_are_as_many_records(self) -> None:
        records, findings = read("- 1. Add it.\n  2. Count it.\n- 3. Say it.\n", self.STEPS)
        assert findings == []
        assert [each.id for each in records] == ["T1", "T2", "T3"]

    def test_its_fields_are_those_of_the_numbered_item(self) -> None:
        (record,), findings = read("- 1. Add it.\n     - **Why:** It is lost.\n", self.STEPS)
        assert findings == []
        assert record.field("why") == "It is lost."

    def test_an_item_of_a_list_of_words_below_a_label_is_read_likewise(self) -> None:
        spec = RecordSpec("task", Shape.LIST, fields={"checks": "Checks"})
        (record,), findings = read("- Add it.\n  - **Checks:**\n    - 1. One.\n    - 2. Two.\n", spec)
        assert findings == []
        assert record.items["checks"] == ("One.", "Two.")

    def test_an_item_with_more_than_a_numbered_list_still_needs_words(self) -> None:
        (record, *_), findings = read("- Add it.\n-\n  1. One.\n\n  More.\n", self.STEPS)
        assert record.text == "Add it."
        assert [each.message for each in findings] == ["An item does not start with words"]
