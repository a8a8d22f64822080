"""All definitions of what a goal names: every one of an identifier, every file that a path can mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS
from groundplan.evidence.naming import named_files, named_identifiers
from groundplan.evidence.sketched import place_of, sketch_name
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, How, Provenance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject

MOST_FILES = 300  # with a name, in which members of objects are looked for


def find_definitions(subject: Subject) -> Iterator[Fact]:
    """Return the definitions of each identifier and file that the goal names; none is a fact, too."""
    for said, paths in named_files(subject).items():
        yield _file(subject, said, paths)
    for name in named_identifiers(subject):
        yield from _identifier(subject, name)


def _file(subject: Subject, said: str, paths: tuple[str, ...]) -> Fact:
    coverage = Coverage(searched=(("files", subject.file_count),))
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
    symbols = subject.index.symbols(name)
    parsed = tuple(place_of(each.path, each.definition) for each in symbols)
    unparsed, gaps = sketch_name(subject, name)
    if parsed or not unparsed:
        extent = Extent.PARTIAL if gaps else Extent.COMPLETE
        if gaps and not any(map(subject.is_parsed, subject.index.files_with(name))):
            extent = Extent.NOT_PARSED
        yield Fact(
            FactKind.DEFINITION,
            name,
            Provenance(How.SYNTAX),
            Coverage(extent, gaps, (("files", subject.file_count),)),
            parsed,
            len(parsed),
            (
                ("declarations", sum(each.definition.is_declared for each in symbols)),
                ("members", tuple(_members(subject, name, parsed))),
            ),
            is_absence=not parsed,
        )
    if unparsed:
        yield Fact(
            FactKind.DEFINITION,
            name,
            Provenance(How.TEXT),
            Coverage(Extent.NOT_PARSED, gaps, (("files", subject.file_count),)),
            unparsed,
            len(unparsed),
        )


def _members(subject: Subject, name: str, known: tuple[CodePlace, ...]) -> Iterator[str]:
    """Return where a script names a method or a function in an expression: that has no outline."""
    pattern = re.compile(
        rf"^[ \t]*(?:async[ \t]+|[gs]et[ \t]+|\*[ \t]*)?{re.escape(name)}"
        rf"(?:[ \t]*\([^()\n]*\)[^\n;]*\{{|[ \t]*:[ \t]*(?:async[ \t]+)?(?:function\b|\([^()\n]*\)[^\n]*=>))"
        rf"|=[ \t]*(?:async[ \t]+)?function\b[ \t]*\*?[ \t]*{re.escape(name)}[ \t]*\(",
        re.MULTILINE,
    )
    files = subject.index.files_with(name)
    for path in files if len(files) <= MOST_FILES else ():
        if subject.language(path) not in SCRIPTS:
            continue
        text = (subject.index.text(path) or b"").decode("utf-8", "replace")
        lines = {each.first for each in known if each.path == path}
        found = (text.count("\n", 0, each.start()) + 1 for each in pattern.finditer(text))
        yield from (f"{path}:{line}" for line in found if line not in lines)
