"""Where a goal goes: the files and functions it will likely touch, with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.plan_files import find_plan_files
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Unreadable
from groundplan.plan.hint import Hint, run
from groundplan.survey.history.past import load_history
from groundplan.survey.where.places import find_places

if TYPE_CHECKING:
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.survey.where.places import RankedFile, RankedRegion

GOAL_LIMIT = 200_000  # letters; longer ones are log files


@dataclass(frozen=True, slots=True)
class Located:
    """The places a goal will likely touch, best first, and what could not be taken into account."""

    goal: str
    files: tuple[RankedFile, ...]
    regions: tuple[RankedRegion, ...]
    notices: tuple[str, ...] = ()


def where(code: Codebase, goal: str, *, limit: int = 10) -> Located:
    """Rank the files and regions a goal will likely touch; no model, no network."""
    if not goal.strip():
        raise Misused("The goal is empty", hint=Hint("Such as ", run("where", "retry failed uploads")))
    words = goal[:GOAL_LIMIT]
    notices = (
        [f"Only the first {GOAL_LIMIT:,} letters of the goal were read"] if len(goal) > GOAL_LIMIT else []
    )
    index = code.index
    plans = find_plan_files(index)  # nothing is more like a goal than its own plan, and nobody changes it
    with code.steps():
        code.step("Reading the history")
        try:
            with load_history(index, code.on_history) as history:
                code.step("Ranking files and functions")
                places = find_places(index, words, history=history, limit=limit, without=plans)
                notices += history.notices
        except Unreadable as error:
            # a shallow or damaged history takes one of several signals away, not the answer
            places = find_places(index, words, limit=limit, without=plans)
            notices.append(f"The history was not taken into account: {error.message}")
    return Located(words.strip(), places.files, places.regions[:limit], tuple(notices))
