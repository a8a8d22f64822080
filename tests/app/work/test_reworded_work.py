"""An approval says what becomes of work on tasks whose words changed, and keeps started what was started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from work_bench import RUN, TASK, Bench

from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import prepare_approval
from groundplan.app.lifecycle.withdrawing import request_changes, revoke

if TYPE_CHECKING:
    from pathlib import Path

STEPS = f"1. Reject negative prices in `shop/cart.py`. Verify: `{RUN}` passes.\n"
REWORDED = (
    "1. Reject negative prices in `shop/cart.py`. Verify: `python3 -m unittest -q tests.test_cart` passes.\n"
)


def told(bench: Bench) -> list[str]:
    return [each.told for each in prepare_approval(bench.open(), "ready").kept_work]


def test_a_task_whose_proof_is_reworded_stays_started(bench: Bench) -> None:
    bench.start()
    bench.work()
    request_changes(bench.open(), "", caller=bench.ann, reason="Run it quietly")
    write(
        bench.open(),
        {"steps": TASK.replace("python3 -m unittest", "python3 -m unittest -q")},
        caller=bench.ann,
    )
    assert told(bench) == ["`T1` stays started, with its new words"]
    bench.approve()
    bench.commit("Approve it again")
    assert bench.state() == "started"
    bench.done()
    assert bench.state() == "done"


def test_a_step_without_an_id_stays_started_as_well(tmp_path: Path) -> None:
    bench = Bench.sketch(tmp_path / "repo", STEPS)
    bench.start("1")
    bench.work()
    request_changes(bench.open(), "", caller=bench.ann, reason="Run it quietly")
    write(bench.open(), {"implementation-plan": REWORDED}, caller=bench.ann)
    bench.approve()
    bench.commit("Approve it again")
    bench.done("1")
    bench.close_all()


def test_another_step_is_not_started_by_it(tmp_path: Path) -> None:
    bench = Bench.sketch(tmp_path / "repo", STEPS)
    bench.start("1")
    request_changes(bench.open(), "", caller=bench.ann, reason="Something else")
    other = f"1. Count prices in `shop/cart.py`. Verify: `{RUN}` passes.\n"
    write(bench.open(), {"implementation-plan": other}, caller=bench.ann)
    assert told(bench) == []
    bench.close_all()


def test_a_task_whose_receipt_is_worth_nothing_after_a_revocation_is_said_to_be_started(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.done()
    revoke(bench.open(), "ready", caller=bench.ann, reason="Wait")
    assert told(bench) == [
        "`T1` was done and is only started now: the approval that its command ran under was taken back"
    ]


def test_a_task_that_was_done_and_is_reworded_is_said_to_be_started(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.done()
    request_changes(bench.open(), "", caller=bench.ann, reason="Run it quietly")
    write(
        bench.open(),
        {"steps": TASK.replace("python3 -m unittest", "python3 -m unittest -q")},
        caller=bench.ann,
    )
    assert told(bench) == ["`T1` was done and is only started now: its words changed"]
