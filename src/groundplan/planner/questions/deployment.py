"""Whether code outside may break, which no code can say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.phrases import cite, code, counted, shortened
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.contrary.kinds import OldName
    from groundplan.evidence.facts import Facts
    from groundplan.planner.challenge import Challenge

_GOES = late_regex(r"\b(?:remov|drop|delet)", re.IGNORECASE)
_SEVERAL = 3
WARNS, STAYS = "deprecate", "keep"
KEPT = (WARNS, STAYS)  # answers by which the old name goes on working


def compatibility(facts: Facts) -> str:
    """Return the subject of the question whether callers outside may break; empty: nobody is asked."""
    return f"compatibility:{facts.contrary.old_name.name}" if facts.contrary.old_name else ""


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask about callers outside where a public or documented name changes."""
    del challenges
    if facts.contrary.old_name:
        yield _compatible(facts.goal.title, facts.contrary.old_name)


def _compatible(title: str, old: OldName) -> Question:
    """Ask what becomes of a public or documented name that the goal renames, moves or takes away."""
    name, warned = old.name, old.warned
    used = f", with {counted(old.callers, 'use')} found inside" if old.callers else ""
    why = f"It is public ({old.public}){used}."
    if old.documented is not None:
        why = f"It is documented, as at {code(old.documented)}: “{shortened(old.quote, 100)}”."
    is_habit = len(warned) >= _SEVERAL
    habit = (
        f" {counted(len(warned), 'file')} here warn before they break, {cite(warned, 2)}." if is_habit else ""
    )
    warns = Choice(WARNS, "No: the old way goes on working and warns")
    stays = Choice(STAYS, "No: the old way goes on working as it is")
    # What is to be removed cannot stay as it is.
    choices = (warns,) if _GOES.search(title) else (warns, stays)
    return Question(
        f"compatibility:{name}",
        f"May code outside this repository break when {code(name)} changes?",
        f"{why}{habit}",
        (*choices, Choice("break", "Yes, at once")),
        recommended=warns.name if is_habit else "",
        weight=0.75,
        after=(PLACE,),  # which definition changes depends on the place
        assumption="the old way goes on working and warns" if is_habit else "",
    )
