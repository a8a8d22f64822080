"""Where a goal goes: the places that were given, or the best of the ranking, each with its reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.bodies import without_overloads
from groundplan.code.index import Symbol
from groundplan.evidence.kinds import Region
from groundplan.evidence.symptoms import is_symptom
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.plan.late_regex import late_regex
from groundplan.survey.flow.following import find_called
from groundplan.survey.sources import is_own_code, part
from groundplan.survey.where.kinds import Part
from groundplan.survey.where.places import RankedFile
from groundplan.survey.where.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.plan.fact import Value

MOST_FILES = 8
MOST_REGIONS = 3  # of one file
LEAST_OF_BEST = 0.5  # of the best score
LEAST_REGION = 0.6
PLAINLY = 0.5  # how plainly a definition must be named: two may share the name
MOST_NAMED = 6
DEFINED_ONCE = 0.8  # how plainly a goal names what one file alone defines
MOST_CALLED = 3  # definitions that a given one calls
MOST_CHANGED = 4  # files that change with a given one
# A goal goes into code; its tests are facts of their own, and what is built or vendored is not changed.
_ASIDE = frozenset({"bench", "benches", "benchmark", "benchmarks"})
_TEST = late_regex(r"test(?:_|$|[A-Z])|Test[A-Z]")
_ONLY_NAMED = frozenset({Part.TEST, Part.DATA, Part.MACHINERY, Part.EXAMPLE})


def choose_files(subject: Subject) -> tuple[str, ...]:
    """Return the files of the places, best first."""
    if subject.is_given:
        return tuple(dict.fromkeys((*(each.path for each in subject.given), *subject.given_files)))
    return tuple(each.path for each in _ranked_files(subject))


def choose_regions(subject: Subject) -> tuple[Region, ...]:
    """Return the definitions among the places, best first."""
    if subject.is_given:
        return (*subject.given, *_best_regions(subject, subject.given_files))
    return _best_regions(subject, choose_files(subject))


def _best_regions(subject: Subject, chosen: tuple[str, ...]) -> tuple[Region, ...]:
    """Return the definitions of files that the goal names, else those that the ranking is strong for."""
    found = named_regions(subject, chosen)
    named = {each.path for each in found}
    ranked = [each for each in subject.ranked.regions if not subject.is_given or each.path in chosen]
    best = ranked[0].score if ranked else 0.0
    for each in ranked:
        if each.path not in chosen or each.score < LEAST_REGION * best:
            continue
        region = _region(subject, each.path, each.name, each.start)
        if region is None or region in found or _TEST.match(region.definition.name):
            continue  # a test inside the file is no place to change
        if is_symptom(subject.text, region.definition.name):
            continue
        if each.path not in named and sum(one.path == each.path for one in found) < MOST_REGIONS:
            found.append(region)
    return tuple(found)


def named_regions(subject: Subject, files: tuple[str, ...]) -> list[Region]:
    """Return the definitions that the goal itself names; of a class and its method the method alone."""
    strengths = subject.looked_up.named.regions
    named = sorted(
        (
            key
            for key, strength in strengths.items()
            if strength >= PLAINLY and key[0] in files and not is_symptom(subject.text, key[1])
        ),
        key=lambda key: (-strengths[key], key),
    )
    made = {(path, f"{name}.{name.rpartition('.')[2]}") for path, name in named}
    named = [key for key in named if key not in made]  # the class is meant, and not its constructor
    outer = {key for key in named for path, name in named if path == key[0] and name.startswith(f"{key[1]}.")}
    regions = (_region(subject, *key, 0) for key in named if key not in outer)
    found = [each for each in regions if each is not None][:MOST_NAMED]
    # A class and its constructors share a name in some languages: the class is meant.
    symbols = subject.looked_up.named.symbols
    for path in (each for each in files if each not in {one.path for one in found}):
        plain = (name for name, strength in symbols.get(path, {}).items() if strength >= DEFINED_ONCE)
        plain = (name for name in plain if not is_symptom(subject.text, name))
        found += [each for name in plain if (each := _region(subject, path, name, 0)) is not None]
    return found


def find_places(subject: Subject) -> Iterator[Fact]:
    """Return a fact per file: its best definitions with their lines, and the reasons."""
    if subject.is_given:
        yield from (_with_changed(subject, each) for each in _given(subject))
        return
    named = {each.path for each in named_regions(subject, choose_files(subject))}
    sure = named.intersection(subject.verdict.sure)  # what the goal names there, and nothing beside it
    shown = [each for each in shown_in(subject) if each.path not in sure]
    regions = (*shown, *choose_regions(subject))
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), (("files", subject.file_count),))
    files = [*_led_to(subject), *_ranked_files(subject)]
    if not files:
        yield Fact(FactKind.PLACE, "", Provenance(How.RANKING), coverage, is_absence=True)
    for each in {one.path: one for one in files}.values():
        own = dict.fromkeys(_place(one) for one in regions if one.path == each.path)
        places = tuple(own)[:MOST_REGIONS] or (CodePlace(each.path),)
        yield Fact(
            FactKind.PLACE,
            each.path,
            Provenance(How.RANKING),
            coverage,
            places,
            len(places),
            values=(("score", each.score), ("named", each.path in named), *_reasons(subject, each)),
        )


def _led_to(subject: Subject) -> list[RankedFile]:
    """Return the files that clues lead to and that the ranking does not show."""
    ranked = {each.path: each for each in subject.ranked.files}
    return [
        ranked.get(path, RankedFile(path, 0.0)) for path in dict.fromkeys(one.path for one in subject.clues)
    ]


def shown_in(subject: Subject) -> tuple[Region, ...]:
    """Return the definitions around the lines that clues lead to."""
    found = []
    for clue in subject.clues:
        outline = subject.index.outline(clue.path)
        around = [outline.at(line) for line in clue.lines] if outline is not None else []
        found += [Region(clue.path, each) for each in around if each is not None]
    return tuple(dict.fromkeys(found))


def _given(subject: Subject) -> Iterator[Fact]:
    named: tuple[tuple[str, Value], ...] = (("named", True),)
    for region in subject.given:
        called = _called(subject, region)
        values = (*named, ("calls", called)) if called else named
        yield Fact(
            FactKind.PLACE, region.path, Provenance(How.GIVEN), Coverage(), (_place(region),), 1, values
        )
    nearest = dict.fromkeys((*shown_in(subject), *_best_regions(subject, subject.given_files)))
    spoken = {each.path for each in named_regions(subject, subject.given_files)}
    for path in subject.given_files:
        inside = tuple(_place(each) for each in nearest if each.path == path)[:MOST_REGIONS]
        places = inside or (CodePlace(path),)
        values = named if path in spoken else ()
        yield Fact(FactKind.PLACE, path, Provenance(How.GIVEN), Coverage(), places, len(places), values)


def _called(subject: Subject, region: Region) -> tuple[str, ...]:
    """Return what a given definition calls and the goal has words of, each with its lines and its name."""
    symbol = Symbol(region.path, region.definition)
    led = find_called(subject.index, symbol) if subject.is_parsed(region.path) else ()
    about = [each for each in led if not set(words_of(each.definition.name)).isdisjoint(subject.words)]
    own = [each for each in about or led if is_own_code(each.path)]
    own = own if about or len(own) <= MOST_CALLED else []  # of many calls none tells more than another
    regions = [Region(each.path, each.definition) for each in own]
    return tuple(part for each in regions[:MOST_CALLED] for part in (each.lines, each.definition.qualified))


def _with_changed(subject: Subject, fact: Fact) -> Fact:
    """Add the files that changed in the same commits as a given one, most often first."""
    history = subject.history
    changed = history.cochanged(fact.subject, limit=2 * MOST_CHANGED) if history is not None else ()
    there = set(subject.index.paths()) - subject.own_plans
    told = tuple(f"{path} ({count})" for path, count in changed if path in there and count > 1)
    return replace(fact, values=(*fact.values, ("together", told[:MOST_CHANGED]))) if told else fact


def _ranked_files(subject: Subject) -> list[RankedFile]:
    named = subject.looked_up.named.paths
    kept = [
        each
        for each in subject.ranked.files
        if named.get(each.path, 0.0) >= 1.0
        or (part(each.path) not in _ONLY_NAMED and _ASIDE.isdisjoint(each.path.split("/")))
    ]
    best = kept[0].score if kept else 0.0
    return [each for each in kept if each.score > 0 and each.score >= LEAST_OF_BEST * best][:MOST_FILES]


def _reasons(subject: Subject, ranked: RankedFile) -> Iterator[tuple[str, Value]]:
    for clue in subject.clues:
        if clue.path == ranked.path:
            yield f"because-{clue.kind}", clue.values
    for each in ranked.reasons:
        yield f"because-{each.kind}", each.values or (True,)


def _region(subject: Subject, path: str, name: str, line: int) -> Region | None:
    """Return a ranked definition; of several with its name the one that begins there."""
    named = [each for each in subject.definitions(path) if each.qualified == name]
    if len(named) > 1:
        named = without_overloads(named, subject.index.text(path) or b"", subject.language(path))
    nearest = min(named, key=lambda each: abs(each.first - line), default=None)
    return Region(path, nearest) if nearest is not None else None


def _place(region: Region) -> CodePlace:
    defined = region.definition
    return CodePlace(region.path, defined.first, defined.last, defined.qualified, defined.header)
