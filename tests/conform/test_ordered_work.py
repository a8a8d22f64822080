"""What steps order is done, or is said not to be: files, deletions, tests by name. Context is no order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from changed_branch import LOAD, PLAN, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


def with_step(step: str) -> str:
    return PLAN.replace("\n## Out", f"2. {step}\n\n## Out")


def findings(branch: Branch, plan: str) -> list[dict[str, Any]]:
    return branch.conform(plan)["findings"]  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("step", "due"),
    [
        ("Add a benchmark in a new file `bench/load.py`.", "bench/load.py"),
        ("Document in `docs/store.md`.", "docs/store.md"),
        ("`show` of `src/web.py`: the same", "src/web.py"),
        ("`show` (`src/web.py`): measure with the clock", "src/web.py"),
    ],
)
def test_a_file_that_a_step_orders_is_missing_whatever_its_words(branch: Branch, step: str, due: str) -> None:
    assert branch.found(with_step(step)) == {("GP402", due)}


def test_each_test_file_of_a_list_is_missing(branch: Branch) -> None:
    plan = with_step("Test in `tests/test_store.py` and `tests/test_web.py`.")
    assert branch.found(plan) == {("GP406", "tests/test_store.py"), ("GP406", "tests/test_web.py")}


@pytest.mark.parametrize("row", ["`src/gone.py`", "`src/web.py`"])
def test_a_table_under_the_title_is_a_list_of_work(branch: Branch, row: str) -> None:
    table = f"| Where | What |\n|--|--|\n| `src/store.py` | `Store.load` tries twice |\n| {row} | `show` |\n"
    assert branch.found(f"# Plan\n\n{table}") == {("GP402", row.strip("`"))}
    assert branch.found(f"# Plan\n\n## Background\n\n{table}") == set()


@pytest.mark.parametrize(
    "step",
    [
        "Read `src/web.py`: it calls the store.",
        "Check in `src/web.py` that the page still shows.",
        "`src/web.py`: stays as it is",
        "Log errors in `Store.load`, like `src/web.py`.",
        "Test `src/web.py` by hand.",
    ],
)
def test_a_file_that_a_step_only_speaks_of_is_not_demanded(branch: Branch, step: str) -> None:
    assert branch.found(with_step(step)) == set()


@pytest.mark.parametrize(
    ("step", "is_planned"),
    [
        ("`src/web.py`: follow the new unit", False),
        ("Update `src/web.py`.", False),
        ("`src/web.py`: goes, the store shows itself; remove it", True),
        ("Delete `src/web.py`.", True),
        ("Replace `src/web.py` by the store's own page.", True),
        ("Move what is in `src/web.py` to `src/store.py`.", True),
    ],
)
def test_a_deletion_is_planned_where_the_step_removes_moves_or_replaces(
    branch: Branch, step: str, *, is_planned: bool
) -> None:
    branch.remove("src/web.py")
    assert branch.found(with_step(step)) == (set() if is_planned else {("GP402", "src/web.py")})


def test_a_test_that_is_promised_by_name_is_there(branch: Branch) -> None:
    plan = with_step("`tests/test_store.py`: `test_twice` and `test_never`, beside `test_load`")
    branch.change("tests/test_store.py", "== 1\n", "== 1\n\n\ndef test_twice():\n    assert True\n")
    assert branch.found(plan) == {("GP406", "tests/test_store.py::test_never")}
    (found,) = findings(branch, plan)
    assert "promises `tests/test_store.py::test_never`: the change has no such test" in found["message"]


def test_a_test_that_was_there_is_no_promise(branch: Branch) -> None:
    branch.change("tests/test_store.py", "test_load", "test_load_once")
    assert branch.found(with_step("Split `test_load` in `tests/test_store.py`.")) == set()


def test_the_hint_for_a_file_that_does_not_exist_says_so(branch: Branch) -> None:
    (found,) = findings(branch, with_step("Change `src/gone.py`: retry."))
    assert found["message"] == "The plan changes `src/gone.py`: there is no such file"
    assert found["hint"].startswith("Create it, correct the plan, or run ")
    (there,) = findings(branch, with_step("Change `src/web.py`: retry."))
    assert there["hint"].startswith("Do it, change the plan, or run ")


def test_settings_beside_the_tests_are_no_test(branch: Branch) -> None:
    plan = with_step("`tests/.editorconfig`: suppress the rule.")
    assert branch.found(plan) == {("GP402", "tests/.editorconfig")}
