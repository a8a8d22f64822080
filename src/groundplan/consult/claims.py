"""What became of a claim: verified, refuted, stale, or not checkable, with what the code says."""

from __future__ import annotations

import enum
from dataclasses import field

from groundplan.consult.answer import Claim  # noqa: TC001 - dataclasses look types up
from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import Statement  # noqa: TC001 - as above


class Standing(enum.StrEnum):
    """What the code says to a claim."""

    VERIFIED = "verified"
    REFUTED = "refuted"
    STALE = "stale"  # it was so in an earlier commit
    UNCHECKED = "not checkable"


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim of an advisor, what the code says to it in a clause, and the places that show it."""

    advisor: str
    claim: Claim
    standing: Standing = Standing.UNCHECKED
    found: str = ""
    at: tuple[str, ...] = ()
    points: tuple[Statement, ...] = field(default=())  # what was read in it, for comparing

    @property
    def is_struck(self) -> bool:
        """Whether nothing may rest on it."""
        return self.standing in {Standing.REFUTED, Standing.STALE}
