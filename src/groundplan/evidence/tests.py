"""The tests of the places, and the repository's own commands that run them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.code.outline import NAMES
from groundplan.code.test_paths import is_test
from groundplan.evidence.callers import asked_regions, is_told_apart, used_at
from groundplan.evidence.commands import run_for
from groundplan.evidence.confidence import Certainty
from groundplan.evidence.places import choose_files
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.survey.tests_for.naming import name_score
from groundplan.survey.where.evidence import find_tests as find_matching
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Region
    from groundplan.evidence.subject import Subject

MOST = 8
MOST_HINTS = 4  # files in all, where fewer are known to use the places
MOST_FILES = 2  # of the places whose tests are looked for by what they import
MOST_NAMES = 6
MOST_BY_WORDS = 3
SURE = 2.0  # a score of `tests_for` that an import or a call stands behind
_SURENESS = (How.RESOLVED, How.SYNTAX, How.BY_NAME, How.TEXT, How.RANKING)
_SCRIPTS = frozenset(("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"))
_INLINE = {"rs": b"#[cfg(test)]"}
_NO_TESTS = frozenset({"conftest.py", "__init__.py"})


@dataclass(slots=True)
class _Signs:
    """What points at one test file."""

    how: How
    score: float
    about: str
    places: tuple[CodePlace, ...]


def find_tests(subject: Subject) -> Iterator[Fact]:
    """Return the test files of the places, the surest first; that none was found is a fact, too."""
    files = [path for path in choose_files(subject) if is_own_code(path)]
    if not files:
        return
    found: dict[str, _Signs] = {}
    is_candidate = subject.verdict.certainty is Certainty.CANDIDATES
    for region in () if is_candidate else asked_regions(subject):
        _by_uses(subject, region, found)
    for path in files[:MOST_FILES]:
        _by_names(subject, path, found)
        if not is_candidate:  # the tests of what may be another place are no evidence
            _by_imports(subject, path, found)
            _inline(subject, path, found)
    if len(found) < MOST_HINTS and not subject.is_given:
        _by_words(subject, found)
    kept = {path: signs for path, signs in found.items() if _holds_tests(subject, path, signs)}
    tests = sum(is_test(path) for path in subject.index.paths())
    coverage = Coverage(
        Extent.PARTIAL, (Gap(Missing.DYNAMIC), *_unparsed(subject, files)), (("tests", tests),)
    )
    if not kept:
        yield Fact(FactKind.TEST, files[0], Provenance(How.SYNTAX), coverage, is_absence=True)
    order = sorted(kept, key=lambda path: (_SURENESS.index(kept[path].how), -kept[path].score, path))
    sure = sum(kept[path].how is How.RESOLVED for path in order)
    for path in order[: max(MOST_HINTS, min(sure, MOST))]:
        signs = kept[path]
        names = tuple(dict.fromkeys(each.symbol for each in signs.places if each.symbol))
        yield Fact(
            FactKind.TEST,
            path,
            Provenance(signs.how),
            coverage,
            signs.places or (CodePlace(path),),
            max(len(signs.places), 1),
            (("about", signs.about), ("tests", names[:MOST_NAMES]), ("command", _command(subject, path))),
        )


def _command(subject: Subject, path: str) -> str:
    call = run_for(subject, path)
    return call.line if call is not None else ""


def _holds_tests(subject: Subject, path: str, signs: _Signs) -> bool:
    """Tell test files from what tests are made with: fixtures, example applications, settings."""
    name = path.rpartition("/")[2]
    if name in _NO_TESTS or "fixtures" in path.split("/") or not signs.score:
        return False
    outline = subject.index.outline(path) if path.endswith(".py") else None
    return outline is None or any(
        each.kind not in NAMES and each.name.startswith("test") for each in outline.definitions
    )


def _note(found: dict[str, _Signs], path: str, signs: _Signs) -> None:
    before = found.get(path)
    if before is None or (before.how is not How.RESOLVED and signs.score > before.score):
        found[path] = signs


def _by_uses(subject: Subject, region: Region, found: dict[str, _Signs]) -> None:
    """Note the tests that use a definition; in languages that are not resolved, those that have its name."""
    usages = subject.usages(region)
    grouped: dict[str, list[CodePlace]] = {}
    if usages is not None:
        how = How.RESOLVED
        for each in used_at(region, usages.resolved):
            if is_test(each.path):
                grouped.setdefault(each.path, []).append(subject.place(each.path, each.line, each.inside))
    elif not subject.is_everywhere(region.definition.name):
        how = How.TEXT
        named = find_occurrences(subject.index, region.definition.name).places
        for one in named if is_told_apart(subject, region.definition.name, len(named)) else ():
            if is_test(one.path):
                place = CodePlace(one.path, one.line, one.line, one.within, one.text.strip())
                grouped.setdefault(one.path, []).append(place)
    else:
        return
    for path, places in grouped.items():
        _note(found, path, _Signs(how, float(len(places)), region.citation, tuple(places)))


def _by_imports(subject: Subject, path: str, found: dict[str, _Signs]) -> None:
    named = [each for each in asked_regions(subject) if each.path == path and subject.is_parsed(path)]
    symbol = Symbol(path, named[0].definition) if len(named) == 1 else None
    modules = subject.inference.files.modules
    for each in find_tests_for(subject.index, path, symbol, modules=modules).found:
        if each.score < 1 and not name_score(each.path, path):
            continue
        how = How.SYNTAX if each.score >= SURE else How.BY_NAME
        places = tuple(subject.place(each.path, reason.at.line) for reason in each.reasons if reason.at.line)
        _note(found, each.path, _Signs(how, each.score, path, places))


def _by_names(subject: Subject, path: str, found: dict[str, _Signs]) -> None:
    """Note the test files that are named for a file, in any language."""
    for test in subject.index.paths():
        if not is_test(test) or _family(test) != _family(path):
            continue
        if score := name_score(test, path):
            _note(found, test, _Signs(How.BY_NAME, score, path, ()))
        elif len(said := _stem_words(test)) > 1 and said <= subject.goal.title:
            _note(found, test, _Signs(How.BY_NAME, 1.0, " ".join(sorted(said)), ()))


def _stem_words(test: str) -> frozenset[str]:
    """Return the words that a test file is named for: `options.env.test.js` for `option` and `env`."""
    name = test.rpartition("/")[2].rpartition(".")[0].replace(".", "_").replace("-", "_")
    words = [word for each in identifiers_in(name) for word in words_of(each) if "_" not in word]
    return frozenset(words) - {"test", "spec"}


def _family(path: str) -> str:
    """Return what files of one kind have in common: scripts test each other whatever their ending."""
    ending = path.rpartition(".")[2].lower()
    return "script" if ending in _SCRIPTS else ending


def _by_words(subject: Subject, found: dict[str, _Signs]) -> None:
    """Note the test files that have the goal's words, where little else points at tests."""
    looked_up = subject.looked_up
    matching = find_matching(looked_up.goal, looked_up.ground)
    languages = {subject.language(each) for each in choose_files(subject)}
    for path in list(matching)[:MOST_BY_WORDS]:
        held = [word for word in subject.words if _has(subject, path, word)]
        if subject.language(path) in languages and len(held) >= min(2, len(subject.words)):
            _note(found, path, _Signs(How.RANKING, 0.1, path, ()))


def _has(subject: Subject, path: str, word: str) -> bool:
    ground = subject.looked_up.ground
    postings = ground.tests.postings.get(word, {})
    return any(unit in postings for unit in ground.units.get(path, ()))


def _inline(subject: Subject, path: str, found: dict[str, _Signs]) -> None:
    """Note a file that has its own tests inside, as Rust has them."""
    mark = _INLINE.get(path.rpartition(".")[2])
    text = subject.index.text(path) if mark else None
    if mark and text and (at := text.find(mark)) >= 0:
        line = text.count(b"\n", 0, at) + 1
        _note(found, path, _Signs(How.TEXT, 10.0, path, (subject.place(path, line),)))


def _unparsed(subject: Subject, files: list[str]) -> Iterator[Gap]:
    for language in dict.fromkeys(subject.language(path) for path in files if not subject.is_parsed(path)):
        yield Gap(Missing.NOT_PARSED, language)
