"""How much work a task is: three days from what its effort says, and P50 and P90 of a sum."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, TypeAlias

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Days: TypeAlias = "tuple[float, float, float]"  # the best, the likely and the worst case, in working days
DAYS_A_WEEK = 5
_P90 = 1.2816  # standard deviations from the middle of a bell curve to its ninetieth percentile
_SIZES: dict[str, Days] = {
    "XS": (0.25, 0.5, 1.0),
    "S": (0.5, 1.0, 2.0),
    "M": (1.0, 2.0, 5.0),
    "L": (3.0, 5.0, 10.0),
    "XL": (5.0, 10.0, 20.0),
}
_UNITS = {"h": 1 / 8, "d": 1.0, "w": float(DAYS_A_WEEK)}
_NUMBER = r"(\d{1,4}(?:\.\d{1,3})?)"
_SPREAD = late_regex(
    rf"{_NUMBER} ?(?:/|-|–|—|to) ?{_NUMBER}(?: ?/ ?{_NUMBER})? ?(h|d|w)(?:ours?|rs?|ays?|eeks?|ks?)?\b",
    re.IGNORECASE,
)
_SIZE = late_regex(r"(XS|S|M|L|XL)(?=\s*(?:$|[(,:;/·–—]))")


def read_effort(text: str) -> Days | None:
    """Return the days that an effort says, or nothing where it has no spread: one figure is no estimate."""
    bare = text.strip(" *`")
    size, spread = _SIZE.match(bare), _SPREAD.search(bare)
    if spread is None:
        return _SIZES[size[1]] if size else None
    unit = _UNITS[spread[4].lower()]
    first, second = float(spread[1]) * unit, float(spread[2]) * unit
    middle, worst = (second, float(spread[3]) * unit) if spread[3] else ((first + second) / 2, second)
    days = (first, middle, worst)
    return days if days[0] <= days[1] <= days[2] else None


@dataclass(frozen=True, slots=True)
class Forecast:
    """Working days of one person for some tasks: as likely more as less, and nine times in ten enough."""

    p50: float
    p90: float


def forecast(tasks: Iterable[Days]) -> Forecast:
    """Return the days that tasks take one after another.

    Errors are taken to go the same way in all of them: whoever underrates one task of a plan underrates the
    others, and independent errors would make P90 look too good.
    """
    middle = spread = 0.0
    for best, likely, worst in tasks:
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
