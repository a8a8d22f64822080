"""GP407: a receipt that proves nothing is named, and one that does is not."""

from __future__ import annotations

from dataclasses import replace

from read_cases import Kind, entry, find, proof, read, record, said, section

from groundplan.plan.finding import Severity
from groundplan.plan.playbook import Shape, Tick
from groundplan.plan.record import Record
from groundplan.rules.receipts import _named

TASK = record(
    "task", Shape.CHECKLIST, tick=Tick.COMPUTED, label="{id} {text}", id="{phase}.{n}", id_required=True
)
CRITERION = record("criterion", Shape.CHECKLIST, tick=Tick.COMPUTED, fields={"tasks": "Tasks"})
TASKS = Kind((section("tasks", TASK),))
TEXT = "## Tasks\n- [ ] 1.1 Write it\n"


def test_a_receipt_without_a_start_is_named_and_blocks_nothing() -> None:
    written = next(iter(read(TASKS, TEXT).records("task")))
    forged = entry("receipt", task=written.key, digest=written.digest)
    case = read(TASKS, TEXT, entries=(forged,))
    assert said("GP407", case) == [
        "A receipt of `1.1` does not count: no start of the task comes before it",
    ]
    assert find("GP407", case)[0].severity is Severity.WARNING


def test_a_receipt_whose_command_did_not_end_as_expected_is_named() -> None:
    start, receipt = proof(read(TASKS, TEXT), "1.1")
    run = {"argv": ["x"], "ended": "exited", "milliseconds": 1, "digest": "d", "met": False}
    weak = replace(receipt, body=dict(receipt.body) | {"runs": [run]})
    assert "no person approved its command" in said("GP407", read(TASKS, TEXT, entries=(start, weak)))[0]


def test_a_receipt_that_counts_is_not_named() -> None:
    case = read(TASKS, TEXT, entries=proof(read(TASKS, TEXT), "1.1"))
    assert said("GP407", case) == []


def test_a_criterion_is_ticked_by_the_tasks_it_names() -> None:
    kind = Kind((section("tasks", TASK), section("criteria", CRITERION)))
    text = "## Tasks\n- [x] 1.1 Write it\n- [ ] 1.2 Test it\n## Criteria\n- [x] It works\n  - Tasks: {}\n"
    for names, found in (("1.1", []), ("1.1, 1.2", ["`It works` is ticked without a receipt"])):
        written = text.format(names)
        case = read(kind, written, entries=proof(read(kind, written), "1.1"))
        assert said("GP511", case) == found


def test_a_step_without_an_id_is_quoted_because_its_words_may_have_code() -> None:
    assert _named(Record("task", "steps", "T3", text="Add `retry`")) == "`T3`"
    long = Record(
        "task", "steps", text="`src/client.py`: `Client.upload` sends once more " + "and again " * 30
    )
    assert _named(long).startswith("“`src/client.py`: `Client.upload` sends")
    assert _named(long).endswith((" again …”", " and …”"))


def test_the_command_that_proves_a_step_without_an_id_has_its_number() -> None:
    step = record("task", Shape.LIST, tick=Tick.COMPUTED)
    kind, text = Kind((section("tasks", step),)), "## Tasks\n- Write `a.py`\n- Test `a.py`: it passes\n"
    task = list(read(kind, text).records("task"))[1]
    case = read(kind, text, entries=(entry("receipt", task=task.key, digest=task.digest),))
    (found,) = find("GP407", case)
    assert "`groundplan done 2`" in str(found.hint)
