"""A task is named as people say it, and the document shows how many of its steps are done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from work_bench import Bench

from groundplan.app.plans.tasks import find_task
from groundplan.plan.errors import Misused, Unknown

if TYPE_CHECKING:
    from pathlib import Path

NUMBERED = "1. Reject negative prices in `shop/cart.py`.\n2. Say so in `README.md`.\n3. Ask Bob.\n"
BY_ID = "- T1: Reject negative prices in `shop/cart.py`.\n- T2: Say so in `README.md`.\n"


@pytest.mark.parametrize("name", ["2", "T2", "t2", "step 2", "Step 2.", "task 2", "#2"])
@pytest.mark.parametrize("steps", [NUMBERED, BY_ID])
def test_a_number_with_or_without_a_word_names_the_task(tmp_path: Path, name: str, steps: str) -> None:
    bench = Bench.sketch(tmp_path / "r", steps, is_approved=False)
    assert find_task(bench.open(), name).place == 2


@pytest.mark.parametrize("name", ["Q2", "phase 2", "4", "T4", "D1"])
def test_another_word_or_number_names_none(tmp_path: Path, name: str) -> None:
    bench = Bench.sketch(tmp_path / "r", NUMBERED, is_approved=False)
    with pytest.raises((Unknown, Misused)):
        find_task(bench.open(), name)


def test_where_steps_have_no_box_the_status_counts_them(tmp_path: Path) -> None:
    bench = Bench.sketch(tmp_path / "r", NUMBERED)
    assert "status: ready for implementation\n" in bench.text()
    bench.waive("T1")
    assert "status: ready for implementation (0 of 3 steps done, 1 waived)\n" in bench.text()
    assert bench.codes() == set(), "the approval holds"
    bench.waive("2")
    bench.waive("3")
    assert "status: complete\n" in bench.text()
