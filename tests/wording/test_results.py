"""What a command is expected to show, compared with what it did."""

from __future__ import annotations

import pytest

from groundplan.wording.results import is_met, tell_missing, tell_nothing_ran


@pytest.mark.req("S4-22")
@pytest.mark.parametrize(
    ("expected", "code", "printed", "met"),
    [
        ("passes", 0, "", True),
        ("passes", 1, "", False),
        ("passes", None, "", False),
        ("", 0, "anything", True),
        ("fails", 1, "", True),
        ("fails", 0, "", False),
        ("still fails with an error", 2, "", True),
        ("shows the new test fail", 0, "1 passed", False),
        ("shows the new test fail", 1, "1 failed", True),
        ("shows that both tests fail today", 0, "2 passed", False),
        ("shows no test fail", 0, "2 passed", True),
        ("shows a table of tests", 0, "2 passed", True),
        ("exits with code 2", 2, "", True),
        ("exits with code 2", 1, "", False),
        ("exits 3", 3, "", True),
        ("exits with code 0", 0, "", True),
        ("prints `3 passed`", 0, "=== 3 passed in 0.1s", True),
        ("prints `3 passed`", 0, "=== 2 passed in 0.1s", False),
        ('→ "ok"', 0, "OK", True),
        ("passes, 12 passed", 0, "11 passed", False),
        ("prints nothing", 0, " \n", True),
        ("prints nothing", 0, "a warning", False),
        ("prints nothing", 1, "", False),
        ("finds nothing", 1, "", True),  # as `grep` ends that finds nothing
        ("finds nothing", 2, "", False),
        ("finds nothing", 0, "src/a.py:1:old", False),
        ("passes; `upload()` returns `503`", 0, "1 passed", True),
        ("reports 0 errors", 0, "Success: no issues found", True),
    ],
)
def test_a_result_is_compared_with_what_is_expected(
    expected: str, code: int | None, printed: str, *, met: bool
) -> None:
    assert is_met(expected, code, printed) is met


@pytest.mark.parametrize(
    ("printed", "argv", "told"),
    [
        ("3 passed in 0.1s", ("pytest",), ""),
        ("....   [100%]", ("pytest", "-qq"), ""),
        ("1 passed, 2 skipped", ("pytest",), ""),
        ("3 skipped in 0.1s", ("pytest",), "every test was skipped"),
        ("no tests ran in 0.01s", ("pytest",), "it ran no test"),
        ("", ("python3", "-m", "unittest"), "nothing that it printed shows that a test ran"),
        ("Ran 0 tests in 0.000s\n\nOK", ("python3", "-m", "unittest"), "it ran no test"),
        ("Ran 2 tests in 0.000s\n\nOK", ("python3", "-m", "unittest"), ""),
        ("ok  \texample.org/shop\t0.01s", ("go", "test", "./..."), ""),
        ("ok  \texample.org/shop\t0.01s [no tests to run]", ("go", "test", "./..."), "it ran no test"),
        ("?   \texample.org/a\t[no test files]\nok  \texample.org/b\t0.1s", ("go", "test", "./..."), ""),
        ("test result: ok. 0 passed; 0 failed", ("cargo", "test"), "it ran no test"),
        ("test result: ok. 4 passed; 0 failed", ("cargo", "test"), ""),
        ("All checks passed!", ("ruff", "check"), ""),
        ("", ("make", "test"), ""),
    ],
)
def test_a_green_run_that_tested_nothing_is_seen(printed: str, argv: tuple[str, ...], told: str) -> None:
    assert tell_nothing_ran(printed, argv) == told


@pytest.mark.parametrize(
    ("printed", "code", "missing"),
    [
        ("/usr/bin/python: No module named pytest", 1, "pytest"),
        ("ModuleNotFoundError: No module named 'requests.auth'", 2, "requests.auth"),
        ("Error: Cannot find module 'chai'\nRequire stack:", 1, "chai"),
        ("sh: 1: xo: not found", 127, "xo"),
        ("bash: line 1: rspec: command not found", 127, "rspec"),
        ("cannot load such file -- minitest (LoadError)", 1, "minitest"),
        ("x.go:3:8: no required module provides package github.com/a/b; to add it", 1, "github.com/a/b"),
        ("shims/pytest: line 12: /root/pyenv: No such file or directory", 127, "/root/pyenv"),
        ("open data.csv: No such file or directory", 1, ""),
        ("1 failed, 2 passed", 1, ""),
        ("AssertionError: page not found", 1, ""),
    ],
)
def test_what_a_command_misses_is_named(printed: str, code: int, missing: str) -> None:
    assert tell_missing(printed, code) == missing
