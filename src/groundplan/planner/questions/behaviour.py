"""Behaviour that a goal leaves open: defaults, failures, cancelling, retries, lifetimes, use by several.

Asked only where a line of the code shows how it is done today: that line is the evidence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.behaviours import behaviours
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.phrases import code, shortened
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.contrary.kinds import Shown
    from groundplan.evidence.facts import Facts
    from groundplan.planner.challenge import Challenge

MOST = 2
LONGEST_QUOTE = 90
_SAME = "same"


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask what a goal for new behaviour leaves open, as far as the code shows how it is done today."""
    del challenges
    touched = {each.path for each in facts.targets}
    for each in facts.contrary.shown[:MOST]:
        yield _ask(each, is_placed=each.at.path in touched)


def _ask(shown: Shown, *, is_placed: bool) -> Question:
    kind, what, at = behaviours()[shown.behaviour], shown.what, shown.at
    quote = shortened(shown.quote, LONGEST_QUOTE)
    choices = tuple(Choice(each, words) for each, words in kind["choices"].items())
    is_shown = "same" in kind or is_placed
    if "same" in kind:
        choices = (Choice(_SAME, kind["same"].format(at=code(at))), *choices)
    return Question(
        f"behaviour:{shown.behaviour}",
        kind["ask"].format(what=code(what) if what.startswith("--") else what or kind.get("what", "it")),
        f"The goal leaves it open; {code(at)} {kind['today']}: {code(quote)}."
        if is_shown
        else "The goal leaves it open.",
        choices,
        weight=0.55,
        after=() if "words" in kind else (PLACE,),
    )
