"""Files and names that a plan promises in plain words: what no file has afterwards is told as a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    paths = "README.md", "docsify/sidebar.md", "src/__tests__/store.test.ts", "store_test.go", "store.go"
    return make_branch(tmp_path, dict.fromkeys(paths, "one\n")).change("src/store.py", *LOAD)


STEP = "# Plan\n\n- `src/store.py`: retry once\n"


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("- [ ] tests in a new file src/__tests__/injectable.test.ts", "src/__tests__/injectable.test.ts"),
        ("- errors_test.go: new", "errors_test.go"),
        ("- `errors_test.go` (new)", "errors_test.go"),
        ("- create errors.go for them", "errors.go"),
        ("- tests/test_retry.py, with one case for each", "tests/test_retry.py"),
        ("Then add a new file docsify/retries.md that tells it.", "docsify/retries.md"),
    ],
)
def test_a_new_file_that_a_plan_promises_is_asked_for(branch: Branch, words: str, path: str) -> None:
    told = branch.told(f"{STEP}\n{words}\n")
    assert {subject for _, _, subject in told} == {path}
    assert "error" not in {weight for weight, *_ in told} or "new" in words
    branch.change(path, new="def test_it():\n    pass\n")
    assert branch.told(f"{STEP}\n{words}\n") == set()


@pytest.mark.parametrize(
    "words",
    [
        "- Node.js and logger.child stay as they are",
        "- it reads config.py of the user and prints www.example.py",
        "- a new option store.retries",
        "- see https://example.org/src/retry.py",
        "A new file src/retry.py would be too much.",
        "- users write `conf.go`, or get an error",
        "- the new file is not errors.go",
    ],
)
def test_a_name_with_a_dot_that_nothing_calls_new_is_not_asked_for(branch: Branch, words: str) -> None:
    assert branch.told(f"{STEP}\n{words}\n") == set()


def test_files_in_a_sentence_that_orders_something_are_asked_for(branch: Branch) -> None:
    plan = f"{STEP}\nThen link it in README.md and docsify/sidebar.md.\n"
    assert branch.told(plan) == {
        ("warning", "GP402", "README.md"),
        ("warning", "GP402", "docsify/sidebar.md"),
    }
    branch.change("README.md", new="two\n").change("docsify/sidebar.md", new="two\n")
    assert branch.told(plan) == set()


@pytest.mark.parametrize(
    "words",
    [
        "Users link to README.md and docsify/sidebar.md.",
        "## Why\n\nLink it in README.md, they said.",
        "Add nothing to README.md.",
        "Do not link it in README.md.",
        "Write it as in README.md.",
        "Once is enough: README.md says so.",
        "Add a second try, README.md has the numbers.",
        "Name resolution with README.md takes long.",
        "Call sites such as README.md stay.",
        "Then write out.go to the user's folder.",
    ],
)
def test_files_in_a_sentence_that_tells_something_are_not_asked_for(branch: Branch, words: str) -> None:
    assert branch.told(f"{STEP}\n{words}\n") == set()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("- add `retry_once` to the store", "retry_once"),
        ("- `again()` does it", "again"),
        ("- rename `fetch` to `obtain()`", "obtain"),
        ("## Add `retryOnce`\n\n- to the store", "retryOnce"),
        ("Add a method `retryOnce` to the store.", "retryOnce"),
    ],
)
def test_a_name_that_a_step_gives_and_no_file_has_is_told(branch: Branch, words: str, name: str) -> None:
    plan = f"{STEP}\n{words}\n"
    assert ("note", "GP405", name) in branch.told(plan)
    branch.change("src/more.py", new=f"def {name}():\n    return 1\n")
    assert not any(code == "GP405" for _, code, _ in branch.told(plan))


def test_a_name_that_a_step_works_on_and_the_change_removes_is_told(branch: Branch) -> None:
    branch.change("src/web.py", new="from src.store import Store\n\n\ndef view():\n    return Store()\n")
    plan = f"{STEP}\n- `src/web.py`: `show_page()` gets a title\n"
    branch.change("src/web.py", "view", "show_page").desk.commit("Name it")
    branch.desk.git("branch", "-f", "main")
    branch.change("src/web.py", "show_page", "view").change(
        "src/store.py", "[key]" if False else "key\n", "key \n"
    )
    assert ("note", "GP405", "show_page") in branch.told(plan)
    gone = plan.replace("gets a title", "goes: nothing uses it any more")
    assert not any(code == "GP405" for _, code, _ in branch.told(gone))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("retry once", {("warning", "GP405", "src/store.py::Store.save")}),
        ("move it to the web", set()),
        ("no longer needed", set()),
        ("becomes `kept_value`", {("note", "GP405", "kept_value")}),
    ],
)
def test_a_name_that_a_step_changes_and_the_change_removes_is_told(
    branch: Branch, words: str, told: set[tuple[str, str, str]]
) -> None:
    branch.change("src/store.py", "    def save(self, key, value):\n        return key, value\n\n", "")
    assert (
        branch.told(
            f"# Plan\n\n1. `src/store.py::Store.load`: more\n2. `src/store.py::Store.save`: {words}\n"
        )
        == told
    )
