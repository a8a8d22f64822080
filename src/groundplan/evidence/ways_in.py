"""From which entry points the regions to change are reached: by calls, followed upwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.through import Through
from groundplan.evidence.kinds import WayIn
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView
    from groundplan.evidence.commands import CodeAtHand
    from groundplan.evidence.kinds import Reach, Region
    from groundplan.survey.entry_points.facts import EntryPoint

    Reached = dict[tuple[str, str], tuple[int, Region]]

MOST = 10
MOST_REGIONS = 4
MOST_STEPS = 3
MOST_NEAR = 150  # files after which no further step is taken
MOST_LINES = 50  # calls of one name in one file that are followed
FEW = 2  # definitions of a name up to which a call of that name leads to one of them


def find_ways_in(
    code: CodeAtHand, regions: tuple[Region, ...], known: tuple[Reach, ...]
) -> tuple[WayIn, ...]:
    """Return the entry points whose handlers are regions to change or call up to them, nearest first."""
    regions = regions[:MOST_REGIONS]
    if not regions:
        return ()
    near = NearIndex(code.index, _files_near(code, tuple(dict.fromkeys(each.path for each in regions))))
    reached = _follow_calls(near, regions, known)
    found = []
    for entry in find_entry_points(near, manifest=code.manifest).found:
        way = None if entry.is_example else _way_of(near, entry, reached)
        if way is not None:
            found.append(way)
    found.sort(key=lambda each: (each.steps, each.entry.at, each.entry.name))
    return tuple(found[:MOST])


def _files_near(code: CodeAtHand, starts: tuple[str, ...]) -> set[str]:
    """Return the product files that import a target, over a few steps, and the targets."""
    found = set(starts)
    edge = list(starts)
    for _ in range(MOST_STEPS):
        reached = {each.source for path in edge for each in code.graph.importers_of(path)} - found
        edge = sorted(path for path in reached if is_own_code(path))
        found.update(edge[: 2 * MOST_NEAR])
        if len(found) > MOST_NEAR:
            break
    return found


def _follow_calls(near: NearIndex, regions: tuple[Region, ...], known: tuple[Reach, ...]) -> Reached:
    """Return the definitions that call up to a region, over how many calls, and which region.

    The first step is taken from the callers that are known, the others from names that few things bear.
    """
    reached: Reached = {(each.path, each.definition.qualified): (0, each) for each in reversed(regions)}
    wanted = {
        each.definition.name: each for each in reversed(regions) if _is_rare(near, each.definition.name)
    }
    called = {}
    for reach in known:
        for each in reach.callers:
            if each.inside and reached.setdefault((each.path, each.inside), (1, reach.region))[0] == 1:
                called[each.inside.rpartition(".")[2]] = reach.region
    for step in range(1, MOST_STEPS + 1):
        called |= _call_once(near, wanted, reached, step)
        wanted = {name: region for name, region in called.items() if _is_rare(near, name)}
        called = {}
    return reached


def _call_once(near: NearIndex, wanted: dict[str, Region], reached: Reached, step: int) -> dict[str, Region]:
    """Add the definitions that call one of some names to what is reached, and return their own names."""
    called: dict[str, Region] = {}
    for path, outline in near.outlines():
        for words, lines in outline.calls.items():
            region = wanted.get(words.rpartition(".")[2])
            if region is None:
                continue
            for line in lines[:MOST_LINES]:
                around = outline.at(line)
                if around is not None and (path, around.qualified) not in reached:
                    reached[path, around.qualified] = (step, region)
                    called.setdefault(around.name, region)
    return called


def _is_rare(near: NearIndex, name: str) -> bool:
    """Tell whether a call of a name leads to one thing: a name that many bear leads anywhere."""
    return 0 < len(near.symbols(name)) <= FEW


def _way_of(near: NearIndex, entry: EntryPoint, reached: Reached) -> WayIn | None:
    place = entry.handler_at or entry.at
    outline = near.near.get(place.path)
    handler = outline.at(place.line) if outline is not None and place.line else None
    if handler is None:
        return None
    inside = [
        way
        for (path, qualified), way in reached.items()
        if path == place.path and f"{qualified}.".startswith(f"{handler.qualified}.")
    ]
    if not inside:
        return None
    steps, region = min(inside, key=lambda way: (way[0], way[1].citation))
    return WayIn(entry, region, steps)


# A few files of an index seen as an index: finding entry points in them need not read the rest.


class NearIndex(Through):
    """The index as a finder of entry points sees it, with the outlines of some files alone.

    Whatever opens a way to a target imports it, directly or not, so the rest need not be read.
    """

    def __init__(self, index: CodeView, near: Collection[str]) -> None:
        super().__init__(index)
        self.near = {path: outline for path in sorted(near) if (outline := index.outline(path)) is not None}

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of the near files, sorted by path."""
        yield from self.near.items()

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the near files that may hold a word."""
        return tuple(path for path in self._code.files_with(word) if path in self.near)
