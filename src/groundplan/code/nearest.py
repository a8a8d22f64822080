"""The nearest names to one that is not there: quick enough to ask of all files and symbols there are."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LONGEST = 200  # letters; a longer name is nobody's slip
_NEAR = 0.5  # closeness below which a name is no help
_SHORTEST = 6  # letters of a name that can be a slip of another


def nearest(name: str, known: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """Return the known names closest to a name, closest first: slips of the pen and shared words."""
    if not name or len(name) > _LONGEST:
        return ()
    found = [
        (-closeness(name, each), len(each), each)
        for each in _candidates(name, known)
        if each != name and len(each) <= _LONGEST
    ]
    return tuple(each for score, _, each in sorted(found)[:most] if -score >= _NEAR)


def closeness(one: str, other: str) -> float:
    """Return 1 for equal names, less for each slip; names that share words are close as well."""
    if one == other:
        return 1.0
    if one.lower() == other.lower():
        return 0.99
    limit = slips_allowed(one)
    slips = distance(one.lower(), other.lower(), limit)
    by_letters = 1 - slips / (max(len(one), len(other)) + 1) if slips <= limit else 0.0
    mine, theirs = set(_words(one)), set(_words(other))
    if not mine & theirs:
        return by_letters
    shared = len(mine & theirs) / len(mine | theirs)
    if mine <= theirs or theirs <= mine:  # `fetch_all` for `fetch`: a name made longer is the same thing
        return max(by_letters, 0.55 + 0.35 * shared)
    return max(by_letters, 0.9 * shared)


def slips_allowed(name: str) -> int:
    """Return how many letters may differ before a name is another one: about one in four, at most three."""
    return min(3, max(1, (len(name) + 2) // 4))


def distance(one: str, other: str, limit: int) -> int:
    """Return the letters to add, drop, change or swap with a neighbour; `limit + 1` stands for more."""
    # A slip brings one letter in and takes one out at most.
    if abs(len(one) - len(other)) > limit or len(set(one) ^ set(other)) > 2 * limit:
        return limit + 1
    same = len(posixpath.commonprefix((one, other)))
    one, other = one[same:], other[same:]
    older: list[int] = []
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        # only a band around the diagonal can stay within the limit
        low, high = max(1, row - limit), min(len(other), row + limit)
        line = [limit + 1] * (len(other) + 1)
        line[0] = row
        for column in range(low, high + 1):
            cost = min(
                above[column] + 1,
                line[column - 1] + 1,
                above[column - 1] + (letter != other[column - 1]),
            )
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == other[column - 1]:
                cost = min(cost, older[column - 2] + 1)
            line[column] = cost
        if min(line[low - 1 : high + 1]) > limit:
            return limit + 1
        older, above = above, line
    return min(above[-1], limit + 1)


def find_slips(name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the known names that a name is at most one slip away from, in their order."""
    if len(name) < _SHORTEST:
        return ()
    low = name.lower()
    table = _by_ends(known)
    # One slip, a swap of neighbours too, leaves either the first two letters or the last two as they are.
    ends = (("start", low[:2]), ("end", low[-2:]))
    near = {each for end in ends for more in (-1, 0, 1) for each in table.get((*end, len(low) + more), ())}
    return tuple(sorted(each for each in near if distance(low, each.lower(), 1) <= 1))


@lru_cache(maxsize=1)
def _by_ends(known: tuple[str, ...]) -> dict[tuple[str, str, int], list[str]]:
    """Return names by how they start or end and how long they are: asked for once per name of a plan."""
    found: dict[tuple[str, str, int], list[str]] = {}
    for each in known:
        if len(each) >= _SHORTEST:
            low = each.lower()
            found.setdefault(("start", low[:2], len(low)), []).append(each)
            found.setdefault(("end", low[-2:], len(low)), []).append(each)
    return found


def _candidates(name: str, known: Iterable[str]) -> Iterable[str]:
    """Leave out, at the speed of `in`, whatever cannot be close: all that is kept is measured."""
    limit = slips_allowed(name)
    lowered = name.lower()
    letters = set(lowered)
    # Each slip spoils at most two of the pieces (a swap over a border), so one piece stands unspoilt.
    pieces = _pieces(lowered, 2 * limit + 1) if len(name) > 2 * limit else tuple(set(lowered))
    words = tuple(word for word in _words(name) if len(word) > 2)
    enough = max(3, sum(map(len, words)) / 2)  # letters: `get` alone makes nothing near
    for each in known:
        low = each.lower()
        is_as_long = abs(len(each) - len(name)) <= limit
        is_like = (
            is_as_long and any(piece in low for piece in pieces) and len(letters ^ set(low)) <= 2 * limit
        )
        if is_like or sum(len(word) for word in words if word in low) >= enough:
            yield each


def _pieces(name: str, count: int) -> tuple[str, ...]:
    size, more = divmod(len(name), count)
    ends = [0]
    for number in range(count):
        ends.append(ends[-1] + size + (number < more))
    return tuple(name[start:end] for start, end in pairwise(ends))


def _words(name: str) -> Sequence[str]:
    return [word.lower() for word in _WORD.findall(name)]


def nearest_paths(path: str, known: Sequence[str], *, most: int = 3) -> tuple[str, ...]:
    """Return the known paths a wrong path most likely means: its name elsewhere, or a slip of the pen."""
    folder, _, name = path.strip("/").rpartition("/")
    names = _by_name(tuple(known))
    close = [each for each in names if each.lower() == name.lower()]
    close += [each for each in nearest(name, names, most=20) if each not in close]
    found = []
    for each in close:
        likeness = closeness(name, each)
        # hundreds of `__init__.py`: the name says nothing, only the folders can
        crowd = (
            names[each] if len(names[each]) <= 500 else [p for p in names[each] if p.startswith(folder[:4])]
        )
        found += [(-likeness - _closeness_of_folders(folder, p.strip("/")), len(p), p) for p in crowd[:5000]]
    return tuple(each for _, _, each in sorted(found)[: most + 1] if each != path)[:most]


@lru_cache(maxsize=2)  # of files and of folders
def _by_name(paths: tuple[str, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in paths:
        found.setdefault(each.strip("/").rpartition("/")[2], []).append(each)
    return found


def _closeness_of_folders(folder: str, path: str) -> float:
    """Return 1 for the same folder, less for folders that share some of their parts, in any order."""
    mine, theirs = folder.split("/"), path.rpartition("/")[0].split("/")
    if mine == theirs:
        return 1.0
    shared = len(set(mine) & set(theirs)) / max(len(mine), len(theirs))
    if len(mine) == len(theirs):
        unlike = [(a, b) for a, b in zip(mine, theirs, strict=True) if a != b]
        if len(unlike) == 1:  # one folder is spelled wrong, or is another one
            return max(shared, shared + 0.5 * closeness(*unlike[0]) / len(mine))
    return 0.9 * shared
