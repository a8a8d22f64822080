"""All evidence about a goal: every gatherer asked in the order in which evidence is read."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.languages import FOLLOWED
from groundplan.code.occurrences import find_occurrences
from groundplan.code.unparsed import is_partly_parsed
from groundplan.evidence.against import find_against
from groundplan.evidence.already import find_already
from groundplan.evidence.callers import asked_regions, find_callers, used_at
from groundplan.evidence.commits import find_commits
from groundplan.evidence.definitions import find_definitions
from groundplan.evidence.dependencies import find_dependencies
from groundplan.evidence.documents import find_documents
from groundplan.evidence.environment import find_environment
from groundplan.evidence.family import find_families
from groundplan.evidence.issues import find_issues
from groundplan.evidence.kinds import CallSite, Certainty, Gathered, Reach, Region
from groundplan.evidence.naming import named_files, named_identifiers, named_options
from groundplan.evidence.places import choose_files, find_places
from groundplan.evidence.rarity import rarity
from groundplan.evidence.standards import find_standards
from groundplan.evidence.subject import unsearched
from groundplan.evidence.symptoms import reports_fault
from groundplan.evidence.tests import find_tests
from groundplan.evidence.ways_in import find_ways_in
from groundplan.plan.errors import GroundplanError
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.similar.finding import find_similar, find_similar_words
from groundplan.survey.sources import is_own_code, part
from groundplan.survey.where.words import is_compound, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.code.occurrences import Occurrence
    from groundplan.evidence.subject import Subject
    from groundplan.survey.similar.finding import Similar

MOST_NAMESAKES = 4  # definitions of one name
MOST_LISTED = 150  # files; of more only the number says something
MOST_FILES = 2_000  # a word in more files is no name in play
MOST_SPEAKING = 200
LEAST_SCORE = 0.15
FEWEST_WORDS = 2
MOST_READ = 5_000  # files: reading more takes longer than it is worth
MOST_PLACES = 3  # one for each longer word
RARE = 1.2  # as a word in about a third of all projects: that one of those is missing says something
SHORTEST = 3
MOST = 5


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
        yield _occurrence_fact(subject, term, found.places)


def _namesakes(subject: Subject, term: str) -> Iterator[tuple[str, int]]:
    """Yield in how many places of code a word that one thing has for its name may mean another."""
    symbols = subject.index.symbols(term)
    if len(symbols) == 1 and not is_compound(term):
        used = subject.usages(Region(symbols[0].path, symbols[0].definition))
        if used is not None:
            yield "namesakes", used.account.possible + used.account.mentions + len(used.account.other)


def _is_common(subject: Subject, term: str) -> bool:
    """Tell whether so much has a name that, in a report, its places are mostly about something else."""
    return len(subject.index.symbols(term)) > MOST_NAMESAKES and reports_fault(subject.text)


def _occurrence_fact(subject: Subject, term: str, places: tuple[Occurrence, ...]) -> Fact:
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
        if len(first) > MOST_LISTED or _is_common(subject, term)
        else tuple(
            replace(
                subject.place(path, first[path].line, first[path].within),
                count=counts[path],
                lines=tuple(dict.fromkeys(each.line for each in kept if each.path == path)),
            )
            for path in order
        ),
        len(first),
        (
            ("occurrences", len(kept)),
            *((f"in-{name}", count) for name, count in sorted(parts.items())),
            *_namesakes(subject, term),
        ),
        is_absence=not kept,
    )


def find_alike(subject: Subject) -> Iterator[Fact]:
    """Return functions like the given ones, or functions that have several telling words of the goal."""
    own = {(each.path, each.definition.qualified) for each in asked_regions(subject)}
    found = _like_given(subject) if subject.given else _by_words(subject)
    kept = [each for each in found if (each.at.path, each.qualified) not in own and is_own_code(each.at.path)]
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),))
    for each in kept[:MOST]:
        place = CodePlace(each.at.path, each.at.line, each.last, each.qualified)
        values = (
            ("score", round(each.score, 2)),
            ("words", each.shared_words),
            ("calls", each.shared_calls[:5]),
            ("shape", round(each.shape, 2)),
        )
        how = How.SYNTAX if subject.given else How.TEXT
        yield Fact(FactKind.SIMILAR, each.qualified, Provenance(how), coverage, (place,), 1, values)


def _like_given(subject: Subject) -> list[Similar]:
    parsed = [each for each in subject.given if subject.is_parsed(each.path)]
    return [
        one for each in parsed[:2] for one in find_similar(subject.index, Symbol(each.path, each.definition))
    ]


def _by_words(subject: Subject) -> list[Similar]:
    alike = subject.looked_up.alike.all_words
    speaking = sorted(alike, key=lambda path: (-alike[path], path))[:MOST_SPEAKING]
    # The parts of a compound name are in every line about it, and say nothing each.
    plain = [word for word in subject.spelled if not is_compound(word)]
    if len(plain) < FEWEST_WORDS:
        return []
    found = find_similar_words(subject.index, " ".join(plain), most=3 * MOST, among=frozenset(speaking))
    return [each for each in found if each.score >= LEAST_SCORE and len(each.shared_words) >= FEWEST_WORDS]


def find_open_plans(subject: Subject) -> Iterator[Fact]:
    """Return each open plan that works on a file of the places."""
    files = choose_files(subject)
    for other in subject.others:
        shared = tuple(path for path in files if path in other.paths)
        if shared:
            yield Fact(
                FactKind.OPEN_PLAN,
                other.slug,
                Provenance(How.DOCUMENT),
                Coverage(searched=(("plans", len(subject.others)),)),
                tuple(CodePlace(path) for path in shared),
                len(shared),
                (("title", other.title), ("document", other.document)),
            )


def find_entries(subject: Subject) -> Iterator[Fact]:
    """Return the nearest entry points that lead to the places; nothing where none is seen to."""
    regions = tuple(each for each in asked_regions(subject) if subject.language(each.path) in FOLLOWED)
    if not regions:
        return
    reach = tuple(_reach(subject, each) for each in regions)
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.DYNAMIC), Gap(Missing.SELECTION)))
    for way in find_ways_in(subject, regions, reach)[:MOST]:
        entry = way.entry
        handler = entry.handler_at or entry.at
        places = dict.fromkeys((entry.at, handler))
        yield Fact(
            FactKind.ENTRY_POINT,
            entry.title,
            Provenance(How.BY_NAME if way.steps else How.SYNTAX),
            coverage,
            tuple(CodePlace(each.path, each.line, each.line) for each in places),
            len(places),
            (
                ("kind", entry.kind.value),
                ("framework", entry.framework),
                ("handler", entry.handler),
                ("reaches", way.region.citation),
                ("steps", way.steps),
            ),
        )


def _reach(subject: Subject, region: Region) -> Reach:
    usages = subject.usages(region)
    known = used_at(region, usages.resolved) if usages is not None else []
    callers = tuple(CallSite(each.path, each.line, each.inside, is_test=False) for each in known)
    return Reach(region, callers, (), 0, ())


GATHERERS: tuple[Callable[[Subject], Iterator[Fact]], ...] = (
    find_places,
    find_definitions,
    find_callers,
    find_tests,
    find_documents,
    find_commits,
    find_all_occurrences,
    find_dependencies,
    find_entries,
    find_alike,
    find_families,
    find_standards,
    find_open_plans,
    find_issues,
    find_environment,
)
_FROM_PARSING = frozenset(
    {FactKind.PLACE, FactKind.DEFINITION, FactKind.CALLERS, FactKind.TEST}
    | {FactKind.OCCURRENCES, FactKind.ENTRY_POINT, FactKind.SIMILAR, FactKind.FAMILY}
)
_OF_NAMES = frozenset({FactKind.DEFINITION, FactKind.CALLERS})
MOST_READ_IN = 300  # files with a name, whose outlines are asked for
_FROM_PLACES = frozenset({find_callers, find_entries, find_families})


def gather(subject: Subject) -> Gathered:
    """Return every fact about a subject."""
    verdict = subject.verdict
    # A goal that is met or refused is read no further before that is settled.
    facts = [*find_already(subject), *find_against(subject), *find_unknown(subject)]
    for find in GATHERERS:
        # What is only a candidate has callers of its own, which would be evidence about another change.
        if verdict.certainty is not Certainty.CANDIDATES or find not in _FROM_PLACES:
            facts += find(subject)
    return Gathered(verdict, tuple(_with_what_broke(subject, each) for each in facts))


def _with_what_broke(subject: Subject, fact: Fact) -> Fact:
    """Return a fact that says which of the files that it rests on could be parsed only in part."""
    if fact.kind not in _FROM_PARSING:
        return fact
    owner, _, name = fact.subject.rpartition("::")
    rests_on = {owner or fact.subject, *(each.path for each in fact.places)}
    if fact.is_absence or fact.kind in _OF_NAMES:
        word = name.rpartition("/")[2].partition(".")[0] if "/" in name else name.rpartition(".")[2] or name
        files = subject.index.files_with(word) if word.isidentifier() else ()
        rests_on |= set(files if len(files) <= MOST_READ_IN else ())
    broke = sorted(each for each in rests_on if is_partly_parsed(subject.index, each))
    if not broke:
        return fact
    coverage = fact.coverage
    extent = Extent.PARTIAL if coverage.extent is Extent.COMPLETE else coverage.extent
    gaps = (*coverage.gaps, Gap(Missing.BROKEN, broke[0], len(broke)))
    return replace(fact, coverage=replace(coverage, extent=extent, gaps=gaps))


def find_unknown(subject: Subject) -> Iterator[Fact]:
    """Return the names of the goal that no file has, and its rare words that no commit message has either."""
    unknown = subject.verdict.unknown
    files, gaps = (("files", subject.file_count),), unsearched(subject)
    names = tuple(each for each in unknown if is_compound(each))
    if names:
        yield _fact(subject, names, files, gaps)
    plain = [each for each in unknown if each not in names]
    words = tuple(each for each in plain if any(rarity(root) >= RARE for root in words_of(each)))
    if words or not subject.words:
        history = subject.history
        commits = (("commits", history.count()),) if history is not None else ()
        is_partial = history is None or history.notices
        yield _fact(subject, words, (*files, *commits), (*gaps, Gap(Missing.HISTORY)) if is_partial else gaps)


def _fact(
    subject: Subject, words: tuple[str, ...], searched: tuple[tuple[str, int], ...], gaps: tuple[Gap, ...]
) -> Fact:
    places = _inside_others(subject, words)
    coverage = Coverage(Extent.PARTIAL if gaps else Extent.COMPLETE, gaps, searched)
    values = (("words", words),)
    return Fact(
        FactKind.WORDS, "", Provenance(How.TEXT), coverage, places, len(places), values, is_absence=True
    )


def _inside_others(subject: Subject, words: tuple[str, ...]) -> tuple[CodePlace, ...]:
    """Return where longer words end in an abbreviation: `utfbom` for `BOM`."""
    short = [each for each in words if each.isupper() and len(each) >= SHORTEST and each.isalnum()]
    if not short or subject.file_count > MOST_READ:
        return ()
    either = "|".join(map(re.escape, short)).encode()
    # `bombard` is a word of English; what ends so is mostly one of ours.
    pattern = re.compile(rb"\b\w*[a-z0-9_](?:%b)\b" % either, re.IGNORECASE)
    found: dict[str, CodePlace] = {}
    for path in subject.index.paths():
        text = subject.index.text(path) if path not in subject.own_plans else None
        for match in pattern.finditer(text or b""):
            longer = match[0].decode("utf-8", "replace")
            line = (text or b"").count(b"\n", 0, match.start()) + 1
            found.setdefault(longer.lower(), subject.place(path, line, longer))
        if len(found) >= MOST_PLACES:
            break
    return tuple(found.values())[:MOST_PLACES]
