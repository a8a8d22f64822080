"""A pull request's description: what was decided, done and changed, and nothing that acts by being shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

PLAN = "plans/retry-loads.md"


@pytest.fixture
def planned(tmp_path: Path) -> Branch:
    branch = make_branch(tmp_path)
    desk = branch.desk
    assert desk.person("new", "Retry loads", "--playbook", "collaborate").code == 0
    heading = "## Implementation Plan\n"
    step = f"{heading}\n1. Change `src/store.py::Store.load`: retry once.\n"
    desk.path(PLAN).write_text(desk.read(PLAN).replace(heading, step))
    decided = ("decide", "Retry once", "--because", "two is <img src=x> enough @everyone")
    assert desk.person(*decided).code == 0
    branch.change("src/store.py", *LOAD)
    return branch


def test_the_description_has_decisions_and_conformance(planned: Branch) -> None:
    ran = planned.desk.pipe("pr", "--base", "main")
    assert ran.code == 0, ran.said
    assert ran.out.startswith("# Retry loads\n")
    assert "**not approved as it is now**" in ran.out
    assert "**D1 Retry once**" in ran.out
    assert "The change follows the plan: 1 planned" in ran.out
    assert "<img" not in ran.out.replace("`<img", "")


def test_what_is_unplanned_is_in_the_description(planned: Branch) -> None:
    planned.change("src/web.py", "return fetch", "return 2 or fetch")
    ran = planned.desk.pipe("pr", "--base", "main")
    assert "The change does not follow the plan" in ran.out
    assert "❌ GP401 Changed `src/web.py`, which no step works on" in ran.out
