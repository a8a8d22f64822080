"""What the phases of a roadmap bring, what is deprecated, and whose work it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from drawn_cases import build, check

from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from drawn_cases import Drawn

    from groundplan.plan.record import Record

WANTED = {"content": {"0": ["infrastructure", "feature flag"], "1": ["tests"]}}
TASK = build.spec("task", Shape.TABLE, fields={"title": "Task", "content": "Brings"})


def phase(number: int, *records: Record) -> tuple[Drawn, Drawn]:
    heading = build.section(f"phase-{number}", title=f"Phase {number}: Name")
    return heading, build.section(f"phase-{number}/tasks", *records, specs=[TASK])


@pytest.mark.req("S4-26")
def test_a_phase_without_what_the_playbook_wants_of_it_is_found() -> None:
    (found,) = check("GP710", *phase(0, build.task("Set up", content="Infrastructure")), options=WANTED)
    assert found.message == "`Phase 0: Name` has no task for `feature flag`"
    assert "`Brings`" in str(found.hint)


@pytest.mark.req("S4-25")
def test_a_phase_that_adds_no_tests_is_found() -> None:
    assert len(check("GP710", *phase(1, build.task("Write it")), options=WANTED)) == 1
    assert (
        check("GP710", *phase(1, build.task("Write it"), build.task("Test", content="tests")), options=WANTED)
        == []
    )


@pytest.mark.parametrize("said", ["infrastructure, feature flag", "Feature flags and infrastructure"])
def test_a_task_may_bring_several_things(said: str) -> None:
    assert check("GP710", *phase(0, build.task("Prepare", content=said)), options=WANTED) == []


@pytest.mark.req("S4-26")
@pytest.mark.parametrize(
    ("reason", "count"),
    [("none, nobody sees this before phase 4", 0), ("none", 1), ("later", 1), ("none, no", 1)],
)
def test_a_phase_may_say_why_it_needs_none(reason: str, count: int) -> None:
    task = build.task("Set up", content="infrastructure")
    without = build.record("left-out", "", content="Feature flag", reason=reason)
    assert len(check("GP710", *phase(0, task, without), options=WANTED)) == count


def test_a_phase_without_tasks_and_one_nobody_named_are_left_alone() -> None:
    assert check("GP710", *phase(0), *phase(7, build.task("More")), options=WANTED) == []


def deprecated(until: str, removal: str) -> list[str]:
    row = build.record(
        "deprecation", "Session cookies", title="Session cookies", until=until, removal=removal
    )
    milestone = build.record("milestone", "", title="100% rollout", date="Week 6")
    sections = (
        build.section("phase-4/tasks", build.task("Remove session cookies", id="T9"), specs=[TASK]),
        build.section("milestones", milestone),
        build.section("deprecation", row),
    )
    return [found.message for found in check("GP711", *sections)]


@pytest.mark.req("S4-27")
@pytest.mark.parametrize(
    "until", ["2027-01-31", "Week 11", "30 days after 100% rollout", "two releases after `100% rollout`"]
)
@pytest.mark.parametrize("removal", ["T9", "Remove session cookies", "T9, then nothing is left"])
def test_what_ends_and_is_removed_by_a_task_is_fine(until: str, removal: str) -> None:
    assert deprecated(until, removal) == []


@pytest.mark.req("S4-27")
@pytest.mark.parametrize("until", ["", "later", "30 days after the launch", "30 days"])
def test_a_deprecation_without_an_end_is_found(until: str) -> None:
    assert deprecated(until, "T9") == ["Nothing says when `Session cookies` ends"]


@pytest.mark.req("S4-27")
@pytest.mark.parametrize("removal", ["", "T99", "The team"])
def test_a_deprecation_that_no_task_removes_is_found(removal: str) -> None:
    assert deprecated("Week 11", removal) == ["No task removes `Session cookies`"]


def owned(words: str, *, owner: str = "", asked: str = "") -> list[str]:
    spec = build.spec("internal-dependency", label="{text} ({owner})")
    row = build.record("internal-dependency", words, **({"owner": owner} if owner else {}))
    section = build.section("dependencies/internal", row, specs=[spec])
    questions = (build.question(asked, answered=True),) if asked else ()
    options = {"kinds": ["internal-dependency"]}
    return [found.message for found in check("GP709", section, options=options, questions=questions)]


@pytest.mark.req("S4-28")
def test_a_dependency_on_others_without_an_owner_is_a_question() -> None:
    assert owned("API Gateway update") == ["`API Gateway update` has no owner"]
    assert owned("API Gateway update", asked="Who owns API Gateway update?") == []
    assert owned("API Gateway update", owner="Platform team") == []


@pytest.mark.parametrize(
    "words", ["None found: nothing else imports it", "`lend/store.py` and `lend/loan.py`"]
)
def test_what_is_none_or_code_of_the_repository_needs_no_owner(words: str) -> None:
    assert owned(words) == []
