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
