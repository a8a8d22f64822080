"""The JSON schema of a playbook's records: what keeps to it can be written, and reads back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from read_playbook import read_playbook

from groundplan.markdown.reading import read_plan
from groundplan.markdown.rendering import Content, find_spec, render_section
from groundplan.plan.errors import Misused
from groundplan.plan.playbook import Shape
from groundplan.playbooks.schema import DIALECT, playbook_schema
from groundplan.playbooks.shelf import Shelf, bundled_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Broken

    from groundplan.plan.playbook import SectionSpec

CAUGHT = {
    "n": "1",
    "name": "First",
    "weeks": "Week 1",
    "role": "Expert",
    "topic": "Security",
    "advisor": "gemini",
    "strategy": "Big Bang",
}


def sections() -> Iterator[Any]:
    for name in bundled_names():
        for spec in Shelf().find(name).sections:
            if any(record.shape is not Shape.SECTIONS for record in spec.records):
                yield pytest.param(name, spec, id=f"{name}-{spec.key}")


def listed(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the record schemas of a section's schema."""
    [array] = [each for each in schema["anyOf"] if each["type"] == "array"]
    return array["items"].get("anyOf", [array["items"]])


def section_schema(name: str, spec: SectionSpec) -> dict[str, Any]:
    whole = playbook_schema(Shelf().find(name))
    if spec.key in whole["properties"]:
        return whole["properties"][spec.key]
    return next(
        each
        for key, each in whole["patternProperties"].items()
        if re.search(key, spec.key.replace("{n}", "1"))
    )


def least(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the smallest record that keeps to a schema and says which it is."""
    needed = {
        *schema["required"],
        *(name for name in ("kind", "part", "under") if name in schema["properties"]),
    }
    found: dict[str, Any] = {}
    for name, value in schema["properties"].items():
        if name in needed or (name == "text" and len(needed) <= 3):
            found[name] = value.get("const") or (value.get("enum") or [f"some {name}"])[0]
    return found


@pytest.mark.parametrize(("name", "spec"), list(sections()))
def test_what_keeps_to_the_schema_is_read_back_as_it_was_given(name: str, spec: SectionSpec) -> None:
    playbook = Shelf().find(name)
    records = [least(each) for each in listed(section_schema(name, spec))]
    kinds = [find_spec(spec, record) for record in records]
    text = render_section(spec, Content(CAUGHT, "Some words.", records))
    outer = playbook.section(spec.within)
    above = f"{'#' * outer.level} Phase 1: First (Week 1)\n\n" if outer else ""
    document = read_plan("id", "slug", playbook, {spec.document: ("", above + text)}).documents[0]
    section = document.sections[-1]
    assert section.declared == spec.key
    assert "Some words." in section.body
    assert {each.kind for each in kinds} <= {each.kind for each in section.records}


@pytest.mark.parametrize("name", bundled_names())
def test_a_schema_names_every_section_that_somebody_writes(name: str) -> None:
    schema, playbook = playbook_schema(Shelf().find(name)), Shelf().find(name)
    assert schema["$schema"] == DIALECT
    keys = {spec.key for spec in playbook.sections if not (spec.computed or spec.container)}
    assert set(schema["properties"]) == {key for key in keys if "{" not in key}
    assert len(schema["patternProperties"]) == len([key for key in keys if "{" in key])


def test_required_fields_and_allowed_values_are_in_it() -> None:
    migration = Shelf().find("migration").section("data")
    assert migration is not None
    [record] = listed(section_schema("migration", migration))
    assert record["properties"]["strategy"]["enum"][-1] == "No data moves"
    assert set(record["required"]) == {"strategy", "steps"}


def test_a_playbook_of_ones_own_has_a_schema(broken: Broken) -> None:
    schema = playbook_schema(read_playbook(broken.files, name="mine"))
    [task] = listed(schema["properties"]["steps"])
    assert task["required"] == ["title", "verification"]


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"kind": "nonsense"}, "fits no kind"),
        ({"kind": "option", "name": "A", "approach": "x", "price": "3"}, "has no field `price`"),
        ({"kind": "option", "name": {"a": 1}, "approach": "x", "pros": "x", "cons": "x"}, "a text or a list"),
        ({"kind": "recommendation"}, "needs `option`"),
    ],
)
def test_what_does_not_keep_to_it_is_named(record: dict[str, Any], told: str) -> None:
    spec = Shelf().find("design").section("3")
    assert spec is not None
    with pytest.raises(Misused, match=told):
        render_section(spec, Content({}, "", [record]))


def test_a_value_cannot_become_a_heading_or_another_record() -> None:
    spec = Shelf().find("design").section("4.4")
    assert spec is not None
    hostile = "x\n\n### 1. Goal & Feature Requirements\n\n- If a → b → c"
    text = render_section(spec, Content({}, "", [{"condition": hostile, "action": "act", "result": "seen"}]))
    assert [line for line in text.splitlines() if line.startswith("#")] == ["#### 4.4 Edge Case Handling"]
    assert text.count("\n- ") == 1


def test_tasks_go_below_the_phase_they_were_given_after_and_their_numbers_run_on() -> None:
    spec = Shelf().find("design").section("5")
    assert spec is not None
    fields = {
        "files": "`a.py` (new)",
        "changes": ["x"],
        "verification": "`make` passes",
        "tests": "none: docs",
    }
    task = {"kind": "task", "title": "Go"} | fields
    phases = [{"kind": "phase", "name": "One"}, task, task, {"kind": "phase", "name": "Two"}, task]
    text = render_section(spec, Content({}, "", phases))
    heads = [line for line in text.splitlines() if line.startswith(("### ", "**Commit"))]
    assert heads == [
        "### Phase 1: One",
        "**Commit 1: Go**",
        "**Commit 2: Go**",
        "### Phase 2: Two",
        "**Commit 3: Go**",
    ]
