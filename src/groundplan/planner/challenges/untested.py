"""Challenges a change to code that no test imports, names or is named after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.spoken import changes_behaviour, sure_targets
from groundplan.planner.phrases import cite, code, counted
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.pack import EvidencePack

NAME = "untested"
ASKED = 2
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for each foremost target without a test."""
    if not changes_behaviour(pack):
        return
    targets = [each.path for each in sure_targets(pack) if _holds_code(pack, each.path)][:ASKED]
    tests = [path for path in pack.index.paths() if is_test(path)] if targets else []
    if targets and not tests:
        yield _no_tests(pack, targets[0])
        return
    for path in targets:
        if _is_named_in(pack, path, tests):
            continue
        if not find_tests_for(pack.index, path).found:
            yield _challenge(pack, path, len(tests))


def _holds_code(pack: EvidencePack, path: str) -> bool:
    outline = pack.index.outline(path)
    if outline is None or not is_own_code(path) or outline.is_generated or path.endswith(".d.ts"):
        return False
    return any(each.kind in _FUNCTIONS for each in outline.definitions) and why_generated(path, None) is None


def _is_named_in(pack: EvidencePack, path: str, tests: list[str]) -> bool:
    """Whether a test holds the module's name or a function of it as a word: in a patch, a command, a path."""
    stem = path.rpartition("/")[2].partition(".")[0]
    outline = pack.index.outline(path)
    names = (
        {each.name for each in outline.definitions if each.kind in _FUNCTIONS | {Kind.CLASS}}
        if outline
        else set()
    )
    wanted = {stem, *(name for name in names if len(name) > 3 and not name.startswith("__"))}
    known = set(tests)
    return any(known.intersection(pack.index.files_with(word)) for word in sorted(wanted)[:30] if word)


def _challenge(pack: EvidencePack, path: str, tests: int) -> Challenge:
    outline = pack.index.outline(path)
    functions = [each for each in outline.definitions if each.kind in _FUNCTIONS] if outline else []
    branches = sum(each.branches for each in functions)
    through = _through(pack, path)
    indirect = f" It is reached only through {cite(through, 2)}." if through else ""
    planned = next((each for each in pack.tests if not each.exists), None)
    return Challenge(
        NAME,
        path,
        f"No test imports {code(path)} or names what it defines ({counted(tests, 'test file')} looked at), "
        f"and it has {counted(len(functions), 'function')} with "
        f"{counted(branches, 'branch', 'branches')}.{indirect}",
        (path, *through),
        {"tests": tests, "functions": len(functions), "branches": branches},
        advice=f"First pin what {code(path)} does today with a test, then change it.",
        mitigation=f"A test file of its own, {code(planned.path)} (new), before the change."
        if planned
        else "A test of its own before the change.",
        risk="regression",
        weight=2.0,
    )


def _through(pack: EvidencePack, path: str) -> tuple[str, ...]:
    found = {edge.source: None for edge in pack.graph.importers_of(path) if is_own_code(edge.source)}
    return tuple(found)[:2]


def _no_tests(pack: EvidencePack, path: str) -> Challenge:
    files = sum(is_own_code(each) for each in pack.index.paths())
    return Challenge(
        NAME,
        "tests",
        f"There is no test file in this repository ({counted(files, 'file')} of code), so nothing would "
        f"notice if the change to {code(path)} broke it.",
        (path,),
        {"tests": 0, "files": files},
        advice=f"Start with one test of what {code(path)} does today.",
        mitigation="One test of today's behaviour before the change.",
        risk="regression",
        weight=1.8,
    )
