"""Which names and addresses are one person, and how few people hold most of something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.history.facts import Owner, Ownership

if TYPE_CHECKING:
    from collections.abc import Iterable

YEAR = 365 * 24 * 3600  # seconds
_HALF_LIFE = 2  # years after which work counts half: who made it may have gone or forgotten
_ROBOT = "[bot]"

Part = tuple[str, str, int, float, int, int]  # name, address, commits, weight, recent commits, newest


def judge_ownership(parts: Iterable[Part]) -> Ownership:
    """Return the people behind the parts, the one with most commits first."""
    people = merge_people(parts)
    total = sum(part[2] for part in people) or 1
    owners = tuple(
        Owner(name, email, commits, commits / total, recent, last)
        for name, email, commits, _, recent, last in sorted(people, key=lambda part: (-part[2], part[0]))
    )
    return Ownership(sum(part[2] for part in people), owners, _bus_factor(people))


def weight_of_age(years: int) -> float:
    """Return how much a commit of that age counts: one in the first year, half two years on."""
    return float(0.5 ** (max(0, years) / _HALF_LIFE))


def merge_people(parts: Iterable[Part]) -> list[Part]:
    """Return one part a person: equal addresses are one, and so are equal full names."""
    leader: dict[str, str] = {}

    def find(key: str) -> str:
        while leader.setdefault(key, key) != key:
            leader[key] = key = leader[leader[key]]
        return key

    merged: dict[str, Part] = {}
    listed = sorted(parts, key=lambda part: (-part[2], part[0], part[1]))
    for name, email, *_ in listed:
        keys = [key for key in (_address(email), _full_name(name)) if key] or [f"name {name}"]
        for key in keys[1:]:
            leader[find(key)] = find(keys[0])
    for part in listed:
        name, email, commits, weight, recent, last = part
        key = find(_address(email) or _full_name(name) or f"name {name}")
        first = merged.get(key, (name, email, 0, 0.0, 0, 0))
        merged[key] = (
            *first[:2],
            first[2] + commits,
            first[3] + weight,
            first[4] + recent,
            max(first[5], last),
        )
    return list(merged.values())


def _bus_factor(people: list[Part]) -> int:
    """Count the people, robots apart, who made more than half; older work weighs less."""
    weights = sorted((part[3] for part in people if not part[0].endswith(_ROBOT)), reverse=True)
    half, held = sum(weights) / 2, 0.0
    for count, weight in enumerate(weights, 1):
        held += weight
        if held > half:
            return count
    return len(weights)


def _address(email: str) -> str:
    return f"mail {email.lower()}" if "@" in email else ""


def _full_name(name: str) -> str:
    return f"full {name.casefold()}" if " " in name.strip() else ""
