"""A parameter that few functions take already is found before a second meaning of it is made."""

from __future__ import annotations

import pytest
from made_pack import make_facts, make_goal

from groundplan.plan.goal import GoalKind
from groundplan.planner.challenges.reuse import detect

FILES = {
    "net/transport.py": "class Transport:\n    def __init__(self, verify=1, retries: int = 0): ...\n",
    "net/client.py": "class Client:\n    def __init__(self, verify=True):\n        ...\n",
    "tests/test_it.py": "def run(retries=1): ...\n",
}
GOAL = "Give `Client` a `retries=<int>` argument that repeats a request when the connection fails."


@pytest.mark.req("S1-10")
def test_a_parameter_that_is_taken_elsewhere_is_offered_to_hand_on_to() -> None:
    (found,) = detect(make_facts(GOAL, FILES))
    assert found.evidence == ("net/transport.py::Transport.__init__", "net/transport.py:2")
    assert found.question is not None
    choice = found.question.choice(found.question.recommended)
    assert choice is not None
    assert choice.text == "Hand `retries` on to `net/transport.py::Transport.__init__`"


@pytest.mark.parametrize(
    "goal",
    [
        "Give `Client` a `timeout=<int>` argument.",
        "Add an option to the client that sets how often it retries",
        "`retries=0` is ignored by the client",
    ],
)
def test_a_name_that_nobody_takes_or_adds_is_no_challenge(goal: str) -> None:
    assert not list(detect(make_facts(goal, FILES)))


def test_what_many_functions_take_says_nothing_about_one_of_them() -> None:
    many = {f"net/m{i}.py": f"def run_{i}(name, retries=0):\n    ...\n" for i in range(6)}
    assert not list(detect(make_facts(GOAL, FILES | many)))


def test_a_fault_of_a_parameter_is_no_addition() -> None:
    assert not list(detect(make_facts(make_goal(GOAL, kind=GoalKind.FIX), FILES)))
