"""The tests of a change: which of them it loses, and which test files belong to what it changes."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN, language_of
from groundplan.code.test_paths import is_test
from groundplan.conform.change import test_names, unparsed_language
from groundplan.conform.mentioned import parts_of
from groundplan.plan.conformance import How
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.conform.change import FileChange
    from groundplan.conform.orders import Orders
    from groundplan.plan.conformance import TouchedName

PAGES = (".md", ".mdx", ".markdown")  # belong to tests at most: no runner takes one
# What runners load before the tests, whichever of them are run.
_RUN_FIRST = late_regex(
    r"(?:.*/)?(?:conftest\.py|(?:test|spec|rails)_helper\.rb|(?:bootstrap|Pest|autoload)\.php"
    r"|(?:(?:jest|vitest|test|mocha)[._-]?)?(?:global[._-]?)?(?:setup|teardown|setup[._-]?tests?)\.[cm]?[jt]sx?"
    r"|tests?/(?:.*/)?__init__\.py)",
    re.IGNORECASE,
)
_WORD = late_regex(r"[^\W\d]\w*")
_SHORTEST = 4  # letters of a name that tells what a test is about
# A plan with one of these and no test file of its own means whichever tests the change needs.
_OF_TESTS = frozenset(
    {"test", "tests", "tested", "testing", "spec", "specs", "fixture", "fixtures", "coverage"}
)


@dataclass(frozen=True, slots=True)
class Tested:
    """What is known of the tests of one change, beside the plan."""

    lost: Mapping[str, int]  # how many tests fewer a file has that no other file got, by its path
    moved: frozenset[str]  # files that are gone, and whose tests others have now
    related: frozenset[str]  # files of tests that belong to what is changed, or to anything

    def why_excused(self, change: FileChange) -> str:
        """Return why no step has to name a file of tests, or nothing."""
        if not all(map(is_test, change.paths)) or self.lost.get(change.path):
            return ""
        if change.how is How.REMOVED:
            return "its tests are in other files now" if change.path in self.moved else ""
        if change.how is How.CHANGED and _is_example(change.path):
            return ""
        if change.path.endswith(PAGES):
            return "a specification" if change.path.startswith(("spec/", "specs/")) else "data of tests"
        return "run by every test" if _RUN_FIRST.fullmatch(change.path) else "a test"


def _is_example(path: str) -> bool:
    """Tell whether a file is an example for users, and not one that the tests have."""
    above, found, _ = f"/{path}".partition("/examples/")
    return bool(found) and not is_test(f"{above[1:]}/x.c".lstrip("/"))


def read_tests(
    orders: Orders, changes: Sequence[FileChange], names: Sequence[Sequence[TouchedName]]
) -> Tested:
    """Return what a change does to its tests, and which of them have to do with it."""
    tests = {each.path: test_names(each) for each in changes}
    gained: Counter[str] = Counter()
    for was, now in tests.values():
        gained += now - was
    lost: dict[str, int] = {}
    moved: set[str] = set()
    for change in changes:
        was, now = tests[change.path]
        taken = (was - now) & gained
        gained -= taken
        lost[change.path] = max(0, was.total() - now.total() - taken.total())
        if was and change.how is How.REMOVED and not lost[change.path]:
            moved.add(change.path)
    return Tested(lost, frozenset(moved), frozenset(_related(orders, changes, names)))


def _related(
    orders: Orders, changes: Sequence[FileChange], names: Sequence[Sequence[TouchedName]]
) -> Iterator[str]:
    """Yield the files of tests that a plan means without naming them, as far as it can be told."""
    is_named = any(is_test(each.path) for each in orders.work)
    speaks = not is_named and not _OF_TESTS.isdisjoint(map(str.casefold, orders.words))
    files = [each for each in changes if is_test(each.path)]
    if orders.is_typed or speaks:
        yield from (each.path for each in files)
        return
    others = [path for each in changes if not is_test(each.path) for path in each.paths]
    about = {parts_of(path.rpartition("/")[2]) for path in others}
    folders = {path.rpartition("/")[0] for path in others}
    words = {
        name
        for each, touched in zip(changes, names, strict=True)
        for name in _told_by(each, touched)
        if len(name) >= _SHORTEST and not is_test(each.path)
    }
    found = [each for each in files if _is_code(each) and _belongs(each, about, folders, words)]
    for each in files:
        is_of_all = each.path.endswith(PAGES) or _RUN_FIRST.fullmatch(each.path)
        if is_of_all or each in found or (found and not _is_code(each)):
            yield each.path


def _told_by(change: FileChange, touched: Sequence[TouchedName]) -> Iterator[str]:
    """Yield the words of code that tell a use of what is changed."""
    for path in change.paths:
        yield path.rpartition("/")[2].partition(".")[0]
    for each in touched:
        yield from each.qualified.split(".")


def _is_code(change: FileChange) -> bool:
    text = change.after or change.before or b""
    return language_of(change.path, text) != PLAIN or bool(unparsed_language(change.path))


def _belongs(change: FileChange, about: set[tuple[str, ...]], folders: set[str], words: set[str]) -> bool:
    """Tell whether a test has the name of a changed file, lies beside one, or uses what is changed."""
    folder, _, name = change.path.rpartition("/")
    own = parts_of(name)
    if folder in folders or any(each and set(each) <= set(own) for each in about):
        return True
    text = ((change.after or b"") + (change.before or b"")).decode("utf-8", "replace")
    return not words.isdisjoint(_WORD.findall(text))
