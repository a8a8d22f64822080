"""`find_tests_for`: the tests of a file or a symbol. Every surface that speaks of tests asks here."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.declarations import implementation, implemented
from groundplan.code.index import Symbol
from groundplan.code.languages import FOLLOWED
from groundplan.code.outline import Kind
from groundplan.code.shown_tests import is_test_file, shows_test
from groundplan.code.test_paths import is_marked, is_test, is_test_code
from groundplan.code.usage import UsageKind
from groundplan.code.usages import find_each, find_usages
from groundplan.plan.dataclass import dataclass
from groundplan.survey.spot import Spot
from groundplan.survey.tests_for.by_name import LEAST, NameSearch
from groundplan.survey.tests_for.last_resort import find_places, find_through
from groundplan.survey.tests_for.naming import (
    FUNCTIONS,
    code_stem,
    has_rival,
    name_score,
    named_tests,
    plain_stem,
    same_language,
)
from groundplan.survey.tests_for.test_edges import TestEdges, header_of, importing_of
from groundplan.wording.test_signs import say_sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.code.modules import Modules
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView
    from groundplan.survey.tests_for.by_name import Named
    from groundplan.survey.tests_for.test_edges import TestEdge

MOST_REASONS = 4
MOST_READ = 300  # files, one for each name of a method in it, that are resolved for a file as a whole
# Not `mod tests;`, which is a file of its own.
_INNER_TESTS = re.compile(rb"#\[cfg\(test\)\]\s*(?:#\[[^\]\n]{0,200}\]\s*)?(?:pub\s+)?mod\s+\w+\s*\{")
_UNSURE = frozenset(
    {"unsure", "said", "like", "name", "title", "entry"}
)  # a likeness of names, one that may be another's, or a way that many files share
_TIES = frozenset({"use", "import", "include", "code"})
_OF_FILE = 0.4  # what a test of the file is worth where a definition of it was asked for


class _Weights:
    """Scores and reasons per test file, gathered from several sources."""

    def __init__(self) -> None:
        self.scores: dict[str, float] = defaultdict(float)
        self.reasons: dict[str, list[Reason]] = defaultdict(list)
        self.tests: dict[str, dict[str, int]] = defaultdict(dict)

    def add(self, path: str, score: float, reason: Reason) -> None:
        self.scores[path] += score
        self.reasons[path].append(reason)

    def ranked(self, index: CodeView) -> tuple[TestFile, ...]:
        order = sorted(self.scores, key=lambda path: (-self.scores[path], path))
        return tuple(self._file(index, path) for path in order)

    def _file(self, index: CodeView, path: str) -> TestFile:
        reasons = self.reasons[path]
        is_sure = any(each.how not in _UNSURE for each in reasons)
        if is_sure and not shows_test(path, index.text(path) or b""):
            is_sure = False
            reasons = [*reasons[: MOST_REASONS - 1], make_reason("empty", Spot(path))]
        return TestFile(
            path,
            round(self.scores[path], 2),
            tuple(reasons[:MOST_REASONS]),
            tuple(self.tests[path]),
            is_sure,
        )


def find_tests_for(
    index: CodeView, path: str, symbol: Symbol | None = None, *, modules: Modules | None = None
) -> TestsFor:
    """Return the test files of a file, or first those of one definition of it, each with its reasons.

    `modules`, where there are some, are used again.
    """
    asked = path
    path = implementation(path, index.paths()) or path
    if symbol is not None:
        symbol = implemented(index, symbol) or symbol
    edges = TestEdges(index, path, modules)
    weights = _Weights()
    outline, beside = index.outline(path), [each for each in edges.tests if each != path]
    importing = list(importing_of(index, edges, path))
    search = NameSearch(index, path, _lines_of(importing), edges.tests)
    if symbol is not None:
        _by_usages(weights, index, symbol)
        _by_names(weights, index, search.find([symbol.definition], is_file=False), "it")
    _by_imports(weights, importing, symbol.definition.name if symbol else "")
    if outline is not None:
        others = [
            each for each in outline.definitions if symbol is None or each.name != symbol.definition.name
        ]
        _by_names(weights, index, search.find(others), "its file" if symbol else "")
        if symbol is None and outline.language in FOLLOWED:
            _by_members(weights, index, path, outline)
    _by_file_names(weights, index, beside, path)
    if symbol is not None:
        _by_test_names(weights, index, symbol)
        _by_titles(weights, search, symbol)
    _inside(weights, index, path, symbol)
    if not weights.scores and outline is not None:
        _by_any_name(weights, search, outline, symbol)
        _by_like_names(weights, beside, path)
    if not weights.scores:
        _by_open_ways(weights, index, Symbol(path, symbol.definition) if symbol else path, beside, modules)
    qualified = symbol.definition.qualified if symbol else ""
    looked_at = len({*edges.tests, *weights.scores})
    return TestsFor(asked, qualified, weights.ranked(index), looked_at, outline is not None)


def _lines_of(importing: Iterable[TestEdge]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for edge in importing:
        found[edge.test].add(edge.line)
    return found


def _by_imports(weights: _Weights, importing: Iterable[TestEdge], name: str) -> None:
    grouped: dict[str, list[TestEdge]] = defaultdict(list)
    for edge in importing:
        grouped[edge.test].append(edge)
    for test, edges in grouped.items():
        if test.endswith(".go"):
            continue  # a package is many files: only what it names tells which
        wanted = [each for each in edges if not name or each.name == name]
        score = 2.0 + min(len(wanted), 5) * 0.2 if wanted else 1.0
        weights.add(test, score, _import_reason(wanted or edges, "it" if wanted else "its file"))


def _import_reason(edges: list[TestEdge], about: str) -> Reason:
    first = edges[0]
    at = Spot(first.test, first.line)
    if header_of(first.test):
        return make_reason("include", at, (first.through, first.target)[not first.through :])
    named = [each.name for each in edges if about == "it" and each.name not in {"", "*"}]
    return make_reason("import", at, tuple(dict.fromkeys(named)), about)


def _by_usages(weights: _Weights, index: CodeView, symbol: Symbol) -> None:
    """Add the tests that use a definition, where uses are resolved."""
    outline = index.outline(symbol.path)
    if outline is None or outline.language not in FOLLOWED:
        return
    found = find_usages(index, symbol)
    in_code = [each for each in found.possible if each.kind is not UsageKind.STRING]
    in_strings = [each for each in found.possible if each.kind is UsageKind.STRING]
    for usages, weight, how in (
        (found.resolved, 4.0, "use"),
        (in_code, 0.5, "unsure"),
        (in_strings, 0.5, "said"),
    ):
        grouped: dict[str, list[int]] = defaultdict(list)
        for each in usages:
            if each.kind is not UsageKind.IMPORT and _is_in_test(index, each):
                grouped[each.path].append(each.line)
        for test, places in grouped.items():
            if how != "use" and test == symbol.path:
                continue
            names = () if how == "use" else (symbol.definition.name,)
            reason = make_reason(how, Spot(test, places[0]), names)
            weights.add(test, weight + math.log2(1 + len(places)) / 2, reason)
            if how == "use":
                for line in places:
                    _note_test(weights, index, test, line)


def _by_members(weights: _Weights, index: CodeView, path: str, outline: Outline) -> None:
    """Add the tests that use methods of a file without a word of its own: through what others return."""
    used: dict[str, dict[str, int]] = defaultdict(dict)
    for found in find_each(index, _members(weights, index, path, outline)):
        for usage in found.resolved:
            if is_test_file(index, usage.path) and usage.path not in weights.scores:
                used[usage.path].setdefault(found.symbol.definition.name, usage.line)
    for test, names in used.items():
        weights.add(test, 2.0, make_reason("use", Spot(test, min(names.values())), tuple(names)))


def _members(weights: _Weights, index: CodeView, path: str, outline: Outline) -> Iterator[Symbol]:
    """Return the methods that tests have the name of and nothing else of the file, as far as it is cheap."""
    left = MOST_READ
    for each in outline.definitions:
        if each.kind is not Kind.METHOD or not each.is_exported:
            continue
        files = [one for one in index.files_with(each.name) if same_language(one, path)]
        if any(is_test_file(index, one) and one not in weights.scores for one in files):
            left -= len(files)
            if left >= 0:
                yield Symbol(path, each)


def _is_in_test(index: CodeView, usage: Usage) -> bool:
    if is_test(usage.path):
        return is_test_file(index, usage.path)
    outline = index.outline(usage.path)
    around = outline.at(usage.line) if outline is not None else None
    return around is not None and is_test_code(usage.path, around)


def _by_names(weights: _Weights, index: CodeView, found: dict[str, list[Named]], about: str) -> None:
    """Add the tests that name definitions in their code; `about` is `it` for the one that was asked for."""
    for test, named in found.items():
        if about == "it" and any(each.how == "use" for each in weights.reasons[test]):
            continue  # resolved uses say more
        ordered = sorted(named, key=lambda each: each.is_member)
        sure = 1.0 if all(each.is_member for each in named) else 2.0
        score = (sure + min(len(named), 10) * 0.1) * (2.0 if about == "it" else 1.0)
        at, names = Spot(test, min(ordered[0].lines)), tuple(each.name for each in ordered)
        is_tied = any(each.how in _TIES for each in weights.reasons[test])
        if sure == 1.0 and not is_tied:  # a member is asked of something whose type is not known here
            reason = make_reason("unsure", at, names, about or "it")
        else:
            reason = make_reason("code", at, () if about == "it" else names, about or "it")
        weights.add(test, score * (_OF_FILE if about == "its file" else 1.0), reason)
        for line in sorted({line for each in named for line in each.lines}) if about != "its file" else ():
            _note_test(weights, index, test, line)


def _by_any_name(weights: _Weights, search: NameSearch, outline: Outline, symbol: Symbol | None) -> None:
    """Add the tests that only have a name in their code or a title: before it is said that there are none."""
    found = search.find_any([symbol.definition]) if symbol else {}
    titled = search.find_titled(symbol.definition.name) if symbol and not found else {}
    how = "said" if titled else "unsure"
    for test, named in (found or titled or search.find_any(outline.definitions)).items():
        names = tuple(each.name for each in named)
        at = Spot(test, min(named[0].lines))
        weights.add(test, 0.5 + min(len(names), 10) * 0.01, make_reason(how, at, names))


def _by_like_names(weights: _Weights, tests: Iterable[str], path: str) -> None:
    """Add the tests whose name is the beginning of the file's: `TakeTest` of `TakeOperator`."""
    stem = code_stem(path)
    for test in tests if not is_test(path) else ():
        named = plain_stem(test)
        if LEAST <= len(named) < len(stem) and stem.startswith(named) and same_language(test, path):
            weights.add(test, 0.5, make_reason("like", Spot(test), about="the file"))


def _by_open_ways(
    weights: _Weights,
    index: CodeView,
    asked: Symbol | str,
    tests: Sequence[str],
    modules: Modules | None,
) -> None:
    """Add the tests that have the name in their code or import what imports the file: possible ones."""
    symbol = None if isinstance(asked, str) else asked
    path = asked if isinstance(asked, str) else asked.path
    places = find_places(index, symbol, tests) if symbol is not None else {}
    for test, line in places.items():
        name = symbol.definition.name if symbol is not None else ""
        weights.add(test, 0.5, make_reason("unsure", Spot(test, line), (name,)))
    about = "its file" if symbol else "it"
    for each in find_through(index, path, tests, modules) if not places else ():
        weights.add(each.test, 0.2, make_reason("entry", Spot(each.test, each.line), (each.entry,), about))


def _note_test(weights: _Weights, index: CodeView, test: str, line: int) -> None:
    """Note the test that a line of a file is in."""
    outline = index.outline(test)
    around = outline.at(line) if outline is not None else None
    if around is not None and around.kind in FUNCTIONS and _is_run(test, around):
        weights.tests[test].setdefault(around.qualified, line)


def _is_run(path: str, definition: Definition) -> bool:
    """Whether a function of a test file is a test, by its name or by a mark."""
    last = definition.name
    if path.endswith(".go"):
        return last.startswith(("Test", "Benchmark", "Fuzz", "Example"))
    is_named = last.startswith("test") and not path.endswith((".js", ".ts", ".tsx"))
    marks = tuple(each for each in definition.decorators if each != "cfg(test)")  # on a helper as well
    return is_named or is_marked(definition._replace(decorators=marks))


def _inside(weights: _Weights, index: CodeView, path: str, symbol: Symbol | None) -> None:
    """Add a Rust file that holds its own tests: of the definition that was asked for, where they name it."""
    text = index.text(path) if path.endswith(".rs") else None
    found = _INNER_TESTS.search(text) if text else None
    if not text or not found:
        return
    line = text.count(b"\n", 0, found.start()) + 1
    name = re.escape(symbol.definition.name) if symbol is not None else r"\w+"
    is_named = re.search(rf"\b{name}\b".encode(), text[found.start() :]) is not None
    weights.add(
        path,
        3.0 if is_named else 1.0,
        make_reason("inside", Spot(path, line), (), "it" if is_named else "its file"),
    )


def _by_file_names(weights: _Weights, index: CodeView, tests: Iterable[str], path: str) -> None:
    for test in tests:
        is_namesake = is_test(path) and test.endswith(path.rpartition("/")[2])
        score = 0.0 if is_namesake else name_score(test, path)
        if score and not has_rival(test, path, index.paths()):
            weights.add(test, score, make_reason("name", Spot(test), about="the file"))


def _by_test_names(weights: _Weights, index: CodeView, symbol: Symbol) -> None:
    """Add what tests of the file are called after a definition: `test_save_twice`, `TestClient`.

    Of several definitions with the name in the file the name does not say which is tested.
    """
    whole = index.outline(symbol.path)
    namesakes = {
        each.qualified for each in (whole.definitions if whole else ()) if each.name == symbol.definition.name
    }
    if len(namesakes) > 1:
        return
    for test in list(weights.scores):
        outline = index.outline(test)
        named = named_tests(outline, symbol.definition) if outline else []
        if named:
            titles = tuple(qualified for qualified, _ in named)
            weights.add(test, 1.0, make_reason("title", Spot(test, named[0][1]), titles))


def _by_titles(weights: _Weights, search: NameSearch, symbol: Symbol) -> None:
    """Say of tests of the file that a title in them has the name of a definition they do not name in code."""
    for test, named in search.find_titled(symbol.definition.name).items() if weights.scores else ():
        known = {each.how for each in weights.reasons[test]} if test in weights.scores else _TIES
        if known.isdisjoint({"use", "code", "unsure", "said"}):
            weights.add(test, 1.0, make_reason("said", Spot(test, named[0].lines[0]), (named[0].name,)))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a test belongs to some code: one clause, the line that shows it, and how it was found."""

    words: str
    at: Spot
    # `use`: resolved; `import`; `include`; `code`: the name is in its code; `unsure`: one of that name is;
    # `name`: the file's name; `like`: one that begins it; `title`: a test's name; `inside`: its own tests;
    # `empty`: no test is seen in it; `entry`: it imports what imports it
    how: str = "name"
    names: tuple[str, ...] = ()  # what it uses, imports, includes or names
    about: str = "it"  # what was asked for, or `its file` where that is a definition, or `the file`


def make_reason(how: str, at: Spot, names: Sequence[str] = (), about: str = "it") -> Reason:
    """Return a reason with its words."""
    return Reason(say_sign(how, names, about), at, how, tuple(names), about)


@dataclass(frozen=True, slots=True)
class TestFile:
    """A test file that some code is imported by, used or named in: how surely, why, and which tests."""

    __test__ = False  # pytest would collect it for its name

    path: str
    score: float
    reasons: tuple[Reason, ...]
    tests: tuple[str, ...] = ()  # qualified names of the tests that use the code, where known
    is_sure: bool = True  # whether it is seen to hold tests, and more points at it than names

    @property
    def is_of_it(self) -> bool:
        """Whether something points at what was asked for, tests of its name too, and not only at its file."""
        others = {*_UNSURE, "include"} - {"title"}
        return any(each.about == "it" and each.how not in others for each in self.reasons)


@dataclass(frozen=True, slots=True)
class TestsFor:
    """The tests of a file or symbol, the surest first; that there are none is an answer, too.

    Where nothing else is found, a test that only has one of the names is there as a possible one.
    """

    __test__ = False

    path: str
    qualified: str
    found: tuple[TestFile, ...]
    looked_at: int  # test files there are
    is_parsed: bool = True  # else test files were compared by their names alone
