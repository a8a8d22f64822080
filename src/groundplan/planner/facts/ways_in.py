"""From which entry points the targets are reached: their own handlers, then those that import them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from groundplan.planner.facts.kinds import WayIn
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.code.index import Index
    from groundplan.code.outline import Outline
    from groundplan.planner.facts.kinds import Region
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.entry_points.facts import EntryPoint

MOST = 10
MOST_STEPS = 3
MOST_NEAR = 150  # files after which no further step is taken


def find_ways_in(pack: EvidencePack) -> tuple[WayIn, ...]:
    """Return the entry points nearest to the regions to change, by imports between their files."""
    regions = {each.path: each for each in reversed(pack.regions)}
    if not regions:
        return ()
    steps = _steps_to(pack, tuple(regions))
    found = []
    near = cast("Index", NearIndex(pack.index, steps))
    for entry in find_entry_points(near, manifest=pack.manifest).found:
        place = entry.handler_at or entry.at
        if entry.is_example or place.path not in steps:
            continue
        count, target = steps[place.path]
        found.append(WayIn(entry, _region_at(pack, entry, regions[target]), count))
    found.sort(key=lambda each: (each.steps, each.entry.is_example, each.entry.at, each.entry.name))
    return tuple(found[:MOST])


class NearIndex:
    """The index as a finder of entry points sees it, with the outlines of some files alone.

    Whatever opens a way to a target imports it, directly or not, so the rest need not be read.
    """

    def __init__(self, index: Index, near: Collection[str]) -> None:
        self._index = index
        self._near = near

    def outlines(self) -> Iterator[tuple[str, Outline]]:
        """Return path and outline of the near files, sorted by path."""
        for path in sorted(self._near):
            outline = self._index.outline(path)
            if outline is not None:
                yield path, outline

    def files_with(self, word: str) -> tuple[str, ...]:
        """Return the near files that may hold a word."""
        return tuple(path for path in self._index.files_with(word) if path in self._near)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (whatever else an index answers)
        return getattr(self._index, name)


def _steps_to(pack: EvidencePack, starts: tuple[str, ...]) -> dict[str, tuple[int, str]]:
    """Return the files that reach a target by imports, over how many steps, and which target."""
    found = {path: (0, path) for path in starts}
    edge = list(starts)
    for step in range(1, MOST_STEPS + 1):
        reached = []
        for path in edge:
            for each in pack.graph.importers_of(path):
                if each.source not in found and is_own_code(each.source):
                    found[each.source] = (step, found[path][1])
                    reached.append(each.source)
        edge = reached
        if len(found) > MOST_NEAR:
            break
    return found


def _region_at(pack: EvidencePack, entry: EntryPoint, best: Region) -> Region:
    """Return the region that the handler itself is, where it is one; else the target's best."""
    at = entry.handler_at
    if at is not None:
        for each in pack.regions:
            if each.path == at.path and each.definition.first <= at.line <= each.definition.last:
                return each
    return best
