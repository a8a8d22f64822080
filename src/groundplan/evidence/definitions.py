"""All definitions of what a goal names: every one of an identifier, every file that a path can mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.naming import named_files, named_identifiers
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.where.kinds import CODE_ENDINGS
from groundplan.survey.where.sketch import sketch_definitions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition
    from groundplan.evidence.subject import Subject

MOST_SKETCHED = 300  # unparsed files with a name in which its definitions are looked for


def find_definitions(subject: Subject) -> Iterator[Fact]:
    """Return the definitions of each identifier and file that the goal names; none is a fact, too."""
    for said, paths in named_files(subject).items():
        yield _file(subject, said, paths)
    for name in named_identifiers(subject):
        yield from _identifier(subject, name)


def _file(subject: Subject, said: str, paths: tuple[str, ...]) -> Fact:
    coverage = Coverage(searched=(("files", len(subject.index.paths())),))
    places = tuple(CodePlace(path) for path in paths)
    return Fact(
        FactKind.DEFINITION,
        said,
        Provenance(How.FILES),
        coverage,
        places,
        len(places),
        is_absence=not places,
    )


def _identifier(subject: Subject, name: str) -> Iterator[Fact]:
    parsed = tuple(_place(each.path, each.definition) for each in subject.index.symbols(name))
    unparsed, gaps = _sketched(subject, name)
    if parsed or not unparsed:
        extent = Extent.PARTIAL if gaps else Extent.COMPLETE
        yield Fact(
            FactKind.DEFINITION,
            name,
            Provenance(How.SYNTAX),
            Coverage(extent, gaps, (("files", len(subject.index.paths())),)),
            parsed,
            len(parsed),
            is_absence=not parsed,
        )
    if unparsed:
        yield Fact(
            FactKind.DEFINITION,
            name,
            Provenance(How.TEXT),
            Coverage(Extent.NOT_PARSED, gaps, (("files", len(subject.index.paths())),)),
            unparsed,
            len(unparsed),
        )


def _sketched(subject: Subject, name: str) -> tuple[tuple[CodePlace, ...], tuple[Gap, ...]]:
    """Return what looks like a definition in code that is not parsed, and which languages that is."""
    places: list[CodePlace] = []
    languages: dict[str, int] = {}
    broken = 0
    for path in subject.index.files_with(name)[:MOST_SKETCHED]:
        outline = subject.index.outline(path)
        ending = path.rpartition(".")[2].lower()
        if outline is not None:
            broken += outline.is_broken
        elif ending in CODE_ENDINGS:
            languages[ending] = languages.get(ending, 0) + 1
            text = subject.index.text(path) or b""
            places += [_place(path, each) for each in sketch_definitions(path, text) if each.name == name]
    gaps = tuple(Gap(Missing.NOT_PARSED, language, count) for language, count in sorted(languages.items()))
    return tuple(places), (*gaps, *((Gap(Missing.BROKEN, "", broken),) if broken else ()))


def _place(path: str, definition: Definition) -> CodePlace:
    return CodePlace(path, definition.first, definition.last, definition.qualified, definition.header)
