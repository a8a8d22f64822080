"""How one record is traced to another: by its visible id, an identifier in code, or the words they share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.wording.terms import identifiers, significant

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Trace:
    """What a text can be traced by; made once per text, compared often."""

    folded: str
    names: frozenset[str]
    stems: frozenset[str]


def make_trace(text: str) -> Trace:
    """Return what a text can be traced by."""
    return Trace(" ".join(text.split()).casefold(), identifiers(text), significant(text))


def is_traced(record_id: str, source: Trace, targets: Iterable[Trace]) -> bool:
    """Tell whether one of the targets takes the source up.

    An id counts wherever it stands as a whole word; else one identifier of a code span; else two significant
    words in one target, or one where the source has no more than two; else all words, spread over targets.
    """
    wanted = min(2, -(-len(source.stems) // 2))
    id_pattern = _whole(record_id) if record_id else None
    found: set[str] = set()
    for target in targets:
        if id_pattern and id_pattern.search(target.folded):
            return True
        if source.names & target.names:
            return True
        shared = source.stems & target.stems
        if wanted and len(shared) >= wanted:
            return True
        found |= shared
    return bool(source.stems) and found == source.stems


def _whole(record_id: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){re.escape(' '.join(record_id.split()).casefold())}(?![\w]|\.\d)")
