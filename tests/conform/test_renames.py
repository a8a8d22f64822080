"""A renamed file is two places of the repository: the plan has to be about both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import FILES, LOAD, PLAN, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

STORE = FILES["src/store.py"]
GROWN = STORE.replace(*LOAD)


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path)


def rename(branch: Branch, old: str, new: str, text: str) -> Branch:
    return branch.remove(old).change(new, new=text)


def with_step(step: str) -> str:
    return PLAN.replace("## Out", f"2. {step}\n\n## Out")


@pytest.mark.parametrize("text", [STORE, GROWN])
@pytest.mark.parametrize("new", ["src/hidden.py", "deploy/store.py"])
def test_a_planned_file_under_a_name_that_no_step_has_is_unplanned(
    branch: Branch, new: str, text: str
) -> None:
    rename(branch, "src/store.py", new, text)
    assert ("GP401", new) in branch.found()


@pytest.mark.parametrize(
    ("step", "new"),
    [
        ("Move `src/store.py` to `src/shop.py`.", "src/shop.py"),
        ("Rename `src/store.py` to `shop.py`.", "src/shop.py"),
        ("Move `src/store.py` into `src/shop/`.", "src/shop/store.py"),
    ],
)
@pytest.mark.parametrize("text", [STORE, GROWN])
def test_a_rename_to_a_name_that_the_plan_has_is_planned(
    branch: Branch, step: str, new: str, text: str
) -> None:
    rename(branch, "src/store.py", new, text)
    assert not {each for each in branch.found(with_step(step)) if each[0] == "GP401"}


def test_a_rename_that_the_plan_orders_without_a_path_keeps_its_text(branch: Branch) -> None:
    plan = "# Plan\n\n## Steps\n\n1. Move `src/store.py` into a package of its own.\n"
    rename(branch, "src/store.py", "src/shop/store.py", STORE)
    assert branch.found(plan) == set()
    branch.change("src/shop/store.py", *LOAD)
    assert branch.found(plan) == {("GP401", "src/shop/store.py")}


def test_a_file_that_goes_under_a_planned_name_is_a_deletion(branch: Branch) -> None:
    rename(branch, "src/store.py", "src/shop.py", GROWN)
    plan = "# Plan\n\n## Steps\n\n1. Create `src/shop.py`: it sells.\n"
    assert branch.found(plan) == {("GP401", "src/store.py")}


@pytest.mark.parametrize("new", ["tests/test_web.py", "vendor/lib/web.py", "src/web_pb2.py"])
def test_a_file_moved_to_where_files_are_excused_is_gone_from_where_it_was(branch: Branch, new: str) -> None:
    rename(branch, "src/web.py", new, FILES["src/web.py"]).change("src/store.py", *LOAD)
    assert branch.found() == {("GP401", new)}


def test_a_renamed_test_is_a_test(branch: Branch) -> None:
    text = FILES["tests/test_store.py"]
    rename(branch, "tests/test_store.py", "tests/test_shop.py", text).change("src/store.py", *LOAD)
    assert branch.found() == set()
