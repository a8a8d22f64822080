"""Files that say what this project asks of whoever changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.profile.files import is_standards_file
from groundplan.plan.fact import CodePlace, Coverage, Fact, FactKind, How, Provenance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject


def find_standards(subject: Subject) -> Iterator[Fact]:
    """Return the notes for agents and contributors as one fact; nothing where there are none."""
    found = sorted(each for each in subject.index.paths() if is_standards_file(each))
    if found:
        places = tuple(map(CodePlace, found))
        coverage = Coverage(searched=(("files", subject.file_count),))
        yield Fact(FactKind.STANDARDS, "", Provenance(How.FILES), coverage, places, len(places))
