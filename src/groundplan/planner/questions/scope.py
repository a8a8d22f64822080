"""Whether the async or sync twin of what changes gets the same change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.answers.fit import PLACE
from groundplan.planner.phrases import code
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.planner.challenge import Challenge


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask about a twin written by hand of which the goal names one half."""
    del challenges
    touched = {target.path for target in facts.targets}
    for pair in facts.twins:
        both = {pair.asynchronous, pair.synchronous}
        if pair.is_generated or len(both & touched) != 1:
            continue
        mine, other = next(iter(both & touched)), next(iter(both - touched))
        yield Question(
            f"twin:{other}",
            f"Does {code(other)} get the same change as {code(mine)}?",
            "One is the async, the other the sync version, both written by hand.",
            (Choice("yes", "Yes, both in one commit"), Choice("no", f"No, only {code(mine)}")),
            weight=0.6,
            after=(PLACE,),
        )
        return
