"""A task closes on a receipt that was collected here, and only on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from work_bench import Bench


def test_a_task_closes_on_commits_to_its_files_and_a_green_command(bench: Bench) -> None:
    bench.start()
    bench.work()
    done = bench.done()
    assert bench.state() == "done"
    assert [run.code for run in done.runs] == [0]
    assert set(done.files) >= {"shop/cart.py", "tests/test_cart.py"}
    assert "- [x] T1" in bench.text()
