"""A goal that brings something in is told from one that only speaks of it."""

from __future__ import annotations

import re

import pytest

from groundplan.evidence.contrary.introduced import find_introduced

PRINT = re.compile(r"`print`|print\(\)")


@pytest.mark.parametrize(
    "goal",
    [
        "Log slow queries with `print`",
        "Report progress using print()",
        "Add `print` calls",
        "Replace the logger with `print`",
        "Switch from logging to `print`",
        "The report should use print() instead of the logger",
    ],
)
def test_it_brings_it_in(goal: str) -> None:
    assert find_introduced(goal, PRINT)


@pytest.mark.parametrize(
    "goal",
    [
        "Replace `print` with logging",
        "Remove the print() calls",
        "Use logging instead of `print`",
        "Fix `print` of long lines",
        "Do not use `print`",
        "Switch from `print` to logging",
        "It fails with `print`",
        "`print` shows the wrong line",
        "The output is wrong. `print` is fine",
        "Something else\n```python\nuse print()\n```\n",
        "Support `print` in templates",
    ],
)
def test_it_only_speaks_of_it(goal: str) -> None:
    assert not find_introduced(goal, PRINT)
