"""How much work a task is: a size from counted things, three days for each size, and P50 and P90 of a sum."""

from __future__ import annotations

import enum
import math
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DAYS_A_WEEK = 5
_P90 = 1.2816  # standard deviations from the middle of a bell curve to its ninetieth percentile
_USES = 4  # so many uses or callers count as one file


class Size(enum.StrEnum):
    """How big a task is, from an hour to a month."""

    XS = "XS"
    S = "S"
    M = "M"
    L = "L"
    XL = "XL"

    @property
    def days(self) -> tuple[float, float, float]:
        """Return the best, the likely and the worst case in working days."""
        return _DAYS[self]


_DAYS = {
    Size.XS: (0.25, 0.5, 1.0),
    Size.S: (0.5, 1.0, 2.0),
    Size.M: (1.0, 2.0, 5.0),
    Size.L: (3.0, 5.0, 10.0),
    Size.XL: (5.0, 10.0, 20.0),
}
_LIMITS = ((1.0, Size.XS), (3.0, Size.S), (8.0, Size.M), (20.0, Size.L))


def size_of(files: int, uses: int = 0) -> Size:
    """Return the size of a task by the files it touches and the uses or callers it has to look at."""
    weight = files + uses / _USES
    return next((size for limit, size in _LIMITS if weight <= limit), Size.XL)


@dataclass(frozen=True, slots=True)
class Forecast:
    """Working days of one person for some tasks: as likely more as less, and nine times in ten enough."""

    p50: float
    p90: float


def forecast(sizes: Iterable[Size]) -> Forecast:
    """Return the days that tasks take one after another.

    Errors are taken to go the same way in all of them: whoever underrates one task of a plan underrates the
    others, and independent errors would make P90 look too good.
    """
    middle = spread = 0.0
    for size in sizes:
        best, likely, worst = size.days
        middle += (best + 4 * likely + worst) / 6
        spread += (worst - best) / 6
    return Forecast(round(middle, 1), round(middle + _P90 * spread, 1))


def weeks_of(forecasts: Sequence[Forecast]) -> tuple[tuple[int, int], ...]:
    """Return the first and last week of each of several phases in a row, by their P90."""
    weeks = []
    done = 0.0
    for each in forecasts:
        first = math.floor(done / DAYS_A_WEEK) + 1
        done += each.p90
        weeks.append((first, max(first, math.ceil(done / DAYS_A_WEEK))))
    return tuple(weeks)


def spell_weeks(first: int, last: int) -> str:
    """Return a span of weeks as headings have it: Week 3, Week 3-5."""
    return f"Week {first}" if first == last else f"Week {first}-{last}"


def spell_days(size: Size) -> str:
    """Return the three days of a size: 1/2/5 days."""
    return "/".join(f"{each:g}" for each in size.days) + " days"
