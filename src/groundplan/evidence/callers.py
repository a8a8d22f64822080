"""Who uses the places of a goal: what is resolved, and apart from it what only has the name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.code_words import goes_on
from groundplan.code.declarations import defined
from groundplan.code.index import Symbol
from groundplan.code.languages import FOLLOWED, family_of
from groundplan.code.occurrences import find_occurrences
from groundplan.code.outline import NAMES
from groundplan.code.test_paths import is_test
from groundplan.code.usage import CALLS, UsageKind
from groundplan.evidence.kinds import Region
from groundplan.evidence.naming import ordered_files
from groundplan.evidence.places import choose_files, choose_regions, named_regions
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.usage import Usage, Usages
    from groundplan.evidence.subject import Subject
    from groundplan.plan.fact import Value

MOST = 4  # definitions whose uses are looked for: each costs a walk over the files with its name
MOST_BY_TEXT = 40  # lines with a name: of more nothing says which are uses
_BY_PACKAGE = frozenset({"go"})  # whoever imports a package need not use this file
_CONSTRUCTORS = frozenset({"__init__", "__new__", "constructor", "initialize"})
_PARTS = {Part.CODE: 0, Part.TEST: 2}
_OPEN = (".go", ".rs")  # where a type's methods are written outside of it, in its folder
_NO_USE = frozenset({UsageKind.IMPORT, UsageKind.EXPORT, UsageKind.STRING})


def asked_regions(subject: Subject) -> tuple[Region, ...]:
    """Return the definitions whose users are looked for: those that are named, or else the best."""
    chosen = choose_regions(subject)
    if not subject.is_given:
        chosen = tuple(named_regions(subject, choose_files(subject))) or chosen
    asked = dict.fromkeys(_defined(subject, _constructed(subject, each)) for each in chosen)
    code = [each for each in asked if each.definition.kind not in NAMES]
    names = {each.definition.name for each in code if not each.definition.is_declared}
    return tuple(
        each for each in code if not (each.definition.is_declared and each.definition.name in names)
    )[:MOST]


def _defined(subject: Subject, region: Region) -> Region:
    """Return the definition instead of its declaration."""
    found = defined(subject.index, Symbol(region.path, region.definition))
    return Region(found.path, found.definition, region.score)


def _constructed(subject: Subject, region: Region) -> Region:
    """Return the class instead of its constructor, as it is the class that is called."""
    definition = region.definition
    is_named_so = definition.name == definition.parent.rpartition(".")[2]  # in Java, C# or C++
    if not definition.parent or not (definition.name in _CONSTRUCTORS or is_named_so):
        return region
    owners = [each for each in subject.definitions(region.path) if each.qualified == definition.parent]
    return Region(region.path, owners[0]) if owners else region


def find_callers(subject: Subject) -> Iterator[Fact]:
    """Return the uses of the foremost definitions, resolved ones and those by name in facts of their own."""
    for path in dict.fromkeys((*subject.given_files, *ordered_files(subject))):
        yield from _importers(subject, path)
    listed: set[tuple[str, str, int]] = set()  # name and line: what one of that name has, another need not
    for region in asked_regions(subject):
        if subject.is_everywhere(region.definition.name):
            yield _too_common(subject, region)
        elif (usages := subject.usages(region)) is not None:
            yield from _resolved(subject, region, usages, listed)
        else:
            yield _by_text(subject, region)


def _importers(subject: Subject, path: str) -> Iterator[Fact]:
    """Return who imports a file that was given as a whole, where the imports of its language are resolved."""
    if subject.language(path) not in FOLLOWED - _BY_PACKAGE:
        return
    places = {edge.source: subject.place(edge.source, edge.line) for edge in subject.graph.importers_of(path)}
    ordered = tuple(sorted(places.values(), key=_order))
    searched = (("files", subject.file_count),)
    yield Fact(
        FactKind.CALLERS,
        path,
        Provenance(How.RESOLVED),
        Coverage(Extent.PARTIAL, (Gap(Missing.DYNAMIC),), searched),
        ordered,
        len(ordered),
        (("tests", _count_tests(ordered)),),
        is_absence=not ordered,
    )


def used_at(region: Region, usages: Iterable[Usage]) -> list[Usage]:
    """Return the uses that matter: no imports, and nothing that a definition does with itself."""
    return [each for each in usages if each.kind not in _NO_USE and not _is_own(region, each)]


def _is_own(region: Region, usage: Usage) -> bool:
    """Whether a use is inside the definition, or in a method that is written outside of its type."""
    definition = region.definition
    if usage.path == region.path and definition.first <= usage.line <= definition.last:
        return True
    is_open = usage.path.rpartition("/")[0] == region.path.rpartition("/")[0] and usage.path.endswith(_OPEN)
    return is_open and usage.inside.startswith(f"{definition.qualified}.")


def _resolved(
    subject: Subject, region: Region, usages: Usages, listed: set[tuple[str, str, int]]
) -> Iterator[Fact]:
    searched = (("files", len(subject.index.files_with(region.definition.name))),)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.DYNAMIC),), searched)
    name = region.definition.name
    known = _places(subject, used_at(region, usages.resolved))
    named = _places(subject, used_at(region, usages.possible))
    possible = tuple(each for each in named if (name, each.path, each.first) not in listed)
    # Where a file did not parse, is in another language, or has the name, nobody knows that there is none.
    told = usages.coverage.is_complete and usages.account.other and not _has_twin(subject, region)
    unclear = () if known or named or told else _elsewhere(subject, region)
    if unclear:
        spoken = (("tests", _count_tests(unclear)), ("languages", _languages(subject, unclear)))
        fact = _fact(region, How.TEXT, coverage, unclear, spoken)
        yield fact if len(unclear) <= MOST_BY_TEXT else replace(fact, places=())
    elif known or (not named and usages.coverage.is_complete and not usages.also_defined):
        mentions = sum(count for _, count in usages.mentions)
        values = (("tests", _count_tests(known)), ("mentions", mentions))
        yield _fact(region, How.RESOLVED, coverage, known, values)
    if possible:
        values = (("tests", _count_tests(possible)), ("known", len(known)))
        fact = _fact(region, How.BY_NAME, coverage, possible, values)
        yield fact if len(possible) <= MOST_BY_TEXT else replace(fact, places=())
    listed.update((name, each.path, each.first) for each in (*known, *possible))


def _has_twin(subject: Subject, region: Region) -> bool:
    """Whether another file defines the very same: what is known to use that one may mean this one as well."""
    found = subject.index.symbols(region.definition.name)
    own = region.definition.qualified
    return any(each.path != region.path and each.definition.qualified == own for each in found)


def _elsewhere(subject: Subject, region: Region) -> tuple[CodePlace, ...]:
    """Return the lines with a name that may use it: a platform's file defines what another one calls."""
    called = re.compile(rf"(?<!\w){re.escape(region.definition.name)}\s*\(")
    places = [each for each, is_definition in _lines_with(subject, region) if not is_definition]
    return tuple(sorted(places, key=lambda each: (_order(each)[0], called.search(each.quote) is None)))


def _lines_with(subject: Subject, region: Region) -> list[tuple[CodePlace, bool]]:
    """Return the lines outside a definition with its name, in its language, and whether they define it."""
    name, language = region.definition.name, subject.language(region.path)
    own = range(region.definition.first, region.definition.last + 1)
    family = family_of(language)
    found = {
        (each.path, each.line): (
            CodePlace(each.path, each.line, each.line, each.within, each.text.strip()),
            each.is_definition,
        )
        for each in find_occurrences(subject.index, name).places
        if subject.language(each.path) in family
        and not (each.path == region.path and each.line in own)
        and not (language == "ruby" and _is_another_method(name, each.text))
    }
    return sorted(found.values(), key=lambda item: _order(item[0]))


def _languages(subject: Subject, places: Iterable[CodePlace]) -> tuple[str, ...]:
    return tuple(sorted({subject.language(each.path) for each in places}))


def _by_text(subject: Subject, region: Region) -> Fact:
    """Return where a name appears in files of its language: nothing there says that it is this one."""
    name, language = region.definition.name, subject.language(region.path)
    is_parsed = subject.is_parsed(region.path)
    family = family_of(language)
    files = [path for path in subject.index.files_with(name) if subject.language(path) in family]
    reason = Missing.NOT_RESOLVED if is_parsed else Missing.NOT_PARSED
    extent = Extent.PARTIAL if is_parsed else Extent.NOT_PARSED
    coverage = Coverage(extent, (Gap(reason, language),), (("files", len(files)),))
    ordered = tuple(each for each, _ in _lines_with(subject, region))
    values = (
        ("tests", _count_tests(ordered)),
        ("others", len(_other_definitions(subject, region))),
        ("languages", _languages(subject, ordered)),
    )
    fact = _fact(region, How.TEXT, coverage, ordered, values)
    is_listed = len(ordered) <= MOST_BY_TEXT and not fact.value("others", 0)
    return fact if is_listed else replace(fact, places=())


def _is_another_method(name: str, line: str) -> bool:
    """Whether a line has a word only as the beginning of a longer name of Ruby: `lock` in `lock!`."""
    found = [each.end() for each in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", line)]
    return bool(found) and all(goes_on(line, end) for end in found)


def _other_definitions(subject: Subject, region: Region) -> list[Symbol]:
    """Return what else is defined under a name; a constructor is part of its class, a declaration none."""
    asked = region.definition
    own = range(asked.first, asked.last + 1)
    return [
        each
        for each in subject.index.symbols(asked.name)
        if not each.definition.is_declared
        and not (each.path == region.path and each.definition.line in own)
        and not (asked.is_declared and each.definition.qualified == asked.qualified)
    ]


def _too_common(subject: Subject, region: Region) -> Fact:
    files = len(subject.index.files_with(region.definition.name))
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.LIMIT, "files", files),), (("files", 0),))
    return _fact(region, How.BY_NAME, coverage, (), ())


def _fact(
    region: Region,
    how: How,
    coverage: Coverage,
    places: tuple[CodePlace, ...],
    values: tuple[tuple[str, Value], ...],
) -> Fact:
    return Fact(
        FactKind.CALLERS,
        region.citation,
        Provenance(how),
        coverage,
        places,
        len(places),
        values,
        is_absence=not places,
    )


def _places(subject: Subject, usages: list[Usage]) -> tuple[CodePlace, ...]:
    """Return the lines of uses: the product's before those of tests, calls before annotations."""
    called = {(each.path, each.line) for each in usages if each.kind in CALLS}
    found = {(each.path, each.line): subject.place(each.path, each.line, each.inside) for each in usages}
    return tuple(
        sorted(
            found.values(),
            key=lambda place: (
                *_order(place)[:1],
                (place.path, place.first) not in called,
                place.path,
                place.first,
            ),
        )
    )


def _order(place: CodePlace) -> tuple[int, str, int]:
    return (_PARTS.get(part(place.path), 1), place.path, place.first)


def _count_tests(places: Iterable[CodePlace]) -> int:
    return sum(is_test(each.path) for each in places)
