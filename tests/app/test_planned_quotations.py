"""What a plan quotes from history is evidence: it makes no claim, and no check stops the plan for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from planned import ANN, PlannedGoal
from worktree import IndexedWorktree

from groundplan.app.analyst.planning import plan_goal
from groundplan.app.workspace import open_workspace

if TYPE_CHECKING:
    from pathlib import Path

PYPROJECT = '[project]\nname = "tool"\nrequires-python = ">=3.10"\n'
SUBJECTS = (
    "modernise parse_colour for Python 3.7",
    "move `src/old_colour.py` and drop `gone()` of the colour parser",
    "“parse_colour” has 9 callers in src/former.py, run `make colours`",
)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_commit_that_is_quoted_states_nothing(tmp_path: Path, subject: str) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    worktree = IndexedWorktree(root, tmp_path / "cache")
    worktree.git("init", "-q", "-b", "main")
    worktree.put("pyproject.toml", PYPROJECT)
    worktree.put("src/colour.py", "def parse_colour(text):\n    return text\n")
    worktree.git("add", "-A")
    worktree.git("commit", "-q", "-m", subject)

    planned = plan_goal(open_workspace(root), "Fix that parse_colour loses the colour parser", caller=ANN)
    plan = PlannedGoal(root, planned.advanced.analysis)

    words = subject.replace("`", "").split()[-2:]
    assert " ".join(words) in plan.section("context")
    assert [each for each in plan.faults() if each.startswith(("GP1", "GP9"))] == []
