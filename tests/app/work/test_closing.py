"""A task closes on a receipt that was collected here, and only on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.app.lifecycle.withdrawing import request_changes
from groundplan.git import command
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable

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


def test_a_command_that_takes_too_long_says_how_long_and_how_to_give_it_longer(
    lay: Callable[..., Bench],
) -> None:
    code = "import time; print('\\\\n'.join(map(str, range(40))), flush=True); time.sleep(60)"
    proof = f'`python3 -c "{code}"` passes'
    bench = lay(f"- [ ] T1: Wait\n  - Files: `shop/cart.py` (modify)\n  - Verification: {proof}\n")
    bench.start()
    bench.work()
    with pytest.raises(GroundplanError, match=r"took too long \(2 s\)") as refused:
        bench.done(seconds=2)
    assert "\n39" in refused.value.message
    assert "\n20\n" not in refused.value.message
    assert "groundplan done T1 --seconds 600" in str(refused.value.hint)


def test_a_hint_to_start_from_an_older_commit_names_the_task(bench: Bench) -> None:
    first = bench.git("rev-list", "--max-parents=0", "HEAD")
    request_changes(bench.open(), "", caller=bench.ann, reason="Look again")
    bench.approve()
    with pytest.raises(GroundplanError) as refused:
        bench.start(since=first)
    assert f"groundplan start T1 --since {first}" in str(refused.value.hint)
