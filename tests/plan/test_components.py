"""Each group of nodes that reach each other is found once, below before above."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.circles import find_components


def test_what_is_depended_on_comes_before_what_depends_on_it() -> None:
    graph = {"app": ["store"], "store": ["plan", "lock"], "lock": ["store"], "plan": []}
    assert find_components(graph) == [["plan"], ["lock", "store"], ["app"]]


def test_a_long_chain_is_no_trouble() -> None:
    assert len(find_components({number: [number + 1] for number in range(20_000)})) == 20_001


@given(st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 7), max_size=4), max_size=8))
def test_two_nodes_share_a_group_exactly_where_each_reaches_the_other(graph: dict[int, list[int]]) -> None:
    def reach(start: int) -> set[int]:
        seen: set[int] = set()
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                waiting += graph.get(node, [])
        return seen

    groups = find_components(graph)
    assert sorted(node for group in groups for node in group) == sorted(
        {*graph, *chain.from_iterable(graph.values())}
    )
    for group in groups:
        assert all(set(group) == {other for other in reach(node) if node in reach(other)} for node in group)
