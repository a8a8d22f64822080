"""Fits facts into a budget of tokens: fewer places of each first, then fewer facts from the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundplan.plan.fact import Fact

# Code and English have 3 to 4.5 in today's models: this counts too many tokens rather than too few.
BYTES_PER_TOKEN = 3
MOST_SHOWN = 12  # places of one fact
_PLACES = (MOST_SHOWN, 8, 5, 3, 1)


@dataclass(frozen=True, slots=True)
class Packed:
    """The facts that fit, how many tokens they take at most, and how many facts were left out."""

    facts: tuple[Fact, ...]
    tokens: int
    left_out: int = 0


def count_tokens(text: str) -> int:
    """Return how many tokens a text has at most, by its bytes."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_PER_TOKEN)


def pack(facts: Sequence[Fact], budget: int, spell: Callable[[Fact], str]) -> Packed:
    """Return the facts within a budget, best first; `spell` makes of each what is put out."""
    cut: list[Fact] = []
    costs: list[int] = []
    for most in _PLACES:
        cut = [replace(fact, places=fact.places[:most]) for fact in facts]
        costs = [count_tokens(spell(fact)) for fact in cut]
        if sum(costs) <= budget:
            return Packed(tuple(cut), sum(costs))
    kept: list[Fact] = []
    used = 0
    for fact, cost in zip(cut, costs, strict=True):
        if used + cost > budget:
            break
        kept.append(fact)
        used += cost
    return Packed(tuple(kept), used, len(facts) - len(kept))
