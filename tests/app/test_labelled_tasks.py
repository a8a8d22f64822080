"""Plans without a field for it say in a task's own lines who owns it and how much work it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from work_bench import Bench

from groundplan.app.reports.making import make_report
from groundplan.app.schedule.board import filter_rows
from groundplan.app.views.experience import recall
from groundplan.app.views.outlook import open_board

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.app.schedule.board import Board


@pytest.fixture
def board_of(tmp_path: Path) -> Iterator[object]:
    made: list[Bench] = []

    def open_steps(steps: str) -> Board:
        made.append(Bench.sketch(tmp_path / "repo", steps, is_approved=False))
        return open_board(made[-1].open())

    yield open_steps
    for bench in made:
        bench.close_all()


@pytest.mark.req("S4-12", part="owners in plans that have no field for them")
@pytest.mark.parametrize(
    ("step", "owners"),
    [
        ("1. Mend `shop/cart.py`. Owner: ana. Verify: `make test` passes.\n", ("ana",)),
        ("1. Mend `shop/cart.py`.\n   - **Owner:** Ana Ruiz\n", ("Ana Ruiz",)),
        ("1. Mend `shop/cart.py` (owner: Ben, size S, after nothing).\n", ("Ben",)),
        ("1. Mend `shop/cart.py`.\n   - Owners: ana and @ben\n", ("ana", "@ben")),
        ("1. Mend `shop/cart.py`.\n   - Owner: S, M\n", ()),
        ("1. Mend `shop/cart.py`. Owner: whoever broke it.\n", ()),
        ("1. Mend `shop/cart.py`. Owner: unassigned.\n", ()),
        ("1. Add `Owner: ana` to `shop/cart.py`, below the repository owner: that is new.\n", ()),
        ("1. Add to `README.md`:\n\n   ```yaml\n   owner: ana\n   ```\n", ()),
    ],
)
def test_a_label_says_who_owns_a_task(board_of, step: str, owners: tuple[str, ...]) -> None:  # noqa: ANN001
    [row] = board_of(step).rows
    assert row.task.owners == owners


@pytest.mark.parametrize(
    ("steps", "needs"),
    [
        ("1. Mend `a.py`.\n2. Say so. Needs: 1\n", [set(), {0}]),
        ("1. Mend `a.py`.\n2. Test it.\n3. Say so.\n   - **Needs:** 1, 2\n", [set(), set(), {0, 1}]),
        ("- T1: Mend `a.py`.\n- T2: Say so. Depends on T1.\n", [set(), {0}]),
        ("- T1: Mend `a.py`.\n- T2: Say so (needs: task 1).\n", [set(), {0}]),
        ("- T1: Mend `a.py`. Needs: 2 and T3\n- T2: Say so.\n- T3: Test.\n", [{1, 2}, set(), set()]),
        ("1. Mend `a.py`.\n2. Say so. Needs: 2 reviewers\n", [set(), set()]),
        ("1. Mend `a.py`.\n2. Say so. Needs 1 day.\n", [set(), set()]),
        ("1. Mend `a.py`.\n2. Say so. Needs: a database, 1\n", [set(), set()]),
        ("1. Mend `a.py`.\n2. Say so. Needs: 7\n", [set(), set()]),
        ("1. Mend `a.py`.\n2. Add `Needs: 1` to `a.md`.\n", [set(), set()]),
    ],
)
def test_a_label_says_which_tasks_a_task_waits_for(board_of, steps: str, needs: list[set[int]]) -> None:  # noqa: ANN001
    graph = board_of(steps).listed.graph
    assert [set(each) for each in graph.needs] == needs
    assert not graph.unknown


def test_labelled_tasks_have_days_are_levelled_filtered_and_reported(tmp_path: Path) -> None:
    steps = (
        "1. Mend `shop/cart.py`. Owner: Ana. Effort: 2-4 days.\n"
        "2. Describe it in `docs/cart.md`.\n   - Owner: ana\n   - Size: S\n"
        "3. Say so in `README.md`. Owner: Ben. Effort: when there is time.\n"
    )
    bench = Bench.sketch(tmp_path / "repo", steps, is_approved=False)
    opened = bench.open()
    board = open_board(opened, assumed="S")
    assert [row.task.days for row in board.rows] == [3.0, 1.0, 1.0]
    assert [row.task.is_assumed for row in board.rows] == [False, False, True]
    assert board.days == 4.0  # Ana does one after the other
    assert [row.task.name for row in filter_rows(board, owner="ANA")] == ["1", "2"]
    assert "Tasks of Ana: 0 of 2 done." in make_report(opened, "progress", "ana")
    past = recall(opened, board.rows)
    assert [each.files for each in past.tasks] == [("shop/cart.py",), ("docs/cart.md",), ("README.md",)]
    bench.close_all()
