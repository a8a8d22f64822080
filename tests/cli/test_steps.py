"""A planner's line of thought in steps: recorded, revised, branched, and held to its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import Misused
from groundplan.plan.steps import check_step, parse_step

if TYPE_CHECKING:
    from .conftest import Desk


def think(desk: Desk, *options: str, text: str = "So.") -> int:
    return desk.run("say", text, *options).code


@pytest.mark.req("S2-04")
class TestSteps:
    def test_steps_are_in_the_log_and_those_that_hold_in_the_handover(self, begun: Desk) -> None:
        assert think(begun, "--step", "1/3", text="The client retries.") == 0
        assert think(begun, "--step", "2/3", text="The queue retries.") == 0
        assert think(begun, "--step", "2/3", "--branch", "server", text="The server asks again.") == 0
        assert think(begun, "--step", "3/4", "--revises", "1", text="Nobody retries today.") == 0
        told = [each["text"] for each in begun.run("log", "--json").json["entries"]]
        assert told[-4:] == [
            "step 1 of 3: The client retries.",
            "step 2 of 3: The queue retries.",
            "step 2 of 3 on branch server: The server asks again.",
            "step 3 of 4, revises 1: Nobody retries today.",
        ]
        handed = begun.run("resume").out
        assert "Nobody retries today." in handed
        assert "The server asks again." in handed
        assert "The client retries." not in handed

    def test_they_are_the_planners_words_and_move_no_dialogue_on(self, begun: Desk) -> None:
        assert think(begun, "--step", "1/1") == 0
        last = begun.run("log", "--json").json["entries"][-1]
        assert (last["speaker"], last["relayed"]) == ("planner", False)
        assert begun.run("write", "context", "-", stdin="It posts once.\n").code == 3

    @pytest.mark.parametrize(
        "options",
        [
            ("--step", "2/3"),
            ("--step", "0/3"),
            ("--step", "4/3"),
            ("--step", "1"),
            ("--step", "x/y"),
            ("--step", "1/100"),
            ("--step", "1/3", "--revises", "1"),
            ("--step", "1/3", "--revises", "-1"),
            ("--step", "1/3", "--branch", "a"),
            ("--step", "1/3", "--branch", "A b"),
            ("--revises", "1"),
            ("--branch", "a"),
        ],
    )
    def test_nonsense_is_refused_and_nothing_is_recorded(self, begun: Desk, options: tuple[str, ...]) -> None:
        before = begun.ledger()
        assert think(begun, *options) == 2
        assert begun.ledger() == before

    def test_a_step_is_taken_once(self, begun: Desk) -> None:
        assert think(begun, "--step", "1/2") == 0
        assert think(begun, "--step", "1/2") == 2
        assert think(begun, "--step", "2/2") == 0


class TestOrder:
    MAIN = (parse_step("1/3"), parse_step("2/3"))

    @pytest.mark.parametrize(
        "step",
        [parse_step("3/3"), parse_step("3/5", revises="2"), parse_step("2/3", "b"), parse_step("1/3", "b")],
    )
    def test_what_goes_on_is_taken(self, step: object) -> None:
        check_step(self.MAIN, step)  # type: ignore[arg-type]

    @pytest.mark.parametrize("step", [parse_step("4/5"), parse_step("2/3"), parse_step("3/3", "b")])
    def test_what_does_not_go_on_is_refused(self, step: object) -> None:
        with pytest.raises(Misused):
            check_step(self.MAIN, step)  # type: ignore[arg-type]

    def test_a_branch_revises_its_own_steps_and_those_before_it(self) -> None:
        known = [*self.MAIN, parse_step("2/3", "b")]
        check_step(known, parse_step("3/3", "b", "2"))
        check_step(known, parse_step("3/3", "b", "1"))
