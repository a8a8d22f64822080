"""Where the change is tested: the tests that use the targets, or the file they would stand in here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.commands import run_for
from groundplan.evidence.kinds import TestPlace
from groundplan.planner.facts.test_naming import name_test
from groundplan.planner.facts.test_signals import gather_signals
from groundplan.planner.phrases import can_be_cited
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from groundplan.planner.facts.test_signals import Signals
    from groundplan.planner.pack import EvidencePack

MOST = 6
MOST_EXISTING = 3
MOST_NAMES = 10
LEAST_SCORE = 0.4
LEAST_OF_BEST = 0.5
_TELLING = frozenset({"uses", "imports", "named"})


def find_test_places(pack: EvidencePack) -> tuple[TestPlace, ...]:
    """Return the test files to touch, existing ones first; one to add where nothing tests the targets."""
    signals = {path: each for path, each in gather_signals(pack).items() if _is_of_targets(pack, path, each)}
    order = sorted(filter(can_be_cited, signals), key=lambda path: (-signals[path].score, path))
    best = signals[order[0]].score if order else 0.0
    kept = [path for path in order if signals[path].score >= max(LEAST_SCORE, LEAST_OF_BEST * best)]
    found = {path: _place(pack, path, signals[path]) for path in kept[:MOST_EXISTING]}
    untested = [] if found else [each.path for each in pack.targets if is_own_code(each.path)][:1]
    for code in (*untested, *(each.path for each in pack.new_files)):
        if planned := _planned(pack, code):
            found.setdefault(planned.path, planned)
    return tuple(found.values())[:MOST]


def _is_of_targets(pack: EvidencePack, path: str, signals: Signals) -> bool:
    """Tell whether a test file is about the targets, or named outright; shared words prove nothing."""
    return not _TELLING.isdisjoint(signals.values) or pack.located.named.paths.get(path, 0.0) >= 1.0


def _place(pack: EvidencePack, path: str, signals: Signals) -> TestPlace:
    run = run_for(pack, path)
    return TestPlace(
        path,
        exists=True,
        why=signals.why,
        tests=tuple(dict.fromkeys(signals.tests))[:MOST_NAMES],
        command=run.line if run else "",
    )


def _planned(pack: EvidencePack, code: str) -> TestPlace | None:
    tests = [path for path in pack.index.paths() if is_test(path)]
    path = name_test(code, tests)
    if not path:
        return None
    exists = path in set(pack.index.paths())
    looked = "1 test file" if len(tests) == 1 else f"{len(tests)} test files"
    why = f"no test imports `{code}` ({looked} looked at)"
    run = run_for(pack, path)
    return TestPlace(
        path,
        exists=exists,
        why=f"is named after `{code}`" if exists else why,
        command=run.line if run else "",
    )
