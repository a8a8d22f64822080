"""How much work a task is, read from its effort: a size, a range, three figures or one."""

from __future__ import annotations

import re
from typing import TypeAlias

from groundplan.plan.late_regex import late_regex

Days: TypeAlias = "tuple[float, float, float]"  # the best, the likely and the worst case, in working days
DAYS_A_WEEK = 5
SIZES: dict[str, Days] = {
    "XS": (0.25, 0.5, 1.0),
    "S": (0.5, 1.0, 2.0),
    "M": (1.0, 2.0, 5.0),
    "L": (3.0, 5.0, 10.0),
    "XL": (5.0, 10.0, 20.0),
}
_UNITS = {"h": 1 / 8, "d": 1.0, "w": float(DAYS_A_WEEK)}
_NUMBER = r"(\d{1,4}(?:\.\d{1,3})?)"
_UNIT = r" ?(h|d|w)(?:ours?|rs?|ays?|eeks?|ks?)?\b"
_SPREAD = late_regex(
    rf"{_NUMBER} ?(?:/|-|–|—|to) ?{_NUMBER}(?: ?/ ?{_NUMBER})?{_UNIT}",
    re.IGNORECASE,
)
_FIGURE = late_regex(rf"(?:~|≈|about |ca\.? )?{_NUMBER}{_UNIT}", re.IGNORECASE)
_SIZE = late_regex(r"(XS|S|M|L|XL)(?=\s*(?:$|[(,:;/·–—]))")


def read_effort(text: str) -> Days | None:
    """Return the days that an effort says, or nothing where it has no spread: one figure is no estimate."""
    bare = text.strip(" *`")
    size, spread = _SIZE.match(bare), _SPREAD.search(bare)
    if spread is None:
        return SIZES[size[1]] if size else None
    unit = _UNITS[spread[4].lower()]
    first, second = float(spread[1]) * unit, float(spread[2]) * unit
    middle, worst = (second, float(spread[3]) * unit) if spread[3] else ((first + second) / 2, second)
    days = (first, middle, worst)
    return days if days[0] <= days[1] <= days[2] else None


def read_length(text: str) -> float | None:
    """Return the days to plan with: the likely case, or the one figure that was given."""
    days = read_effort(text)
    if days is not None:
        return days[1]
    figure = _FIGURE.match(text.strip(" *`"))
    return float(figure[1]) * _UNITS[figure[2].lower()] if figure else None
