"""A ledger that somebody made long takes no more than a moment: it is refused, and named."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from desk import Desk

from groundplan.plan.entry import Author, Entry, make_entry_id, read_entry
from groundplan.store import ledger
from groundplan.store.layout import entry_path

if TYPE_CHECKING:
    from pathlib import Path


def lay_ledger(desk: Desk, plan: str, count: int) -> None:
    """Write a chain of tiny entries."""
    follows: dict[str, str] = {}
    for number in range(count):
        made = Entry(
            make_entry_id(1_800_000_000 + number),
            plan,
            "turn",
            "2026-01-01T00:00:00Z",
            Author("user", "", "pipe", ()),
            follows,
            {},
        )
        place = desk.path(entry_path(plan, made.id))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(made.to_json())
        follows = {made.id: made.digest}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk.clear(tmp_path)
    assert made.person("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    return made


def test_ledgers_of_many_plans_are_bounded_together(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        lay_ledger(desk, f"gp-evil{number}", 60)
    monkeypatch.setattr(ledger, "MOST_ENTRIES_IN_ALL", 200)
    monkeypatch.setattr(ledger, "read_entry", lambda *_, **__: pytest.fail("it was read"))
    for words in (("check",), ("list",), ("say", "Hello")):
        ran = desk.pipe(*words)
        assert ran.code == 5, ran.said
        assert "hold more than 200 entries" in ran.err
    monkeypatch.setattr(ledger, "MOST_ENTRIES_IN_ALL", 50_000)
    monkeypatch.setattr(ledger, "LARGEST_LEDGERS", 20_000)
    assert "hold more than" in desk.pipe("check").err


def test_a_plan_with_too_many_entries_is_a_finding(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    [plan] = {path.parent.name for path in desk.entries()}
    lay_ledger(desk, plan, 30)
    monkeypatch.setattr(ledger, "MOST_ENTRIES", 20)
    ran = desk.pipe("check")
    assert ran.code != 0
    assert "holds more than 20 entries" in ran.said


@pytest.mark.slow
def test_the_longest_ledger_of_a_plan_is_read_in_a_moment(desk: Desk) -> None:
    lay_ledger(desk, "gp-evil", 5_100)
    began = time.monotonic()
    assert desk.pipe("check").code != 0
    assert time.monotonic() - began < 30


def test_thousands_of_questions_are_checked_in_the_time_that_they_take(desk: Desk) -> None:
    [plan] = {path.parent.name for path in desk.entries()}
    known = [read_entry(path.read_text()) for path in desk.entries()]
    followed = {each for entry in known for each in entry.follows}
    heads = {entry.id: entry.digest for entry in known if entry.id not in followed}
    for number in range(4_800):
        body = {"id": f"Q{number + 2}", "text": "Why?", "section": "questions"}
        author = Author("planner", "r", "pipe")
        made = Entry(make_entry_id(), plan, "question", "2026-01-05T09:00:00Z", author, heads, body)
        desk.path(entry_path(plan, made.id)).write_text(made.to_json())
    began = time.monotonic()
    assert len(desk.pipe("check", "--json").json()["plans"][0]["findings"]) > 4_800
    assert time.monotonic() - began < 15
