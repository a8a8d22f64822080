"""P50 and P90: conservative, the same on every run, wider than any single path says."""

from __future__ import annotations

import itertools

import pytest

from groundplan.schedule.effort import SIZES
from groundplan.schedule.forecast import Forecast, forecast_finish, forecast_work, spell_weeks, weeks_of

XS, S, M, L = (SIZES[size] for size in ("XS", "S", "M", "L"))


@pytest.mark.req("S4-16")
def test_p90_is_more_than_p50_and_less_than_the_worst_case() -> None:
    sizes = [S, M, L]
    days = forecast_work(sizes)
    assert sum(size[1] for size in sizes) < days.p50 < days.p90 < sum(size[2] for size in sizes)


@pytest.mark.req("S4-16", part="the same figures on every run")
def test_the_same_tasks_have_the_same_forecast() -> None:
    needs = [set(), {0}, {0}]
    assert forecast_finish(needs, [S, M, L], "aab") == forecast_finish(needs, [S, M, L], "aab")


@pytest.mark.req("S4-16", part="parallel work is later than its likely case")
def test_the_last_of_many_parallel_tasks_is_later_than_any_one_of_them() -> None:
    one = forecast_finish([set()], [M], "a").end
    many = forecast_finish([set()] * 12, [M] * 12, "a" * 12).end
    assert many.p50 > one.p50
    assert many.p90 > one.p90


def test_groups_finish_in_their_order_and_the_last_one_is_the_end() -> None:
    finish = forecast_finish([set(), {0}, {1}], [S, M, L], [1, 2, 3])
    assert finish.groups[1].p90 < finish.groups[2].p90 < finish.groups[3].p90
    assert finish.groups[3] == finish.end


def test_what_is_done_takes_no_time_and_absence_does() -> None:
    done = (0.0, 0.0, 0.0)
    assert forecast_finish([set(), {0}], [done, S], "ab").end == forecast_finish([set()], [S], "a").end
    away = forecast_finish([set()], [S], "a", [((0.0, 3.0),)]).end
    assert away.p50 == pytest.approx(forecast_finish([set()], [S], "a").end.p50 + 3, abs=0.11)


@pytest.mark.req("S4-16", "S4-24")
def test_weeks_follow_from_p90_and_no_phase_starts_before_the_one_above_ends() -> None:
    forecasts = [forecast_work([M]), forecast_work([L, L]), forecast_work([XS])]
    weeks = weeks_of(forecasts)
    assert weeks[0] == (1, 1)
    assert all(
        later[0] >= earlier[1] - 1 and later[0] >= earlier[0] for earlier, later in itertools.pairwise(weeks)
    )
    assert weeks[-1][1] * 5 >= sum(each.p90 for each in forecasts)
    assert [spell_weeks(*each) for each in weeks[:1]] == ["Week 1"]


def test_a_plan_without_tasks_is_finished_at_once() -> None:
    assert forecast_finish((), (), ()).end == Forecast(0.0, 0.0)


def test_a_group_is_finished_with_its_last_task_though_others_go_on() -> None:
    fixed = [(days, days, days) for days in (2.0, 1.0, 5.0, 1.0)]
    needs = [frozenset[int](), frozenset({0}), frozenset({0}), frozenset({1, 2})]
    found = forecast_finish(needs, fixed, ["a", "a", "b", "a"])
    assert {name: each.p50 for name, each in found.groups.items()} == {"a": 8.0, "b": 7.0}
    assert found.end.p90 == 8.0
