"""Requirements can be tested, and at least one success criterion can be measured."""

from __future__ import annotations

import pytest
from read_cases import Kind, find, lines, read, record, said, section

NEED = Kind((section("need", record("requirement", label="{id}: {text}", id="Requirement {n}")),))
CRITERIA = Kind((section("criteria", record("criterion")),))
LABEL = Kind((section("goal"),), {"GP521": {"section": "goal"}})


@pytest.mark.req("S1-04")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The page must be fast", "fast"),
        ("Uploads are robust", "robust"),
        ("Errors get handled properly", "properly"),
        ("Support various formats", "various"),
        ("A user-friendly form", "user-friendly"),
    ],
)
def test_a_requirement_nobody_can_test_is_found(text: str, word: str) -> None:
    case = read(NEED, f"## Need\n- Requirement 1: {text}\n")
    assert said("GP520", case) == [f"Nobody can test `{word}` in requirement `Requirement 1`"]
    assert lines("GP520", case) == [2]


@pytest.mark.req("S1-04")
@pytest.mark.parametrize(
    "text",
    [
        "Must handle API rate limits by retrying 3 times with exponential backoff",
        "Must return HTTP 400 if ID is malformed",
        "The page must be fast: p99 below 100 ms",
        "Robust against restarts: no upload is lost when the process dies",
        "`save()` is called before `close()`",
        "Log every failed attempt",
        "Performance acceptable (no N+1 queries, efficient bulk operations)",
    ],
)
def test_a_requirement_with_figure_or_condition_passes(text: str) -> None:
    assert find("GP520", read(NEED, f"## Need\n- Requirement 1: {text}\n")) == []


def test_what_is_out_of_scope_need_not_be_testable() -> None:
    text = (
        "## Need\n- Requirement 1: Uploads are robust\n\n### Out of scope\n- Requirement 2: Various formats\n"
    )
    assert lines("GP520", read(NEED, text)) == [2]


def test_requirements_in_other_languages_are_not_judged() -> None:
    text = "## Need\n- Requirement 1: Die Seite ist fast immer und überall robust\n"
    assert find("GP520", read(NEED, text)) == []


def test_the_playbook_says_which_records_are_requirements() -> None:
    kind = Kind((section("criteria", record("criterion")),), {"GP520": {"kinds": ["criterion"]}})
    assert len(find("GP520", read(kind, "## Criteria\n- The page is fast\n"))) == 1


@pytest.mark.req("S1-04")
@pytest.mark.req("S2-14")
@pytest.mark.parametrize(
    "text",
    [
        "Unit test passes for malformed ID",
        "Load test shows <100ms p99 latency",
        "All endpoints accept JWT authentication",
        "Zero authentication-related incidents",
        "Token refresh completes < 100ms",
        "`make check` is green",
    ],
)
def test_one_measurable_criterion_is_enough(text: str) -> None:
    assert find("GP521", read(CRITERIA, f"## Criteria\n- People like it\n- {text}\n")) == []


@pytest.mark.req("S1-04")
@pytest.mark.req("S2-14")
def test_criteria_that_nobody_can_measure_are_found() -> None:
    assert said("GP521", read(CRITERIA, "## Criteria\n- People like it\n- The code is clean\n")) == [
        "None of 2 success criteria can be measured"
    ]
    assert said("GP521", read(CRITERIA, "## Criteria\n- People like it\n")) == [
        "The success criterion cannot be measured"
    ]


def test_criteria_under_a_label_are_judged_too() -> None:
    assert (
        find(
            "GP521",
            read(LABEL, "## Goal\n- **Goal:** Ship\n- **Success Criteria:** 0 of 1,000 uploads fail\n"),
        )
        == []
    )
    found = find(
        "GP521", read(LABEL, "## Goal\n- **Goal:** Ship\n- **Success Criteria:** everybody is happy\n")
    )
    assert [one.section for one in found] == ["goal"]


def test_criteria_not_written_yet_and_foreign_ones_are_not_judged() -> None:
    kind = Kind(LABEL.sections, LABEL.rules, "## Goal\n- **Success Criteria:** [how do we know?]\n")
    assert find("GP521", read(kind, kind.skeleton)) == []
    assert find("GP521", read(CRITERIA, "## Criteria\n- Die Leute mögen es und sie sind zufrieden\n")) == []
