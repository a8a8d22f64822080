"""Answers that decide between ways: what was taken, what was not, and how what is there could do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.reconsidering import AGAIN
from groundplan.planner.writers.phrases import clause
from groundplan.planner.writers.wishes import CRITERION, agreed, is_said, question_on

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.wishes import Agreed

_MEANT = frozenset({CRITERION, "reading", "scope"})
_SENTENCE = late_regex(r"(?<=[.?!])\s+(?=[A-Z`])")


@dataclass(frozen=True, slots=True)
class Decided:
    """A choice between ways: what was taken, what was not, and how it could go."""

    id: str
    taken: str
    left: tuple[str, ...]
    how: str = ""

    @property
    def told(self) -> str:
        """Return it as a clause: build on `a.py`, not: add `redis`."""
        instead = f" (not: {'; '.join(self.left)})" if self.left else ""
        return f"{self.taken}{instead}{f'. {self.how}' if self.how else ''}"


def decided(brief: Brief) -> tuple[Decided, ...]:
    """Return the answers that decide between ways, each with the ways not taken."""
    found = []
    for answer in agreed(brief):
        question = question_on(brief, answer.subject)
        if not answer.choice or question is None or is_said(brief, answer) or answer.subject in _MEANT:
            continue
        if answer.subject.startswith(AGAIN):
            continue  # it changed the answer to the question that it puts again
        left = tuple(clause(each.text) for each in question.choices if each.name != answer.choice)
        name = brief.decisions.get(answer.subject, answer.id)
        found.append(Decided(name, clause(answer.text), left, _how(brief, answer)))
    return tuple(found)


def _how(brief: Brief, answer: Agreed) -> str:
    """Return how the challenge behind a question says that what is there could do it."""
    claims = [
        each.claim for each in brief.challenges if each.question and each.question.subject == answer.subject
    ]
    sentences = [each for claim in claims for each in _SENTENCE.split(claim)]
    return next((clause(each) for each in sentences if answer.choice == "reuse" and " could " in each), "")
