"""Waves and the critical path, held against the plainest way to compute them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.task_graph import TaskGraph, TaskNode
from groundplan.schedule.outlook import find_critical_path, forecast, order_tasks, read_effort


def make_graph(needs: list[set[int]]) -> TaskGraph:
    return TaskGraph(tuple(TaskNode(f"Part {n}") for n in range(len(needs))), tuple(map(frozenset, needs)))


# Any graph, circles among them; and graphs in which a task needs earlier ones only, put in any order.
graphs = st.integers(0, 8).flatmap(
    lambda n: st.lists(st.sets(st.integers(0, max(n - 1, 0)), max_size=3), min_size=n, max_size=n)
)


@st.composite
def orderly(draw: st.DrawFn) -> list[set[int]]:
    count = draw(st.integers(0, 7))
    places = draw(st.permutations(range(count)))
    needs: list[set[int]] = [set() for _ in places]
    for at, place in enumerate(places):
        needs[place] = set(draw(st.lists(st.sampled_from(places[:at]), max_size=3))) if at else set()
    return needs


def chains(needs: list[set[int]]) -> list[tuple[int, ...]]:
    """List every chain of tasks in which each waits for the one before, by trying all."""
    found: list[tuple[int, ...]] = [(task,) for task in range(len(needs))]
    for chain in found:
        found += [(*chain, task) for task in range(len(needs)) if chain[-1] in needs[task]]
    return found


@given(orderly())
def test_a_task_is_in_the_wave_of_its_longest_chain(needs: list[set[int]]) -> None:
    order = order_tasks(make_graph(needs))
    naive = {task: max(len(c) for c in chains(needs) if c[-1] == task) for task in range(len(needs))}
    assert {task: n for n, wave in enumerate(order.waves, 1) for task in wave} == naive
    assert order.stuck == ()


@given(orderly(), st.data())
def test_no_chain_is_longer_than_the_critical_path(needs: list[set[int]], data: st.DataObject) -> None:
    sizes = st.lists(st.sampled_from([0.5, 1.0, 2.0, 5.0]), min_size=len(needs), max_size=len(needs))
    days = data.draw(sizes)
    path = find_critical_path(make_graph(needs), days)
    lengths = [sum(days[task] for task in chain) for chain in chains(needs)]
    assert path.days == max(lengths, default=0.0) == sum(days[task] for task in path.tasks)
    assert all(earlier in needs[later] for earlier, later in itertools.pairwise(path.tasks))


@given(graphs)
def test_every_task_has_a_wave_or_is_stuck(needs: list[set[int]]) -> None:
    order = order_tasks(make_graph(needs))
    ordered = [task for wave in order.waves for task in wave]
    assert sorted([*ordered, *order.stuck]) == list(range(len(needs)))
    for task in ordered:
        assert all(needed in ordered[: ordered.index(task)] for needed in needs[task])
    # What is stuck waits for something that is stuck.
    assert all(needs[task] & set(order.stuck) for task in order.stuck)


def test_what_does_not_wait_for_a_circle_is_ordered() -> None:
    order = order_tasks(make_graph([set(), {0, 3}, {1}, {2}, {3}]))
    assert order.waves == ((0,),)
    assert order.stuck == (1, 2, 3, 4)


def test_a_chain_of_many_tasks_is_ordered_without_nesting() -> None:
    needs: list[set[int]] = [set(), *({n} for n in range(9_999))]
    graph = make_graph(needs)
    assert len(order_tasks(graph).waves) == 10_000
    assert len(find_critical_path(graph, [1.0] * 10_000).tasks) == 10_000


# of two tasks that need nothing, one of both, and a chain
SIZES = [days for size in ("S", "L", "M", "S", "XS") if (days := read_effort(size))]
LAID_OUT = make_graph([set(), set(), {0, 1}, {2}, {0, 1, 2, 3}])


@pytest.mark.req("S4-05", part="waves")
@pytest.mark.req("S4-15", part="the order of tasks")
def test_tasks_that_wait_for_nothing_of_each_other_are_one_wave() -> None:
    assert order_tasks(LAID_OUT).waves == ((0, 1), (2,), (3,), (4,))


@pytest.mark.req("S4-05", "S4-15", part="the critical path")
def test_the_critical_path_takes_the_longest_task_of_each_step() -> None:
    path = find_critical_path(LAID_OUT, [forecast([size]).p90 for size in SIZES])
    assert path.tasks == (1, 2, 3, 4)
    assert path.days == pytest.approx(sum(forecast([size]).p90 for size in SIZES[1:]))
