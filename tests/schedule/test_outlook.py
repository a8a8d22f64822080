"""What follows from the tasks of a plan: waves, the longest chain, and days that are never one figure."""

from __future__ import annotations

import pytest

from groundplan.plan.phases import PhaseId
from groundplan.plan.task_graph import TaskNode
from groundplan.schedule.effort import SIZES
from groundplan.schedule.forecast import forecast_work, weeks_of
from groundplan.schedule.outlook import look_ahead
from groundplan.wording.dependencies import read_graph


def graph(*rows: tuple[str, str, str]) -> object:
    return read_graph(
        [
            TaskNode(name, name, name[1:], PhaseId("roadmap", phase), needs=needs)
            for name, phase, needs in rows
        ]
    )


@pytest.mark.req("S4-16", "S4-24")
def test_days_are_two_figures_and_weeks_come_from_the_worse_one() -> None:
    tasks = graph(("T1", "1", "None"), ("T2", "1", "T1"), ("T3", "2", "T2"))
    seen = look_ahead(tasks, ["M", "L", "S"])
    assert seen.days is not None
    assert seen.days.p50 < seen.days.p90
    phases = [forecast_work([SIZES["M"], SIZES["L"]]), forecast_work([SIZES["S"]])]
    assert [each.phase.number for each in seen.phases] == ["1", "2"]
    assert tuple(each.weeks for each in seen.phases) == weeks_of(phases)
    assert seen.waves == ((0,), (1,), (2,))
    assert seen.longest == (0, 1, 2)


@pytest.mark.req("S4-24")
def test_where_nothing_was_estimated_nothing_is_said_of_days() -> None:
    seen = look_ahead(graph(("T1", "1", "None"), ("T2", "1", "None")), ["", "3 days"])
    assert (seen.days, seen.phases, seen.counted) == (None, (), 0)
    assert seen.waves == ((0, 1),)


def test_weeks_are_silent_while_one_task_has_no_estimate() -> None:
    seen = look_ahead(graph(("T1", "1", "None"), ("T2", "2", "T1")), ["M", ""])
    assert (seen.counted, seen.phases) == (1, ())
    assert seen.days is not None


def test_what_waits_for_itself_is_named_and_not_ordered() -> None:
    seen = look_ahead(graph(("T1", "1", "T2"), ("T2", "1", "T1"), ("T3", "1", "None")), ["M", "M", "M"])
    assert (seen.waves, seen.stuck) == (((2,),), (0, 1))
