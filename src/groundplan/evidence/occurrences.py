"""Every occurrence of the names and files that a goal names, in code, tests, documents and settings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.occurrences import find_occurrences
from groundplan.evidence.naming import named_files, named_identifiers, named_options
from groundplan.evidence.places import choose_files
from groundplan.evidence.subject import unsearched
from groundplan.plan.errors import GroundplanError
from groundplan.plan.fact import Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.sources import part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.occurrences import Occurrence
    from groundplan.evidence.subject import Subject

MOST_LISTED = 150  # files; of more only the number says something
MOST_FILES = 2_000  # a word in more files is no name in play


def find_all_occurrences(subject: Subject) -> Iterator[Fact]:
    """Return for each term all files that have it, each with its first line and how often."""
    terms = [said.rpartition("/")[2] for said in named_files(subject)]
    for term in dict.fromkeys((*named_identifiers(subject), *named_options(subject), *terms)):
        files = subject.index.files_with(term)
        if len(files) > MOST_FILES:
            gap = Gap(Missing.LIMIT, "files", len(files))
            yield Fact(
                FactKind.OCCURRENCES,
                term,
                Provenance(How.TEXT),
                Coverage(Extent.PARTIAL, (gap,)),
                total=len(files),
            )
            continue
        try:
            found = find_occurrences(subject.index, term)
        except GroundplanError:
            continue  # what the goal writes as code may be no term at all
        yield _fact(subject, term, found.places)


def _fact(subject: Subject, term: str, places: tuple[Occurrence, ...]) -> Fact:
    kept = [each for each in places if each.path not in subject.own_plans]
    first: dict[str, Occurrence] = {}
    for each in kept:
        first.setdefault(each.path, each)
    counts = Counter(each.path for each in kept)
    parts = Counter(part(each.path).value for each in kept)
    given = choose_files(subject) if subject.is_given else ()
    order = sorted(
        first, key=lambda path: (path not in given, part(path).value != "code", -counts[path], path)
    )
    gaps = unsearched(subject)
    return Fact(
        FactKind.OCCURRENCES,
        term,
        Provenance(How.TEXT),
        Coverage(Extent.PARTIAL if gaps else Extent.COMPLETE, gaps, (("files", subject.file_count),)),
        ()
        if len(first) > MOST_LISTED
        else tuple(
            replace(subject.place(path, first[path].line, first[path].within), count=counts[path])
            for path in order
        ),
        len(first),
        (
            ("occurrences", len(kept)),
            *((f"in-{name}", count) for name, count in sorted(parts.items())),
        ),
        is_absence=not kept,
    )
