"""Sizes, days and weeks: conservative, monotone, and never one date alone."""

from __future__ import annotations

import itertools

import pytest

from groundplan.schedule.outlook import forecast, read_effort, spell_weeks, weeks_of

S, M, L, XS = (days for size in ("S", "M", "L", "XS") if (days := read_effort(size)))


@pytest.mark.req("S4-16")
def test_p90_is_more_than_p50_and_less_than_the_worst_case() -> None:
    sizes = [S, M, L]
    days = forecast(sizes)
    worst = sum(size[2] for size in sizes)
    likely = sum(size[1] for size in sizes)
    assert likely < days.p50 < days.p90 < worst


@pytest.mark.req("S4-16", "S4-24")
def test_weeks_follow_from_p90_and_no_phase_starts_before_the_one_above_ends() -> None:
    forecasts = [forecast([M]), forecast([L, L]), forecast([XS])]
    weeks = weeks_of(forecasts)
    assert weeks[0] == (1, 1)
    assert all(
        later[0] >= earlier[1] - 1 and later[0] >= earlier[0] for earlier, later in itertools.pairwise(weeks)
    )
    assert weeks[-1][1] * 5 >= sum(each.p90 for each in forecasts)
    assert [spell_weeks(*each) for each in weeks[:1]] == ["Week 1"]
