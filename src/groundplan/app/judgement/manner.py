"""How a document that follows no form is read."""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Manner:
    """How a document is read: one that is carried out tells of the past; strictly, what is likely counts."""

    is_done: bool = False
    is_strict: bool = False
