"""Where the change is tested: the tests that use the targets, or the file they would stand in here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.facts.commands import command_for
from groundplan.planner.facts.kinds import TestPlace
from groundplan.planner.facts.test_naming import name_test, prefix_of
from groundplan.survey.sources import is_own_code, is_test
from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from groundplan.planner.facts.kinds import Target
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.tests_for.facts import TestFile

ASKED = 3  # targets whose tests are looked for
MOST = 6
MOST_OF_TARGET = 2
MOST_NAMES = 10
SURE = 2.0
LEAST_OF_BEST = 0.6


def find_test_places(pack: EvidencePack) -> tuple[TestPlace, ...]:
    """Return the test files to touch, existing ones first; one to add where nothing tests a target."""
    found: dict[str, TestPlace] = {}
    added: dict[str, TestPlace] = {}
    for target in [each for each in pack.targets if is_own_code(each.path)][:ASKED]:
        places = _existing(pack, target)
        for each in places:
            found.setdefault(each.path, each)
        if not places and (planned := _planned(pack, target.path)):
            added.setdefault(planned.path, planned)
    for new in pack.new_files:
        if planned := _planned(pack, new.path):
            added.setdefault(planned.path, planned)
    kept = [each for path, each in added.items() if path not in found]
    return (*found.values(), *kept)[:MOST]


def _existing(pack: EvidencePack, target: Target) -> list[TestPlace]:
    """Return the surest tests of one target; those that use its regions before those of the whole file."""
    using = _using(pack, target.path)
    ranked = list(find_tests_for(pack.index, target.path).found)
    scores = {each.path: each.score + 2.0 * min(len(using.get(each.path, ())), 3) for each in ranked}
    scores |= {path: 2.0 + len(names) for path, names in using.items() if path not in scores}
    order = sorted(scores, key=lambda path: (-scores[path], path))
    by_path = {each.path: each for each in ranked}
    best = scores[order[0]] if order else 0.0
    kept = [path for path in order if scores[path] >= max(1.0, LEAST_OF_BEST * best)][:MOST_OF_TARGET]
    return [_place(pack, path, by_path.get(path), using.get(path, []), target.path) for path in kept]


def _using(pack: EvidencePack, path: str) -> dict[str, list[str]]:
    """Return the test files that use the regions of a file, with the tests in them that do."""
    found: dict[str, list[str]] = {}
    for reach in pack.reach:
        if reach.region.path == path:
            for each in reach.test_callers:
                found.setdefault(each.path, []).append(each.inside)
    return {
        test: list(dict.fromkeys(each for each in names if each))
        for test, names in found.items()
        if is_test(test)
    }


def _place(pack: EvidencePack, path: str, found: TestFile | None, using: list[str], target: str) -> TestPlace:
    names = tuple(dict.fromkeys((*using, *(found.tests if found else ()))))[:MOST_NAMES]
    reason = found.reasons[0].words if found and found.reasons else "uses what is to be changed"
    return TestPlace(
        path,
        exists=True,
        why=f"{reason} (`{target}`)",
        tests=names,
        command=command_for(pack, path),
        prefix=prefix_of(path),
    )


def _planned(pack: EvidencePack, code: str) -> TestPlace | None:
    tests = [path for path in pack.index.paths() if is_test(path)]
    path = name_test(code, tests)
    if not path:
        return None
    exists = path in set(pack.index.paths())
    why = f"no test imports `{code}` ({len(tests)} test files looked at)"
    return TestPlace(
        path,
        exists=exists,
        why=f"is named for `{code}`" if exists else why,
        command=command_for(pack, path),
        prefix=prefix_of(path),
    )
