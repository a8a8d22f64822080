"""The tables of the code index are a secret of `code`: every other room asks a question that has a name."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

# The history keeps a database of its own, beside the index's.
MAY_USE_SQL = ("code/", "survey/history/")
SQL = frozenset({"execute", "executemany", "executescript"})


@pytest.fixture(scope="module")
def calls(sources: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Give the methods that each module of the package calls, by its path from the package."""
    return {path.removeprefix("src/groundplan/"): set(_called(tree)) for path, tree in sources.items()}


def _called(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr


def test_no_other_room_runs_sql(calls: dict[str, set[str]]) -> None:
    assert [path for path, names in calls.items() if names & SQL and not path.startswith(MAY_USE_SQL)] == []


def test_no_other_room_asks_for_tables_of_its_own(calls: dict[str, set[str]]) -> None:
    assert [
        path for path, names in calls.items() if "derived" in names and not path.startswith("code/")
    ] == []


def test_what_it_looks_for_is_there_to_be_found(calls: dict[str, set[str]]) -> None:
    found = set().union(*calls.values())
    assert found >= {"execute", "executemany", "derived"}
