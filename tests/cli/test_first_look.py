"""What a newcomer sees first: what waits, what could not be told, and no word that nothing needs yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

LATER = (
    "policy",
    "profile",
    "suppression",
    "collaborate 6",
    "header",
    "follow",
    "proposals",
    "tokens",
    "brief",
)


def test_a_new_plan_and_its_talk_name_nothing_that_comes_later(desk: Desk) -> None:
    ran = desk.attend("plan", "Retry failed uploads", script=[("you › ", "q\n")])
    assert ran.code == 0, ran.out
    assert [word for word in LATER if word in ran.out] == []


def test_the_status_of_a_new_plan_names_nothing_that_comes_later(begun: Desk) -> None:
    told = begun.attend().out
    assert [word for word in LATER if word in told] == []


def test_the_status_names_sections_that_are_proposed(begun: Desk) -> None:
    text = "## Implementation Plan\n\n1. Retry once in `src/upload.py`.\n"
    agent = {"CLAUDECODE": "1"}
    assert begun.run("write", "--all", "-", "--propose", stdin=text, environ=agent).code == 0
    told = begun.run().out
    assert "proposed  1 section (Implementation Plan); groundplan show --proposed" in told


def test_a_plan_of_another_repository_is_said_to_be_hardly_checked(desk: Desk, tmp_path: Path) -> None:
    plan = tmp_path / "plan.md"
    plan.write_text(
        "# Plan\n\n1. Call `routeHandler()` as `fourOhFour`.\n2. Use `kFourOhFour` in `buildRouting()`.\n"
    )
    ran = desk.run("check", str(plan))
    assert ran.code == 0
    first = " ".join(ran.out.split())
    assert "hardly anything in it could be checked here; is this the repository that it is about?" in first
    assert first.index("hardly anything") < first.index("nothing found")
