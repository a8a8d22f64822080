"""The sample documents that the playbooks were made from pass the rules on structure and wording."""

from __future__ import annotations

from pathlib import Path

import pytest
import retry_design
from read_cases import all_codes, find, read, said

from groundplan.playbooks.shelf import Shelf, bundled_names

SEEDS = Path(__file__).parents[1] / "fixtures" / "seeds"
WORDING = ("GP6",)


def sample(name: str) -> str:
    return (SEEDS / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["event-bus-after", "grades-cache-final"])
def test_the_finished_collaborative_plans_pass_everything(name: str) -> None:
    assert all_codes(read("collaborate", sample(name)), "GP5", "GP6") == set()


@pytest.mark.parametrize("name", ["event-bus-before", "grades-cache-draft", "grades-cache-revision"])
def test_the_unfinished_collaborative_plans_lack_only_a_section(name: str) -> None:
    assert all_codes(read("collaborate", sample(name)), "GP5", "GP6") == {"GP501"}


@pytest.mark.req("S1-18")
@pytest.mark.req("S1-20")
@pytest.mark.req("S1-22")
def test_the_sample_design_passes_where_it_has_words() -> None:
    case = read("design", sample("planning"))
    assert all_codes(case, *WORDING) == set()
    assert find("GP516", case) == []
    examples = [one.text for one in case.records("edge-case") if one.part == "Example"]
    assert len(examples) == 2
    assert {one.subject for one in find("GP515", case)}.isdisjoint(examples)
    # Its tests are named for success and failure; only the manual one is left to be written.
    assert said("GP519", case) == ["`Manual Verification` names no test"]


@pytest.mark.req("S2-05")
def test_the_sample_requirement_and_recovery_guide_pass_where_they_have_words() -> None:
    case = read("product", {name: sample(name) for name in ("prd", "tasks", "recovery")})
    left = {"GP601", "GP504", "GP511"}  # the template's own blanks, and its ticks beside them
    assert all_codes(case, "GP5", "GP6") <= left
    assert all("{" in one.message for one in find("GP601", case))


@pytest.mark.req("S4-17")
def test_the_sample_roadmap_passes() -> None:
    case = read("roadmap", {"roadmap": sample("roadmap-jwt")})
    assert all_codes(case, *WORDING) == set()
    assert find("GP521", case) == []
    # What it lacks are documents and phases that come before it, none of its own sections.
    assert {one.section for one in find("GP504", case) if case.plan.section(one.section)} == set()


def test_the_sample_council_plan_passes() -> None:
    case = read("council", {"plan": sample("council-auth")})
    assert all_codes(case, *WORDING) == set()
    assert [one for one in find("GP504", case) if one.place.document == "plan.md"] == []


def test_the_sample_migration_passes_the_wording_rules() -> None:
    assert all_codes(read("migration", {"migration": sample("migration-template")}), *WORDING) == set()


@pytest.mark.parametrize("name", bundled_names())
def test_a_skeleton_is_incomplete_and_nothing_else(name: str) -> None:
    playbook = Shelf().find(name)
    case = read(name, {spec.name: spec.skeleton for spec in playbook.documents})
    ticked = {each.key for each in case.plan.records("task") if each.ticked}
    assert all_codes(case, "GP5", "GP6") <= ({"GP504", "GP511"} if ticked else {"GP504"})
    assert {each.subject for each in find("GP511", case)} <= ticked, "what it says of itself is not so yet"
    assert find("GP504", case)


@pytest.mark.req("S1-16")
@pytest.mark.req("S1-19")
@pytest.mark.req("S1-21")
def test_a_whole_design_passes_every_rule_on_structure_and_wording() -> None:
    case = read("design", whole_design())
    assert all_codes(case, "GP5", "GP6") == set()


def test_no_bundled_playbook_names_an_option_that_the_rules_do_not_know() -> None:
    pages = Path(__file__).parents[2] / "src/groundplan/rules/pages"
    for name in bundled_names():
        for code, options in Shelf().find(name).rules.items():
            if code.startswith(("GP5", "GP6")):
                known = (pages / f"{code}.md").read_text("utf-8").partition("## Options")[2]
                assert [o for o in options if o != "severity" and f"`{o}`" not in known] == [], (name, code)


def whole_design() -> str:
    """Put the sections of the story's design below the headings of the skeleton."""
    parts = {
        "1": retry_design.REQUIREMENTS,
        "2.1": retry_design.RECONNAISSANCE,
        "2.2": retry_design.CONSTRAINTS,
        "2.3": retry_design.NO_QUESTIONS,
        "3": retry_design.ALTERNATIVES,
        "4.1": retry_design.FILE_MAP,
        "4.2": retry_design.TYPES,
        "4.3": retry_design.CONTROL_FLOW,
        "4.4": retry_design.EDGE_CASES,
        "4.5": retry_design.TESTING,
        "5": retry_design.COMMITS,
    }
    playbook = Shelf().find("design")
    case = read("design", {"planning": playbook.documents[0].skeleton})
    document = case.plan.documents[0]
    return document.header.text + "".join(
        section.heading + ("\n" + parts[section.key] if section.key in parts else section.body)
        for section in document.sections
    )
