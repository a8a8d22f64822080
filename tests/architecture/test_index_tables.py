"""The tables of the code index are a secret of `code`: every other room asks a question that has a name."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# The history keeps a database of its own, beside the index's.
MAY_USE_SQL = ("code/", "survey/history/")
SQL = frozenset({"execute", "executemany", "executescript"})


def calls(room: Path, *, besides: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Give each method that is called outside of some folders, with its file."""
    for file in sorted(room.rglob("*.py")):
        path = file.relative_to(room).as_posix()
        if path.startswith(besides):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield path, node.func.attr


@pytest.fixture
def room(root: Path) -> Path:
    return root / "src/groundplan"


def test_no_other_room_runs_sql(room: Path) -> None:
    assert [each for each in calls(room, besides=MAY_USE_SQL) if each[1] in SQL] == []


def test_no_other_room_asks_for_tables_of_its_own(room: Path) -> None:
    assert [each for each in calls(room, besides=("code/",)) if each[1] == "derived"] == []


def test_what_it_looks_for_is_there_to_be_found(room: Path) -> None:
    found = {name for _, name in calls(room, besides=("nothing",))}
    assert found >= {"execute", "executemany", "derived"}
