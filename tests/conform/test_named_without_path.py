"""Files that a step names by a symbol, a class, a module or a base name, and not by a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


@pytest.mark.parametrize(
    "step",
    [
        "1. `Store.load` tries twice.",
        "1. Retry once in `Store`.",
        "- [ ] `store`: retry once",
        "1. Retry once where things are loaded:\n   - the store (`Store`)",
        "## Store\n\nRetry once in `load`.",
    ],
)
def test_a_file_is_planned_by_the_name_of_what_it_defines_or_by_its_own(branch: Branch, step: str) -> None:
    assert branch.found(f"# Retry\n\n{step}\n") == set()


def test_a_module_is_the_file_called_after_it(branch: Branch) -> None:
    branch.change("lib/plug/upload/supervisor.ex", new="defmodule Plug.Upload.Supervisor do\nend\n")
    plan = "# Retry\n\n1. Change `src/store.py`.\n2. `Plug.Upload.Supervisor` owns the tables.\n"
    assert branch.found(plan) == set()
    branch.change("lib/plug/upload/other.ex", new="defmodule Plug.Upload.Other do\nend\n")
    assert branch.told(plan) == {("warning", "GP401", "lib/plug/upload/other.ex")}


def test_a_symbol_that_changes_in_another_file_too_is_named_there(branch: Branch) -> None:
    branch.change("src/other.py", new="class Other:\n    def load(self):\n        return 1\n")
    plan = "# Retry\n\n1. Change `src/store.py`.\n2. `load` tries twice.\n"
    assert branch.told(plan) == set()
    assert branch.verdicts(plan)["src/other.py"] == "named: line 4"


@pytest.mark.parametrize(
    "words", ["Do it like `Store.load` does.", "2. Change `src/web.py`, see `Store.load`."]
)
def test_a_name_that_is_only_a_model_is_no_plan_and_no_fault(branch: Branch, words: str) -> None:
    branch.change("src/web.py", new="A = 1\n")
    plan = f"# Retry\n\n1. Change `src/web.py`.\n{words}\n"
    assert branch.verdicts(plan)["src/store.py"].startswith("named: line ")


@pytest.mark.parametrize(
    "heading", ["Not in this change", "Not part of this PR", "For later", "Left untouched", "Follow-ups"]
)
def test_a_file_below_a_heading_for_other_work_is_out_of_scope(branch: Branch, heading: str) -> None:
    branch.change("src/web.py", new="A = 1\n")
    plan = f"# Retry\n\n1. Change `src/store.py`.\n\n## {heading}\n\n- `src/web.py` (nobody asked)\n"
    assert branch.found(plan) == {("GP403", "src/web.py")}


def test_a_link_is_unchanged_however_its_target_is_written(branch: Branch) -> None:
    (branch.desk.root / "l1").symlink_to("./src/store.py")
    (branch.desk.root / "l2").symlink_to("src/")
    branch.desk.commit("Link them")
    branch.desk.git("branch", "-f", "main")
    branch.change("src/store.py", "return key, value", "return value, key")
    assert branch.found("# Retry\n\n1. Change `src/store.py`.\n") == set()
