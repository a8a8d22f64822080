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
HEADINGS = ["Steps", "Plan", "Phase 3: Polish"]


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


@pytest.mark.parametrize(
    ("words", "heading"),
    [*((words, "Tasks") for words in WORDINGS), *((WORDINGS[0], each) for each in HEADINGS)],
)
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


PAGES = "# Plan\n\n1. `src/store.py`: retry once.\n2. Document it in `docs/en/`.\n\n{}\n"


@pytest.mark.parametrize(
    "words",
    [
        "The other pages (`docs/ja`, `docs/ko`) are left to their translators; do not edit them.",
        "The other pages (`docs/ja/`, `docs/ko/`) belong to others. Please do not translate them.",
        "Pages in docs/ja/ and docs/ko/ are made elsewhere; they must not be changed here.",
        "- `docs/ja/page.md` and `docs/ko/page.md` are made elsewhere; don't touch any of them",
        "Old are `docs/ja` and `docs/ko`; nobody should edit these.",
        "3. The others, `docs/ja` and `docs/ko`, have their own writers; they stay as they are.",
    ],
)
def test_what_the_next_sentence_forbids_is_not_planned(tmp_path: Path, words: str) -> None:
    paths = [f"docs/{each}/page.md" for each in ("en", "ja", "ko")]
    branch = make_branch(tmp_path, dict.fromkeys(paths, "# Page\n")).change("src/store.py", *LOAD)
    plan = PAGES.format(words)
    for each in paths:
        branch.change(each, new="# Page\n\nTwice.\n")
    found = {path: said.split(":")[0] for path, said in branch.verdicts(plan).items()}
    assert found == {
        "src/store.py": "planned",
        "docs/en/page.md": "planned",
        "docs/ja/page.md": "out of scope",
        "docs/ko/page.md": "out of scope",
    }


@pytest.mark.parametrize(
    "words",
    [
        "`src/store.py` has one timeout and `src/web.py` another; do not change them to one.",
        "Change `src/web.py` as well; do not change it twice.",
        "`src/web.py` shows it; the texts of it are settled, do not edit them.",
    ],
)
def test_what_a_sentence_forbids_of_something_else_is_no_file_out_of_scope(
    tmp_path: Path, words: str
) -> None:
    branch = make_branch(tmp_path).change("src/store.py", *LOAD)
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    told = branch.told(f"# Plan\n\n1. `src/store.py`: retry once.\n2. {words}\n")
    assert not any(code == "GP403" for _, code, _ in told)
