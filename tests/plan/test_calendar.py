"""Working days and dates: weekends, holidays, who is away, and settings that cannot be read."""

from __future__ import annotations

from datetime import date

import pytest

from groundplan.plan.calendar import Calendar, read_calendar, read_span
from groundplan.plan.config import read_config
from groundplan.plan.errors import Unreadable

FRIDAY = date(2026, 3, 6)


def test_weekends_and_holidays_are_no_working_days() -> None:
    calendar = read_calendar({"start": "2026-03-06", "holidays": ["2026-03-10"]}, "config.toml")
    assert [calendar.date_of(day) for day in (0, 0.5, 1, 2)] == [
        FRIDAY,
        FRIDAY,
        date(2026, 3, 9),
        date(2026, 3, 11),
    ]
    # Work that ends when a day ends ends on that day, not on the next morning.
    assert calendar.date_of(2, is_end=True) == date(2026, 3, 9)
    assert calendar.offset_of(date(2026, 3, 11)) == 2


def test_days_away_are_counted_in_working_days() -> None:
    calendar = Calendar(FRIDAY)
    span = read_span("2026-03-07..2026-03-10")
    assert span is not None
    assert calendar.absence(span) == (1.0, 3.0)


def test_without_a_start_there_are_no_dates() -> None:
    assert Calendar().date_of(3) is None


@pytest.mark.parametrize(
    "table",
    [
        {"start": "soon"},
        {"start": 5},
        {"weekdays": []},
        {"weekdays": ["Monday"]},
        {"holidays": "2026-01-01"},
        {"holidays": ["2026-01-05..2026-01-01"]},
        {"people": {"Ada": 0}},
        {"people": {"Ada": True}},
        {"people": 2},
        {"away": {"Ada": ["x"]}},
        {"pleople": {}},
    ],
)
def test_a_calendar_that_cannot_be_read_is_refused_with_its_value(table: dict[str, object]) -> None:
    with pytest.raises(Unreadable, match="`"):
        read_config({"calendar": table}, place=".groundplan/config.toml")


def test_a_calendar_without_an_end_in_sight_ends() -> None:
    endless = read_calendar({"start": "2026-03-06", "holidays": ["2026-03-06..9999-12-31"]}, "")
    assert endless.date_of(1) is None
    assert endless.offset_of(date(9999, 12, 31)) == 0.0


def test_no_approval_depends_on_the_calendar() -> None:
    plain, set_up = read_config({}), read_config({"calendar": {"start": "2026-03-06"}})
    assert plain.policy.digest == set_up.policy.digest
    assert plain.profile.digest == set_up.profile.digest
    assert plain.suppressions_digest == set_up.suppressions_digest
