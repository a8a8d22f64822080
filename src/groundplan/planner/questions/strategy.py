"""How a migration is done: the choice is a person's, the numbers only speak for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.question import Choice, Question
from groundplan.planner.writers.strategy import CHOICES, STRATEGY, recommend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.pack import EvidencePack

_MEANS = {
    "big-bang": "everything in one change",
    "strangler-fig": "file by file, both sides installed meanwhile",
    "parallel-run": "both sides run and are compared first",
}


def ask_strategy(pack: EvidencePack) -> Iterator[Question]:
    """Ask by which strategy the migration is done, with the one that the numbers speak for."""
    swap = find_replacement(pack)
    name, why = recommend(swap)
    taken = next(choice for choice, strategy in CHOICES.items() if strategy == name)
    yield Question(
        STRATEGY,
        f"How is {swap.old or 'the old side'} replaced by {swap.new or 'the new one'}?",
        why,
        tuple(Choice(each, f"{CHOICES[each]}: {_MEANS[each]}") for each in CHOICES),
        taken,
        weight=0.9,
        assumption=f"the migration is done as {name}",
    )
