"""What a reviewer reads on the screen of `conform`: once, with names, and true to the findings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

STEPS = "# Plan\n\n## Steps\n\n1. Change `src/store.py::Store.load`: retry once.\n{}\n"


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


def screen(branch: Branch, plan: str, *options: str) -> str:
    branch.desk.path("../plan.md").write_text(plan)
    place = str(branch.desk.path("../plan.md"))
    ran = branch.desk.pipe("conform", "--base", "main", "--plan-file", place, *options)
    return ran.out


def test_a_file_that_is_removed_against_the_plan_is_not_listed_as_planned(branch: Branch) -> None:
    plan = STEPS.format("2. Extend `tests/test_store.py`.")
    branch.remove("tests/test_store.py")
    told = screen(branch, plan)
    assert "Planned (1)" in told
    assert told.count("tests/test_store.py") == 1
    assert "not touched" not in told
    assert branch.found(plan) == {("GP406", "tests/test_store.py")}
    assert branch.found(plan, "--partial") == {("GP401", "tests/test_store.py")}


def test_a_hint_is_printed_once_with_the_base_and_the_plan_that_were_given(branch: Branch) -> None:
    told = screen(branch, STEPS.format("2. Change `src/web.py`.\n3. Change `docs/store.md`."))
    assert told.count("GP402") == 2
    assert told.count("while the work goes on") == 1
    assert f"conform --base main --plan-file {branch.desk.path('../plan.md')} --partial" in told


def test_a_dependency_that_no_step_adds_is_named(branch: Branch) -> None:
    branch.change("package.json", new='{"dependencies": {"ms": "1"}}\n')
    branch.desk.commit("Begin the page")
    branch.desk.git("branch", "-f", "main")
    branch.change("package.json", new='{"dependencies": {"ms": "2", "left-pad": "1"}}\n')
    branch.change("src/store.py", "return key, value", "return value, key")
    told = " ".join(screen(branch, STEPS.format("")).split())
    assert "(1 dependency added: left-pad; 1 dependency changed: ms)" in told


def test_a_language_that_is_not_parsed_is_said_once_and_findings_have_a_line(branch: Branch) -> None:
    branch.change("src/a.swift", new="let a = 1\nlet b = 1\n")
    branch.desk.commit("Begin the app")
    branch.desk.git("branch", "-f", "main")
    branch.change("src/a.swift", "b = 1", "b = 2").change("src/b.swift", new="let c = 1\n")
    told = screen(branch, STEPS.format(""))
    assert told.count("Not parsed: Swift; only files were compared") == 1
    assert "src/a.swift:2:1" in told


def test_a_line_that_may_put_a_file_out_of_scope_is_a_warning(branch: Branch) -> None:
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    told = screen(branch, STEPS.format("\n## Out of scope\n\n- the pages of `src/web.py`, as they are"))
    assert "`src/web.py`, which the plan seems to leave out (line 9)" in " ".join(told.split())
    assert "1 warning." in told
    told = screen(branch, STEPS.format("\n## Background\n\n- the pages of `src/web.py` are slow"))
    assert "Named (1)\n  src/web.py  changed  line 9" in told


def test_that_users_were_not_looked_up_is_one_short_line(branch: Branch) -> None:
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    branch.desk.commit("Show two")
    told = screen(branch, STEPS.format(""), "--head", "HEAD")
    assert "\nUsers are looked up without `--head` only\n" in told


def test_each_line_says_how_much_it_weighs_in_a_word(branch: Branch) -> None:
    branch.change("src/queue.py", new="queue = 1\n")
    scope = "## Out of scope\n\n- src/queue.py\n- the pages of `docs/store.md`, as they are"
    branch.change("docs/store.md", new="# Shop\n")
    told = screen(branch, STEPS.format(f"2. Change `src/web.py`.\n\n{scope}"))
    words = set(re.findall(r"(\w+)\s+(GP40\d)", told))  # where a line is folded depends on paths
    assert words == {("error", "GP402"), ("error", "GP403"), ("warning", "GP403")}
