"""A pull request's description: what was decided, done and changed, and nothing that acts by being shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

from groundplan.planner.inert import split_code
from groundplan.wording.inert import as_code

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


def test_the_description_has_the_goal_and_its_steps_keep_their_code_whole(tmp_path: Path) -> None:
    desk = make_branch(tmp_path).desk
    desk.git("checkout", "-q", "work")
    goal = "Retry loads\n\nThe network drops one load in ten."
    assert desk.person("new", goal, "--playbook", "collaborate", "--name", "retry-loads").code == 0
    long = "Change `src/store.py::Store.load` so that it tries once more before it gives up, and run"
    run = "the whole of this command: `.venv/bin/python -m pytest tests/x.py`."
    step = f"## Implementation Plan\n\n1. {long} {run}\n"
    desk.path(PLAN).write_text(desk.read(PLAN).replace("## Implementation Plan\n", step))
    ran = desk.pipe("pr", "--base", "main")
    assert "one load in ten" in ran.out
    assert "'.venv" not in ran.out


def test_what_is_unplanned_is_in_the_description(planned: Branch) -> None:
    planned.change("src/web.py", "return fetch", "return 2 or fetch")
    ran = planned.desk.pipe("pr", "--base", "main")
    assert "The change does not follow the plan" in ran.out
    assert "❌ GP401 Changed `src/web.py`, which no step works on" in ran.out


def test_names_of_files_stay_names(planned: Branch) -> None:
    evil = "a` <h2>Approved <img src=http:evil.example> @acme-admins [log in](http:evil.example) `b.py"
    planned.change(f"vendor/{evil}", new="x\n").change(f"src/{evil}", new="x = 1\n")
    for number in range(45):
        planned.change(f"vendor/many/{number}.py", new="x\n")
    out = planned.desk.pipe("pr", "--base", "main").out
    assert f"- `` vendor/{evil} ``: vendored" in out
    found = next(line for line in out.splitlines() if "GP401 Added" in line)
    bare = "".join(part for is_code, part in split_code(found) if not is_code)
    for word in ("<h2", "<img", "@acme", "](", "http:evil"):
        assert word not in bare
    assert "- … and 6 more" in out


@pytest.mark.parametrize("text", ["a", "`", "``a`", "a\nb", "", "\u202eb"])
def test_a_code_span_is_closed_by_nothing_in_it(text: str) -> None:
    [(before, _), (is_code, _), (after, rest)] = list(split_code(f"x{as_code(text)}y"))
    assert (before, is_code, after, rest) == (False, True, False, "y")
    assert "\u202e" not in as_code(text)
