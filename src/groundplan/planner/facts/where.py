"""Which files and definitions a goal would really modify: the ranking, cut where its evidence ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.planner.facts.kinds import Region, Target
from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part
from groundplan.survey.where.places import look_up, rank
from groundplan.survey.where.weights import load_weights

if TYPE_CHECKING:
    from groundplan.code.outline import Definition
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.where.named import Named
    from groundplan.survey.where.places import Places, RankedRegion

LOOKED_AT = 30  # ranked files among which targets are chosen
MOST_TARGETS = 8
MOST_REGIONS_OF_FILE = 3
MOST_REGIONS = 12
LEAST_REGION = 0.5  # part of the best region's score
# Tuned with benchmarks/backtest: a file that scores below this part of the best one is seldom changed.
LEAST_OF_BEST = 0.75
MOST_UNNAMED = 3
_ABOUT_DOCS = re.compile(
    r"\b(?:docs?|documentation|readme|docstrings?|changelog|tutorial|typos?|guide)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Located:
    """The ranking of a goal and what the goal names outright."""

    places: Places
    named: Named

    def names(self, path: str) -> bool:
        """Tell whether the goal names a file, or something that it alone defines."""
        if self.named.paths.get(path, 0.0) >= 1.0 or self.named.modules.get(path, 0.0) >= 1.0:
            return True
        symbols = self.named.symbols.get(path, {}) | self.named.qualified.get(path, {})
        return max(symbols.values(), default=0.0) >= 0.8


def locate(pack: EvidencePack) -> Located:
    """Return where the goal goes, ranked, as the survey says."""
    evidence = look_up(pack.index, pack.goal.text, pack.history)
    return Located(rank(pack.index, evidence, load_weights(), limit=LOOKED_AT), evidence.named)


def choose_targets(pack: EvidencePack) -> tuple[Target, ...]:
    """Return the files to modify: the user's own first, then what the ranking is strong for."""
    located = pack.located
    ranked = {each.path: each for each in located.places.files}
    known = set(pack.index.paths())
    chosen = [path for path in dict.fromkeys(pack.extra) if path in known]
    kept = [each for each in located.places.files if each.path not in chosen and _may_change(pack, each.path)]
    best = kept[0].score if kept else 0.0
    unnamed = 0
    for each in kept:
        is_sure = located.named.paths.get(each.path, 0.0) >= 1.0
        if not is_sure and (each.score < LEAST_OF_BEST * best or unnamed >= MOST_UNNAMED):
            continue
        unnamed += not is_sure
        chosen.append(each.path)
    return tuple(
        Target(
            path,
            ranked[path].score if path in ranked else 0.0,
            ("named by the user",) if path in pack.extra else ranked[path].why,
            _regions_of(pack, path),
            is_named=path in pack.extra or located.names(path),
        )
        for path in chosen[: max(MOST_TARGETS, len(pack.extra))]
    )


def _may_change(pack: EvidencePack, path: str) -> bool:
    """Tell whether a goal of this kind changes such a file: code does, pages only where it speaks of them."""
    played = part(path)
    if played is Part.CODE or pack.located.named.paths.get(path, 0.0) >= 1.0:
        return played is not Part.TEST
    return played is Part.DOCS and bool(_ABOUT_DOCS.search(pack.goal.title))


def _regions_of(pack: EvidencePack, path: str) -> tuple[Region, ...]:
    ranked = pack.located.places.regions
    least = LEAST_REGION * ranked[0].score if ranked else 0.0
    found: list[Region] = []
    for each in ranked:
        if each.path != path or each.score < least:
            continue
        definition = _definition_of(pack, each)
        if definition is not None and not any(_is_around(one.definition, definition) for one in found):
            found.append(Region(path, definition, each.score))
    return tuple(found[:MOST_REGIONS_OF_FILE])


def _is_around(one: Definition, other: Definition) -> bool:
    return one.first <= other.last and other.first <= one.last


def _definition_of(pack: EvidencePack, ranked: RankedRegion) -> Definition | None:
    outline = pack.index.outline(ranked.path)
    found = outline.find(ranked.name) if outline else ()
    exact = next((each for each in found if each.first == ranked.start), None)
    return exact or next(iter(found), None)


def order_regions(targets: tuple[Target, ...]) -> tuple[Region, ...]:
    """Return the regions of all targets, best first."""
    found = [region for target in targets for region in target.regions]
    found.sort(key=lambda each: (-each.score, each.path, each.definition.first))
    return tuple(found[:MOST_REGIONS])
