"""When people work: the days of a week, holidays, how many an owner is and when they are away."""

from __future__ import annotations

from dataclasses import field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DAY_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MOST_PEOPLE = 1_000
_ONE = timedelta(days=1)
_FARTHEST = 20_000  # working days from the start; a date beyond is none that anybody plans for


@dataclass(frozen=True, slots=True)
class Span:
    """Days from the first to the last, both included."""

    first: date
    last: date

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Team:
    """Who an owner is: how many people, and when they are away."""

    people: int = 1
    away: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Calendar:
    """Working days from a start; without one there are no dates, only days."""

    start: date | None = None
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4)
    holidays: tuple[Span, ...] = ()
    owners: Mapping[str, Team] = field(default_factory=dict)

    def days(self) -> Iterator[date]:
        """Yield the working days from the start on."""
        day = self.start or date.min
        for _ in range(7 * _FARTHEST):
            if day.weekday() in self.weekdays and not any(day in span for span in self.holidays):
                yield day
            if day == date.max:
                return
            day += _ONE

    def date_of(self, offset: float, *, is_end: bool = False) -> date | None:
        """Return the date on which so many working days have passed; an end belongs to the day before."""
        if self.start is None or offset > _FARTHEST:
            return None
        whole = int(offset)
        wanted = whole - 1 if is_end and offset == whole and whole else whole
        return next((day for at, day in enumerate(self.days()) if at == wanted), None)

    def offset_of(self, day: date) -> float:
        """Return how many working days lie between the start and the morning of a date."""
        if self.start is None or day <= self.start:
            return 0.0
        return float(sum(1 for _ in _until(self.days(), day)))

    def absence(self, span: Span) -> tuple[float, float]:
        """Return days away as working days from the start."""
        return self.offset_of(span.first), self.offset_of(min(span.last, date.max - _ONE) + _ONE)


def _until(days: Iterator[date], end: date) -> Iterator[date]:
    for at, day in enumerate(days):
        if day >= end or at >= _FARTHEST:
            return
        yield day


def read_date(text: object) -> date | None:
    """Return a date that is written as `2026-03-31`, or nothing."""
    if isinstance(text, datetime):
        return text.date()
    if isinstance(text, date):
        return text
    try:
        return date.fromisoformat(text.strip()) if isinstance(text, str) else None
    except ValueError:
        return None


def read_span(text: object) -> Span | None:
    """Return a date, or two as `2026-12-24..2027-01-01`."""
    first, dots, last = text.partition("..") if isinstance(text, str) else (text, "", "")
    begin = read_date(first)
    end = read_date(last) if dots else begin
    return Span(begin, end) if begin and end and begin <= end else None


def read_calendar(table: Mapping[str, Any], place: str) -> Calendar:
    """Return what the table `calendar` of a configuration says, or say what is wrong with it."""
    known = ("away", "holidays", "people", "start", "weekdays")
    for key in table:
        if key not in known:
            hint = "One of " + ", ".join(f"`{each}`" for each in known)
            raise Unreadable(f"`{place}` has an unknown key of `calendar`, `{key}`", hint=hint, place=place)
    start = read_date(table.get("start"))
    if start is None and "start" in table:
        raise _not_a_date("start", table["start"], place)
    people, away = _mapping(table, "people", place), _mapping(table, "away", place)
    return Calendar(
        start,
        _read_weekdays(table, place),
        _read_spans("holidays", table.get("holidays", []), place),
        {
            name: Team(
                _read_people(name, people.get(name, 1), place), _read_spans(name, away.get(name, []), place)
            )
            for name in {**people, **away}
        },
    )


def _mapping(table: Mapping[str, Any], key: str, place: str) -> Mapping[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise Unreadable(f"`{place}`: `calendar.{key}` must be a table, found `{value}`", place=place)
    return value


def _read_weekdays(table: Mapping[str, Any], place: str) -> tuple[int, ...]:
    said = table.get("weekdays", list(DAY_NAMES[:5]))
    if not isinstance(said, list) or not said or any(name not in DAY_NAMES for name in said):
        hint = "Such as `weekdays = [" + ", ".join(f'"{name}"' for name in DAY_NAMES[:5]) + "]`"
        raise Unreadable(f"`{place}`: `calendar.weekdays` is `{said}`", hint=hint, place=place)
    return tuple(sorted({DAY_NAMES.index(name) for name in said}))


def _read_people(name: str, number: object, place: str) -> int:
    if type(number) is not int or not 1 <= number <= MOST_PEOPLE:
        told = f"`{place}`: `calendar.people` of `{name}` is `{number}`"
        raise Unreadable(told, hint=f"How many people, from 1 to {MOST_PEOPLE:,}", place=place)
    return number


def _read_spans(key: str, said: object, place: str) -> tuple[Span, ...]:
    if not isinstance(said, list):
        raise _not_a_date(key, said, place)
    spans = []
    for each in said:
        span = read_span(each)
        if span is None:
            raise _not_a_date(key, each, place)
        spans.append(span)
    return tuple(spans)


def _not_a_date(key: str, said: object, place: str) -> Unreadable:
    hint = 'Write dates as "2026-03-31", and several days as "2026-12-24..2027-01-01"'
    return Unreadable(f"`{place}`: `{key}` in `calendar` is `{said}`", hint=hint, place=place)
