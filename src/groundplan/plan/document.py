"""A plan's words: documents cut into declared sections, and the plan that holds them."""

from __future__ import annotations

import hashlib
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundplan.plan.finding import Finding
    from groundplan.plan.record import Record

FINGERPRINT_VERSION = "v1"


def fingerprint(normal: str) -> str:
    """Return the fingerprint of a text in normal form (computed fields masked, spacing folded)."""
    return f"{FINGERPRINT_VERSION}:{hashlib.sha256(normal.encode('utf-8', 'surrogatepass')).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Section:
    """A keyed part of a document, from its declared heading to the next one."""

    key: str  # "3", "phase-0/tasks"
    declared: str  # key of the declaration: "3", "phase-{n}/tasks"
    title: str  # as written, emphasis removed
    document: str  # path of the document
    line: int  # of the heading, counted from 1
    heading: str  # source of the heading, line end included
    body: str  # source below the heading
    normal: str  # what the fingerprint is made over
    captures: Mapping[str, str] = field(default_factory=dict)  # what the title pattern caught: n, name
    records: tuple[Record, ...] = ()
    comments: tuple[str, ...] = ()  # the HTML comments that are blocks of their own, outside quotes
    is_gap: bool = False  # one placeholder is all that it holds

    @property
    def text(self) -> str:
        """Return the source of the whole section."""
        return self.heading + self.body

    @property
    def fingerprint(self) -> str:
        """Return the section's fingerprint."""
        return fingerprint(self.normal)

    @property
    def place(self) -> Place:
        """Return where the section's heading stands."""
        return Place(self.document, self.line, 1)


@dataclass(frozen=True, slots=True)
class Document:
    """One file: what stands before the first declared heading, then the sections in their order."""

    name: str
    path: str
    text: str
    header: Section  # key `<name>#header`: front matter, title, labels; its computed fields are masked
    sections: tuple[Section, ...]
    header_fields: Mapping[str, tuple[str, Place]] = field(default_factory=dict)  # label -> (value, where)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything the files say; nothing of what the ledger says."""

    id: str
    slug: str
    title: str
    documents: tuple[Document, ...]
    findings: tuple[Finding, ...] = ()  # what parsing itself found: records that cannot be read, …

    @property
    def sections(self) -> tuple[Section, ...]:
        """Return the sections of all documents in document order, headers left out."""
        return tuple(section for document in self.documents for section in document.sections)

    @property
    def parts(self) -> tuple[Section, ...]:
        """Return headers and sections: everything that has a fingerprint."""
        return tuple(part for document in self.documents for part in (document.header, *document.sections))

    def section(self, key: str) -> Section | None:
        """Return the section with that key."""
        for document in self.documents:
            if document.header.key == key:
                return document.header
            for section in document.sections:
                if section.key == key:
                    return section
        return None

    def sections_of(self, declared: str) -> tuple[Section, ...]:
        """Return the sections of one declaration."""
        return tuple(section for section in self.sections if section.declared == declared)

    def records(self, kind: str) -> Iterator[Record]:
        """Yield the records of a kind in document order."""
        return (record for section in self.parts for record in section.records if record.kind == kind)

    def fingerprints(self) -> dict[str, str]:
        """Return the fingerprint of each part by key."""
        return _fingerprints(self.parts)

    def covered(self, declared: tuple[str, ...]) -> dict[str, str]:
        """Return the fingerprints of the parts whose declaration is among `declared`."""
        return _fingerprints(part for part in self.parts if part.declared in declared)


def _fingerprints(parts: Iterable[Section]) -> dict[str, str]:
    """Fingerprint by key; a key that stands twice has one over both texts, so neither hides the other."""
    normals: dict[str, list[str]] = {}
    for part in parts:
        normals.setdefault(part.key, []).append(part.normal)
    return {key: fingerprint("\0".join(texts)) for key, texts in normals.items()}
