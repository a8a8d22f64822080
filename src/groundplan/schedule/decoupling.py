"""Which dependency costs most: the edge of the longest chain whose removal shortens it most."""

from __future__ import annotations

import heapq
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.schedule.order import find_critical_path, find_followers, order_tasks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.schedule.order import Needs

_LEAST = 1e-9  # days; less is a rounding error


@dataclass(frozen=True, slots=True)
class Decoupling:
    """A dependency, and the days by which the longest chain is shorter without it."""

    task: int
    needed: int
    saved: float


def find_decouplings(needs: Needs, days: Sequence[float]) -> tuple[Decoupling, ...]:
    """Return the dependencies without which the longest chain is shorter, the one that saves most first.

    Only edges of a longest chain can be such. In an order of the tasks, every other chain either crosses the
    place of such an edge once, by another edge, or lies on one side of it: one sweep finds the longest.
    """
    path = find_critical_path(needs, days)
    order = [task for wave in order_tasks(needs).waves for task in wave]
    heads, tails = _reaches(needs, days, order)
    followers = find_followers(needs)
    place = {task: at for at, task in enumerate(order)}
    critical = dict(pairwise(path.tasks))
    behind = _longest_from(tails, order)
    crossing: list[tuple[float, int, int, int]] = []  # minus its length, where it ends, and the edge
    before = 0.0
    found = []
    for at, task in enumerate(order):
        before = max(before, heads[task])
        for each in followers[task]:
            if each in place:
                heapq.heappush(crossing, (-(heads[task] + tails[each]), place[each], task, each))
        if task not in critical:
            continue
        across = _longest_but(crossing, at, (task, critical[task]))
        left = max(before, behind[at + 1], across)
        if path.days - left > _LEAST:
            found.append(Decoupling(critical[task], task, path.days - left))
    return tuple(sorted(found, key=lambda each: (-each.saved, each.task)))


def _reaches(needs: Needs, days: Sequence[float], order: Sequence[int]) -> tuple[list[float], list[float]]:
    """Return for each task the longest chain that ends with it, and the longest that begins with it."""
    heads, tails = list(days), list(days)
    for task in order:
        heads[task] = days[task] + max((heads[each] for each in needs[task]), default=0.0)
    for task in reversed(order):
        for each in needs[task]:
            tails[each] = max(tails[each], days[each] + tails[task])
    return heads, tails


def _longest_from(tails: Sequence[float], order: Sequence[int]) -> list[float]:
    """Return the longest chain that begins at each place of the order or later."""
    longest = [0.0] * (len(order) + 1)
    for at in range(len(order) - 1, -1, -1):
        longest[at] = max(longest[at + 1], tails[order[at]])
    return longest


def _longest_but(crossing: list[tuple[float, int, int, int]], at: int, edge: tuple[int, int]) -> float:
    """Return the longest chain over an edge across this place of the order, one edge left out."""
    aside = []
    longest = 0.0
    while crossing:
        length, end, *over = crossing[0]
        if end > at and tuple(over) != edge:
            longest = -length
            break
        if end > at:
            aside.append(crossing[0])
        heapq.heappop(crossing)  # one that ends before this place never crosses a later one
    for each in aside:
        heapq.heappush(crossing, each)
    return longest
