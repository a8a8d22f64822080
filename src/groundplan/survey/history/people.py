"""Which names and addresses are one person, and how few people hold most of something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.history.facts import Owner, Ownership

if TYPE_CHECKING:
    from collections.abc import Iterable

YEAR = 365 * 24 * 3600  # seconds
_ROBOT = "[bot]"

Part = tuple[str, str, int, int, int]  # name, address, commits, recent commits, newest


def judge_ownership(parts: Iterable[Part]) -> Ownership:
    """Return the people behind the parts, the one with most commits first."""
    people = merge_people(parts)
    total = sum(part[2] for part in people) or 1
    owners = tuple(
        Owner(name, email, commits, commits / total, recent, last)
        for name, email, commits, recent, last in sorted(people, key=lambda part: (-part[2], part[0]))
    )
    return Ownership(sum(part[2] for part in people), owners, _bus_factor(people))


def merge_people(parts: Iterable[Part]) -> list[Part]:
    """Return one part a person: equal addresses are one, and so are equal names, as for `git shortlog`."""
    leader: dict[str, str] = {}

    def find(key: str) -> str:
        while leader.setdefault(key, key) != key:
            leader[key] = key = leader[leader[key]]
        return key

    merged: dict[str, Part] = {}
    listed = sorted(parts, key=lambda part: (-part[2], part[0], part[1]))
    for name, email, *_ in listed:
        keys = [key for key in (_address(email), _same_name(name)) if key] or ["name"]
        for key in keys[1:]:
            leader[find(key)] = find(keys[0])
    for part in listed:
        name, email, commits, recent, last = part
        key = find(_address(email) or _same_name(name) or "name")
        first = merged.get(key, (name, email, 0, 0, 0))
        merged[key] = (*first[:2], first[2] + commits, first[3] + recent, max(first[4], last))
    return list(merged.values())


def _bus_factor(people: list[Part]) -> int:
    """Count the people, robots apart, who made more than half of the commits that people made."""
    commits = sorted((part[2] for part in people if not part[0].endswith(_ROBOT)), reverse=True)
    half, held = sum(commits) / 2, 0
    for count, made in enumerate(commits, 1):
        held += made
        if held > half:
            return count
    return len(commits)


def _address(email: str) -> str:
    return f"mail {email.lower()}" if "@" in email else ""


def _same_name(name: str) -> str:
    return f"name {name.casefold()}" if name.strip() else ""
