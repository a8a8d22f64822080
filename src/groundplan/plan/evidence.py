"""What was seen in the code for a plan's words: the state of each citation, the places of each identifier."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.plan.citation import Citation


class CitationState(enum.StrEnum):
    """How a citation stands against the code as it is now."""

    EXISTS = "exists"
    MOVED = "moved"  # the same text stands elsewhere: `moved_to` says where
    CHANGED = "changed"  # the place is there, its text is not what was cited
    MISSING = "missing"
    PLANNED = "planned"  # not there yet: the plan creates it
    OUTSIDE = "outside"  # not a place inside this repository


@dataclass(frozen=True, slots=True)
class Seen:
    """One citation of a section, and what the code says to it."""

    citation: Citation
    section: str
    state: CitationState
    moved_to: str = ""  # the citation's text as it should read now
    near: tuple[str, ...] = ()  # the nearest names, as citations
    reason: str = ""  # one clause: `the file ends at line 120`
    digest: str = ""  # of the cited text, so that a later change is seen


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Where an identifier the plan changes stands in the code, and which of these files the plan covers."""

    term: str
    section: str
    files: dict[str, int]  # path -> number of occurrences
    covered: frozenset[str]
    dismissed: dict[str, str]  # path or pattern -> reason


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that was looked up in the code for one plan."""

    citations: tuple[Seen, ...] = ()
    occurrences: tuple[Occurrences, ...] = ()
    commit: str = ""
