"""Classes that share a base with the place: how this project writes one more of the kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.evidence.kinds import Region
from groundplan.evidence.places import choose_files, choose_regions, named_regions
from groundplan.evidence.sketched import place_of
from groundplan.plan.fact import Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.sources import part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.evidence.subject import Subject

_CLASSES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE})


def find_families(subject: Subject) -> Iterator[Fact]:
    """Return for each class of the places its base, if one thing here has that name, and who shares it."""
    told = set()
    for region in _classes(subject):
        for written in region.definition.bases:
            name = written.rpartition(".")[2]
            defined = [each for each in subject.index.symbols(name) if each.definition.kind in _CLASSES]
            if len(defined) == 1 and (region, name) not in told and not subject.is_everywhere(name):
                told.add((region, name))
                yield _family(subject, region, defined[0])


def _classes(subject: Subject) -> list[Region]:
    regions = (*named_regions(subject, choose_files(subject)), *choose_regions(subject))
    owners = [_owner(subject, each) for each in regions]
    return [each for each in dict.fromkeys(owners) if each.definition.kind is Kind.CLASS]


def _owner(subject: Subject, region: Region) -> Region:
    """Return the class of a method, or what was given."""
    parent = region.definition.parent
    found = [each for each in subject.definitions(region.path) if parent and each.qualified == parent]
    return Region(region.path, found[0]) if found else region


def _family(subject: Subject, region: Region, base: Symbol) -> Fact:
    name = base.definition.name
    found = {
        place_of(path, each)
        for path in subject.index.files_with(name)
        for each in subject.definitions(path)
        if each.kind is Kind.CLASS and name in {one.rpartition(".")[2] for one in each.bases}
    }
    own = place_of(region.path, region.definition)
    others = sorted(found - {own}, key=lambda each: (part(each.path).value != "code", each.path, each.first))
    places = (place_of(base.path, base.definition), *others)
    gap = Gap(Missing.NOT_RESOLVED, subject.language(region.path))
    coverage = Coverage(Extent.PARTIAL, (gap,), (("files", subject.file_count),))
    values = (("class", region.citation), ("others", len(others)))
    return Fact(FactKind.FAMILY, name, Provenance(How.BY_NAME), coverage, places, len(places), values)
