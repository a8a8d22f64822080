"""Sizes, days and weeks: conservative, monotone, and never one date alone."""

from __future__ import annotations

import itertools

import pytest

from groundplan.planner.writers.board import Board
from groundplan.planner.writers.effort import Size, forecast, size_of, spell_weeks, weeks_of
from groundplan.planner.writers.task_order import find_critical, find_waves


@pytest.mark.req("S4-05")
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


def laid_out() -> Board:
    board = Board()
    board.open(0, "First")
    board.add("a", Size.XS)
    board.add("b", Size.L)
    board.open(1, "Second")
    board.add("c", Size.M)
    board.add("d", Size.S, needs="T3")
    board.add("e", Size.XS, needs="All above")
    return board


@pytest.mark.req("S4-05", "S4-15")
def test_tasks_that_wait_for_nothing_of_each_other_are_one_wave() -> None:
    assert find_waves(laid_out().phases) == (("T1", "T2"), ("T3",), ("T4",), ("T5",))


@pytest.mark.req("S4-15")
def test_the_critical_path_takes_the_longest_task_of_each_step() -> None:
    chain, days = find_critical(laid_out().phases)
    assert chain == ("T2", "T3", "T4", "T5")
    assert days == pytest.approx(sum(forecast([size]).p90 for size in (Size.L, Size.M, Size.S, Size.XS)))
