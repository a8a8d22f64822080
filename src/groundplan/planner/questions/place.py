"""Where a change goes when nobody named a place that is there: only a person can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.answers.fit import PLACE
from groundplan.planner.phrases import code
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import Target
    from groundplan.planner.challenge import Challenge

SUBJECT = PLACE
_WHICH = "Which file, folder or symbol is to be changed?"
_MOST_INSIDE = 2
_UNTOLD = "No single place could be told from the goal."


def ask(facts: Facts, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask for the place where none was named; what a ranking offers are candidates, and none is advised."""
    del challenges
    if not facts.goal.text.strip() or facts.new_files or facts.targets:
        return
    text, why, offered = _missing(facts) or _several(facts) or _unnamed(facts)
    choices = tuple(Choice(f"file-{number}", f"In {code(each)}") for number, each in enumerate(offered, 1))
    yield Question(SUBJECT, text, why, choices, weight=4.0)


def _missing(facts: Facts) -> tuple[str, str, tuple[str, ...]] | None:
    """Say what the goal names and is not there, and offer the nearest names."""
    if not facts.missing:
        return None
    name, near = facts.missing[0]
    is_one = "; it has no name that is near" if not near else ""
    return (
        f"Which file, folder or symbol is meant by {code(name)}?",
        f"It is not in this repository{is_one}.",
        near,
    )


def _several(facts: Facts) -> tuple[str, str, tuple[str, ...]] | None:
    """Offer the definitions of a name that the goal does not tell apart."""
    readings = next(iter(facts.contrary.readings), None)
    if readings is None:
        return None
    cited = tuple(each.citation for each in readings.meant)
    why = f"It has {len(cited)} definitions, and the goal does not say which. More than one may be meant."
    if readings.is_inherited:
        why = "It is inherited: a change there changes all that inherit it, and the class could have its own."
    return f"Which {code(readings.name)} is to be changed?", why, cited


def _unnamed(facts: Facts) -> tuple[str, str, tuple[str, ...]]:
    if not facts.file_count:
        return _WHICH, "There is no file in this repository yet.", ()
    likely = facts.likely
    if not likely:
        return _WHICH, _UNTOLD, ()
    reasons = "; ".join(f"{code(each.path)} {each.why[0]}{_inside(each)}" for each in likely if each.why)
    how = "Found" if any(each.led for each in likely) else "Found by its words"
    found = f" {how}: {reasons}." if reasons else ""
    return _WHICH, f"{_UNTOLD}{found}", tuple(each.path for each in likely)


def _inside(target: Target) -> str:
    """Name the definitions of a candidate that are as likely: a word alone tells nobody why."""
    named = ", ".join(code(each.definition.qualified) for each in target.regions[:_MOST_INSIDE])
    return f" (see {named})" if named else ""
