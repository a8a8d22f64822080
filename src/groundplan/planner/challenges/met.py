"""Challenges a rename to a name that the same class or file has already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.facts import Facts

NAME = "met"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge where both names of a rename are there."""
    met = facts.contrary.met
    if met:
        at = f"{met.path}:{met.line}"
        yield Challenge(
            NAME,
            at,
            f"{code(met.new)} is there already, at {code(at)}, beside {code(met.old)}: a rename would leave "
            "two definitions of one name.",
            (at,),
            advice=f"Say what becomes of the {code(met.new)} that is there, or choose another name.",
            mitigation=f"The tests of {code(met.path)} run with the change.",
            weight=3.5,
        )
