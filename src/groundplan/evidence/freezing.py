"""Freezes what is known about a goal: every part asked for once, and only where somebody would read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.gathering import find_contrary
from groundplan.evidence.facts import Facts
from groundplan.evidence.targets.where import likely_targets
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Region
    from groundplan.evidence.pack import EvidencePack


def freeze(pack: EvidencePack) -> Facts:
    """Return all facts about a goal; whoever reads them needs no code at hand."""
    targets = pack.targets
    touched = {each.path for each in targets}
    return Facts(
        goal=pack.goal,
        gathered=pack.gathered,
        others=pack.others,
        file_count=len(pack.index.paths()),
        targets=targets,
        likely=likely_targets(pack),
        regions=pack.regions,
        new_files=pack.new_files,
        missing=pack.missing,
        twins=tuple(each for each in pack.pairs if touched & {each.asynchronous, each.synchronous}),
        replacement=pack.replacement,
        reach=pack.reach,
        namesakes={each.region.definition.name: _namesakes(pack, each.region) for each in pack.reach},
        commands=pack.commands,
        constraints=pack.constraints,
        past=pack.past,
        contrary=find_contrary(pack),
    )


def _namesakes(pack: EvidencePack, region: Region) -> int:
    found = pack.index.symbols(region.definition.name)
    return len({(each.path, each.definition.qualified) for each in found if is_own_code(each.path)})
