"""The yardstick of the tests on hostile text can fail: it tells a square from a line."""

from __future__ import annotations

import re

import pytest
from growth import assert_linear


def test_work_that_grows_with_its_length_passes() -> None:
    assert_linear(lambda count: sum(range(100 * count)), 20_000)


def test_work_that_grows_with_the_square_fails() -> None:
    # Each start of a run of letters is tried to the end of the run.
    with pytest.raises(AssertionError, match="8000: "):
        assert_linear(lambda count: re.search(r"a+b", "a" * count), 8_000)
