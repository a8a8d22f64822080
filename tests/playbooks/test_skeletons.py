"""Skeletons as plans: rendered, they parse into their sections; what is to be filled in is seen as such."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.reading import read_plan
from groundplan.markdown.skeletons import placeholders, render
from groundplan.plan.config import read_config
from groundplan.playbooks.axes import axis_rows, write_axes
from groundplan.playbooks.forms import skeleton_of, sketch
from groundplan.playbooks.shelf import bundled_names, bundled_profiles

if TYPE_CHECKING:
    from groundplan.plan.config import Profile
    from groundplan.plan.document import Plan
    from groundplan.playbooks.shelf import Shelf

RECORDS = {
    "collaborate": {},
    "council": {"requirement": 1, "task": 4, "milestone": 2, "dependency": 1, "consideration": 1},
    "design": {
        "question": 2,
        "option": 2,
        "recommendation": 1,
        "risk": 4,
        "file": 3,
        "edge-case": 1,
        "task": 3,
        "phase": 3,
    },
    "migration": {"option": 2, "aspect": 3, "task": 15, "data-migration": 1, "rollback": 1, "drawing": 1},
    "product": {
        "criterion": 13,
        "task": 30,
        "risk": 3,
        "research-question": 3,
        "handoff": 3,
        "phase": 4,
        "pair": 1,
    },
    "roadmap": {
        "task": 12,
        "risk": 5,
        "verification": 5,
        "rollout": 3,
        "monitoring": 1,
        "rollback": 1,
        "milestone": 4,
    },
}


def rendered(name: str, shelf: Shelf, fields: dict[str, str], profile: Profile | None = None) -> Plan:
    playbook = shelf.find(name)
    rows = axis_rows(profile) if profile else {}
    files = {
        spec.name: (
            spec.path.format(folder="plans", slug=fields["slug"]),
            render(write_axes(spec.skeleton, rows), fields),
        )
        for spec in playbook.documents
    }
    return read_plan(fields["id"], fields["slug"], playbook, files)


@pytest.mark.parametrize("name", bundled_names())
def test_a_rendered_skeleton_parses_without_a_fault_into_every_section_it_must_have(
    name: str, shelf: Shelf, fields: dict[str, str]
) -> None:
    plan = rendered(name, shelf, fields)
    assert [str(finding) for finding in plan.findings] == []
    required = {spec.key for spec in shelf.find(name).sections if spec.required}
    assert required <= {section.declared for section in plan.sections}


@pytest.mark.parametrize(("name", "counts"), RECORDS.items())
def test_a_rendered_skeleton_holds_one_record_per_thing_to_fill_in(
    name: str, counts: dict[str, int], shelf: Shelf, fields: dict[str, str]
) -> None:
    found = Counter(record.kind for part in rendered(name, shelf, fields).parts for record in part.records)
    assert {kind: found[kind] for kind in counts} == counts


@pytest.mark.parametrize("name", bundled_names())
def test_what_the_writer_fills_in_is_a_placeholder(name: str, shelf: Shelf, fields: dict[str, str]) -> None:
    playbook = shelf.find(name)
    plan = rendered(name, shelf, fields)
    empty = [
        section.key
        for section in plan.sections
        for spec in [playbook.section(section.declared)]
        if spec
        and not (spec.container or spec.computed or spec.given)
        and fields["goal"] not in section.body
        and not placeholders(section.text)
        # In a fence a bracket may be code or notation; there the unchanged skeleton counts as empty.
        and "```" not in section.body
    ]
    assert empty == []


@pytest.mark.parametrize(
    ("name", "title"),
    [(name, "retry-policy" if name == "design" else "Retry policy") for name in bundled_names()],
)
def test_the_title_is_found_again_where_the_document_shows_it(
    name: str, title: str, shelf: Shelf, fields: dict[str, str]
) -> None:
    assert rendered(name, shelf, fields).title == title


@pytest.mark.req("S0-01")
def test_a_collaborative_plan_starts_minimal(shelf: Shelf, fields: dict[str, str]) -> None:
    text = render(shelf.find("collaborate").documents[0].skeleton, fields)
    assert text == (
        "---\ntitle: Retry policy\nstatus: draft\nlast_updated: 2026-01-05\nid: retry-policy-7F3K\n---\n"
        "## Goal\nRetry failed fetches three times\n\n## Context\n<unknown>\n\n"
        "## Implementation Plan\n<to be developed>\n"
    )
    assert placeholders(text) == {"<unknown>", "<to be developed>"}


def test_header_labels_are_read_with_what_is_computed_into_them(shelf: Shelf, fields: dict[str, str]) -> None:
    header = rendered("design", shelf, fields).documents[0].header_fields
    assert {label: value for label, (value, _) in header.items()} == {
        "Document Status": "DRAFT",
        "Last Updated": "2026-01-05 09:00 UTC",
        "Approved By": "[User handle/name]",
        "Current Phase": "Section 1",
    }


@pytest.mark.req("S2-26")
def test_tasks_are_numbered_by_phase_and_only_planning_is_ticked(
    shelf: Shelf, fields: dict[str, str]
) -> None:
    tasks = list(rendered("product", shelf, fields).records("task"))
    assert {task.section: task.id for task in tasks} == {
        "phase-1": "1.4",
        "phase-2": "2.4",
        "phase-3": "3.4",
        "phase-4": "4.1",
        "phase-5": "5.6",
        "phase-6": "6.5",
        "phase-7": "7.6",
    }
    assert [task.id for task in tasks if task.ticked] == ["1.1", "1.2", "1.3", "1.4"]


@pytest.fixture(scope="module")
def alchemy() -> Profile:
    return read_config(tomllib.loads(bundled_profiles()["advanced-alchemy"]), place="profile").profile


def test_a_profile_fills_the_matrices_and_the_guidance_of_a_product_plan(
    shelf: Shelf, fields: dict[str, str], alchemy: Profile
) -> None:
    plan = rendered("product", shelf, fields, alchemy)
    assert [str(finding) for finding in plan.findings] == []
    databases = list(plan.records("database"))
    assert [record.field("name") for record in databases] == list(alchemy.axes["databases"])
    assert databases[0].field("drivers") == "asyncpg, psycopg sync/async"
    assert len(list(plan.records("database-consideration"))) == 8
    assert [record.field("name") for record in plan.records("framework")] == list(alchemy.axes["frameworks"])
    assert [record.field("source") for record in plan.records("pair")] == [
        f"`{p}`" for p in alchemy.axes["pairs"]
    ]
    frameworks = [task.id for task in plan.records("task") if task.section == "phase-4"]
    assert frameworks == ["4.1", "4.2", "4.3", "4.4", "4.5"]
    recovery = "\n".join(section.body for section in plan.sections if section.key.startswith("instructions/"))
    assert "`@pytest.mark.oracledb_async`" in recovery
    assert "sample_user" in recovery
    assert "Sphinx (>= 8.0.0)" in recovery
    left = placeholders(recovery)
    assert [text for text in left if "." in text] == []


def test_the_profiles_standards_can_be_checked_and_its_roles_are_the_playbooks(
    shelf: Shelf, alchemy: Profile
) -> None:
    assert alchemy.roles == shelf.find("product").roles
    assert {standard.id: bool(standard.forbid) for standard in alchemy.standards}["stringified-hints"]
    assert set(alchemy.commands) == {"test", "lint", "generate", "docs"}


def test_a_form_has_a_label_as_the_skeleton_has_it(shelf: Shelf) -> None:
    """Behind a list, a label with a dash is one more item of the list."""
    council = shelf.find("council")
    phase = council.section("phase-{n}")
    assert phase is not None
    skeleton = skeleton_of(phase, council.document("plan").skeleton)
    (milestone,) = (each for each in phase.records if each.kind == "milestone")
    assert sketch(milestone, skeleton) == ("**Milestone:** …", "**Test:** …")
    assert sketch(milestone, "") == ("- **Milestone:** …", "- **Test:** …")
