"""What a plan forbids among its steps is out of scope, and where nothing is to do nothing is demanded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

STEPS = "# Plan\n\n## {}\n\n- [ ] T1 `src/store.py::Store.load`: retry once{}\n\n{}\n"
WORDINGS = [
    "Out of scope: `src/web.py`",
    "**Out of scope:** `src/web.py` and everything about it.",
    "Do not touch `src/web.py`.",
    "Do not touch src/web.py.",
    "- Do not touch `src/web.py`",
    "Must not change: `src/web.py`",
    "Not to be changed: `src/web.py`",
    "Non-goals: `src/web.py`",
    "**Constraints**: do not change `src/web.py`.",
    "**Constraints**: `src/web.py` must not change.",
]


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


@pytest.mark.parametrize("heading", ["Tasks", "Steps", "Plan", "Phase 3: Polish"])
@pytest.mark.parametrize("words", WORDINGS)
def test_a_file_that_is_forbidden_among_the_steps_is_out_of_scope(
    branch: Branch, words: str, heading: str
) -> None:
    plan = STEPS.format(heading, "", words)
    assert branch.found(plan) == set()
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    assert branch.found(plan) == {("GP403", "src/web.py")}


def test_a_file_that_is_forbidden_inside_a_step_is_out_of_scope(branch: Branch) -> None:
    plan = STEPS.format("Tasks", ". Do not touch `src/web.py`.", "")
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    assert branch.found(plan) == {("GP403", "src/web.py")}


def test_a_function_that_is_forbidden_in_a_planned_file_is_out_of_scope(branch: Branch) -> None:
    plan = STEPS.format("Tasks", "", "Do not change `Store.save`.")
    branch.change("src/store.py", "return key, value", "return value")
    assert ("GP403", "src/store.py::Store.save") in branch.found(plan)


def test_a_step_that_limits_its_own_change_forbids_nothing(branch: Branch) -> None:
    steps = "1. Change `src/store.py`: retry once.\n2. Do not change `src/store.py` more than that.\n"
    assert branch.found(f"# Plan\n\n## Steps\n\n{steps}") == set()


@pytest.mark.parametrize("words", ["nothing to do", "no change needed", "stays as it is"])
def test_a_file_with_nothing_to_do_is_not_demanded(branch: Branch, words: str) -> None:
    assert branch.found(STEPS.format("Tasks", "", f"- [ ] T2 `src/web.py`: {words}")) == set()


def test_what_must_not_happen_spares_no_file(branch: Branch) -> None:
    plan = STEPS.format("Tasks", "", "- [ ] T2 `tests/test_store.py`: failed loads do not leak")
    assert branch.found(plan) == {("GP406", "tests/test_store.py")}
