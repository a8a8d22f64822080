"""Tests that a plan means by their class or with the file they test, examples, facts, and generic names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

STEP = "# Plan\n\n- `src/store.py`: retry once\n{}\n"
TEST = "src/test/java/dev/RateImplTest.java"
CALLS = "package a\n\nfunc TestSplit(t *T) {}\n\nfunc TestJoin(t *T) {}\n"
SPEC = "describe('a client') { it('calls') {} }\n"


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    files = {
        TEST: "class RateImplTest {}\n",
        "utils.go": "package a\n\nfunc split() {}\n\nfunc join() {}\n",
        "utils_test.go": CALLS,
        "examples/client_spec.rb": SPEC,
        "tests/examples/test_one.py": "def test_one():\n    assert 1\n",
    }
    return make_branch(tmp_path, files).change("src/store.py", *LOAD)


@pytest.mark.parametrize(
    "words", ["- Tests: `tests/test_store.py`, and unit tests in `RateImplTest`", "- Extend `RateImplTest`"]
)
def test_a_test_class_by_its_name_is_its_file(branch: Branch, words: str) -> None:
    branch.change("tests/test_store.py", "== 1", "in {1, 2}")
    assert ("warning", "GP406", TEST) in branch.told(STEP.format(words))
    branch.change(TEST, new="class RateImplTest { void retries() {} }\n")
    assert not any(subject == TEST for *_, subject in branch.told(STEP.format(words)))


def test_a_test_class_that_is_only_run_is_not_asked_for(branch: Branch) -> None:
    told = branch.told(STEP.format("- run `RateImplTest` twice"))
    assert not any(code in {"GP402", "GP406"} for _, code, _ in told)


@pytest.mark.parametrize(
    "words",
    [
        "- `utils.go`: throw out the splitting code, together with their tests",
        "- `utils.go`: drop `split` with its tests",
        "- `utils.go`: no `split` any more\n- `utils_test.go`: drop the tests of what is gone",
    ],
)
def test_a_file_with_its_tests_covers_the_tests_that_go(branch: Branch, words: str) -> None:
    branch.change("utils.go", "func split() {}\n\n", "")
    branch.change("utils_test.go", "func TestSplit(t *T) {}\n\n", "")
    assert not any(subject == "utils_test.go" for *_, subject in branch.told(STEP.format(words)))


@pytest.mark.parametrize(
    "words",
    [
        "- `utils.go`: drop `split`; extend `utils_test.go`",
        "- `utils.go`: drop `split`, add tests in `utils_test.go`",
    ],
)
def test_tests_that_no_step_removes_are_told(branch: Branch, words: str) -> None:
    branch.change("utils.go", "func split() {}\n\n", "")
    branch.change("utils_test.go", "func TestSplit(t *T) {}\n\n", "")
    assert ("warning", "GP406", "utils_test.go") in branch.told(STEP.format(words))


def test_a_changed_example_is_no_test_of_the_project(branch: Branch) -> None:
    plan = STEP.format("- tests for it")
    branch.change("examples/client_spec.rb", "calls", "asks").change("examples/new_spec.rb", new=SPEC)
    branch.change("tests/examples/test_one.py", "assert 1", "assert 2").change(
        "tests/test_store.py", "== 1", "< 2"
    )
    found = {path: said.split(":")[0] for path, said in branch.verdicts(plan).items()}
    assert found["examples/client_spec.rb"] == "unplanned"
    assert found["tests/examples/test_one.py"] == found["examples/new_spec.rb"] == "excused"


@pytest.mark.parametrize(
    "words", ["The rest is covered by `src/web.py`", "Its parts are already in `src/web.py`, so they go"]
)
def test_a_path_that_is_a_fact_is_no_order(branch: Branch, words: str) -> None:
    branch.remove("src/legacy/old.py")
    plan = STEP.format(f"- Delete `src/legacy/old.py`. {words}")
    assert not any(subject == "src/web.py" for *_, subject in branch.told(plan)), branch.conform(plan)[
        "findings"
    ]


@pytest.mark.parametrize("name", ["MustParse[T]()", "MustParse[T](opts)", "mustParse<T>()", "MustParse[T]"])
def test_a_name_with_type_parameters_is_a_name(branch: Branch, name: str) -> None:
    plan = STEP.format(f"- `{name}` - shorthand")
    plain = name.partition("[")[0].partition("<")[0]
    assert ("note", "GP405", plain) in branch.told(plan)
    branch.change("utils.go", "func join() {}", f"func {plain}() {{}}")
    assert not any(code == "GP405" for _, code, _ in branch.told(plan))
