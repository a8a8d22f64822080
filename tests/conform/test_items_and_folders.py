"""What an item orders in few words: a bare path, a labelled one, something new in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

STEPS = "# Plan\n\n## Steps\n\n- [ ] 1. Change `src/store.py::Store.load`: retry once.\n{}\n"


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


@pytest.mark.parametrize(
    "item",
    [
        "- [ ] 2. Add a release note under `notes/`.",
        "- [ ] Write a note in `notes/`",
        "- [ ] T004 Release note `notes/`",
    ],
)
def test_a_folder_that_a_step_adds_something_to_is_missing_while_nothing_is_there(
    branch: Branch, item: str
) -> None:
    assert branch.found(STEPS.format(item)) == {("GP402", "notes/")}
    branch.change("notes/retry.yaml", new="fixes: 1\n")
    assert branch.found(STEPS.format(item)) == set()


def test_a_folder_in_a_table_under_the_title_is_work(branch: Branch) -> None:
    rows = "| `src/store.py` | `Store.load` tries twice |\n| `notes/` | a note |\n"
    assert branch.found(f"# Plan\n\n| Where | What |\n|--|--|\n{rows}") == {("GP402", "notes/")}


@pytest.mark.parametrize(
    "item", ["- [ ] 2. Look around in `docs/`.", "- [ ] Run the tests in `tests/`", "- `docs/` describes it"]
)
def test_a_folder_that_a_step_only_speaks_of_is_not_demanded(branch: Branch, item: str) -> None:
    assert branch.found(STEPS.format(item)) == set()


@pytest.mark.parametrize("item", ["- [ ] 8. `docs/store.md`", "- [ ] `docs/store.md`", "* `docs/store.md`"])
def test_a_bare_path_among_the_steps_is_ordered(branch: Branch, item: str) -> None:
    assert branch.found(STEPS.format(item)) == {("GP402", "docs/store.md")}


def test_a_bare_path_below_words_that_lead_a_list_is_what_these_say(branch: Branch) -> None:
    assert branch.found(STEPS.format("\nFor reference, these files use it:\n\n- `docs/store.md`")) == set()


@pytest.mark.parametrize(
    "item",
    [
        "2. Shared tests: `tests/test_store.py` gets a case with defaults.",
        "- [ ] Test: `tests/test_store.py`, a case for retries",
        "2. Tests: `tests/test_store.py` covers it.",
    ],
)
def test_a_file_behind_a_label_that_nothing_touches_is_a_fact(branch: Branch, item: str) -> None:
    assert branch.told(STEPS.format(item)) == {("warning", "GP406", "tests/test_store.py")}


def test_a_file_behind_see_also_is_not_asked_for(branch: Branch) -> None:
    assert branch.told(STEPS.format("2. See also: `tests/test_store.py` gets the store.")) == set()


def test_a_file_that_one_step_orders_and_another_forbids_is_a_contradiction(branch: Branch) -> None:
    plan = STEPS.format("- [ ] 2. Change `src/web.py`: show twice.\n- [ ] 3. Do not touch `src/web.py`.")
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    (found,) = branch.conform(plan)["findings"]  # type: ignore[misc]
    assert (found["code"], found["severity"]) == ("GP403", "warning")
    assert found["message"] == "Changed `src/web.py`: line 6 of the plan orders it, line 7 forbids it"
