"""How far a task is follows from the ledger alone, and an entry that proves nothing moves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.plan.conftest import AGENT, PERSON, PLANNER

from groundplan.plan.progress import Progress, find_weakness, progress
from groundplan.plan.record import Record

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.entry import Entry

TASK = Record("task", "3", id="T1", text="Add retry", fields={"verification": "`pytest -q` passes"})
OTHER = Record("task", "3", id="T2", text="Test retry")
RUN: dict[str, Any] = {
    "argv": ["pytest", "-q"],
    "ended": "exited",
    "code": 0,
    "milliseconds": 900,
    "digest": "d" * 64,
    "met": True,
}
COMMAND = {"argv": ["pytest", "-q"]}


def state(world: World, ledger: Ledger, task: Record = TASK) -> Progress:
    plan = world.plan(TASK, OTHER)
    return progress(world.read(ledger.entries, plan), [task])[task.key].progress


def weakness(world: World, ledger: Ledger) -> str:
    promises = world.read(ledger.entries, world.plan(TASK, OTHER))
    return find_weakness(promises.work.receipts[-1], promises.history, promises.work)


def test_a_task_is_open_until_it_is_started(world: World, ledger: Ledger) -> None:
    assert state(world, ledger) is Progress.OPEN
    ledger.start(TASK)
    assert state(world, ledger) is Progress.STARTED
    assert state(world, ledger, OTHER) is Progress.OPEN


def test_a_receipt_closes_its_task_and_says_who_and_when(world: World, ledger: Ledger) -> None:
    entry = ledger.prove(TASK)
    promises = world.read(ledger.entries, world.plan(TASK))
    found = progress(promises, [TASK])["T1"]
    assert (found.progress, found.receipt, found.by) == (Progress.DONE, entry.id, "claude (agent)")
    assert found.is_closed
    assert found.at == "2026-01-01T00:00:00Z"


def test_a_receipt_with_an_approved_command_counts(world: World, ledger: Ledger) -> None:
    ledger.add("command-approved", COMMAND)
    ledger.prove(TASK, runs=[RUN])
    assert state(world, ledger) is Progress.DONE


def test_starting_a_closed_task_again_opens_it(world: World, ledger: Ledger) -> None:
    ledger.prove(TASK)
    ledger.start(TASK)
    assert state(world, ledger) is Progress.STARTED


def test_where_branches_met_the_furthest_counts(world: World, ledger: Ledger) -> None:
    root = ledger.create()
    done = ledger.prove(TASK)
    ledger.add("started", {"task": TASK.key, "digest": TASK.digest}, follows=[root])
    assert state(world, ledger) is Progress.DONE
    assert done.kind == "receipt"


def test_only_a_person_waives_and_only_for_a_reason(world: World, ledger: Ledger) -> None:
    body = {"task": TASK.key, "digest": TASK.digest, "reason": "no longer needed"}
    ledger.add("waived", body, by=AGENT)
    ledger.add("waived", body | {"reason": "  "}, by=PERSON)
    assert state(world, ledger) is Progress.OPEN
    ledger.add("waived", body, by=PERSON)
    assert state(world, ledger) is Progress.WAIVED


def test_words_that_changed_since_are_not_what_was_done(world: World, ledger: Ledger) -> None:
    ledger.prove(TASK)
    changed = replace(TASK, fields={"verification": "`true` passes"})
    promises = world.read(ledger.entries, world.plan(changed))
    assert progress(promises, [changed])["T1"].progress is Progress.OPEN


# --- receipts that prove nothing


def bare(ledger: Ledger) -> Entry:
    return ledger.add("receipt", {"task": TASK.key, "digest": TASK.digest}, by=PLANNER)


def of_another_start(ledger: Ledger) -> Entry:
    return ledger.prove(TASK, started=ledger.start(OTHER).id)


def of_a_later_start(ledger: Ledger) -> Entry:
    start = ledger.start(TASK)
    root = ledger.entries[0]
    body = {"task": TASK.key, "digest": TASK.digest, "started": start.id, "commits": ["c"]}
    return ledger.add("receipt", body, follows=[root])


def of_a_start_that_is_gone(ledger: Ledger) -> Entry:
    return ledger.prove(TASK, started="0" * 26)


def test_a_command_whose_approval_was_taken_back_is_not_called_never_approved(
    world: World, ledger: Ledger
) -> None:
    plan = world.plan(TASK, OTHER)
    ledger.add("approval", {**ledger.approval_body(plan), "commands": [COMMAND]})
    ledger.prove(TASK, runs=[RUN])
    assert weakness(world, ledger) == ""
    ledger.revoke()
    assert weakness(world, ledger) == "the approval that its command ran under was taken back"


def without_commit_and_command(ledger: Ledger) -> Entry:
    return ledger.prove(TASK, commits=[])


def with_a_command_nobody_approved(ledger: Ledger) -> Entry:
    return ledger.prove(TASK, runs=[RUN])


def with_a_command_an_agent_approved(ledger: Ledger) -> Entry:
    ledger.add("command-approved", COMMAND, by=AGENT)
    return ledger.prove(TASK, runs=[RUN])


def with_another_command(ledger: Ledger) -> Entry:
    ledger.add("command-approved", COMMAND)
    return ledger.prove(TASK, runs=[RUN | {"argv": ["pytest", "-q", "--co"]}])


def with_another_folder(ledger: Ledger) -> Entry:
    ledger.add("command-approved", COMMAND)
    return ledger.prove(TASK, runs=[RUN | {"folder": "empty"}])


def with_a_command_approved_afterwards(ledger: Ledger) -> Entry:
    made = ledger.prove(TASK, runs=[RUN])
    ledger.add("command-approved", COMMAND)
    return made


def with_a_result_that_is_not_met(ledger: Ledger) -> Entry:
    ledger.add("command-approved", COMMAND)
    return ledger.prove(TASK, runs=[RUN | {"code": 1, "met": False}])


def with_a_command_that_was_stopped(ledger: Ledger) -> Entry:
    ledger.add("command-approved", COMMAND)
    return ledger.prove(TASK, runs=[RUN | {"ended": "time"}])


FALSE = [
    bare,
    of_another_start,
    of_a_later_start,
    of_a_start_that_is_gone,
    without_commit_and_command,
    with_a_command_nobody_approved,
    with_a_command_an_agent_approved,
    with_another_command,
    with_another_folder,
    with_a_command_approved_afterwards,
    with_a_result_that_is_not_met,
    with_a_command_that_was_stopped,
]


@pytest.mark.req("S4-22")
@pytest.mark.parametrize("forge", FALSE, ids=lambda forge: forge.__name__)
def test_a_receipt_proves_nothing(world: World, ledger: Ledger, forge: Any) -> None:  # noqa: ANN401
    ledger.create()
    forge(ledger)
    assert state(world, ledger) is not Progress.DONE
    assert weakness(world, ledger)


@pytest.mark.parametrize(
    "more",
    [
        {"runs": "pytest"},
        {"runs": [{"argv": "pytest"}]},
        {"runs": [RUN | {"argv": []}]},
        {"runs": [RUN | {"argv": ["a\0b"]}]},
        {"runs": [RUN | {"met": "yes"}]},
        {"runs": [RUN | {"code": True}]},
        {"files": ["a.py"]},
        {"commits": "c" * 40},
        {"started": 7},
    ],
    ids=str,
)
def test_a_receipt_of_another_shape_is_damage(world: World, ledger: Ledger, more: dict[str, object]) -> None:
    made = ledger.prove(TASK, **more)
    promises = world.read(ledger.entries, world.plan(TASK))
    assert [each.entry for each in promises.damage] == [made.id]
    assert state(world, ledger) is Progress.STARTED
