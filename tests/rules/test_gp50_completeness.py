"""A section says all that its playbook demands of it, and each gap is named once."""

from __future__ import annotations

import pytest
from growth import assert_linear
from read_cases import Kind, choice, find, lines, read, record, said, section, with_findings

from groundplan.plan.finding import Finding, Place, Severity
from groundplan.plan.playbook import Shape
from groundplan.playbooks.shelf import Shelf
from groundplan.rules.completeness import incomplete_sections
from groundplan.rules.registry import run_rules

GOAL = Kind((section("goal"), section("context")), skeleton="## Goal\n<what for>\n\n## Context\n<unknown>\n")
FIELDS = Kind(
    (
        section(
            "need",
            record(
                "need", Shape.FIELDS, fields={"goal": "Goal", "out": "Out of Scope"}, required=("goal", "out")
            ),
            record("requirement", under="Requirements", minimum=2, maximum=3),
        ),
    ),
    skeleton=(
        "## Need\n- **Goal:** [a sentence]\n- **Requirements:**\n  - [one]\n- **Out of Scope:** [what not]\n"
    ),
)
WAYS = Kind(
    (
        section(
            "way",
            choice(under="Which way?", minimum=1, maximum=1),
            record(
                "old",
                Shape.FIELDS,
                part="Old code",
                fields={"file": "File"},
                required=("file",),
                when="Change",
                minimum=1,
            ),
            record(
                "new",
                Shape.FIELDS,
                part="New code",
                fields={"home": "Home"},
                required=("home",),
                when="Add",
                minimum=1,
            ),
        ),
    ),
    skeleton=(
        "## Way\n- **Which way?**\n  - [ ] Change what is there\n  - [ ] Add something\n\n"
        "**Old code**\n- File: [path]\n\n**New code**\n- Home: [folder]\n"
    ),
)
PHASES = Kind(
    (
        section("phase-{n}", title="Phase {n}: {name}"),
        section("phase-{n}/tasks", title="Tasks", level=3, within="phase-{n}"),
    )
)


@pytest.mark.parametrize("code", ["GP501", "GP502", "GP503", "GP505", "GP506", "GP507", "GP508"])
def test_what_reading_found_is_handed_on_under_its_code(code: str) -> None:
    fault = Finding(code, "wrong", Place("plan.md", 3, 1), hint="mend it", severity=Severity.WARNING)
    case = with_findings(
        read(GOAL, "## Goal\nShip.\n\n## Context\nHere.\n"), fault, Finding("GP999", "other")
    )
    assert find(code, case) == [fault]


@pytest.mark.req("S1-03")
def test_a_section_without_words_is_incomplete() -> None:
    case = read(GOAL, "## Goal\nShip it on Monday.\n\n## Context\n<unknown>\n")
    assert said("GP504", case) == ["Section `context` is incomplete: nothing is written yet"]
    assert lines("GP504", case) == [4]
    assert incomplete_sections(case) == {"context": ["nothing is written yet"]}


def test_sections_with_words_are_complete() -> None:
    case = read(GOAL, "## Goal\nShip it.\n\n## Context\nThe API is slow.\n")
    assert find("GP504", case) == []
    assert incomplete_sections(case) == {}


@pytest.mark.req("S0-01")
def test_a_placeholder_left_beside_words_keeps_a_section_incomplete() -> None:
    case = read(GOAL, "## Goal\nShip it for <what for> soon.\n\n## Context\nHere.\n")
    assert said("GP504", case) == ["Section `goal` is incomplete: 1 placeholder left: `<what for>`"]


def test_required_fields_are_filled() -> None:
    text = "## Need\n- **Goal:** Speed\n- **Requirements:**\n  - Retry\n  - Log it\n- **Out of Scope:**\n"
    assert said("GP504", read(FIELDS, text)) == ["Section `need` is incomplete: `Out of Scope` is empty"]
    assert said("GP504", read(FIELDS, text.rstrip() + " resuming\n")) == []


def test_a_field_whose_value_is_another_placeholder_is_not_filled() -> None:
    text = (
        "## Need\n- **Goal:** [to come]\n- **Requirements:**\n  - Retry\n  - Log\n- **Out of Scope:** none\n"
    )
    assert said("GP504", read(FIELDS, text)) == [
        "Section `need` is incomplete: `Goal` is still a placeholder"
    ]


@pytest.mark.parametrize(
    ("count", "reason"), [(1, "1 of at least 2"), (4, "4 `Requirements` written, at most 3")]
)
def test_records_are_counted(count: int, reason: str) -> None:
    items = "".join(f"  - Retry {n} times\n" for n in range(count))
    case = read(FIELDS, f"## Need\n- **Goal:** Ship\n- **Requirements:**\n{items}- **Out of Scope:** none\n")
    assert len(said("GP504", case)) == 1
    assert reason in said("GP504", case)[0]


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        ("  - [one]\n", "1 placeholder left: `[one]`"),
        ("  - [to come]\n", "0 of at least 2 `Requirements` written, still to be filled: `[to come]`"),
        ("  - Retry\n  - …\n", "1 of at least 2 `Requirements` written, still to be filled: `…`"),
    ],
)
def test_a_record_that_is_still_a_placeholder_is_named_as_what_to_fill(items: str, reason: str) -> None:
    case = read(FIELDS, f"## Need\n- **Goal:** Ship\n- **Requirements:**\n{items}- **Out of Scope:** none\n")
    assert said("GP504", case) == [f"Section `need` is incomplete: {reason}"]


@pytest.mark.req("S1-05")
def test_only_the_way_that_is_ticked_is_demanded() -> None:
    text = (
        "## Way\n- **Which way?**\n  - [x] Change what is there\n  - [ ] Add something\n\n"
        "**Old code**\n- File: `src/upload.py`\n\n**New code**\n- Home: [folder]\n"
    )
    assert said("GP504", read(WAYS, text)) == []
    other = text.replace("[x]", "[ ]").replace("- [ ] Add", "- [x] Add")
    assert said("GP504", read(WAYS, other)) == ["Section `way` is incomplete: 1 placeholder left: `[folder]`"]


def test_a_choice_not_made_leaves_a_section_incomplete() -> None:
    text = "## Way\n- **Which way?**\n  - [ ] Change what is there\n  - [ ] Add something\n\nBoth would do.\n"
    assert said("GP504", read(WAYS, text)) == [
        "Section `way` is incomplete: 0 ticked under `Which way?`, 1 expected"
    ]


def test_a_missing_section_is_said_once() -> None:
    case = read(GOAL, "## Goal\nShip.\n")
    assert [one.code for one in case.plan.findings] == ["GP501"]
    assert find("GP504", case) == []
    assert incomplete_sections(case) == {"context": ["there is no section `Context`"]}


def test_every_phase_has_the_sections_that_stand_within_it() -> None:
    text = "## Phase 1: Build\nWords.\n\n### Tasks\nBuild.\n\n## Phase 2: Ship\nWords.\n"
    case = read(PHASES, text)
    assert incomplete_sections(case) == {"phase-{n}/tasks": ["`Phase 2: Ship` has no `Tasks`"]}
    assert incomplete_sections(read(PHASES, text + "\n### Tasks\nShip.\n")) == {}


def test_a_repeated_scope_that_nobody_wrote_in_is_incomplete_although_all_in_it_is_optional() -> None:
    skeleton = "## Phase 1: Build ({Weeks})\n\n### Tasks\n- {Task}\n\n### Risks\n- {Risk}\n"
    kind = Kind(
        (
            section("phase-{n}", title="Phase {n}: {name} ({weeks})", container=True, minimum=1),
            section("phase-{n}/tasks", title="Tasks", level=3, within="phase-{n}", required=False),
            section("phase-{n}/risks", title="Risks", level=3, within="phase-{n}", required=False),
        ),
        skeleton=skeleton,
    )
    empty = ["nothing is written yet"]
    assert set(incomplete_sections(read(kind, skeleton))) == {"phase-1/tasks", "phase-1/risks"}
    begun = skeleton.replace("{Risk}", "The disk is full")
    titled = {"phase-1": ["its title still says `{Weeks}`"]}
    assert incomplete_sections(read(kind, begun)) == {"phase-1/tasks": empty} | titled
    named = begun.replace("{Weeks}", "Week 1")
    assert incomplete_sections(read(kind, named)) == {"phase-1/tasks": empty}
    assert incomplete_sections(read(kind, named.replace("### Tasks\n- {Task}\n\n", ""))) == {}


def test_a_repeated_section_that_is_required_is_there_at_least_once() -> None:
    kind = Kind((section("goal"), section("phase-{n}", title="Phase {n}: {name}", minimum=2)))
    case = read(kind, "## Goal\nShip.\n\n## Phase 1: Build\nWords.\n")
    assert incomplete_sections(case) == {
        "phase-{n}": ["1 of at least 2 sections `Phase {n}: {name}` written"]
    }


def test_an_optional_section_may_stay_as_its_skeleton_is_but_not_half_filled() -> None:
    kind = Kind((section("risks", required=False),), skeleton="## Risks\n[what may fail]\n")
    assert find("GP504", read(kind, "## Risks\n[what may fail]\n")) == []
    assert find("GP504", read(kind, "")) == []
    half = read(kind, "## Risks\nThe disk, and [what may fail]\n")
    assert said("GP504", half) == ["Section `risks` is incomplete: 1 placeholder left: `[what may fail]`"]


def test_a_value_outside_the_closed_set_is_named() -> None:
    kind = Kind(
        (
            section(
                "tasks",
                record(
                    "task",
                    Shape.TABLE,
                    fields={"title": "Task", "effort": "Effort"},
                    allowed={"effort": ("S", "M")},
                ),
            ),
        )
    )
    text = "## Tasks\n| Task | Effort |\n|--|--|\n| Build | M |\n| Ship | huge |\n"
    assert said("GP504", read(kind, text)) == [
        "Section `tasks` is incomplete: `Effort` of `Ship` says `huge`, one of `S`, `M` expected"
    ]


def test_a_title_outside_the_closed_set_is_named() -> None:
    kind = Kind(
        (section("strategy", title="Strategy: {name}", allowed={"name": ("Big Bang", "Parallel Run")}),)
    )
    assert find("GP504", read(kind, "## Strategy: parallel run\nWords.\n")) == []
    assert "says `Hope`" in said("GP504", read(kind, "## Strategy: Hope\nWords.\n"))[0]


def test_containers_and_computed_sections_are_never_incomplete() -> None:
    kind = Kind((section("all", container=True), section("log", computed="change-log")))
    assert incomplete_sections(read(kind, "## All\n\n## Log\n")) == {}


def test_a_section_of_fields_with_none_of_them_is_incomplete() -> None:
    case = read(FIELDS, "## Need\nWe talked about it.\n")
    assert "`Goal`, `Out of Scope` not written" in incomplete_sections(case)["need"]


def test_records_of_one_kind_are_told_apart_by_the_label_above_them() -> None:
    first, second = (
        record("dependency", under="Internal", minimum=1),
        record("dependency", under="External", minimum=2),
    )
    kind = Kind((section("needs", first, second),))
    text = "## Needs\n- **Internal:**\n  - settings\n- **External:**\n  - httpx\n"
    assert incomplete_sections(read(kind, text)) == {"needs": ["1 of at least 2 `External` written"]}
    assert incomplete_sections(read(kind, text + "  - redis\n")) == {}


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        ("- **Risk**: None (no public name changes)", set()),
        ("None found: searched every caller of `fetch`.", set()),
        ("- None (only an option is added)", set()),
        ("- **Risk**: None", {"GP504", "GP701"}),
        ("- **Risk**: No cache survives a restart", {"GP504"}),
    ],
)
def test_a_reasoned_none_answers_for_all_fields_of_a_record(answer: str, codes: set[str]) -> None:
    whole = "- **Risk:** Slow\n- **Mitigation:** Measure it\n"
    others = f"### Performance Risks\n{whole}\n### Breaking Change Risks\n{whole}\n"
    risks = f"### Compatibility Risks\n{answer}\n\n{others}"
    skeleton = {spec.name: spec.skeleton for spec in Shelf().find("product").documents}
    before, _, rest = skeleton["prd"].partition("## Risks & Mitigations\n")
    _, heading, after = rest.partition("## Research")
    prd = f"{before}## Risks & Mitigations\n\n{risks}{heading}{after}"
    case = read("product", skeleton | {"prd": prd})
    assert {
        one.code for code in ("GP504", "GP701", "GP702") for one in find(code, case) if one.section == "risks"
    } == codes


def test_a_section_of_many_steps_is_judged_in_linear_time() -> None:
    step = "{0}. Rewrite module number {0} of them.\n   - Then run its tests.\n"
    cases = {
        size: read("collaborate", "## Implementation Plan\n\n" + "".join(map(step.format, range(1, size))))
        for size in (400, 1600)
    }
    assert_linear(lambda size: run_rules(cases[size]), 400)
