"""A task closes on a receipt that was collected here, and only on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.git import command

if TYPE_CHECKING:
    import pytest
    from work_bench import Bench

    from groundplan.git.question import Inquiry


def test_a_task_closes_on_commits_to_its_files_and_a_green_command(bench: Bench) -> None:
    bench.start()
    bench.work()
    done = bench.done()
    assert bench.state() == "done"
    assert [run.code for run in done.runs] == [0]
    assert set(done.files) >= {"shop/cart.py", "tests/test_cart.py"}
    assert "- [x] T1" in bench.text()


def test_the_files_of_a_change_are_not_read_one_by_one(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Inquiry] = []
    start = command.start_git
    monkeypatch.setattr(
        command, "start_git", lambda root, it, **more: asked.append(it) or start(root, it, **more)
    )
    bench.start()
    bench.put({f"shop/extra{number}.py": f"N = {number}\n" for number in range(12)})
    bench.work()
    asked.clear()
    bench.done()
    alone = [each for each in asked if each.subcommand == "cat-file" and each.values]
    assert (asked != [], alone) == (True, [])
