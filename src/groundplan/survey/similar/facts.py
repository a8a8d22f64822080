"""What the question for similar code answers with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.survey.spot import Spot


@dataclass(frozen=True, slots=True)
class Similar:
    """A function like the one asked for: how alike from 0 to 1, and in what."""

    at: Spot
    qualified: str
    last: int
    score: float
    reasons: tuple[str, ...]
    shape: float  # part of the sampled pieces of code that are equal
    shared_calls: tuple[str, ...] = ()
    shared_words: tuple[str, ...] = ()
