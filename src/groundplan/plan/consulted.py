"""Who was asked for advice on a plan and what came of it, as the ledger has it, without their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.plan.entry import Entry


@dataclass(frozen=True, slots=True)
class Advised:
    """One advisor: its lens, the model behind it, whether it answered, and digests of both messages."""

    name: str
    lens: str
    model: str
    state: str  # answered, failed, cancelled
    sent: str
    answer: str  # digest, empty where there is none
    why: str = ""  # of one that did not answer


@dataclass(frozen=True, slots=True)
class Consulted:
    """Several models asked at once, about the whole plan or one part of it."""

    entry: Entry
    on: str  # a section or a decision; empty: the whole
    advisors: tuple[Advised, ...]
