"""A plan's words by key, by declaration and by fingerprint; places and findings beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.case import Case
from groundplan.plan.document import fingerprint
from groundplan.plan.finding import Finding, Place, Severity
from groundplan.plan.playbook import CheckpointSpec, DocumentSpec, SectionSpec
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from tests.plan.conftest import World


@given(st.text(), st.text())
def test_fingerprints_are_equal_exactly_where_the_normal_forms_are(one: str, other: str) -> None:
    assert (fingerprint(one) == fingerprint(other)) is (one == other)
    assert fingerprint(one).startswith("v1:")


def test_a_text_that_no_file_could_hold_still_has_a_fingerprint() -> None:
    assert fingerprint("\udcff") != fingerprint("\udcfe")


def test_a_section_is_its_heading_and_its_body(world: World) -> None:
    section = world.section("2", "two", line=7)
    assert section.text == "## 2\ntwo\n"
    assert section.fingerprint == fingerprint("two")
    assert section.place == Place("plans/retry.md", 7, 1)


def test_parts_are_headers_and_sections_in_document_order(world: World) -> None:
    plan = world.plan()
    second = replace(
        plan.documents[0], header=world.section("tasks#header"), sections=(world.section("9", "nine"),)
    )
    plan = replace(plan, documents=(*plan.documents, second))
    assert [part.key for part in plan.parts] == ["plan#header", "1", "2", "3", "tasks#header", "9"]
    assert [section.key for section in plan.sections] == ["1", "2", "3", "9"]
    assert list(plan.fingerprints()) == [part.key for part in plan.parts]
    assert plan.fingerprints()["9"] == fingerprint("nine")


def test_sections_are_found_by_key_and_by_declaration(world: World) -> None:
    plan = world.plan()
    section = plan.section("2")
    assert section is not None
    assert section.normal == "two"
    assert plan.section("plan#header") is plan.documents[0].header
    assert plan.section("9") is None
    assert [found.key for found in plan.sections_of("3")] == ["3"]
    assert plan.sections_of("plan#header") == ()


def test_covered_parts_are_those_of_the_declarations(world: World) -> None:
    plan = world.plan()
    assert plan.covered(("3", "plan#header", "9")) == {
        "plan#header": fingerprint("Retry"),
        "3": fingerprint("three"),
    }
    assert plan.covered(()) == {}


def test_of_two_sections_with_one_key_neither_hides_the_other(world: World) -> None:
    plan = world.plan()
    (document,) = plan.documents
    twice = replace(plan, documents=(document, replace(document, header=world.section("h"))))
    assert twice.fingerprints()["2"] not in {fingerprint("two"), plan.fingerprints()["2"]}
    assert twice.covered(("2",))["2"] == twice.fingerprints()["2"]


def test_records_come_in_document_order(world: World) -> None:
    plan = world.plan(Record("task", "3", "T2"), Record("risk", "1", "R1"), Record("task", "1", "T1"))
    assert [record.id for record in plan.records("task")] == ["T1", "T2"]
    assert list(plan.records("option")) == []


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("plan.md", 3, 7), "plan.md:3:7"),
        (Place("plan.md", 3), "plan.md:3"),
        (Place("plan.md"), "plan.md"),
        (Place(), ""),
    ],
)
def test_a_place_is_written_as_linters_do(place: Place, text: str) -> None:
    assert str(place) == text


def test_only_an_error_blocks() -> None:
    blocking = [severity for severity in Severity if Finding("GP504", "x", severity=severity).blocks]
    assert blocking == [Severity.ERROR]


def test_a_finding_is_the_same_one_wherever_it_moved() -> None:
    one = Finding("GP504", "words", Place("a.md", 1, 1), "2", subject="T1")
    assert replace(one, message="other words", place=Place("a.md", 9, 9)).identity == one.identity
    assert replace(one, subject="T2").identity != one.identity
    assert replace(one, section="3").identity != one.identity
    assert replace(one, subject="").identity == ("GP504", "2", "words")


# --- the playbook


def test_a_playbook_finds_its_parts_by_name(world: World) -> None:
    book = world.playbook(rules={"GP603": {"words": ["soon"]}})
    section = book.section("2")
    assert section is not None
    assert section.title == "Section 2"
    assert book.section("9") is None
    assert book.document("plan").path == "{folder}/{slug}.md"
    assert (book.has_rule("GP603"), book.has_rule("GP604")) == (True, False)
    assert (book.options("GP603"), book.options("GP604")) == ({"words": ["soon"]}, {})


def test_a_checkpoint_is_found_by_its_id_before_any_name(world: World) -> None:
    checkpoints = (
        CheckpointSpec("1", "2", "", (), person=False),
        CheckpointSpec("2", "ready", "", (), person=True),
    )
    book = world.playbook(checkpoints=checkpoints)
    assert book.checkpoint("2") is checkpoints[1]
    assert book.checkpoint("ready") is checkpoints[1]
    assert book.checkpoint("1") is checkpoints[0]
    assert book.checkpoint("goal") is None


def test_a_section_repeats_by_its_key_and_catches_by_its_title() -> None:
    plain = SectionSpec("1", "Goal", 2, "plan")
    named = SectionSpec("5", "Plan for {name}", 2, "plan")
    repeated = SectionSpec("phase-{n}", "Phase {n}: {name}", 2, "plan")
    assert [(spec.repeats, spec.catches) for spec in (plain, named, repeated)] == [
        (False, False),
        (False, True),
        (True, True),
    ]


def test_a_task_of_the_skeleton_is_done_by_a_use_case_and_a_writers_own_is_not(world: World) -> None:
    documents = (DocumentSpec("plan", "a.md", "- [x] 1.1 Create the workspace\n- [ ] 7.6 Archive it\n"),)
    book = world.playbook(done_by={"1.1": "new", "7.6": "archive"}, documents=documents)
    assert book.doer_of(Record("task", "1", "1.1", "Create the workspace")) == "new"
    assert book.doer_of(Record("task", "7", "7.6", "Archive it")) == "archive"
    assert book.doer_of(Record("task", "1", "1.1", "Create")) == ""
    assert book.doer_of(Record("task", "1", "1.1", "Add `highlight` to the type")) == ""


# --- the case


def case(world: World, **more: object) -> Case:
    made = Case(world.plan(), world.playbook(rules={"GP603": {"x": 1}}), world.read([]), world.config)
    return replace(made, **more)  # type: ignore[arg-type]


def test_a_section_has_words_once_it_says_more_than_its_skeleton(world: World) -> None:
    section = world.section("2", "two")
    assert case(world).has_words(section)
    assert not case(world, skeletons={"2": "two"}).has_words(section)
    assert not case(world).has_words(replace(section, body=" \n"))
    repeated = replace(section, key="phase-0")
    assert not case(world, skeletons={"phase-0": "two", "2": "other"}).has_words(repeated)
    assert case(world, skeletons={"phase-0": "other", "2": "two"}).has_words(repeated)


def test_a_case_knows_where_a_section_stands_or_would_stand(world: World) -> None:
    documents = (DocumentSpec("plan", "a.md", ""), DocumentSpec("tasks", "b.md", ""))
    sections = (SectionSpec("7", "Tasks", 2, "tasks"), SectionSpec("8", "More", 2, "plan"))
    looked_at = case(world, playbook=world.playbook(documents=documents, sections=sections))
    assert looked_at.path_of("2") == "plans/retry.md"
    assert looked_at.path_of("8") == "plans/retry.md"
    assert looked_at.path_of("7") == ""
    assert looked_at.path_of("unknown") == "plans/retry.md"


def test_a_record_that_shows_a_placeholder_of_its_section_is_none_yet(world: World) -> None:
    records = (
        Record("task", "3", "T1", "Add [what]"),
        Record("task", "3", "T2", "row", {"owner": "a  [what]"}),
        Record("task", "2", "T3", "Add [what]"),
        Record("task", "gone", "T4", "[lost]"),
        Record("task", "3", "T5", "Add retries"),
    )
    plan = world.plan(*records)
    (document,) = plan.documents
    stray = world.section("2b", records=(records[3],))
    plan = replace(plan, documents=(replace(document, sections=(*document.sections, stray)),))
    known = {"3": frozenset({"[what]"}), "gone": frozenset({"[lost]"})}
    looked_at = case(world, plan=plan, placeholders=known)
    assert [record.id for record in looked_at.records("task")] == ["T3", "T5"]


def test_a_case_hands_out_options_and_records(world: World) -> None:
    looked_at = case(world, plan=world.plan(Record("task", "3", "T1")))
    assert looked_at.options("GP603") == {"x": 1}
    assert [record.id for record in looked_at.records("task")] == ["T1"]
