"""The tests of the places, and the repository's own commands that run them."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol
from groundplan.code.shown_tests import is_test_file, shows_test
from groundplan.code.test_paths import is_test
from groundplan.evidence.callers import asked_regions
from groundplan.evidence.commands import run_for
from groundplan.evidence.kinds import Certainty
from groundplan.evidence.places import choose_files
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.survey.tests_for.naming import code_stem, same_language
from groundplan.survey.where.evidence import find_tests as find_matching
from groundplan.survey.where.words import identifiers_in, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject
    from groundplan.survey.tests_for.finding import TestFile, TestsFor

MOST = 8
MOST_FILES = 2  # of the places whose tests are looked for
MOST_SYMBOLS = 2  # of each
MOST_SIGNED = 20  # names that a sign carries
FEW = 4  # found, below which tests with words of the goal are shown as well
MOST_BY_WORDS = 3
_HOW = {
    "use": How.RESOLVED,
    "import": How.SYNTAX,
    "include": How.SYNTAX,
    "inside": How.SYNTAX,
    "words": How.RANKING,
}
_BY_FILE_NAME = frozenset({"name", "like"})
_ROOTS = frozenset(
    ("lib", "src", "source", "app", "main", "java", "kotlin", "scala", "python", "ruby", "php", "unit")
)
_OF_TESTS = frozenset({"test", "tests", "spec", "specs", "testing", "e2e", "integration"})
_FOLDER_FILES = frozenset({"__init__", "index", "mod"})  # named for their folder


@dataclass(frozen=True, slots=True)
class _Signs:
    """What points at one test file."""

    sign: str
    names: tuple[str, ...]
    about: str
    places: tuple[CodePlace, ...] = ()
    tests: tuple[str, ...] = ()


def find_tests(subject: Subject) -> Iterator[Fact]:
    """Return the test files of the places, the surest first; that none was found is a fact, too."""
    files = [path for path in choose_files(subject) if is_own_code(path)]
    if not files:
        return
    found: dict[str, _Signs] = {}
    answers = list(_answers(subject, files[:MOST_FILES]))
    looked_at, left_out = answers[-1].looked_at if answers else 0, 0
    # First what each place has first, as `code tests-for` ranks it: scores of two places do not compare.
    for each in zip_longest(*([(answer, one) for one in _by_strength(answer)] for answer in answers)):
        for answer, test in filter(None, each):
            left_out += not _note(subject, answer, test, found)
    if len(found) < FEW and not subject.is_given:
        _by_words(subject, found)
    kept = {path: signs for path, signs in found.items() if _holds_tests(subject, path)}
    gaps = (Gap(Missing.DYNAMIC), *_unparsed(subject, files))
    coverage = Coverage(Extent.PARTIAL, gaps, (("tests", looked_at),))
    if not found and not left_out:
        yield Fact(FactKind.TEST, files[0], Provenance(How.SYNTAX), coverage, is_absence=True)
    # What can be run says more; that nobody knows how is told of each.
    first = sorted(list(kept)[: 3 * MOST], key=lambda path: run_for(subject, path) is None)
    for number, path in enumerate(first[:MOST], 1):
        left = len(kept) - number if number == MOST else 0
        yield _fact(subject, path, kept[path], (coverage, left))


def _answers(subject: Subject, files: list[str]) -> Iterator[TestsFor]:
    """Ask for the tests of files, and of the definitions in them that the goal is about."""
    modules = subject.inference.files.modules
    is_candidate = subject.verdict.certainty is Certainty.CANDIDATES
    regions = () if is_candidate else asked_regions(subject)
    for path in files:
        named = [each for each in regions if each.path == path and subject.is_parsed(path)]
        if not named:
            yield find_tests_for(subject.index, path, modules=modules)
        for each in named[:MOST_SYMBOLS]:
            yield find_tests_for(subject.index, path, Symbol(path, each.definition), modules=modules)


def _by_strength(answer: TestsFor) -> list[TestFile]:
    """Return the tests in their order, those of a name alone last: code that has one says more."""
    return sorted(answer.found, key=lambda each: each.reasons[0].how in _BY_FILE_NAME)


def _note(subject: Subject, answer: TestsFor, each: TestFile, found: dict[str, _Signs]) -> bool:
    """Note a test file once, under its strongest sign; return whether one of its signs counts here."""
    reasons = [
        one for one in each.reasons if one.how != "name" or is_named_after(subject, each.path, answer.path)
    ]
    # What many files share tells which tests there may be, and not which one the goal is about.
    reasons = [one for one in reasons if one.how != "entry"]
    if (
        subject.verdict.certainty is Certainty.CANDIDATES
    ):  # tests of what may be another place are no evidence
        reasons = [one for one in reasons if one.how == "name"]
    if not reasons or each.path in found:
        return bool(reasons)
    best = reasons[0]
    names = best.names
    if best.how == "code" and not names:
        names = (answer.qualified.rpartition(".")[2],)
    is_symbol = bool(answer.qualified) and best.how in {"use", "title"}
    about = f"{answer.path}::{answer.qualified}" if is_symbol else answer.path
    # Only the lines that show the sign: those of weaker signs would be cited for it as well.
    shown = [one.at.line for one in reasons if one.at.line and (one.how, one.about) == (best.how, best.about)]
    places = tuple(subject.place(each.path, line) for line in shown)
    found[each.path] = _Signs(best.how, names[:MOST_SIGNED], about, places, each.tests)
    return True


def is_named_after(subject: Subject, test: str, code: str) -> bool:
    """Tell whether a test is named after a file of that name: in its folders, or no other has the name."""
    mine, theirs = _between(test), _between(code)
    shorter, longer = sorted((mine, theirs), key=len)
    if mine == theirs or (shorter and longer[-len(shorter) :] == shorter):
        return True
    stem = code_stem(code)
    return not any(
        code_stem(each) == stem and each != code and same_language(each, code) and is_own_code(each)
        for each in subject.index.paths()
        if stem in each.lower()
    )


def _between(path: str) -> list[str]:
    """Return the folders between the root of a path and its file: `uri` of `test/uri/x_test.rb`."""
    *folders, name = path.lower().split("/")
    if name.partition(".")[0] in _FOLDER_FILES:
        folders = folders[:-1]
    plain = [each.strip("_").removeprefix("test_") for each in folders]
    return [each for each in plain if each not in _ROOTS and each not in _OF_TESTS]


def _fact(subject: Subject, path: str, signs: _Signs, around: tuple[Coverage, int]) -> Fact:
    call = run_for(subject, path)
    coverage, left = around
    values = (
        ("about", signs.about),
        ("sign", signs.sign),
        ("names", signs.names),
        ("tests", signs.tests),
        ("command", call.line if call is not None else ""),
        ("from", str(call.at) if call is not None else ""),
        ("left", left),  # test files that are not shown
    )
    places = signs.places or (CodePlace(path),)
    return Fact(
        FactKind.TEST,
        path,
        Provenance(_HOW.get(signs.sign, How.BY_NAME)),
        coverage,
        places,
        len(places),
        values,
    )


def _holds_tests(subject: Subject, path: str) -> bool:
    """Tell test files from what tests are made with: fixtures, example applications, settings."""
    if is_test(path) and not is_test_file(subject.index, path):
        return False
    return shows_test(path, subject.index.text(path) or b"")


def _stem_words(test: str) -> frozenset[str]:
    """Return the words that a test file is named for: `options.env.test.js` for `option` and `env`."""
    name = test.rpartition("/")[2].rpartition(".")[0].replace(".", "_").replace("-", "_")
    words = [word for each in identifiers_in(name) for word in words_of(each) if "_" not in word]
    return frozenset(words) - {"test", "spec"}


def _by_words(subject: Subject, found: dict[str, _Signs]) -> None:
    """Note the test files that have the goal's words, where little else points at tests."""
    looked_up = subject.looked_up
    code = choose_files(subject)[0]
    for path in subject.index.paths():
        is_like = is_test(path) and same_language(path, code)
        if is_like and len(said := _stem_words(path)) > 1 and said <= subject.goal.title:
            found.setdefault(path, _Signs("words", (), path))
    matching = find_matching(looked_up.goal, looked_up.ground)
    languages = {subject.language(each) for each in choose_files(subject)}
    for path in list(matching)[:MOST_BY_WORDS]:
        held = [word for word in subject.words if _has(subject, path, word)]
        if subject.language(path) in languages and len(held) >= min(2, len(subject.words)):
            found.setdefault(path, _Signs("words", (), path))


def _has(subject: Subject, path: str, word: str) -> bool:
    ground = subject.looked_up.ground
    postings = ground.tests.postings.get(word, {})
    return any(unit in postings for unit in ground.units.get(path, ()))


def _unparsed(subject: Subject, files: list[str]) -> Iterator[Gap]:
    for language in dict.fromkeys(subject.language(path) for path in files if not subject.is_parsed(path)):
        yield Gap(Missing.NOT_PARSED, language)
