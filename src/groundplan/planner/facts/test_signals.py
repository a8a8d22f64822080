"""What speaks for a test file: it uses the targets, has their name, changed with them, has the words."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES
from groundplan.code.test_paths import is_test
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.survey.tests_for.naming import has_rival, name_score, plain_stem
from groundplan.survey.where.words import words_of
from groundplan.wording.test_signs import say_sign

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack

ASKED = 2  # targets whose tests are looked for by what they import
ENOUGH = 5  # test files that use the very definitions
MOST_TOGETHER = 60
_NO_TESTS = frozenset({"conftest.py", "__init__.py"})
# Tuned with benchmarks/backtest on the repositories its page names for tuning.
WEIGHTS = {"uses": 0.75, "imports": 0.75, "named": 0.5, "words": 0.75, "together": 0.5, "said": 1.0}


@dataclass(slots=True)
class Signals:
    """What speaks for one test file: each signal between 0 and 1, its words, and the tests in it."""

    values: dict[str, float] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)

    def note(self, signal: str, value: float, reason: str) -> None:
        """Keep a signal where it is stronger than what was seen before."""
        if value > self.values.get(signal, 0.0):
            self.values[signal] = min(value, 1.0)
            self.reasons[signal] = reason

    @property
    def score(self) -> float:
        """Return all signals weighed."""
        return sum(WEIGHTS[signal] * value for signal, value in self.values.items())

    @property
    def why(self) -> str:
        """Return the words of the two strongest signals."""
        best = sorted(self.values, key=lambda each: (-WEIGHTS[each] * self.values[each], each))
        # A name is a sign of its own and a sign that the tests of a file are found by.
        return "; ".join(list(dict.fromkeys(self.reasons[each] for each in best))[:2])


def gather_signals(pack: EvidencePack) -> dict[str, Signals]:
    """Return every test file that something speaks for, with what does."""
    found: dict[str, Signals] = {}
    _by_uses(pack, found)
    targets = [each.path for each in pack.targets if is_own_code(each.path)]
    if len(found) < ENOUGH:  # resolved uses say more than imports, which take a while in a large repository
        for path in targets[:ASKED]:
            _by_imports(pack, path, found)
    for path in targets[: ASKED + 1]:
        _by_history(pack, path, found)
    best = max(pack.located.tests.values(), default=0.0) or 1.0
    for test, alike in pack.located.tests.items():
        _of(found, test).note("words", alike / best, "its words match the goal's")
    _by_stems(pack, targets, found)
    return {
        path: signals
        for path, signals in sorted(found.items())
        if signals.values and _holds_tests(pack, path)
    }


def _holds_tests(pack: EvidencePack, path: str) -> bool:
    """Tell test files from what tests are made with: fixtures, example applications, settings."""
    if not is_test(path) or path.rpartition("/")[2] in _NO_TESTS or "fixtures" in path.split("/"):
        return False
    if not path.endswith(".py"):
        return True
    outline = pack.index.outline(path)
    return outline is not None and any(
        each.kind not in NAMES
        and (each.name.startswith(("test_", "Test")) or each.name.endswith(("Test", "Tests", "TestCase")))
        for each in outline.definitions
    )


def _of(found: dict[str, Signals], test: str) -> Signals:
    return found.setdefault(test, Signals())


def _by_uses(pack: EvidencePack, found: dict[str, Signals]) -> None:
    best = max((each.region.score for each in pack.reach), default=0.0) or 1.0
    for reach in pack.reach:
        grouped: dict[str, list[str]] = {}
        for each in reach.test_callers:
            grouped.setdefault(each.path, []).append(each.inside)
        for test, inside in grouped.items():
            signals = _of(found, test)
            worth = reach.region.score / best * math.log2(1 + len(inside)) / 4
            signals.note("uses", worth, f"uses `{reach.region.citation}`")
            signals.tests += [name for name in dict.fromkeys(inside) if name]


def _by_imports(pack: EvidencePack, path: str, found: dict[str, Signals]) -> None:
    for each in find_tests_for(pack.index, path, modules=pack.inference.files.modules).found:
        signals = _of(found, each.path)
        best = each.reasons[0]
        signals.note("imports", each.score / 6, say_sign(best.how, best.names, f"`{path}`"))
        signals.tests += each.tests


def _by_history(pack: EvidencePack, path: str, found: dict[str, Signals]) -> None:
    if pack.history is None:
        return
    for each in pack.history.together(path, limit=MOST_TOGETHER):
        if is_test(each.path) and each.count > 1 and pack.index.key(each.path):
            reason = f"changed together with `{path}` in {each.count} commits, large ones left out"
            _of(found, each.path).note("together", each.confidence, reason)


def _by_stems(pack: EvidencePack, targets: list[str], found: dict[str, Signals]) -> None:
    """Note the test files named after a target, and those whose name the goal says."""
    terms = {word for name in (pack.goal.title, *pack.goal.names) for word in _words(name)}
    for path in pack.index.paths():
        if not is_test(path):
            continue
        for target in targets[:ASKED]:
            score = name_score(path, target)
            if score and not has_rival(path, target, pack.index.paths()):
                _of(found, path).note("named", score / 3, f"is named after `{target}`")
        words = set(_words(plain_stem(path)))
        if words and words <= terms:
            _of(found, path).note(
                "said", min(1.0, 0.5 * len(words)), f"the goal mentions `{plain_stem(path)}`"
            )


def _words(text: str) -> list[str]:
    pieces = "".join(each if each.isalnum() or each == "_" else " " for each in text).split()
    return [word for piece in pieces for word in words_of(piece) if "_" not in word]
