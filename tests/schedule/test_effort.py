"""Sizes, days and weeks: conservative, monotone, and never one date alone."""

from __future__ import annotations

import itertools

import pytest

from groundplan.schedule.effort import Size, forecast, size_of, spell_weeks, weeks_of


@pytest.mark.req("S4-05", part="XS to XL")
def test_a_task_grows_with_its_files_and_its_uses() -> None:
    sizes = [size_of(1), size_of(1, 8), size_of(5), size_of(5, 40), size_of(40)]
    assert sizes == [Size.XS, Size.S, Size.M, Size.L, Size.XL]


@pytest.mark.req("S4-16")
def test_p90_is_more_than_p50_and_less_than_the_worst_case() -> None:
    sizes = [Size.S, Size.M, Size.L]
    days = forecast(sizes)
    worst = sum(size.days[2] for size in sizes)
    likely = sum(size.days[1] for size in sizes)
    assert likely < days.p50 < days.p90 < worst


@pytest.mark.req("S4-16", "S4-24")
def test_weeks_follow_from_p90_and_no_phase_starts_before_the_one_above_ends() -> None:
    forecasts = [forecast([Size.M]), forecast([Size.L, Size.L]), forecast([Size.XS])]
    weeks = weeks_of(forecasts)
    assert weeks[0] == (1, 1)
    assert all(
        later[0] >= earlier[1] - 1 and later[0] >= earlier[0] for earlier, later in itertools.pairwise(weeks)
    )
    assert weeks[-1][1] * 5 >= sum(each.p90 for each in forecasts)
    assert [spell_weeks(*each) for each in weeks[:1]] == ["Week 1"]
