"""Challenges what the project has said against a goal: a document that refuses it, a test of the opposite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.facts import Facts
    from groundplan.plan.fact import Fact

NAME = "refused"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each document, comment or test that is against the goal."""
    yield from (_said(each) for each in facts.against if each.value("match") != "revert")


def _said(fact: Fact) -> Challenge:
    place = fact.places[0]
    says = "is a test of the opposite" if fact.value("match") == "test" else "is against this"
    claim = f"{code(place.cited)} {says}: “{place.quote.replace('`', '')}”."
    return Challenge(
        NAME,
        place.cited,
        claim,
        (place.cited,),
        {"places": fact.total},
        advice=f"Decide first whether {code(place.cited)} still holds; if not, it changes with the code.",
        question=Question(
            f"refused:{place.cited}",
            f"Does {code(place.cited)} still hold?",
            claim,
            (
                Choice("holds", "Yes: the goal has to change"),
                Choice("changes", f"No: {code(place.cited)} changes with it"),
            ),
            weight=2.8,
            assumption=f"{code(place.cited)} no longer holds and changes with the code",
        ),
        weight=2.9,
    )
