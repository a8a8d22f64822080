"""What must stay or keep its name may be changed: only its removal or a rename goes against that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import FILES, LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


STEP = "# Plan\n\n- `src/store.py`: retry once\n"


@pytest.mark.parametrize(
    "words",
    [
        "## Not in this change\n\n- removing `Store.load()`",
        "Out of scope: removing `load()`.",
        "Out of scope: renaming `src/store.py`.",
        "## Out of scope\n\n- deleting `src/store.py`",
        "## Out of scope\n\n- refactoring `src/store.py`",
        "Do not rename `src/store.py`.",
        "- `src/store.py` keeps its name",
        "- keep the file name src/store.py",
    ],
)
def test_what_must_only_stay_may_be_changed(branch: Branch, words: str) -> None:
    assert branch.told(f"{STEP}\n{words}\n") == set()


@pytest.mark.parametrize(
    "words", ["Out of scope: removing `save()`.", "## Not now\n\n- deleting `Store.save`"]
)
def test_a_name_that_must_stay_and_goes_is_told(branch: Branch, words: str) -> None:
    branch.change("src/store.py", "    def save(self, key, value):\n        return key, value\n\n", "")
    told = branch.told(f"{STEP}\n{words}\n")
    assert ("warning", "GP403", "src/store.py::Store.save") in told


@pytest.mark.parametrize(
    "words",
    [
        "Out of scope: renaming `src/store.py`.",
        "Do not rename `src/store.py`.",
        "- `src/store.py` keeps its name",
        "- The file keeps its name: src/store.py",
        "- keep the name of `src/store.py`",
    ],
)
@pytest.mark.parametrize("path", ["src/storage.py", "src/store/__init__.py", "lib/store.py"])
def test_a_file_that_was_to_keep_its_name_and_is_renamed_is_told(
    branch: Branch, words: str, path: str
) -> None:
    text = branch.desk.read("src/store.py")
    branch.remove("src/store.py").change(path, new=text)
    told = branch.told(f"{STEP}\n{words}\n")
    assert ("warning", "GP403", path) in told


def test_a_file_that_was_to_stay_and_is_removed_is_told(branch: Branch) -> None:
    branch.remove("src/legacy/old.py")
    plan = f"{STEP}\nOut of scope: removing `src/legacy/old.py`.\n"
    assert branch.told(plan) == {("warning", "GP403", "src/legacy/old.py")}


def test_a_refactoring_that_is_not_ordered_is_told_and_no_error(branch: Branch) -> None:
    branch.change("src/web.py", new=FILES["src/web.py"].replace("Store()", "Store() or 1"))
    plan = f"{STEP}\nOut of scope: refactoring `src/web.py`.\n"
    assert branch.told(plan) == {("warning", "GP403", "src/web.py")}


def test_a_file_with_two_dots_in_its_name_is_left_alone_whole(branch: Branch) -> None:
    branch.change("tests/use-store.test.ts", new="use(store)\n")
    plan = f"{STEP}\nDo not touch tests/use-store.test.ts, another branch rewrites it.\n"
    assert branch.told(plan) == {("warning", "GP403", "tests/use-store.test.ts")}
