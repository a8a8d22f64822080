"""`find_tests_for` and `find_untested`: the tests of a file or a symbol, and the code that has none."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import holds_tests, is_test, is_test_code
from groundplan.code.usage import UsageKind
from groundplan.code.usages import find_usages
from groundplan.survey.spot import Spot
from groundplan.survey.tests_for.facts import Reason, TestFile, TestsFor
from groundplan.survey.tests_for.naming import CLASSED, has_rival, name_score, same_language
from groundplan.survey.tests_for.test_edges import TestEdges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.index import Symbol
    from groundplan.code.modules import Modules
    from groundplan.code.outline import Outline
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView

MOST = 30
MOST_REASONS = 4
MOST_NAMES = 40
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_NAMED = _FUNCTIONS | {Kind.CLASS, Kind.TYPE, Kind.INTERFACE}


class _Weights:
    """Scores and reasons per test file, gathered from several sources."""

    def __init__(self) -> None:
        self.scores: dict[str, float] = defaultdict(float)
        self.reasons: dict[str, list[Reason]] = defaultdict(list)
        self.tests: dict[str, dict[str, int]] = defaultdict(dict)

    def add(self, path: str, score: float, reason: Reason) -> None:
        self.scores[path] += score
        self.reasons[path].append(reason)

    def ranked(self) -> tuple[TestFile, ...]:
        order = sorted(self.scores, key=lambda path: (-self.scores[path], path))
        if order and self.scores[order[0]] >= 2:  # with sure ones at hand, mere hints are noise
            order = [path for path in order if self.scores[path] >= 1]
        return tuple(
            TestFile(
                path,
                round(self.scores[path], 2),
                tuple(self.reasons[path][:MOST_REASONS]),
                tuple(self.tests[path])[:20],
            )
            for path in order[:MOST]
        )


def find_tests_for(
    index: CodeView, path: str, symbol: Symbol | None = None, *, modules: Modules | None = None
) -> TestsFor:
    """Return the test files that exercise a file, or one definition of it, ranked, each with its reasons.

    `modules`, where there are some, are used again.
    """
    edges = TestEdges(index, path, modules)
    weights = _Weights()
    outline = index.outline(path)
    _by_imports(weights, edges, path, symbol.definition.name if symbol else "")
    if symbol is not None and outline is not None:
        _by_usages(weights, index, symbol)
        if outline.language != "python":
            _by_calls(weights, index, edges, (path, {symbol.definition.name}))
    elif outline is not None:
        _by_own_names(weights, index, outline, path)
    _by_names(weights, index, edges.tests, (path, symbol))
    _by_class(weights, index, path)
    _inside(weights, index, path)
    qualified = symbol.definition.qualified if symbol else ""
    return TestsFor(path, qualified, weights.ranked(), len(edges.tests))


def _by_imports(weights: _Weights, edges: TestEdges, path: str, name: str) -> None:
    grouped: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for edge in edges.into.get(path, ()):
        grouped[edge.test].append((edge.name, edge.line))
    for test, names in grouped.items():
        wanted = [each for each in names if not name or each[0] == name]
        if test.endswith(".go"):
            weights.add(test, 0.5, Reason("imports its package", Spot(test, names[0][1]), "import"))
        elif wanted:
            listed = ", ".join(f"`{each[0]}`" for each in wanted[:3] if each[0])
            words = f"imports {listed} from it" if listed else "imports it as a whole"
            score = 2.0 + min(len(wanted), 5) * 0.2
            weights.add(test, score, Reason(words, Spot(test, wanted[0][1]), "import"))
        else:
            weights.add(test, 0.5, Reason("imports its file", Spot(test, names[0][1]), "import"))


def _by_usages(weights: _Weights, index: CodeView, symbol: Symbol) -> None:
    """Add the tests that use a definition, known ones before those of its name."""
    found = find_usages(index, symbol)
    for usages, weight, words in ((found.resolved, 3.0, "uses it"), (found.possible, 0.5, "may use it")):
        grouped: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for each in usages:
            if each.kind is not UsageKind.IMPORT and _is_in_test(index, each):
                grouped[each.path].append((each.line, each.inside))
        for test, places in grouped.items():
            times = f"{len(places)} times" if len(places) > 1 else "once"
            reason = Reason(f"{words} {times}", Spot(test, places[0][0]), "use")
            weights.add(test, weight + math.log2(1 + len(places)) / 2, reason)
            if weight > 1:
                for line, inside in places:
                    weights.tests[test].setdefault(inside, line)


def _is_in_test(index: CodeView, usage: Usage) -> bool:
    if is_test(usage.path):
        return holds_tests(usage.path)
    outline = index.outline(usage.path)
    around = outline.at(usage.line) if outline is not None else None
    return around is not None and is_test_code(usage.path, around)


def _by_calls(weights: _Weights, index: CodeView, edges: TestEdges, wanted: tuple[str, set[str]]) -> None:
    """Add the tests that call names of a file, where they import it or stand in its package."""
    path, names = wanted
    folder = path.rpartition("/")[0]
    importing = {edge.test for edge in edges.into.get(path, ())}
    for test in edges.tests:
        beside = test.endswith(".go") and test.rpartition("/")[0] == folder
        outline = index.outline(test) if beside or test in importing else None
        if outline is None:
            continue
        called: dict[str, int] = {}
        for words, lines in outline.calls.items():
            last = words.rpartition(".")[2]
            if last in names:
                called.setdefault(last, lines[0])
                for line in lines[:20]:
                    around = outline.at(line)
                    if around:
                        weights.tests[test].setdefault(around.qualified, line)
        if called:
            listed = ", ".join(f"`{name}`" for name in list(called)[:3])
            score = 2.0 + min(len(called), 10) * 0.1
            weights.add(test, score, Reason(f"calls {listed}", Spot(test, min(called.values())), "use"))


def _by_own_names(weights: _Weights, index: CodeView, outline: Outline, path: str) -> None:
    """Add the tests that hold names which stand for nothing but this file's definitions."""
    names: dict[str, list[str]] = defaultdict(list)
    chosen = [each for each in outline.definitions if each.kind in _NAMED and len(each.name) > 5]
    for each in dict.fromkeys(one.name for one in chosen if not one.name.startswith("__")):
        if len(names) >= MOST_NAMES:
            break
        if {symbol.path for symbol in index.symbols(each)} == {path}:
            for test in index.files_with(each):
                if holds_tests(test) and same_language(test, path):
                    names[test].append(each)
    for test, found in names.items():
        listed = ", ".join(f"`{each}`" for each in found[:3])
        reason = Reason(f"names {listed}, defined there alone", Spot(test), "use")
        weights.add(test, min(len(found), 6) * 0.4, reason)


def _by_class(weights: _Weights, index: CodeView, path: str) -> None:
    """Add the tests that hold the class a file is named for, where the language names files for classes."""
    name = path.rpartition("/")[2].partition(".")[0]
    if not path.endswith(CLASSED) or len(name) < 5 or not name[0].isupper():
        return
    for test in index.files_with(name):
        if holds_tests(test) and same_language(test, path) and test != path:
            weights.add(test, 0.5, Reason(f"names `{name}`", Spot(test), "use"))


def _inside(weights: _Weights, index: CodeView, path: str) -> None:
    """Add a Rust file that holds its own tests."""
    text = index.text(path) if path.endswith(".rs") else None
    place = text.find(b"#[cfg(test)]") if text else -1
    if text and place >= 0:
        line = text.count(b"\n", 0, place) + 1
        weights.add(path, 3.0, Reason("holds its own tests", Spot(path, line), "inside"))


def _by_names(
    weights: _Weights, index: CodeView, tests: Iterable[str], wanted: tuple[str, Symbol | None]
) -> None:
    path, symbol = wanted
    for test in tests:
        score = name_score(test, path)
        if score and not has_rival(test, path, index.paths()):
            weights.add(test, score, Reason("is named for the file", Spot(test)))
    if symbol is None:
        return
    for test in list(weights.scores):
        outline = index.outline(test)
        named = _named_tests(outline, symbol.definition.name) if outline else []
        if named:
            others = f" and {len(named) - 1} more are" if len(named) > 1 else " is"
            weights.add(test, 1.0, Reason(f"`{named[0][0]}`{others} named for it", Spot(test, named[0][1])))
        elif symbol.definition.name.strip("_").lower() in test.lower().split("/"):
            weights.add(test, 1.0, Reason("its folder is named for it", Spot(test)))
        for qualified, line in named:
            weights.tests[test].setdefault(qualified, line)


def _named_tests(outline: Outline, name: str) -> list[tuple[str, int]]:
    """Return the tests of a file whose name holds a definition's: `test_save_twice`, `TestClient`."""
    wanted = name.strip("_").lower()
    if len(wanted) < 4:
        return []
    found = []
    for each in outline.definitions:
        plain = each.name.lower()
        is_test_of = each.kind in _FUNCTIONS and plain.startswith("test") and wanted in plain
        is_class_of = each.kind is Kind.CLASS and plain in {
            f"test{wanted}",
            f"{wanted}test",
            f"{wanted}tests",
        }
        if is_test_of or is_class_of:
            found.append((each.qualified, each.line))
    return found[:20]
