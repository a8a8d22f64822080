"""Measures the inside of the best files: which functions, methods and classes a goal speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.survey.where.corpus import definitions_of
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.units import CONTAINERS, choose_definitions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.code.view import CodeView
    from groundplan.survey.where.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Region:
    """A named stretch of a file."""

    path: str
    name: str
    first: int
    last: int
    is_container: bool = False  # what is left of a class without its methods


def measure_regions(
    index: CodeView, evidence: Evidence, files: Mapping[str, float]
) -> Iterator[tuple[Region, dict[str, float]]]:
    """Give the regions of files, whose scores are given, with their features: each between 0 and 1."""
    highest = max(evidence.alike.units.values(), default=1.0) or 1.0
    for path, score in files.items():
        units = evidence.ground.units.get(path, ())
        if part_of(path) in {Part.DOCS, Part.CONFIG, Part.DATA}:
            continue
        regions = _regions_of(index, path)
        innermost = {_innermost(regions, line) for line in evidence.named.lines.get(path, ())}
        for place, region in enumerate(regions):
            unit = units[place] if place < len(units) else -1
            features = {
                "words": evidence.alike.units.get(unit, 0.0) / highest,
                "file": score,
                "named": min(1.0, evidence.named.regions.get((path, region.name), 0.0)),
                "pointed_at": float(region in innermost),
                "container": float(region.is_container),
            }
            # The rest of a file has no name to go to, and a region nothing speaks of is none.
            if region.name and any(features[each] for each in ("words", "named", "pointed_at")):
                yield region, features


def _innermost(regions: list[Region], line: int) -> Region | None:
    around = [each for each in regions if each.first <= line <= each.last]
    return min(around, key=lambda each: each.last - each.first, default=None)


def _regions_of(index: CodeView, path: str) -> list[Region]:
    """Return the regions of a file in the order of its units."""
    outline = index.outline(path)
    text = b"" if outline is not None else index.text(path) or b""
    chosen = choose_definitions(definitions_of(index, path, text))
    named = [Region(path, each.qualified, each.first, each.last, each.kind in CONTAINERS) for each in chosen]
    return [Region(path, "", 0, 0), *named]
