"""A playbook is chosen by what it says it suits, never by its name, and the choice says why."""

from __future__ import annotations

import pytest
from made_index import MadeIndex
from made_pack import make_facts, make_goal

from groundplan.evidence.kinds import CallSite, Reach, Region
from groundplan.plan.goal import GoalKind
from groundplan.plan.playbook import Playbook
from groundplan.planner.choosing import choose_playbook


def playbook(name: str, *suits: str, variant_of: str = "") -> Playbook:
    return Playbook(name, 1, name, "", "", (), (), (), (), (), suits=suits, variant_of=variant_of)


SHELF = (
    playbook("small", "fix", "feature", "refactor"),
    playbook("weighed", "decision"),
    playbook("moved", "replacement", "debt"),
    playbook("both", "feature", "campaign"),
)


def reach_of(callers: int, files: int, public: str = "exported") -> Reach:
    outline = MadeIndex({"a.py": "def a():\n    pass\n"}).outline("a.py")
    assert outline is not None
    region = Region("a.py", outline.definitions[0])
    found = tuple(
        CallSite(f"f{number % files}.py", number + 1, "", is_test=False) for number in range(callers)
    )
    return Reach(region, found, (), 0, (), public)


@pytest.mark.req("S3-09", part="the choice of a playbook says why")
@pytest.mark.req("S4-01")
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (GoalKind.FIX, "small"),
        (GoalKind.MIGRATION, "moved"),
        (GoalKind.DESIGN, "weighed"),
        (GoalKind.FEATURE, "both"),
        (GoalKind.CAMPAIGN, "both"),
    ],
)
def test_the_playbook_that_names_the_kind_first_is_chosen(kind: GoalKind, name: str) -> None:
    goal = make_goal("Do it", kind=kind, because="the goal says “Do”")
    chosen, reason = choose_playbook(goal, make_facts(goal, targets=(), reach=()), SHELF)
    assert chosen.name == name
    assert "(the goal says “Do”)" in reason


def test_a_short_variant_is_chosen_before_its_full_form() -> None:
    goal = make_goal("Weigh it", kind=GoalKind.DESIGN, because="the goal says “Weigh”")
    shelf = (*SHELF, playbook("brief", "decision", variant_of="weighed"))
    chosen, reason = choose_playbook(goal, make_facts(goal, targets=(), reach=()), shelf)
    assert chosen.name == "brief"
    assert reason.endswith("(the goal says “Weigh”)")


def test_a_variant_of_another_playbook_does_not_come_before_the_first_on_the_shelf() -> None:
    goal = make_goal("Weigh it", kind=GoalKind.DESIGN)
    shelf = (*SHELF, playbook("brief", "decision", variant_of="moved"))
    assert choose_playbook(goal, make_facts(goal, targets=(), reach=()), shelf)[0].name == "weighed"


def test_a_wide_change_of_public_code_is_designed_first() -> None:
    goal = make_goal("Rename it", kind=GoalKind.REFACTOR)
    chosen, reason = choose_playbook(goal, make_facts(goal, targets=(), reach=(reach_of(40, 10),)), SHELF)
    assert chosen.name == "weighed"
    assert "`a.py::a` is public and is used in 40 places of 10 files" in reason


@pytest.mark.parametrize("reach", [reach_of(40, 3), reach_of(10, 10), reach_of(40, 10, "")])
def test_a_change_that_few_or_only_we_rely_on_is_not(reach: Reach) -> None:
    goal = make_goal("Rename it", kind=GoalKind.REFACTOR)
    assert choose_playbook(goal, make_facts(goal, targets=(), reach=(reach,)), SHELF)[0].name == "small"


def test_a_fix_is_a_fix_however_many_call_it() -> None:
    goal = make_goal("Fix it", kind=GoalKind.FIX)
    assert (
        choose_playbook(goal, make_facts(goal, targets=(), reach=(reach_of(90, 30),)), SHELF)[0].name
        == "small"
    )


def test_where_nothing_suits_the_first_is_taken_and_said_so() -> None:
    goal = make_goal("Ask them", kind=GoalKind.COUNCIL)
    chosen, reason = choose_playbook(goal, make_facts(goal, targets=(), reach=()), SHELF)
    assert chosen.name == "small"
    assert "none is made for a question to several advisors" in reason
