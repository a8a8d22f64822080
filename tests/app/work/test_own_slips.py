"""One's own plan is held against the code as strictly as a stranger's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from work_bench import Bench

from groundplan.app.changes.writing import write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("step", "near"),
    [
        ("Say so in `ReadMe.md`.", ("README.md",)),
        ("Create `shop/carts.py` with a list.", ()),
        ("Add `docs/basket.md`.", ()),
    ],
)
def test_a_slip_of_a_file_that_is_here_is_not_taken_for_a_new_one(
    lay: object, tmp_path: Path, step: str, near: tuple[str, ...]
) -> None:
    del lay  # it sets the home folder
    bench = Bench.sketch(tmp_path / "repo", "1. Mend `shop/cart.py`.\n", is_approved=False)
    write(bench.open(), {"implementation-plan": f"1. {step}\n"}, caller=bench.ann)
    findings = bench.open().judgement.findings
    found = [each for each in findings if each.code in {"GP101", "GP105"}]
    assert len(found) == (1 if near else 0)
    assert all(name in str(each.hint) for name in near for each in found)
    bench.close_all()


@pytest.mark.parametrize(
    ("steps", "missing"),
    [
        ("1. Change `lib/basket.py`: remove the list.\n", ["lib/basket.py"]),
        ("1. Update `lib/basket.py` so that `Basket.add` returns 2.\n", ["lib/basket.py"]),
        ("1. Update the existing `basket.go` to take a list.\n", ["basket.go"]),
        ("1. Create `lib/basket.py`.\n2. Update `lib/basket.py` so that it counts.\n", []),
        ("1. `basket.py`: say it.\n", []),
        ("1. Update `dist/shop.env` on the server.\n", []),
        ("1. Update `lib/basket.py`, which is generated.\n", []),
    ],
)
def test_a_file_of_code_that_a_step_changes_is_there(tmp_path: Path, steps: str, missing: list[str]) -> None:
    bench = Bench.sketch(tmp_path / "repo", "1. Mend `shop/cart.py`.\n", is_approved=False)
    write(bench.open(), {"implementation-plan": steps}, caller=bench.ann)
    found = [each for each in bench.open().judgement.findings if each.code in {"GP101", "GP105"}]
    assert [each.subject for each in found] == missing
    bench.close_all()
