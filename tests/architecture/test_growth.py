"""The yardstick of the tests on hostile text can fail: it tells a square from a line.

The clock is a made one, so that no busy machine decides what this test says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import growth
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS_PER_STEP = 1e-5


class Clock:
    """Processor time that goes on only with the steps of the work."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def process_time(self) -> float:
        return self.seconds

    def spend(self, steps: int) -> None:
        self.seconds += SECONDS_PER_STEP * steps


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(growth, "time", made)
    return made


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param(lambda count: 0, id="no time at all"),
        pytest.param(lambda count: count, id="its length"),
        pytest.param(lambda count: count * count.bit_length(), id="sorting it"),
    ],
)
def test_work_that_grows_with_its_length_passes(clock: Clock, steps: Callable[[int], int]) -> None:
    growth.assert_linear(lambda count: clock.spend(steps(count)), 8_000)


def test_work_that_grows_with_the_square_fails(clock: Clock) -> None:
    with pytest.raises(AssertionError, match="8000: "):
        growth.assert_linear(lambda count: clock.spend(count * count), 8_000)


def test_one_slow_measurement_of_linear_work_passes(clock: Clock) -> None:
    delays = iter([50_000])

    growth.assert_linear(lambda count: clock.spend(count + 20 * next(delays, 0)), 8_000)


def test_a_square_fails_though_its_small_one_was_measured_at_twice_its_cost(clock: Clock) -> None:
    delays = iter([0, 8_000 * 8_000])
    with pytest.raises(AssertionError, match="8000: "):
        growth.assert_linear(lambda count: clock.spend(count * count + next(delays, 0)), 8_000)
