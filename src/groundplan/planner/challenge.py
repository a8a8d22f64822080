"""A challenge: what the code says against the goal, with its evidence and its numbers."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.planner.question import Question


@dataclass(frozen=True, slots=True)
class Challenge:
    """One objection or warning, said as a colleague would, and the question it raises, if any."""

    detector: str  # `reuse`, `untested`, `cycle`: the module that found it
    subject: str  # what it is about, as a citation or a name: stable over runs
    claim: str  # one or two sentences with citations in backticks, ready to be said in the talk
    evidence: tuple[str, ...]  # citations that bear it out
    numbers: Mapping[str, int | float] = field(default_factory=dict)
    advice: str = ""  # what to do instead, or about it: a sentence
    mitigation: str = ""  # where it is a risk of the plan: what guards against it
    question: Question | None = None
    weight: float = 1.0
