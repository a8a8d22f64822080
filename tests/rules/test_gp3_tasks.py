from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from drawn_cases import build, check

from groundplan.plan.finding import Place
from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from drawn_cases import Drawn


@pytest.mark.req("S4-21")
def test_a_dependency_that_names_no_task_is_found_with_the_nearest_names() -> None:
    table = build.section(
        "phase-0/tasks", build.task("Design token schema"), build.task("Update docs", "Token scheme", line=7)
    )
    (found,) = check("GP301", table)
    assert found.message == "`Update docs` depends on `Token scheme`, which names no task"
    assert found.hint == "Nearest: `Design token schema`"
    assert (found.place, found.section) == (Place("plan.md", 7), "phase-0/tasks")


def test_a_dependency_that_names_one_task_is_fine() -> None:
    rows = (build.task("Design token schema"), build.task("Update docs", "Token schema"))
    assert check("GP301", build.section("phase-0/tasks", *rows)) == []


def test_a_dependency_that_two_tasks_could_be_is_found_with_both_names() -> None:
    rows = (build.task("Write parser"), build.task("Test parser"), build.task("Ship", "Parser"))
    (found,) = check("GP301", build.section("phase-0/tasks", *rows))
    assert found.message == "`Ship` depends on `Parser`, which 2 tasks could be"
    assert found.hint == "Write one of the names in full: `Write parser`, `Test parser`"


def test_a_dependency_is_looked_for_in_the_phases_before() -> None:
    first = build.section("phase-0/tasks", build.task("Design token schema"))
    second = build.section("phase-1/tasks", build.task("Wire it", "Token schema, Phase 0"))
    assert check("GP301", first, second) == []


def test_dependencies_written_as_a_list_below_the_field_are_read() -> None:
    rows = (build.task("Library", id="T1"), build.task("Flag", id="T2", needs=("T1", "T9")))
    (found,) = check("GP301", build.section("tasks", *rows))
    assert "`T9`" in found.message


def test_a_placeholder_in_the_dependency_cell_is_not_a_name() -> None:
    table = build.section("tasks", build.task("Library", "[Task name]"))
    assert check("GP301", table, placeholders={"tasks": frozenset({"[Task name]"})}) == []


def test_other_kinds_of_records_can_carry_dependencies() -> None:
    story = build.record("story", "Sign in", needs="Sign up")
    assert check("GP301", build.section("stories", story)) == []
    assert len(check("GP301", build.section("stories", story), options={"kinds": ["story"]})) == 1


@pytest.mark.req("S4-04", part="a cycle of tasks is found")
def test_a_circle_of_tasks_is_found_once_and_shown_whole() -> None:
    rows = (build.task("Schema", "Routes"), build.task("Library", "Schema"), build.task("Routes", "Library"))
    (found,) = check("GP302", build.section("tasks", *rows))
    assert (
        found.message == "Tasks depend on each other: `Schema` needs `Routes` needs `Library` needs `Schema`"
    )
    assert found.place.line == 2


def test_a_task_that_waits_for_itself_is_a_circle() -> None:
    (found,) = check("GP302", build.section("tasks", build.task("Schema", id="T1", needs="T1")))
    assert found.message == "Tasks depend on each other: `T1` needs `T1`"


def test_a_task_that_waits_for_its_own_phase_waits_for_itself() -> None:
    rows = (build.task("Schema"), build.task("Routes", "Phase 1"))
    (found,) = check("GP302", build.section("phase-1/tasks", *rows))
    assert "`Routes` needs `Routes`" in found.message


def test_what_else_hangs_in_a_circle_is_counted() -> None:
    needs = {"A": "B", "B": "A, C", "C": "D", "D": "B"}
    rows = [build.task(f"Part {name}", id=name, needs=text) for name, text in needs.items()]
    (found,) = check("GP302", build.section("tasks", *rows))
    assert found.message.endswith("`A` needs `B` needs `A`; 2 more tasks are in the same cycle")


def test_tasks_in_an_order_are_fine() -> None:
    rows = (build.task("Schema"), build.task("Library", "Schema"), build.task("Routes", "Schema, Library"))
    assert check("GP302", build.section("tasks", *rows)) == []


def test_a_phase_without_tasks_cannot_be_waited_for() -> None:
    tasks = build.section("phase-1/tasks", build.task("Wire it", "Phase 0"))
    empty = build.section("phase-0", title="Phase 0: Preparation")
    (found,) = check("GP303", empty, tasks)
    assert found.message == "`Wire it` depends on `Phase 0`, which has no tasks"
    assert check("GP301", empty, tasks) == []


def test_a_phase_that_is_not_in_the_plan_cannot_be_waited_for() -> None:
    (found,) = check("GP303", build.section("phase-1/tasks", build.task("Wire it", "Phase 7")))
    assert found.message == "`Wire it` depends on `Phase 7`, which is not in the plan"


def test_all_above_in_the_first_row_stands_for_nothing() -> None:
    (found,) = check("GP303", build.section("phase-1/tasks", build.task("Wire it", "All above")))
    assert found.message == "`Wire it` depends on `All above`, but there is no task above it"


def test_a_phase_with_tasks_can_be_waited_for() -> None:
    first = build.section("phase-0/tasks", build.task("Library"))
    assert check("GP303", first, build.section("phase-1/tasks", build.task("Wire it", "Phase 0"))) == []


def test_a_phase_may_be_a_heading_inside_the_section() -> None:
    first = build.task("Types", id="Commit 1", part="Phase 1: Foundation (No Behavior Change)")
    second = build.task("Wire", id="Commit 2", part="**Phase 2: New Behavior**", needs="Phase 1")
    assert check("GP303", build.section("5", first, second)) == []


def test_a_phase_may_be_a_record_of_its_own() -> None:
    phase = build.record("phase", "Canary", id="Phase 3")
    task = build.task("Wire it", "Phase 3", part="Phase 4: Full Migration")
    (found,) = check("GP303", build.section("phases", phase, task))
    assert found.message.endswith("which has no tasks")


def test_an_id_that_stands_twice_is_found_at_the_second() -> None:
    rows = (build.task("Library", id="T1", line=4), build.task("Flag", id="t1", line=5))
    (found,) = check("GP306", build.section("tasks", *rows))
    assert found.message == "`t1` is already the task on line 4"
    assert found.place.line == 5


def test_ids_of_their_own_are_fine() -> None:
    assert (
        check("GP306", build.section("tasks", build.task("Library", id="T1"), build.task("Flag", id="T2")))
        == []
    )


def test_two_rows_without_ids_may_not_say_the_same_in_one_phase() -> None:
    twins = (build.task("Unit tests"), build.task("Unit tests"))
    assert len(check("GP306", build.section("phase-1/tasks", *twins))) == 1
    apart = (build.section("phase-1/tasks", twins[0]), build.section("phase-2/tasks", twins[1]))
    assert check("GP306", *apart) == []


def test_kinds_named_by_the_playbook_are_compared_among_themselves() -> None:
    section = build.section(
        "q",
        build.record("question", "One?", id="Q1"),
        build.record("question", "Two?", id="Q1"),
        build.task("A", id="Q1"),
    )
    assert check("GP306", section) == []
    assert len(check("GP306", section, options={"kinds": ["question", "task"]})) == 1


def commits(*ids: str, pattern: str = "Commit {n}", key: str = "5", part: str = "") -> Drawn:
    spec = build.spec("task", Shape.LEADS, id=pattern)
    return build.section(
        key, *(build.task(f"Part {n}", id=i, part=part) for n, i in enumerate(ids)), specs=[spec]
    )


def test_ids_run_on_through_the_phases() -> None:
    first = commits("1", "2", pattern="{n}", key="phase-1")
    assert check("GP308", first, commits("3", "4", pattern="{n}", key="phase-2")) == []
    (found,) = check("GP308", first, commits("1", pattern="{n}", key="phase-2"))
    assert found.message == "`1` is out of sequence: `3` comes next"


def test_a_gap_in_the_ids_is_found_once_unless_the_playbook_allows_it() -> None:
    gap = commits("Commit 1", "Commit 3", "Commit 4")
    (found,) = check("GP308", gap)
    assert found.message == "`Commit 3` is out of sequence: `Commit 2` comes next"
    assert check("GP308", gap, options={"gaps": True}) == []


def test_one_wrong_number_is_one_finding() -> None:
    (found,) = check("GP308", commits("Commit 1", "Commit 12", "Commit 3", "Commit 4"))
    assert found.message == "`Commit 12` is out of sequence: `Commit 2` comes next"
    (found,) = check("GP308", commits("Commit 1", "Commit 1", "Commit 2", "Commit 3"))
    assert found.message == "`Commit 1` is out of sequence: `Commit 2` comes next"


def test_an_id_of_another_pattern_is_found() -> None:
    (found,) = check("GP308", commits("Commit 1", "Step 2"))
    assert found.message == "`Step 2` has the id `Step 2`, `Commit {n}` expected"


def test_a_record_without_its_id_is_found() -> None:
    (found,) = check("GP308", commits(""))
    assert found.message == "`Part 0` has no id, `Commit {n}` expected"


@pytest.mark.req("S2-26")
def test_ids_by_phase_start_anew_in_each_phase_and_name_it() -> None:
    pattern = "{phase}.{n}"
    good = [commits(f"{n}.1", f"{n}.2", pattern=pattern, key=f"phase-{n}") for n in (1, 2)]
    assert check("GP308", *good) == []
    (found,) = check("GP308", commits("1.1", "2.2", pattern=pattern, key="phase-1"))
    assert found.message == "`2.2` has the id `2.2`, `1.{n}` expected"
    (found,) = check("GP308", commits("1.1", "1.3", pattern=pattern, key="phase-1"))
    assert found.message == "`1.3` is out of sequence: `1.2` comes next"


def test_records_that_have_no_ids_in_this_playbook_are_not_numbered() -> None:
    assert check("GP308", build.section("tasks", build.task("Library"), specs=[build.spec("task")])) == []
    assert check("GP308", build.section("tasks", build.task("Library"))) == []


def test_letters_as_ids_have_a_pattern_but_no_order() -> None:
    assert check("GP308", commits("Option A", "Option C", pattern="Option {letter}")) == []
    assert len(check("GP308", commits("Option 1", pattern="Option {letter}"))) == 1
