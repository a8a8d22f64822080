"""What became of a claim: verified, its evidence or place verified, refuted, stale, or not checkable."""

from __future__ import annotations

import enum
from dataclasses import field

from groundplan.consult.answer import Claim  # noqa: TC001 - dataclasses look types up
from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import Statement  # noqa: TC001 - as above


class Standing(enum.StrEnum):
    """What the code says to a claim."""

    VERIFIED = "verified"  # all that it says
    GROUNDED = "evidence verified"  # the facts it rests on hold; what it makes of them was not checked
    PLACED = "place verified"  # the places it cites are there and show the names it uses, no more than that
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
