"""Every knot of mutual waiting is found once and shown as a way around, whatever the graph's size."""

from __future__ import annotations

import graphlib
import itertools

from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.circles import find_circles

graphs = st.integers(0, 9).flatmap(
    lambda n: st.lists(st.sets(st.integers(0, max(n - 1, 0)), max_size=4), min_size=n, max_size=n)
)


@given(graphs)
def test_knots_are_found_exactly_where_no_order_exists(graph: list[set[int]]) -> None:
    knots = [circle.knot for circle in find_circles(graph)]
    try:
        list(graphlib.TopologicalSorter(dict(enumerate(graph))).static_order())
    except graphlib.CycleError:
        assert knots
    else:
        assert knots == []


@given(graphs)
def test_every_task_of_a_knot_reaches_itself_and_no_task_is_in_two(graph: list[set[int]]) -> None:
    knots = [circle.knot for circle in find_circles(graph)]
    members = [task for knot in knots for task in knot]
    assert len(members) == len(set(members))
    assert set(members) == {task for task in range(len(graph)) if task in reachable(graph, task)}


@given(graphs)
def test_a_shown_circle_is_a_way_along_real_dependencies(graph: list[set[int]]) -> None:
    for circle in find_circles(graph):
        way = circle.way
        assert way[0] == way[-1] == min(circle.knot)
        assert all(after in graph[before] for before, after in itertools.pairwise(way))
        assert len(set(way)) == len(way) - 1


def reachable(graph: list[set[int]], start: int) -> set[int]:
    seen: set[int] = set()
    waiting = list(graph[start])
    while waiting:
        task = waiting.pop()
        if task not in seen:
            seen.add(task)
            waiting.extend(graph[task])
    return seen


def test_a_chain_of_ten_thousand_tasks_does_not_exhaust_the_stack() -> None:
    chain: list[set[int]] = [{n + 1} for n in range(9_999)] + [{0}]
    (circle,) = find_circles(chain)
    assert len(circle.knot) == 10_000
    assert len(circle.way) == 10_001
