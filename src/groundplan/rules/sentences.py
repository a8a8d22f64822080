"""Counts sentences as a reader does: version numbers, file names and abbreviations end none."""

from __future__ import annotations

import re

from groundplan.plan.late_regex import late_regex
from groundplan.rules.prose import MASK, mask_code_spans

_END = late_regex(r"[.!?…]+[\"'”’)\]*_]*(?=\s|$)|[。！？]")
_ABBREVIATED = late_regex(
    r"(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|ca|no|vol|fig|dr|mr|ms|st|etc|resp|incl|[a-z])\.$", re.IGNORECASE
)


def count_sentences(text: str) -> int:
    """Return how many sentences a text has; words without an end mark count as one."""
    masked = mask_code_spans(" ".join(text.split()))
    count, start = 0, 0
    for end in _END.finditer(masked):
        piece = masked[start : end.end()]
        after = masked[end.end() :].lstrip()
        if _ABBREVIATED.search(piece.rstrip("\"'”’)]*_")) and after and not after[0].isupper():
            continue
        if _says(piece):
            count += 1
        start = end.end()
    return count + _says(masked[start:])


def _says(piece: str) -> bool:
    return any(letter.isalnum() or letter == MASK for letter in piece)
