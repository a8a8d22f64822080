"""Work that pauses while somebody is away: forward from a start, back from a finish."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

# When somebody is away, in working days from the start: sorted, apart from each other.
Absence: TypeAlias = "tuple[tuple[float, float], ...]"


def join_absences(absences: Iterable[Absence]) -> Absence:
    """Return when at least one of several people is away."""
    joined: list[tuple[float, float]] = []
    for first, last in sorted(span for each in absences for span in each if span[0] < span[1]):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple(joined)


def pass_over(away: Absence, day: float) -> float:
    """Return the first moment from that day on at which there is somebody to work."""
    return next((last for first, last in away if first <= day < last), day)


def work_through(away: Absence, start: float, days: float) -> float:
    """Return when work that starts then is finished; without work it is finished at once."""
    if not days:
        return start
    finish = start + days
    for first, last in away:
        if last > start and first < finish:
            finish += last - max(first, start)
    return finish


def work_back(away: Absence, finish: float, days: float) -> float:
    """Return when work must start at the latest to be finished then; before the first day: it cannot."""
    if not days:
        return finish
    start = finish - days
    for first, last in reversed(away):
        if first < finish and last > start:
            start -= min(last, finish) - first
    return start
