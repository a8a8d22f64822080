"""Several advisors are advised where facts of different kinds make views differ, and never out of habit."""

from __future__ import annotations

from typing import Any

import pytest
from made_index import MadeIndex
from made_pack import make_facts, make_goal

from groundplan.evidence.kinds import CallSite, Constraint, Past, Reach, Region
from groundplan.plan.goal import GoalKind
from groundplan.planner.council import advise_council
from groundplan.playbooks.shelf import Shelf
from groundplan.survey.history.facts import Attempt, PastCommit
from groundplan.survey.spot import Spot

TRIGGERS = Shelf().find("council").triggers
TRIED = PastCommit("1a2b3c4d5e6f", 0, "2024-01-01", "Ann", "ann@example.org", "Move loans to SQLite", 3)
BACK = PastCommit("ffff", 1, "2024-02-01", "Ben", "ben@example.org", "Revert it", 3)
PAST = Past(attempts=(Attempt(TRIED, 1.0, (), (), reverted_by=BACK),))
CONSTRAINTS = (
    Constraint("schema", (Spot("db/schema.sql", 3),)),
    Constraint("compatibility", (Spot("src/api.py", 7),)),
)


def reach_of(callers: int, files: int, public: str = "exported") -> Reach:
    outline = MadeIndex({"a.py": "def a():\n    pass\n"}).outline("a.py")
    assert outline is not None
    sites = (CallSite(f"f{number % files}.py", number + 1, "", is_test=False) for number in range(callers))
    return Reach(Region("a.py", outline.definitions[0]), tuple(sites), (), 0, (), public)


def advise(kind: GoalKind, files: int = 1, reach: tuple[Reach, ...] = (), **facts: Any) -> str:
    given: dict[str, Any] = {"constraints": (), "past": Past()}
    pack = make_facts(make_goal("Do it", kind=kind), **(given | facts))
    return advise_council(pack, files, reach, TRIGGERS)


@pytest.mark.req("S3-09")
@pytest.mark.parametrize(
    ("kind", "files", "trigger"),
    [
        (GoalKind.FEATURE, 1, "starting a new feature or project"),
        (GoalKind.CAMPAIGN, 1, "creating a roadmap for complex changes"),
        (GoalKind.REFACTOR, 1, "planning refactoring or migration work"),
        (GoalKind.MIGRATION, 1, "planning refactoring or migration work"),
        (GoalKind.DEBT, 12, "breaking down a large task into subtasks"),
    ],
)
def test_each_of_the_four_triggers_is_named_with_the_facts_that_meet_it(
    kind: GoalKind, files: int, trigger: str
) -> None:
    told = advise(kind, files, (reach_of(40, 10),), constraints=CONSTRAINTS, past=PAST)
    assert told.startswith(f"Several advisors may be worth asking ({trigger}): ")
    assert "`a.py::a` is public and is used in 40 places of 10 files" in told
    assert "it has to mind schema (`db/schema.sql:3`), compatibility (`src/api.py:7`)" in told
    assert "it was tried and taken back: 1a2b3c4d5e “Move loans to SQLite”" in told
    assert ("12 files change" in told) is (files == 12)


@pytest.mark.req("S3-09")
@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"constraints": CONSTRAINTS},
        {"past": PAST},
        {"files": 20},
        {"reach": (reach_of(40, 10),)},
        {"constraints": CONSTRAINTS[:1], "past": PAST},
        {"reach": (reach_of(40, 10, ""),), "past": PAST},
        {"reach": (reach_of(10, 10),), "past": PAST},
    ],
)
def test_one_fact_alone_advises_nothing(facts: dict[str, Any]) -> None:
    assert advise(GoalKind.FEATURE, **facts) == ""


@pytest.mark.parametrize("kind", [GoalKind.FIX, GoalKind.DEBT, GoalKind.DESIGN])
def test_a_kind_of_work_that_no_trigger_names_is_left_alone(kind: GoalKind) -> None:
    assert advise(kind, reach=(reach_of(40, 10),), constraints=CONSTRAINTS, past=PAST) == ""


def test_without_a_playbook_that_has_lenses_nobody_is_advised() -> None:
    pack = make_facts(make_goal("Do it", kind=GoalKind.FEATURE), constraints=CONSTRAINTS, past=PAST)
    assert advise_council(pack, 20, (), ()) == ""
