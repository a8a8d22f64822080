"""Which targets are sure enough to be spoken of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.spoken import is_spoken
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Target
    from groundplan.evidence.pack import EvidencePack

# How far the next file must be behind the first, as a part of its score, for the first to be sure.
BEHIND, BEHIND_STRONG, BEHIND_NAMED = 0.6, 0.7, 0.8
STRONG = 6.0


def sure_targets(pack: EvidencePack) -> list[Target]:
    """Return the targets a challenge may speak of: files the goal names, and one far ahead of all others.

    Of the files it holds to be far ahead 86 to 94 % were changed (docs/benchmarks/challenges.md).
    """
    named = pack.located.named.paths
    sure = [each for each in pack.targets if each.path in pack.extra or named.get(each.path, 0.0) >= 1.0]
    first = next((each for each in pack.targets if is_own_code(each.path)), None)
    if first and first not in sure and _is_ahead(pack, first):
        sure.append(first)
    return sure


def _is_ahead(pack: EvidencePack, first: Target) -> bool:
    scores = [
        each.score for each in pack.located.places.files if is_own_code(each.path) and each.path != first.path
    ]
    behind = max(scores, default=0.0) / first.score if first.score else 1.0
    is_named = first.is_named or any(
        each.path == first.path and is_spoken(pack.goal, each) for each in pack.regions
    )
    if is_named:
        return behind < BEHIND_NAMED
    return behind < (BEHIND_STRONG if first.score > STRONG else BEHIND)
