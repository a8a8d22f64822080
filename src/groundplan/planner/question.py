"""Questions the planner puts to the user: with choices, a recommended answer and the evidence for it."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping


REUSE = "reuse"  # how the choice is named that takes what is there; the others bring something else


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: a short name that programs know it by, and the words a person reads."""

    name: str  # `reuse`, `new-module`, `yes`
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What only a person can say; `subject` stays the same when the question is computed again."""

    subject: str  # `criterion`, `reading`, `reuse:pkg/cache.py::Cache`
    text: str  # one sentence that ends with a question mark
    why: str  # the evidence behind it, in a sentence, cited
    choices: tuple[Choice, ...] = ()  # none: free text
    recommended: str = ""  # the name of a choice, or words where there are none
    blocking: bool = True
    weight: float = 1.0  # the most blocking first
    after: tuple[str, ...] = ()  # subjects settled before this is asked: they may change what is advised
    sways: Mapping[str, str] = field(default_factory=dict)  # `subject=choice` of another -> advised then
    assumption: str = ""  # what is written meanwhile where the playbook does not wait, without its source

    def choice(self, name: str) -> Choice | None:
        """Return the choice of that name."""
        return next((each for each in self.choices if each.name == name), None)
