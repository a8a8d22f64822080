"""What went on in the code since a plan was approved or written, as far as it bears on the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from groundplan.plan.evidence import Seen


@dataclass(frozen=True, slots=True)
class NewOccurrence:
    """A file in which a name that the plan changes appears more often than before."""

    term: str
    path: str
    before: int
    now: int
    place: Place = Place()
    section: str = ""


@dataclass(frozen=True, slots=True)
class ChangedDependency:
    """A package whose declared version is another one; empty: it was not, or is no longer, declared."""

    name: str
    path: str
    before: str
    now: str
    is_named: bool = False  # the plan names it


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A file that another open plan works on as well."""

    path: str
    plan: str


@dataclass(frozen=True, slots=True)
class Drift:
    """All of it, compared with a commit."""

    since: str = ""  # the commit; empty: none is known
    is_approved: bool = False  # it is the commit of an approval, not of the last writing
    citations: tuple[Seen, ...] = ()
    occurrences: tuple[NewOccurrence, ...] = ()
    dependencies: tuple[ChangedDependency, ...] = ()
    shared: tuple[SharedFile, ...] = ()
    trouble: str = ""  # why the past could not be looked at
    remedy: str = ""  # what would bring it
