"""Declarations, tests and names are reported where it is sure that no step covers them, else nothing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

STEPS = "# Plan\n\n## Steps\n\n1. {}\n"


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path)


def codes(branch: Branch, step: str) -> list[str]:
    found = branch.conform(STEPS.format(step))["findings"]
    return [each["code"] for each in found]  # type: ignore[attr-defined]


def committed(branch: Branch, path: str, text: str) -> Branch:
    branch.change(path, new=text)
    branch.desk.commit(f"Add {path}")
    branch.desk.git("branch", "-f", "main")
    return branch


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ("`src/status.rs`: it takes more; store a `NonZeroU16`", []),
        ("`src/status.rs`: it takes more", ["GP404"]),
    ],
)
def test_a_declaration_is_planned_where_a_step_about_the_file_names_what_is_new_in_it(
    branch: Branch, step: str, found: list[str]
) -> None:
    committed(branch, "src/status.rs", "pub struct StatusCode(u16);\n")
    branch.change("src/status.rs", "(u16)", "(NonZeroU16)")
    assert codes(branch, step) == found


@pytest.mark.parametrize("words", ["becomes a `class_alias`", "faster", ""])
def test_a_file_that_loses_names_which_the_plan_does_not_have_is_told(branch: Branch, words: str) -> None:
    committed(branch, "src/Time.php", "<?php\nclass Time {\n    public function json() { return 1; }\n}\n")
    branch.change("src/Time.php", new="<?php\nclass_alias(Clock::class, 'Time');\n")
    assert codes(branch, f"`src/Time.php`: {words}") == ["GP404"]


MACRO = """\
macro_rules! test_round_trip {
    ($($num:expr,)+) => {
        #[test]
        fn roundtrip() { $( assert_eq!($num, $num); )+ }
    }
}
test_round_trip!(1, 2,);
"""
PLAIN = "#[test]\nfn roundtrip() { assert_eq!(1, 1); }\n"


def test_a_test_that_a_macro_made_and_that_is_written_out_is_not_lost(branch: Branch) -> None:
    committed(branch, "tests/status.rs", MACRO)
    branch.change("tests/status.rs", new=PLAIN)
    assert codes(branch, "`tests/status.rs`: one more case") == []


TESTS = "def test_one():\n    assert 1\n\n\ndef test_two():\n    assert 2\n"
MADE = "import pytest\n\n\n@pytest.mark.parametrize('it', [1, 2])\ndef test_all(it):\n    assert it\n"


@pytest.mark.parametrize(("after", "found"), [(MADE, []), (TESTS[:28], ["GP406"])])
def test_tests_are_not_counted_where_one_of_them_became_several(
    branch: Branch, after: str, found: list[str]
) -> None:
    committed(branch, "tests/test_two.py", TESTS)
    branch.change("tests/test_two.py", new=after)
    assert codes(branch, "`tests/test_two.py`: tidy") == found


def test_an_unplanned_test_file_with_fewer_tests_is_unplanned_whatever_makes_the_others(
    branch: Branch,
) -> None:
    committed(branch, "tests/test_two.py", TESTS)
    branch.change("tests/test_two.py", new=MADE)
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    assert codes(branch, "`src/web.py`: `show` is twice as fast") == ["GP401"]


POOL = """\
namespace spdlog {
namespace details {
void SPDLOG_INLINE thread_pool::post(int a) { if (a { q_.put(a); }
size_t SPDLOG_INLINE thread_pool::size()
{
    return q_.size();
}
} // namespace details
} // namespace spdlog
"""


def test_a_name_that_only_one_of_two_parses_saw_is_neither_added_nor_removed(branch: Branch) -> None:
    committed(branch, "include/pool.h", POOL)
    branch.change("include/pool.h", "if (a {", "if (a) {}")
    step = "`include/pool.h`: `post` takes zero, in `spdlog` `details`"
    assert codes(branch, step) == []
    branch.change("include/pool.h", "} // namespace spdlog", "} // namespace spdlog\nvoid fresh() { }")
    assert codes(branch, step) == ["GP404"]
