"""All questions in one list: each subject once, the most blocking first, and few of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.goal import GoalKind
from groundplan.planner.questions import behaviour, criterion, deployment, place, scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.question import Question

MOST = 5
_ASKERS = (place, criterion, behaviour, deployment, scope)


def ask_all(facts: Facts, challenges: Sequence[Challenge]) -> tuple[Question, ...]:
    """Return the questions on a goal, the most blocking first.

    A person hates ten questions: at most five are asked, and a fix has few;
    one at least, as a plan is written after somebody replied.
    """
    raised = [each.question for each in challenges if each.question is not None]
    asked = [question for each in _ASKERS for question in each.ask(facts, challenges)]
    found = _ranked((*raised, *asked))
    if facts.goal.kind is GoalKind.FIX:
        found = [each for each in found if each.blocking]
    return tuple(found[:MOST]) or tuple(criterion.confirm(facts))


def _ranked(questions: Iterable[Question]) -> list[Question]:
    """Return each subject once, as its weightiest question asks it, blocking ones first."""
    best: dict[str, Question] = {}
    for each in questions:
        known = best.get(each.subject)
        if known is None or each.weight > known.weight:
            best[each.subject] = each
    return sorted(best.values(), key=lambda each: (not each.blocking, -each.weight, each.subject))
