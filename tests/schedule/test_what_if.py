"""What if: each supposition changes just what it names, and what cannot be supposed is refused."""

from __future__ import annotations

from datetime import date

import pytest

from groundplan.plan.calendar import Calendar
from groundplan.plan.errors import Misused
from groundplan.schedule.levelling import Workload, level
from groundplan.schedule.what_if import Names, Supposed, suppose

TASKS = ("T1", "T2", "T3")
PLANNED = Supposed(
    Workload([frozenset(), frozenset({0}), frozenset({1})], [1.0, 2.0, 1.0], [("Ada",), ("Ada",), ("Ben",)]),
    ((0.5, 1.0, 2.0), (1.0, 2.0, 5.0), None),
)
STARTED = Calendar(date(2026, 3, 2))


def names(calendar: Calendar = STARTED) -> Names:
    places = {name: at for at, name in enumerate(TASKS)}
    return Names(places.get, TASKS, ("Ada", "Ben"), calendar)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("T2 takes 4 days", 6.0),
        ("T2 takes L", 7.0),
        ("T3 without T2", 3.0),
        ("Ada away 2-3", 6.0),
        ("Ada is away day 2", 5.0),
        ("ada away 2026-03-03..2026-03-04", 6.0),
        ("Ada has 2 people", 4.0),
    ],
)
def test_a_supposition_changes_the_end(text: str, days: float) -> None:
    assert level(PLANNED.work).days == 4.0
    assert level(suppose(text, PLANNED, names()).work).days == days


def test_a_length_that_is_supposed_has_no_spread_unless_it_says_so() -> None:
    assert suppose("T2 takes 4 days", PLANNED, names()).estimates[1] == (4.0, 4.0, 4.0)
    assert suppose("T2 takes 2-4 days", PLANNED, names()).estimates[1] == (2.0, 3.0, 4.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("T9 takes 4 days", "`T9` is none of the tasks"),
        ("T2 takes ages", "`ages` is no effort"),
        ("T3 without T1", "`T3` does not depend on `T1`"),
        ("Eve away 2-3", "`Eve` owns none of the tasks"),
        ("Ada away 3-2", "are no days"),
        ("Ada has 0 people", "cannot be 0 people"),
        ("Everything is fine", "nothing that can be supposed"),
    ],
)
def test_what_cannot_be_supposed_is_refused(text: str, told: str) -> None:
    with pytest.raises(Misused, match=told) as refused:
        suppose(text, PLANNED, names())
    assert str(refused.value.hint)


def test_dates_need_a_start() -> None:
    with pytest.raises(Misused, match="needs the date on which work starts"):
        suppose("Ada away 2026-03-03", PLANNED, names(Calendar()))
