"""What the newest council of a plan said, for whoever writes the plan from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.consult.synthesis import as_table
from groundplan.planner.brains.brief import CouncilBrief

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.advice import Claimed, Proposed, Voice

_MOST = 60  # lines of a kind


def brief_council(opened: OpenPlan) -> CouncilBrief | None:
    """Return the newest council in lines, or nothing where none is recorded."""
    held = opened.judgement.promises.advice
    if not held:
        return None
    advice = held[-1]
    return CouncilBrief(
        tuple(map(_voice, advice.voices)),
        tuple(map(_claim, advice.claims[:_MOST])),
        tuple(map(_item, advice.items[:_MOST])),
        as_table(advice.rows[:_MOST]) if advice.rows else "",
    )


def _item(each: Proposed) -> str:
    phase = f" ({each.phase})" if each.phase else ""
    return f"{each.advisor}{phase}: {': '.join(filter(None, (each.title, each.what)))}"


def _voice(each: Voice) -> str:
    if each.state != "answered":
        return f"{each.advisor}: no answer ({each.state}{f', {each.why}' if each.why else ''})"
    lens = f" ({each.lens})" if each.lens else ""
    return f"{each.advisor}{lens}: {each.approach or 'no approach given'}"


def _claim(each: Claimed) -> str:
    """Return a claim in a line; nothing may rest on one that the code contradicts."""
    told = f": {each.found}" if each.found else ""
    struck = ", not to be used" if each.is_struck else ""
    cites = f" ({', '.join(each.at)})" if each.at and not each.found else ""
    return f"{each.id} {each.advisor} [{each.standing}{struck}{told}] {each.text}{cites}"
