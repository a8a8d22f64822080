"""`show` says what the tasks of a plan lead to, and nothing that nobody estimated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Desk

ROWS = """\
| Task | Owner | Dependencies | Effort |
|--|--|--|--|
| T1: Count the retries | Ada | None | {0} |
| T2: Retry once | Ada | T1 | {1} |
| T3: Tell the user | Ada | T1 | {1} |
"""


def roadmap(desk: Desk, *efforts: str) -> Desk:
    assert desk.run("new", "Retry uploads", "--playbook", "roadmap", "--name", "retry").code == 0
    ran = desk.run("write", "phase-1/tasks", "-", stdin=ROWS.format(*efforts))
    assert ran.code == 0, ran.err
    return desk


@pytest.mark.req("S4-16", "S4-24")
def test_waves_two_figures_and_weeks_by_the_worse_one_are_shown(desk: Desk) -> None:
    ran = roadmap(desk, "M", "1-3 days").run("show", columns=200)
    assert "T1 · T2, T3 (3 tasks in 2 waves)" in ran.out
    assert "P50 6.3, P90 7.7 days of one person" in ran.out
    assert "Phase 1: Week 1-2 (one person, by P90)" in ran.out
    told = desk.run("show", "--json").json["schedule"]
    assert (told["waves"], told["counted"], told["weeks"]) == ([["T1"], ["T2", "T3"]], 3, {"1": [1, 2]})


@pytest.mark.req("S4-24")
def test_one_figure_is_no_estimate_and_no_days_are_shown(desk: Desk) -> None:
    ran = roadmap(desk, "3 days", "unknown").run("show", columns=200)
    assert "P50" not in ran.out
    assert "by P90" not in ran.out
    assert "T1 · T2, T3" in ran.out
