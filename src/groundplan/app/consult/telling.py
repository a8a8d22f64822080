"""What the newest council of a plan said, for whoever writes the plan from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.consult.synthesis import as_table
from groundplan.planner.brains.brief import CouncilBrief
from groundplan.wording.tokens import take_within

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.advice import Claimed, Compared, Proposed, Voice

# Tokens of a kind: a brief as a whole is to stay within about 12,000.
_CLAIMS, _ITEMS, _ROWS = 4_000, 1_500, 1_500
# Who writes needs first what may be rested on, then what may not.
_ORDER = ("verified", "evidence verified", "refuted", "stale", "place verified", "not checkable")


def brief_council(opened: OpenPlan) -> CouncilBrief | None:
    """Return the newest council in lines, or nothing where none is recorded."""
    held = opened.judgement.promises.advice
    if not held:
        return None
    advice = held[-1]
    return CouncilBrief(
        tuple(map(_voice, advice.voices)),
        _within(tuple(map(_claim, sorted(advice.claims, key=_rank))), _CLAIMS),
        _within(tuple(map(_item, advice.items)), _ITEMS),
        _table(advice.rows),
    )


def _rank(claim: Claimed) -> int:
    return _ORDER.index(claim.standing) if claim.standing in _ORDER else len(_ORDER)


def _within(lines: tuple[str, ...], tokens: int) -> tuple[str, ...]:
    """Return the lines that there is room for, and how many there was none for."""
    shown = take_within(lines, tokens)
    return lines if shown == len(lines) else (*lines[:shown], _left(len(lines) - shown))


def _left(count: int) -> str:
    return f"… {count} more, left out for length"


def _table(rows: tuple[Compared, ...]) -> str:
    shown = take_within([as_table((each,)) for each in rows], _ROWS)
    if not rows:
        return ""
    table = as_table(rows[:shown])
    return table if shown == len(rows) else f"{table}\n\n{_left(len(rows) - shown)}"


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
