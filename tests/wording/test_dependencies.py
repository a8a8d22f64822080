from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.circles import find_circles
from groundplan.plan.phases import PhaseId
from groundplan.plan.task_graph import TaskNode
from groundplan.wording.dependencies import read_graph

# The table of the sample roadmap, row by row: phase, task, dependencies.
ROADMAP = [
    ("0", "Set up JWT library", "None"),
    ("0", "Create feature flag", "None"),
    ("0", "Design token schema", "None"),
    ("0", "Update API docs draft", "Token schema"),
    ("1", "Implement token generation", "Phase 0"),
    ("1", "Implement token validation", "Phase 0"),
    ("1", "Add refresh endpoint", "Token generation"),
    ("1", "Create auth middleware", "Token validation"),
    ("1", "Unit tests", "All above"),
    ("2", "Update all protected routes", "Phase 1"),
    ("2", "Update frontend auth", "Phase 1"),
    ("2", "Integration tests", "Routes updated"),
    ("2", "Load testing", "Integration done"),
]


def nodes(*rows: tuple[str, str, str]) -> list[TaskNode]:
    return [
        TaskNode(title, phase=PhaseId("plan.md", phase), table=phase, needs=needs)
        for phase, title, needs in rows
    ]


def numbered(*needs: str, pattern: str = "T{}") -> list[TaskNode]:
    return [
        TaskNode(f"Part {n} here", pattern.format(n), str(n), needs=text) for n, text in enumerate(needs, 1)
    ]


@pytest.mark.req("S4-21")
def test_every_dependency_of_the_sample_roadmap_resolves() -> None:
    found = read_graph(nodes(*ROADMAP))
    assert (found.unknown, found.empty) == ((), ())
    assert [sorted(needs) for needs in found.needs] == [
        [],
        [],
        [],
        [2],
        [0, 1, 2, 3],
        [0, 1, 2, 3],
        [4],
        [5],
        [4, 5, 6, 7],
        [4, 5, 6, 7, 8],
        [4, 5, 6, 7, 8],
        [9],
        [11],
    ]
    assert find_circles(found.needs) == ()


@pytest.mark.parametrize(
    "text",
    ["", "None", "none.", "-", "—", "n/a", "None (first task)", "`None`", "External: payment provider"],
)
def test_no_dependency_has_many_spellings(text: str) -> None:
    found = read_graph(numbered("", text))
    assert (found.needs[1], found.unknown) == (frozenset(), ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T2", {1}),
        ("`T2`", {1}),
        ("t2", {1}),
        ("2", {1}),
        ("#2", {1}),
        ("T1, T3", {0, 2}),
        ("T1 and T3", {0, 2}),
        ("T1, T2, and T3", {0, 1, 2}),
        ("T1; T2", {0, 1}),
        ("T1 + T2", {0, 1}),
        ("T1/T2", {0, 1}),
        ("T1<br>T2", {0, 1}),
        ("T1-T3", {0, 1, 2}),
        ("T1 to T3", {0, 1, 2}),
        ("Tasks 1 and 3", {0, 2}),
        ("Tasks 1-3", {0, 1, 2}),
        ("T2 (merged)", {1}),
        ("T2, External: billing", {1}),
    ],
)
def test_ids_are_read_alone_listed_and_as_ranges(text: str, expected: set[int]) -> None:
    found = read_graph(numbered("", "", "", text))
    assert (set(found.needs[3]), found.unknown) == (expected, ())


def test_ids_of_several_words_are_read_as_people_write_them() -> None:
    found = read_graph(numbered("", "Commit 1", "Commits 1 and 2", "Commits 1-3", pattern="Commit {}"))
    assert [sorted(needs) for needs in found.needs] == [[], [0], [0, 1], [0, 1, 2]]


def test_dotted_ids_are_read_alone_and_as_ranges() -> None:
    ids = ["1.1", "1.2", "2.1"]
    found = read_graph(
        [TaskNode(f"Part {n}", n, n, needs=text) for n, text in zip(ids, ["", "1.1", "1.1-1.2"], strict=True)]
    )
    assert [sorted(needs) for needs in found.needs] == [[], [0], [0, 1]]
    assert found.unknown == ()


@pytest.mark.parametrize(
    "text",
    [
        "Phase 0",
        "phase 0",
        "Phase 0 complete",
        "All of Phase 0",
        "Phase 0: Preparation",
        "Phase 0 (Preparation)",
    ],
)
def test_a_phase_stands_for_all_its_tasks(text: str) -> None:
    rows = nodes(("0", "Set up library", ""), ("0", "Create flag", ""), ("1", "Wire it", text))
    found = read_graph(rows, {PhaseId("plan.md", "0"): "Preparation"})
    assert (set(found.needs[2]), found.unknown) == ({0, 1}, ())


def test_a_phase_is_not_the_task_of_its_number() -> None:
    def task(number: int, phase: str, needs: str) -> TaskNode:
        return TaskNode(f"Part {number}", f"T{number}", str(number), PhaseId("plan.md", phase), needs=needs)

    found = read_graph(
        [task(1, "1", ""), task(2, "1", ""), task(3, "2", "Phase 1"), task(4, "2", "T3, Phase 1")]
    )
    assert [sorted(needs) for needs in found.needs] == [[], [], [0, 1], [0, 1, 2]]


def test_several_phases_are_read_as_a_list_or_a_range() -> None:
    rows = [("0", "Library", ""), ("1", "Schema", ""), ("2", "Route", ""), ("3", "Ship", "Phases 0 and 2")]
    assert set(read_graph(nodes(*rows)).needs[3]) == {0, 2}
    rows[3] = ("3", "Ship", "Phases 0-2")
    assert set(read_graph(nodes(*rows)).needs[3]) == {0, 1, 2}


def test_a_phase_and_a_task_are_both_meant_where_a_comma_joins_them() -> None:
    rows = nodes(
        ("0", "Library", ""), ("0", "Flag", ""), ("1", "Schema", ""), ("1", "Wire", "Phase 0, Schema")
    )
    assert set(read_graph(rows).needs[3]) == {0, 1, 2}


def test_a_task_may_be_named_behind_its_phase() -> None:
    rows = nodes(("0", "Unit tests", ""), ("1", "Unit tests", ""), ("2", "Ship", "Phase 1: Unit tests"))
    assert set(read_graph(rows).needs[2]) == {1}
    rows = nodes(("0", "Unit tests", ""), ("1", "Unit tests", ""), ("2", "Ship", "Unit tests (Phase 1)"))
    assert set(read_graph(rows).needs[2]) == {1}


def test_phases_are_those_of_the_same_document() -> None:
    prd, tasks = PhaseId("prd.md", "1"), PhaseId("tasks.md", "1")
    found = read_graph(
        [
            TaskNode("A", phase=prd),
            TaskNode("B", phase=tasks),
            TaskNode("C", phase=PhaseId("tasks.md", "2"), needs="Phase 1"),
        ]
    )
    assert set(found.needs[2]) == {1}


def test_all_above_stays_within_its_table() -> None:
    rows = nodes(("0", "Library", ""), ("1", "Schema", ""), ("1", "Route", ""), ("1", "Tests", "All above"))
    assert set(read_graph(rows).needs[3]) == {1, 2}


def test_a_name_with_an_and_or_a_comma_of_its_own_is_one_name() -> None:
    rows = nodes(("0", "Validation and reconciliation", ""), ("0", "Ship, then watch", ""))
    rows.append(
        TaskNode("Close", phase=rows[0].phase, needs="Validation and reconciliation, Ship, then watch")
    )
    rows.append(TaskNode("Report", phase=rows[0].phase, needs="Validation and reconciliation"))
    assert set(read_graph(rows).needs[3]) == {0}


def test_a_name_that_two_titles_hold_is_not_guessed() -> None:
    found = read_graph(
        nodes(
            ("1", "Implement token generation", ""),
            ("1", "Implement token validation", ""),
            ("1", "Docs", "Token"),
        )
    )
    (unknown,) = found.unknown
    assert unknown.is_ambiguous
    assert set(unknown.near) == {"Implement token generation", "Implement token validation"}
    assert found.needs[2] == frozenset()


def test_twins_in_two_phases_are_offered_with_their_phase() -> None:
    found = read_graph(nodes(("0", "Unit tests", ""), ("1", "Unit tests", ""), ("2", "Ship", "Unit tests")))
    (unknown,) = found.unknown
    assert unknown.near == ("Unit tests (Phase 0)", "Unit tests (Phase 1)")


def test_a_whole_title_is_no_guess_even_if_a_longer_one_holds_it() -> None:
    found = read_graph(
        nodes(("0", "Unit tests", ""), ("0", "Unit tests of the parser", ""), ("0", "Ship", "unit test"))
    )
    assert set(found.needs[2]) == {0}


def test_a_short_name_means_no_task_of_a_later_phase() -> None:
    found = read_graph(nodes(("0", "Docs", "Token schema"), ("1", "Design token schema", "")))
    assert [unknown.name for unknown in found.unknown] == ["Token schema"]
    assert found.unknown[0].near == ("Design token schema",)


def test_a_phase_that_is_not_there_is_told_from_one_without_tasks() -> None:
    found = read_graph(nodes(("0", "Library", "Phase 3, Phase 9")), {PhaseId("plan.md", "3"): "Rollout"})
    assert [(group.name, group.exists) for group in found.empty] == [("Phase 3", True), ("Phase 9", False)]


def test_a_text_longer_than_any_name_is_unknown_at_once() -> None:
    found = read_graph(nodes(("0", "Library", "a(" * 100_000), ("0", "Flag", "-" * 100_000)))
    assert [len(unknown.name) for unknown in found.unknown] == [1000, 1000]


def test_an_id_that_stands_twice_resolves_to_neither() -> None:
    found = read_graph(
        [TaskNode("Library", "T1", "1"), TaskNode("Flag", "T1", "1"), TaskNode("Ship", "T2", "2", needs="T1")]
    )
    (unknown,) = found.unknown
    assert unknown.is_ambiguous
    assert unknown.near == ("Library", "Flag")


# ------------------------------------------------------------------------------------------------ properties

WORDS = ["alpha", "bravo", "carol", "delta", "echo", "fox", "golf"]
titles = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join),
    min_size=1,
    max_size=8,
)
graphs = st.integers(0, 9).flatmap(
    lambda n: st.lists(st.sets(st.integers(0, max(n - 1, 0)), max_size=4), min_size=n, max_size=n)
)


@given(titles, st.data())
def test_a_resolved_name_is_one_that_only_one_task_in_scope_could_bear(
    names: list[str], data: st.DataObject
) -> None:
    wanted = data.draw(st.lists(st.sampled_from(WORDS[:4]), min_size=1, max_size=2).map(" ".join))
    found = read_graph([*nodes(*[("0", name, "") for name in names]), *nodes(("0", "zulu", wanted))])
    holding = [n for n, name in enumerate(names) if set(wanted.split()) <= set(name.split())]
    exact = [n for n, name in enumerate(names) if name.split() == wanted.split()]
    meant = exact or holding
    assert found.needs[-1] == (frozenset(meant) if len(meant) == 1 else frozenset())
    assert bool(found.unknown) == (len(meant) != 1)


@given(graphs)
def test_dependencies_written_as_ids_give_back_the_graph(graph: list[set[int]]) -> None:
    written = [
        TaskNode(f"Part {n}", f"T{n}", str(n), needs=", ".join(f"T{m}" for m in sorted(needs)))
        for n, needs in enumerate(graph)
    ]
    found = read_graph(written)
    assert [set(needs) for needs in found.needs] == graph
    assert found.unknown == ()


@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_text_is_either_resolved_or_reported(texts: list[str]) -> None:
    found = read_graph([TaskNode(f"Part {n}", needs=text) for n, text in enumerate(texts)])
    assert len(found.needs) == len(texts)
    assert all(0 <= place < len(texts) for needs in found.needs for place in needs)


@pytest.mark.req("S4-04", part="dependencies on epics and stories")
@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("Epic Sign-in", {0, 1}),
        ("epic: sign-in", {0, 1}),
        ("Sign-in", {0, 1}),
        ("Story “Tokens”", {0}),
        ("Tokens and T2", {0, 1}),
        ("Epic Sign-in, Clean up", {0, 1, 2}),
    ],
)
def test_an_epic_or_a_story_stands_for_its_tasks(text: str, needed: set[int]) -> None:
    graph = read_graph(
        [
            TaskNode("Issue a key", "T1", "1", groups=("Sign-in", "Tokens")),
            TaskNode("Check it", "T2", "2", groups=("Sign-in", "Sessions")),
            TaskNode("Clean up", "T3", "3"),
            TaskNode("Ship", "T4", "4", needs=text),
        ]
    )
    assert graph.needs[3] == needed
    assert graph.unknown == ()


def test_a_task_with_that_very_title_is_meant_before_an_epic() -> None:
    rows = [
        TaskNode("Sign-in", "T1", "1", groups=("Upload",)),
        TaskNode("Check", "T2", "2", groups=("Sign-in",)),
    ]
    graph = read_graph([*rows, TaskNode("Ship", "T3", "3", needs="Sign-in")])
    assert graph.needs[2] == {0}


def test_a_part_of_an_epic_that_waits_for_it_waits_for_the_other_parts() -> None:
    graph = read_graph(
        [TaskNode("A", "T1", groups=("E",)), TaskNode("B", "T2", groups=("E",), needs="Epic E")]
    )
    assert graph.needs == (frozenset(), frozenset({0}))
    alone = read_graph([TaskNode("A", "T1", groups=("E",), needs="Epic E")])
    assert find_circles(alone.needs)[0].way == (0, 0)
