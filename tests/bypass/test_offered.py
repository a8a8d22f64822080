"""What an agent would answer or decide where a person did waits to be seen, and is taken or dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from desk import Desk

PLAN = "plans/retry-failed-uploads.md"


@pytest.fixture
def offered(ready: Desk) -> Desk:
    """Return an approved plan whose answer an agent would change."""
    ran = ready.agent("answer", "Q1", "Five.")
    assert ran.said.startswith("✓ Proposed for Q1"), ran.said
    assert "groundplan adopt" in ran.said
    return ready


def shown_everywhere(desk: Desk, words: str) -> list[str]:
    ways = (("status",), ("check",), ("show", "--proposed"), ("next",))
    return [" ".join(way) for way in ways if words in " ".join(desk.person(*way).said.split())]


def test_an_answer_over_a_persons_is_shown_as_waiting(offered: Desk) -> None:
    assert shown_everywhere(offered, "Five.") == ["status", "check", "show --proposed"]
    assert "groundplan adopt" in offered.person("status").said
    (row,) = offered.pipe("show", "--proposed", "--json").json()["proposals"]
    assert (row["kind"], row["section"], row["text"]) == ("offered", "Q1", "Five.\n")


def test_a_person_takes_it(offered: Desk) -> None:
    ran = offered.person("adopt", typed="take")
    assert ran.code == 0, ran.said
    assert "Proposed by Ann, through an agent: “Five.” instead of “Three.”" in ran.said
    assert "Five." in offered.read(PLAN)
    assert shown_everywhere(offered, "Proposed by") == []


def test_a_person_drops_it(offered: Desk) -> None:
    before = offered.read(PLAN)
    assert offered.person("adopt", typed="drop").code == 0
    assert offered.read(PLAN) == before
    assert shown_everywhere(offered, "Five.") == []
    assert offered.states() == {"ready": "passed"}


def test_another_answer_of_a_person_settles_it(offered: Desk) -> None:
    assert offered.person("answer", "Q1", "Four.").code == 0
    assert shown_everywhere(offered, "Five.") == []


def test_left_alone_it_goes_on_waiting(offered: Desk) -> None:
    assert offered.person("adopt", typed="\n").code == 0
    assert "status" in shown_everywhere(offered, "Five.")


def test_a_decision_over_what_is_approved_is_shown_and_taken(ready: Desk) -> None:
    ran = ready.agent("decide", "Wait a second between them", "--because", "servers need it", "--as", "user")
    assert "groundplan adopt" in ran.said
    assert shown_everywhere(ready, "Wait a second between them") == ["status", "check", "show --proposed"]
    assert ready.person("adopt", typed="take").code == 0
    assert "Wait a second between them" in ready.read(PLAN)
    assert shown_everywhere(ready, "Proposed by") == []


def test_what_an_agent_relays_after_an_approval_names_only_the_command_that_works(ready: Desk) -> None:
    assert ready.agent("say", "yes, do it").code == 0
    said = " ".join(ready.person("check").said.split())
    assert "A person confirms them with `groundplan adopt`" in said
    assert "groundplan approve" not in said
    home = " ".join(ready.person("status").said.split())
    assert "“yes, do it”" in home
    assert "groundplan adopt" in home
