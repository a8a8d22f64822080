"""Plans in everyday wording: what they mention is not accused, and what they leave open is told as a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

PATHS = (
    *("README.md", "lib/window/count.ex", "app/appleMain/Bytes.kt", "app/jvmMain/Bytes.kt"),
    *("tests/FailureTests.scala", "libexec/tool-local"),
)


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    code = {
        "src/base_adapter.py": "def open_it():\n    return 1\n",
        "package.json": '{"devDependencies": {"typescript": "3.3"}}\n',
    }
    return make_branch(tmp_path, dict.fromkeys(PATHS, "one\n") | code)


def rewrite(branch: Branch, path: str) -> Branch:
    text = branch.desk.read(path).replace("one", "two").replace("return 1", "return 2").replace("3.3", "3.4")
    return branch.change(path, new=text)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("README.md", "- readme: paste the new output"),
        ("README.md", "| Where | What |\n|--|--|\n| README.md | the options |"),
        ("lib/window/count.ex", "- Global and Count just give it back"),
        ("lib/window/count.ex", "- every window module grows a callback"),
        ("app/appleMain/Bytes.kt", "- actuals in `appleMain`"),
        ("src/base_adapter.py", "- BaseAdapter closes what it opened"),
        ("src/base_adapter.py", "- the base adapter closes what it opened"),
        ("src/base_adapter.py", "- `open_it()` closes again"),
        ("package.json", "- TypeScript 3.4"),
    ],
)
def test_a_file_that_the_plan_mentions_in_any_way_is_named(branch: Branch, path: str, words: str) -> None:
    rewrite(branch, path).change("src/store.py", *LOAD)
    plan = f"# Plan\n\n- `src/store.py`: retry once\n{words}\n"
    assert branch.told(plan) == set()
    assert branch.verdicts(plan)[path].startswith(("named: line ", "planned: line "))


@pytest.mark.parametrize("words", ["- other words", "As `src/count.exs` has it, see `app/jvmMain/Bytes.kt`."])
def test_a_file_that_no_words_are_about_is_a_fact_and_no_error(branch: Branch, words: str) -> None:
    rewrite(branch, "lib/window/count.ex").change("src/store.py", *LOAD)
    plan = f"# Plan\n\n- `src/store.py`: retry once\n- once is enough\n\n{words}\n"
    assert branch.told(plan) == {("warning", "GP401", "lib/window/count.ex")}
    (found,) = branch.conform(plan)["findings"]  # type: ignore[misc]
    assert found["message"] == "Changed `lib/window/count.ex`, which the plan does not name"


def test_where_the_plan_names_no_file_the_fact_is_a_note(branch: Branch) -> None:
    rewrite(branch, "lib/window/count.ex")
    assert branch.told("# Plan\n\nLoads are tried twice.\n") == {("note", "GP401", "lib/window/count.ex")}


@pytest.mark.parametrize(
    "plan",
    [
        "# Plan\n\n1. `src/store.py`: retry once\n2. `README.md`: say so\n",
        "# Plan\n\n## Files to change\n\n- `src/store.py`\n- `README.md`\n\n## How\n\nRetry once.\n",
    ],
)
def test_a_file_beside_a_list_of_files_or_steps_that_all_name_theirs_is_an_error(
    branch: Branch, plan: str
) -> None:
    rewrite(branch, "README.md").change("src/store.py", *LOAD)
    assert branch.told(plan) == set()
    rewrite(branch, "lib/window/count.ex")
    assert branch.found(plan) == {("GP401", "lib/window/count.ex")}


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("- Thank the reporter: add them to `README.md`", "README.md"),
        ("- README.md, which should say so", "README.md"),
        ("- `FailureTests`: expect the new error", "tests/FailureTests.scala"),
        ("- commands answer:\n  - `tool-local`", "libexec/tool-local"),
        ("Docs\n: a paragraph about retries in README.md", "README.md"),
        ("- [ ] in the guide (`docs/Guide to 12.md`)", "docs/Guide to 12.md"),
    ],
)
def test_a_file_that_an_item_names_and_nothing_touches_is_a_fact(
    branch: Branch, words: str, subject: str
) -> None:
    branch.change("src/store.py", *LOAD)
    told = branch.told(f"# Plan\n\n- `src/store.py`: retry once\n\n{words}\n")
    assert {(weight, name) for weight, _, name in told} == {("warning", subject)}


@pytest.mark.parametrize(
    "words",
    [
        "The readers in `README.md` know it.",
        "- retry as in `README.md`",
        "- no change of `README.md`",
        "- the cache is slow (`README.md:12`)",
        "## Why\n\n- `README.md` promises it",
        "- run `cat README.md`",
        "- `FailureTests` must not change",
    ],
)
def test_a_file_in_prose_as_a_model_or_as_evidence_is_not_asked_for(branch: Branch, words: str) -> None:
    branch.change("src/store.py", *LOAD)
    assert branch.told(f"# Plan\n\n- `src/store.py`: retry once\n\n{words}\n") == set()


@pytest.mark.parametrize(
    ("words", "weight"),
    [
        ("Out of scope: `base_adapter` itself.", "error"),
        ("**Not part of this PR:** the base_adapter.py entry and links.", "warning"),
        ("Not now: the adapter (`src/base_adapter.py`) keeps it.", "warning"),
        ("One for later: `src/base_adapter.py`. It is being\nrewritten elsewhere.", "error"),
        ("`src/base_adapter.py` is being rewritten elsewhere. Keep off it.", "warning"),
        ("- `src/base_adapter.py` opens it, leave that alone", "warning"),
    ],
)
def test_a_file_that_is_left_alone_in_any_words_is_never_planned(
    branch: Branch, words: str, weight: str
) -> None:
    branch.change("src/store.py", *LOAD)
    plan = f"# Plan\n\n- `src/store.py`: retry once\n\n{words}\n"
    assert branch.told(plan) == set()
    rewrite(branch, "src/base_adapter.py")
    assert branch.told(plan) == {(weight, "GP403", "src/base_adapter.py")}


@pytest.mark.parametrize("path", ["CHANGELOG.md", "tests/test_more.py"])
def test_a_file_that_needs_no_step_needs_to_be_left_alone_where_the_plan_says_so(
    branch: Branch, path: str
) -> None:
    branch.change("src/store.py", *LOAD).change(path, new="def test_more():\n    pass\n")
    plan = f"# Plan\n\n- `src/store.py`: retry once\n\nNot now: `{path}`.\n"
    assert branch.found(plan) == {("GP403", path)}


def test_a_name_that_work_has_and_no_file_is_a_note(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD)
    plan = "# Plan\n\n- `src/store.py`: new method `_retryOnce(key)`, called by `Store.load`\n"
    assert branch.told(plan) == {("note", "GP405", "_retryOnce")}
    branch.change("src/store.py", "def _read", "def _retryOnce")
    assert branch.told(plan) == set()


def test_a_plan_of_ours_means_what_its_work_names_and_nothing_beside(branch: Branch) -> None:
    desk = branch.desk
    assert desk.pipe("new", "Retry loads", "--playbook", "collaborate").code == 0
    heading = "## Implementation Plan\n"
    steps = f"{heading}\n1. Change `src/store.py::Store.load`: retry once.\n2. Count the readme's tries.\n"
    desk.edit("plans/retry-loads.md", heading, steps)
    rewrite(branch.change("src/store.py", *LOAD), "lib/window/count.ex")
    done = desk.pipe("conform", "--base", "main", "--json").json()
    (found,) = done["findings"]
    assert (found["code"], found["subject"], found["severity"]) == ("GP401", "lib/window/count.ex", "error")
