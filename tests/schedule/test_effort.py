"""Efforts as people write them; one figure is a length to plan with, and no estimate."""

from __future__ import annotations

import pytest

from groundplan.schedule.effort import read_effort, read_length


@pytest.mark.req("S4-16")
@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("M", (1.0, 2.0, 5.0)),
        ("S (default)", (0.5, 1.0, 2.0)),
        ("1/2/5 days", (1.0, 2.0, 5.0)),
        ("2-4 days", (2.0, 3.0, 4.0)),
        ("1–2 weeks", (5.0, 7.5, 10.0)),
        ("4 to 8 hours", (0.5, 0.75, 1.0)),
        ("3 days", None),
        ("", None),
        ("TBD", None),
        ("5/2/1 days", None),
        ("Medium-sized, 12 files", None),
    ],
)
def test_only_an_effort_with_a_spread_is_counted(text: str, days: tuple[float, ...] | None) -> None:
    assert read_effort(text) == days


@pytest.mark.req("S4-05", part="XS to XL, hours and days")
@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("XS", 0.5),
        ("XL", 10.0),
        ("2-4 days", 3.0),
        ("3 days", 3.0),
        ("~3d", 3.0),
        ("4h", 0.5),
        ("1 week (default)", 5.0),
        ("12 files", None),
        ("3 dozen", None),
        ("", None),
        ("?", None),
    ],
)
def test_the_days_to_plan_with_are_the_likely_case_or_the_one_figure(text: str, days: float | None) -> None:
    assert read_length(text) == days
