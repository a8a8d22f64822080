"""Tests that move are not lost, and a test that has nothing to do with the change is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import FILES, LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

TESTS = FILES["tests/test_store.py"]
MORE = (
    TESTS + "\n\ndef test_save():\n    assert Store().save(1, 2)\n\n\ndef test_both():\n    assert Store()\n"
)
STEP = "# Plan\n\n- `src/store.py`: retry once\n"


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    files = {
        "tests/test_store.py": MORE,
        "tests/test_other.py": "from json import loads\n\n\ndef test_loads():\n    assert loads('1')\n",
        "tests/data/other.json": "1\n",
    }
    return make_branch(tmp_path, files).change("src/store.py", *LOAD)


def test_tests_that_move_to_another_file_are_not_lost(branch: Branch) -> None:
    branch.change("tests/test_store.py", new=TESTS)
    assert ("warning", "GP406", "tests/test_store.py") in branch.told(STEP)
    branch.change("tests/test_saving.py", new=MORE.replace("def test_load", "def load"))
    assert branch.told(STEP) == set()


def test_a_file_of_tests_that_all_move_may_go(branch: Branch) -> None:
    branch.remove("tests/test_store.py").change("tests/test_other.py", "test_loads", "test_load")
    assert ("error", "GP401", "tests/test_store.py") in branch.told(f"{STEP}\nStores may fail.\n")
    assert ("warning", "GP406", "tests/test_store.py") in branch.told(f"{STEP}\nStores may fail.\n")
    branch.change(
        "tests/test_other.py",
        new=f"import json\n{MORE}\n\ndef test_loads():\n    assert json\n" + "# more\n" * 40,
    )
    assert branch.told(f"{STEP}\nStores may fail.\n") == set()


def test_a_test_that_was_elsewhere_before_takes_none_in(branch: Branch) -> None:
    branch.change("tests/test_saving.py", new=MORE).desk.commit("Test it twice")
    branch.desk.git("branch", "-f", "main")
    branch.change("tests/test_store.py", new=TESTS).change("tests/test_saving.py", new=f"{MORE}\n\nX = 1\n")
    assert ("warning", "GP406", "tests/test_store.py") in branch.told(STEP)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [("tests/test_other.py", "'1'", "'2'"), ("tests/data/other.json", "1", "2")],
)
def test_a_test_file_that_nothing_of_the_plan_speaks_of_is_a_note(
    branch: Branch, path: str, old: str, new: str
) -> None:
    branch.change(path, old, new)
    assert branch.told(STEP) == {("note", "GP401", path)}


def test_a_test_of_what_changes_needs_no_step(branch: Branch) -> None:
    branch.change("tests/test_store.py", "save(1, 2)", "save(2, 2)")
    branch.change(
        "tests/test_again.py", new="from src.store import fetch\n\n\ndef test_it():\n    assert fetch\n"
    )
    assert branch.told(STEP) == set()
    assert branch.verdicts(STEP)["tests/test_again.py"] == "excused: a test"


def test_data_of_tests_needs_no_step_beside_a_test_of_what_changes(branch: Branch) -> None:
    branch.change("tests/test_store.py", "save(1, 2)", "save(2, 2)").change("tests/data/other.json", "1", "2")
    assert branch.told(STEP) == set()


def test_a_plan_that_speaks_of_data_for_tests_means_it(branch: Branch) -> None:
    branch.change("tests/data/other.json", "1", "2")
    assert branch.told(f"{STEP}- new fixtures for it\n") == set()
