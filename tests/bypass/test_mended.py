"""Attacks on mended writes: a change of mind that travels as a corrected citation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from forging import fingerprints, forge

from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace

if TYPE_CHECKING:
    from desk import Desk

CONTEXT = "2 % of uploads fail; `client.py:900` sends once, `src/routes.py:1` calls it.\n"


@pytest.fixture
def faulty(begun: Desk) -> Desk:
    """Return a plan whose round is used up and whose citation is wrong."""
    for ran in (
        begun.agent("say", "--as", "planner", "--kind", "question", "How often do uploads fail?"),
        begun.person("say", "2 % of them."),
        begun.agent("write", "context", "-", stdin=CONTEXT),
    ):
        assert ran.code == 0, ran.said
    assert "GP101" in begun.codes()
    return begun


def causes(desk: Desk) -> list[str]:
    read = [json.loads(path.read_text("utf-8")) for path in desk.entries()]
    return [each["body"]["cause"] for each in read if each["kind"] == "revised"]


def test_a_citation_that_a_finding_named_is_mended_without_another_round(faulty: Desk) -> None:
    ran = faulty.agent("write", "context", "-", stdin=CONTEXT.replace("client.py:900", "client.py:1"))
    assert ran.code == 0, ran.said
    assert "GP101" not in faulty.codes()
    assert causes(faulty).count("mended") == 1
    assert "mended context" in faulty.pipe("log").out
    assert "Mended section context" in faulty.pipe("resume").out


@pytest.mark.parametrize(
    "text",
    [
        CONTEXT.replace("client.py:900", "client.py:1").replace("once", "twice"),
        CONTEXT.replace("client.py:900", "client.py:1").replace("src/routes.py:1", "src/routes.py:2"),
        CONTEXT.replace("src/routes.py:1", "src/routes.py:2"),
        CONTEXT.replace("client.py:900", "client.py:901"),
        CONTEXT.replace("client.py:900", "src/routes.py:1"),
        CONTEXT.replace("`client.py:900`", "`client.py:1` (new)"),
        CONTEXT.replace("2 %", "3 %"),
    ],
    ids=["a-word", "another-too", "another", "still-wrong", "other-code", "beside", "a-figure"],
)
def test_whatever_else_changes_needs_a_round_of_its_own(faulty: Desk, text: str) -> None:
    ran = faulty.agent("write", "context", "-", stdin=text)
    assert ran.code == 3
    assert "GP201" in ran.said
    assert "mended" not in causes(faulty)


def test_nothing_is_mended_under_an_approval(ready: Desk) -> None:
    ready.path("client.py").unlink()
    ready.path("lib").mkdir()
    ready.path("lib/client.py").write_text("def send() -> None: ...\n")
    ran = ready.agent("write", "context", "-", stdin="2 % of uploads fail; `lib/client.py` sends once.\n")
    assert ran.code == 3
    assert "GP207" in ran.said
    assert ready.states() == {"ready": "passed"}


CONTEXT_PLAN = "plans/retry-failed-uploads.md"


def place_of(desk: Desk, words: str) -> int:
    """Return where words are in the normal form of the context."""
    section = open_plan(open_workspace(desk.root)).plan.section("context")
    assert section is not None
    return section.normal.index(words)


def forge_mended(desk: Desk, before: str, after: str, mends: list[dict[str, object]]) -> None:
    sections = {"context": {"before": before, "after": after, "mends": mends}}
    forge(desk, "revised", {"cause": "mended", "sections": sections, "turns": []}, channel="agent")


@pytest.mark.parametrize(
    ("old", "new", "mends"),
    [
        ("sends once", "sends twice", []),
        ("sends once", "sends twice", [{"at": 0, "from": "once", "to": "twice"}]),
        ("src/routes.py:1", "client.py:1", [{"at": 0, "from": "src/routes.py:1", "to": "client.py:1"}]),
        ("2 %", "3 %", [{"at": 0, "from": "2", "to": "3"}]),
    ],
    ids=["unsaid", "a-word", "other-code", "a-figure"],
)
def test_a_forged_mended_entry_covers_no_hand_edit(
    faulty: Desk, old: str, new: str, mends: list[dict[str, object]]
) -> None:
    before = fingerprints(faulty)["context"]
    faulty.edit(CONTEXT_PLAN, old, new)
    placed = [{**mend, "at": place_of(faulty, str(mend["to"]))} for mend in mends]
    forge_mended(faulty, before, fingerprints(faulty)["context"], placed)
    assert "GP206" in faulty.codes()


def test_a_forged_mended_entry_that_only_moves_a_citation_accounts_for_it(faulty: Desk) -> None:
    """The attacks here are formed as an honest entry is: this one is believed."""
    before = fingerprints(faulty)["context"]
    faulty.edit(CONTEXT_PLAN, "client.py:900", "client.py:1")
    mend = {"at": place_of(faulty, "client.py:1"), "from": "client.py:900", "to": "client.py:1"}
    forge_mended(faulty, before, fingerprints(faulty)["context"], [mend])
    assert "GP206" not in faulty.codes()


def test_two_forged_mended_entries_cover_no_hand_edit_together(faulty: Desk) -> None:
    """The first claims to lead to any words at all, the second only moves a citation in them."""
    known = fingerprints(faulty)["context"]
    faulty.edit(CONTEXT_PLAN, "sends once", "sends twice")
    between = fingerprints(faulty)["context"]
    forge_mended(faulty, known, between, [])
    faulty.edit(CONTEXT_PLAN, "client.py:900", "client.py:1")
    after = fingerprints(faulty)["context"]
    at = place_of(faulty, "client.py:1")
    forge_mended(faulty, between, after, [{"at": at, "from": "client.py:900", "to": "client.py:1"}])
    assert "GP206" in faulty.codes()


def test_a_forged_mend_under_an_approval_is_found(ready: Desk) -> None:
    before = fingerprints(ready)["context"]
    ready.edit(CONTEXT_PLAN, "`client.py` sends", "`client.py:1` sends")
    mend = {"at": place_of(ready, "client.py:1"), "from": "client.py", "to": "client.py:1"}
    forge_mended(ready, before, fingerprints(ready)["context"], [mend])
    assert "GP207" in ready.codes()
    assert "GP206" not in ready.codes(), "the entry is formed as an honest one"
