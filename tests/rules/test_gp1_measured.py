"""GP117: what a plan marks as measured has a receipt, about the code as it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from drawn_ledgers import ANN, PLANNER, Ledger

from groundplan.plan.evidence import Evidence
from groundplan.rules.measured import not_measured

if TYPE_CHECKING:
    from groundplan.plan.entry import Author, Entry

BODY = {
    "task": "",
    "argv": ["pytest", "-q"],
    "ended": "exited",
    "code": 1,
    "milliseconds": 1200,
    "digest": "d" * 64,
    "excerpt": "1 failed",
    "state": "as it was",
    "commit": "3f2a91c0d4e5aa",
    "changed": 0,
}


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger()
    made.create(goal="a", context="b", options="c")
    return made


def try_out(ledger: Ledger, name: str = "P1", **more: object) -> Entry:
    return ledger.add("receipt", BODY | {"id": name} | more)


def put(ledger: Ledger, words: str, by: Author = PLANNER) -> None:
    before = ledger.plan().fingerprints()
    ledger.words["design"] = words
    ledger.account("design", before=before, by=by)


def messages(ledger: Ledger, words: str, state: str = "") -> list[str]:
    put(ledger, words)
    case = replace(ledger.case(), evidence=Evidence(state=state))
    return [f"{finding.severity} {finding.message}" for finding in not_measured(case)]


def test_a_receipt_that_is_there_bears_the_mark_out(ledger: Ledger) -> None:
    try_out(ledger)
    assert messages(ledger, "It returns an empty list (measured: P1).", "as it was") == []


def test_a_receipt_that_is_not_there_is_found(ledger: Ledger) -> None:
    try_out(ledger)
    found = messages(ledger, "It returns an empty list (measured: P1, P2). And (Measured: P3).")
    assert found == ["error There is no receipt `P2`", "error There is no receipt `P3`"]


def test_code_that_changed_since_is_found(ledger: Ledger) -> None:
    try_out(ledger)
    assert messages(ledger, "Empty (measured: P1).", "as it is") == [
        "warning The code has changed since `P1` was measured (commit 3f2a91c0d4e5)"
    ]


def test_one_of_two_receipts_of_a_name_is_enough(ledger: Ledger) -> None:
    try_out(ledger)
    try_out(ledger, state="as it is")
    assert messages(ledger, "Empty (measured: P1).", "as it is") == []


def test_a_mark_without_a_receipt_is_a_warning(ledger: Ledger) -> None:
    assert messages(ledger, "Three times faster (measured).") == ["warning `(measured)` names no receipt"]


def test_what_a_person_measured_is_theirs_to_say(ledger: Ledger) -> None:
    put(ledger, "Three times faster (measured).", by=ANN)
    assert list(not_measured(ledger.case())) == []


@pytest.mark.parametrize(
    "words",
    [
        "Latency is measured by the agent, and we measured it (measured on Linux).",
        "It answers 200 (measured: 1500 bytes, limit 1000) and is slow (measured, one machine).",
        "The form is `(measured: P9)`, or `(measured)`.",
        "```\n(measured: P9)\n```",
        "(unmeasured) (measured: P)",
    ],
)
def test_words_about_measuring_are_no_mark(ledger: Ledger, words: str) -> None:
    assert messages(ledger, words) == []


def test_a_receipt_of_a_probe_is_no_receipt_of_a_task(ledger: Ledger) -> None:
    try_out(ledger)
    promises = ledger.case().promises
    assert promises.receipts == ()
    assert [probe.id for probe in promises.probes] == ["P1"]


@pytest.mark.parametrize("more", [{"id": "O1"}, {"argv": "pytest"}, {"code": "0"}, {"changed": None}])
def test_a_forged_receipt_is_damage(ledger: Ledger, more: dict[str, object]) -> None:
    try_out(ledger, **more) if "id" not in more else ledger.add("receipt", BODY | more)
    promises = ledger.case().promises
    assert promises.probes == ()
    assert promises.damage
