"""A council on a plan: who was asked, what each said, and each claim with what the code says to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.plan.entry import Entry

CLAIM_ID = late_regex(r"C[1-9][0-9]{0,3}")
STRUCK = frozenset({"refuted", "stale"})


@dataclass(frozen=True, slots=True)
class Voice:
    """One advisor who was asked; `why` is of one that did not answer."""

    advisor: str
    lens: str
    model: str
    state: str
    why: str = ""
    approach: str = ""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim under the name that items cite it by: `C3`."""

    id: str
    advisor: str
    text: str
    standing: str  # verified, evidence verified, place verified, refuted, stale, not checkable
    found: str = ""
    at: tuple[str, ...] = ()

    @property
    def is_struck(self) -> bool:
        """Whether nothing may rest on it."""
        return self.standing in STRUCK


@dataclass(frozen=True, slots=True)
class Proposed:
    """A piece of work that an advisor proposes, as the plan has it on record."""

    advisor: str
    title: str
    what: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """A row of the comparison: what is said, by whom, what others say instead, and what the code says."""

    claim: str
    advisors: str
    against: str
    code: str


@dataclass(frozen=True, slots=True)
class Advice:
    """One council: all who were asked, what they claim, the work they propose, and how they compare."""

    entry: Entry
    voices: tuple[Voice, ...]
    claims: tuple[Claimed, ...]
    items: tuple[Proposed, ...]
    rows: tuple[Compared, ...] = ()

    @property
    def answered(self) -> frozenset[str]:
        """Return the names of those who answered, folded."""
        return frozenset(each.advisor.casefold() for each in self.voices if each.state == "answered")


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
