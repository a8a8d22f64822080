"""Waves, slack, the critical path and levelled schedules, held against the plainest way to compute them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schedule_oracle import find_faults

from groundplan.schedule.decoupling import find_decouplings
from groundplan.schedule.levelling import Crew, Workload, level
from groundplan.schedule.order import find_critical_path, order_tasks, time_tasks

# Any graph, circles among them.
graphs = st.integers(0, 8).flatmap(
    lambda n: st.lists(st.sets(st.integers(0, max(n - 1, 0)), max_size=3), min_size=n, max_size=n)
)


@pytest.mark.req("S4-05", part="waves, critical path and slack")
@pytest.mark.req("S4-15", part="what each dependency costs")
@pytest.mark.parametrize("seed", range(4))
def test_schedules_agree_with_trying_every_chain_and_every_quarter_of_a_day(seed: int) -> None:
    faults, levelled = find_faults(60, seed)
    assert faults == []
    assert len(levelled) == 60


@given(graphs)
def test_every_task_has_a_wave_or_is_stuck(needs: list[set[int]]) -> None:
    order = order_tasks(needs)
    ordered = [task for wave in order.waves for task in wave]
    assert sorted([*ordered, *order.stuck]) == list(range(len(needs)))
    for task in ordered:
        assert all(needed in ordered[: ordered.index(task)] for needed in needs[task])
    # What is stuck waits for something that is stuck.
    assert all(needs[task] & set(order.stuck) for task in order.stuck)
    timings = time_tasks(needs, [1.0] * len(needs))
    assert [task for task, timing in enumerate(timings) if timing is None] == list(order.stuck)


def test_what_does_not_wait_for_a_circle_is_ordered() -> None:
    order = order_tasks([set(), {0, 3}, {1}, {2}, {3}])
    assert order.waves == ((0,),)
    assert order.stuck == (1, 2, 3, 4)


def test_a_chain_of_many_tasks_is_ordered_without_nesting() -> None:
    needs: list[set[int]] = [set(), *({n} for n in range(9_999))]
    assert len(order_tasks(needs).waves) == 10_000
    assert len(find_critical_path(needs, [1.0] * 10_000).tasks) == 10_000
    assert len(find_decouplings(needs, [1.0] * 10_000)) == 9_999


def test_tenths_of_days_leave_no_slack_by_rounding() -> None:
    timings = time_tasks([set(), {0}, {1}], [0.1, 0.2, 0.3])
    assert [each.slack for each in timings if each] == [0.0, 0.0, 0.0]


# two tasks that need nothing, one of both, and a chain
LAID_OUT = [set(), set(), {0, 1}, {2}, {0, 1, 2, 3}]
DAYS = [1.0, 5.0, 2.0, 1.0, 0.5]


@pytest.mark.req("S4-05", part="waves")
@pytest.mark.req("S4-15", part="the order of tasks")
def test_tasks_that_wait_for_nothing_of_each_other_are_one_wave() -> None:
    assert order_tasks(LAID_OUT).waves == ((0, 1), (2,), (3,), (4,))


@pytest.mark.req("S4-05", "S4-15", part="the critical path")
def test_the_critical_path_takes_the_longest_task_of_each_step() -> None:
    path = find_critical_path(LAID_OUT, DAYS)
    assert (path.tasks, path.days) == ((1, 2, 3, 4), 8.5)


@pytest.mark.req("S4-15", part="decoupling suggestions")
def test_the_dependency_that_costs_most_is_named_first() -> None:
    first = find_decouplings(LAID_OUT, DAYS)[0]
    assert (first.needed, first.task, first.saved) == (1, 2, 3.0)


def test_a_person_does_one_task_at_a_time_and_two_people_do_two() -> None:
    needs, days, owners = [set(), set(), {0, 1}], [2.0, 3.0, 1.0], [("Ada",)] * 3
    assert level(Workload(needs, days, owners)).days == 6.0
    assert level(Workload(needs, days, owners, {"Ada": Crew(2)})).days == 4.0
    assert level(Workload(needs, days, [()] * 3)).days == 4.0


def test_work_pauses_while_its_owner_is_away() -> None:
    away = {"Ada": Crew(away=((1.0, 3.0),))}
    found = level(Workload([set(), {0}], [2.0, 1.0], [("Ada",), ()], away))
    assert [(each.start, each.finish) for each in found.timings if each] == [(0.0, 4.0), (4.0, 5.0)]
    assert found.least == 5.0
