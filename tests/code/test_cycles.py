from __future__ import annotations

import pytest

from groundplan.code.imports import components, find_cycles, find_way, would_close


def test_a_graph_without_rings_has_no_cycles() -> None:
    assert find_cycles({"a": ["b"], "b": ["c"]}) == ()


@pytest.mark.req("S1-14")
def test_a_cycle_names_all_its_files_and_a_ring_in_it() -> None:
    graph = {"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["c"]}
    (cycle,) = find_cycles(graph)
    assert cycle.paths == ("a", "b", "c", "d")
    assert sorted(cycle.example) == ["c", "d"]


def test_the_ring_of_a_group_leads_back_to_its_first_file() -> None:
    graph = {f"r{n:03}": [f"r{(n + 1) % 120:03}"] for n in range(120)}
    graph["r118"].append("r000")
    (cycle,) = find_cycles(graph)
    assert cycle.example == tuple(f"r{n:03}" for n in range(119))


def test_a_file_that_imports_itself_is_a_cycle_of_one() -> None:
    assert [cycle.example for cycle in find_cycles({"a": ["a"]})] == [("a",)]


@pytest.mark.req("S1-14")
def test_a_new_edge_that_closes_a_ring_shows_the_ring() -> None:
    graph = {"api": ["service"], "service": ["model"]}
    assert would_close(graph, "model", "api") == ("model", "api", "service")
    assert would_close(graph, "api", "model") == ()


def test_a_way_is_the_shortest_one() -> None:
    assert find_way({"a": ["b", "c"], "b": ["c"], "c": ["d"]}, "a", "d") == ("a", "c", "d")
    assert find_way({"a": ["b"]}, "b", "a") == ()


def test_a_chain_deeper_than_the_call_stack_is_no_trouble() -> None:
    graph = {str(n): [str(n + 1)] for n in range(20_000)}
    assert len(components(graph)) == 20_001
