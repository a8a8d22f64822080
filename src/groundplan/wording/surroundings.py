"""What surrounds a place, in words: classes like it, and what the project asks of whoever changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.wording.fact_gaps import counted
from groundplan.wording.said import Said, code, listed, searched

if TYPE_CHECKING:
    from groundplan.plan.fact import CodePlace, Fact

_SHOWN = 6


def say_family(fact: Fact) -> Said:
    """Return that a class shares its base, with the base and the others."""
    others = fact.value("others", 0)
    base, *rest = fact.places or (None,)
    if base is None:
        return Said(f"nothing found in {searched(fact.coverage)}")
    shared = f"{'does' if others == 1 else 'do'} {counted(others, 'other class', 'other classes')}"
    head = f"{code(fact.value('class'))} names the base {code(fact.subject)}"
    head += f"; so {shared}" if others else ""
    shown = rest[:_SHOWN]
    rows = (_base_row(base), *((each.cited, each.symbol) for each in shown))
    left = others - len(shown)
    return Said(head, rows, (f"… and {left} more",) if left > 0 else ())


def _base_row(place: CodePlace) -> tuple[str, str]:
    return place.cited, f"{place.symbol}, the one definition found with that name"


def say_standards(fact: Fact) -> Said:
    """Return which files say what is asked of contributors."""
    if fact.is_absence:
        return Said(f"nothing found in {searched(fact.coverage)}")
    files = listed((each.path for each in fact.places), "and")
    return Said(f"what is asked of whoever changes this project: {files}")
