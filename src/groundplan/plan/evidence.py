"""What was seen in the code for a plan's words: the state of each citation, the places of each identifier."""

from __future__ import annotations

import enum
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.citation import Citation
    from groundplan.plan.finding import Place
    from groundplan.plan.mention import Account, Mention, NameChange
    from groundplan.plan.statement import Answer


class CitationState(enum.StrEnum):
    """How a citation stands against the code as it is now."""

    EXISTS = "exists"
    MOVED = "moved"  # the same text stands elsewhere: `moved_to` says where
    CHANGED = "changed"  # the place is there, its text is not what was cited
    MISSING = "missing"
    PLANNED = "planned"  # not there yet: the plan creates it
    OUTSIDE = "outside"  # not a place inside this repository
    UNCLEAR = "unclear"  # a branch, a package, a file of another place: no claim about this repository


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
    was_there: bool = False  # git had a file of this path
    found: str = ""  # the file's path from the root, where its text changed or moved

    @property
    def path(self) -> str:
        """Return the cited file's path from the root, as far as it is known."""
        return self.found or self.citation.path


@dataclass(frozen=True, slots=True)
class Worked:
    """A file that the plan works on, and what stands in its place now."""

    mention: Mention
    path: str  # from the root; as written where nothing stands there
    stands: bool
    is_planned: bool = False  # another part of the plan makes it
    is_generated: bool = False
    source: str = ""  # the file it is generated from, where that is known
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """A file and its twin in the other colour, async or sync, of which the plan works on one only."""

    mention: Mention
    path: str
    twin: str
    is_declared: bool  # the project's profile says so; else their names do
    is_generated: bool = False  # the twin is written by a tool


@dataclass(frozen=True, slots=True)
class Ring:
    """An import cycle that an arrow of the plan would close: from where, to where, and the way back."""

    files: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class MapSeen:
    """A file map held against the imports: for each of its files, those of the map that it depends on."""

    section: str
    place: Place
    paths: tuple[str, ...]  # in the order of the map
    lines: Mapping[str, int]  # of the document
    depends: Mapping[str, frozenset[str]]
    rings: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Where a name the plan changes stands in the code, and which of these files the plan covers."""

    change: NameChange
    files: Mapping[str, int]  # path -> number of occurrences
    covered: frozenset[str]
    dismissed: Mapping[str, str] = field(default_factory=dict)  # path -> the reason that was given
    accounts: tuple[Account, ...] = ()
    swept: Mapping[str, int] = field(default_factory=dict)  # folder -> files that it alone covers
    is_users: bool = False  # the files are those that use it; where it is defined is left out

    @property
    def open(self) -> tuple[str, ...]:
        """Return the files that are neither covered nor dismissed."""
        return tuple(path for path in self.files if path not in self.covered and path not in self.dismissed)

    @property
    def total(self) -> int:
        """Return the number of occurrences."""
        return sum(self.files.values())


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that was looked up in the code for one plan."""

    citations: tuple[Seen, ...] = ()
    worked: tuple[Worked, ...] = ()
    pairs: tuple[Pair, ...] = ()
    maps: tuple[MapSeen, ...] = ()
    occurrences: tuple[Occurrences, ...] = ()
    answers: tuple[Answer, ...] = ()  # to the statements beside citations
    accounts: tuple[Account, ...] = ()  # accounts of names that nothing else puts in play are here too
    commit: str = ""
    state: str = ""  # digest of the code, where the plan cites a probe
    seen_at: Mapping[str, str] = field(default_factory=dict)  # section -> commit its citations were seen at
    contents: Mapping[str, str] = field(default_factory=dict)  # path -> id, of files whose cited text changed
    trouble: str = ""  # why the code could not be asked
    # Re-anchored citations that the code bears out: section, as it was, as it is, entry id of the approval.
    anchored: frozenset[tuple[str, str, str, str]] = frozenset()
    elsewhere: frozenset[str] = frozenset()  # entry ids of receipts whose commits are not in this history
    unknown: frozenset[str] = frozenset()  # of receipts whose commits may lie where the history is cut off
    gap: str = ""  # what would bring the rest of the history
    unverified: frozenset[str] = frozenset()  # of receipts that closed a phase without its verification

    def digests(self, section: str) -> dict[str, str]:
        """Return what an entry keeps of a section's citations: text -> digest of what it names."""
        return {
            seen.citation.text: seen.digest
            for seen in self.citations
            if seen.section == section and seen.digest
        }
