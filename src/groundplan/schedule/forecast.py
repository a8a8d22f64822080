"""When tasks will be finished, by many runs with drawn durations: P50 and P90, never one figure."""

from __future__ import annotations

import math
from operator import add
from random import Random
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.schedule.absence import pass_over, work_through
from groundplan.schedule.effort import DAYS_A_WEEK
from groundplan.schedule.order import order_tasks

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from groundplan.schedule.absence import Absence
    from groundplan.schedule.effort import Days
    from groundplan.schedule.order import Needs

SEED = 20_260_301  # one for all: the same plan gives the same figures on every machine
_MOST_RUNS, _LEAST_RUNS, _DRAWS = 1_000, 100, 400_000
# Half of an error is the plan's own: whoever underrates one of its tasks underrates the others, and errors
# that had nothing to do with each other would make P90 look too good.
_SHARED = math.sqrt(0.5)
_ERRORS = 4_096  # drawn once and dealt out: drawing each anew takes most of the time


@dataclass(frozen=True, slots=True)
class Forecast:
    """Working days: as likely more as less, and nine times in ten enough."""

    p50: float
    p90: float


@dataclass(frozen=True, slots=True)
class Finish:
    """When everything is finished, and when each group of tasks is, in days from the start."""

    end: Forecast
    groups: dict[Hashable, Forecast]
    runs: int


def forecast_work(tasks: Sequence[Days]) -> Forecast:
    """Return the days that tasks take one after another."""
    return _measure([sum(run) for run in _draw(tasks)])


def forecast_finish(
    needs: Needs, tasks: Sequence[Days], groups: Sequence[Hashable], absences: Sequence[Absence] = ()
) -> Finish:
    """Return when tasks that wait for each other are finished; those stuck in a circle are left out."""
    away: Sequence[Absence] = absences or [()] * len(tasks)
    drawn = list(_draw(tasks))
    runs = len(drawn)
    days = list(zip(*drawn, strict=True))  # of a task in every run: going through them takes half the time
    finishes: dict[int, list[float]] = {}
    for task in (task for wave in order_tasks(needs).waves for task in wave):
        ready = _latest([finishes[each] for each in needs[task]], runs)
        finishes[task] = _work(away[task], ready, days[task])
    last: dict[Hashable, dict[int, list[float]]] = {}
    for task, finish in finishes.items():
        last.setdefault(groups[task], {})[task] = finish
        for each in needs[task]:  # whoever needs a task of its group is finished no earlier
            last[groups[task]].pop(each, None)
    ends = {group: _latest([*each.values()], runs) for group, each in last.items()}
    return Finish(
        _measure(_latest([*ends.values()], runs)), {name: _measure(each) for name, each in ends.items()}, runs
    )


def _latest(runs: Sequence[list[float]], length: int) -> list[float]:
    """Return the latest of several tasks in each run; for two, comparing beats a call of `max`."""
    match runs:
        case []:
            return [0.0] * length
        case [only]:
            return only
        case [first, second]:
            return [one if one > other else other for one, other in zip(first, second, strict=True)]  # noqa: FURB136
    return list(map(max, *runs))


def _work(away: Absence, ready: Sequence[float], days: Sequence[float]) -> list[float]:
    """Return when a task is finished in each run, given when it can start and how long it takes."""
    if not away:
        return list(map(add, ready, days))
    return [
        work_through(away, pass_over(away, start), length) for start, length in zip(ready, days, strict=True)
    ]


def _draw(tasks: Sequence[Days]) -> Iterator[list[float]]:
    """Yield the days of each task in one run after another, spread as its three figures say."""
    chance = Random(SEED)  # noqa: S311 - a forecast, not a secret
    errors = [chance.gauss(0.0, 1.0) for _ in range(_ERRORS)]
    known = [
        (best, (best + 4 * likely + worst) / 6, _SHARED * (worst - best) / 6, worst)
        for best, likely, worst in tasks
    ]
    for _ in range(min(_MOST_RUNS, max(_LEAST_RUNS, _DRAWS // max(1, len(tasks))))):
        shared = chance.gauss(0.0, 1.0)
        own = chance.choices(errors, k=len(known))
        yield [
            best if (days := middle + spread * (shared + error)) < best else worst if days > worst else days  # noqa: FURB136
            for (best, middle, spread, worst), error in zip(known, own, strict=True)
        ]


def _measure(ends: Iterable[float]) -> Forecast:
    ordered = sorted(ends)
    p50, p90 = (ordered[math.ceil(share * len(ordered)) - 1] for share in (0.5, 0.9))
    return Forecast(round(p50, 1), round(p90, 1))


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
