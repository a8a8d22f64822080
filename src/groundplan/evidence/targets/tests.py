"""Where the change is tested: the tests that use the targets, or the file they would stand in here."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES
from groundplan.code.test_paths import holds_tests, is_test
from groundplan.evidence.commands import run_for
from groundplan.evidence.kinds import TestPlace
from groundplan.plan.citation import can_be_cited
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.survey.tests_for.naming import code_stem, has_rival, name_score, plain_stem
from groundplan.survey.where.words import words_of
from groundplan.wording.test_signs import say_sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.evidence.pack import EvidencePack

MOST = 6
MOST_EXISTING = 3
MOST_NAMES = 10
LEAST_SCORE = 0.4
LEAST_OF_BEST = 0.5
_TELLING = frozenset({"uses", "imports", "named"})
_SCRIPTS = frozenset({"js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "vue", "svelte"})
_MARKS = (".spec.", ".test.", "-test.", "_test.")
_HELD = frozenset({"src", "lib", "source", "packages"})
ASKED = 2  # targets whose tests are looked for by what they import
ENOUGH = 5  # test files that use the very definitions
MOST_TOGETHER = 60
# Tuned with benchmarks/backtest on the repositories its page names for tuning.
WEIGHTS = {"uses": 0.75, "imports": 0.75, "named": 0.5, "words": 0.75, "together": 0.5, "said": 1.0}


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
    why = f"no test was found that imports `{code}`"
    run = run_for(pack, path)
    return TestPlace(
        path,
        exists=exists,
        why=f"is named after `{code}`" if exists else why,
        command=run.line if run else "",
    )


def name_test(code: str, tests: Sequence[str]) -> str:
    """Return the path of the test file for a file of code, or nothing for a language without a convention."""
    folder, _, name = code.rpartition("/")
    stem, _, ending = name.rpartition(".")
    if ending == "go":
        return f"{folder}/{stem}_test.go" if folder else f"{stem}_test.go"
    if ending in {"py", "pyi"}:
        return _python_test(code, [each for each in tests if each.endswith(".py")])
    if ending in _SCRIPTS:
        return _script_test(code, [each for each in tests if each.rpartition(".")[2] in _SCRIPTS])
    return ""


def _python_test(code: str, tests: Sequence[str]) -> str:
    named = Counter("suffix" if each.endswith("_test.py") else "prefix" for each in tests if _is_named(each))
    stem = code_stem(code) or "package"
    file = f"{stem}_test.py" if named.get("suffix", 0) > named.get("prefix", 0) else f"test_{stem}.py"
    return f"{_python_folder(code, tests)}{file}"


def _is_named(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.startswith("test_") or name.endswith("_test.py")


def _python_folder(code: str, tests: Sequence[str]) -> str:
    """Return the folder of the tests nearest to the code: the one that mirrors most of its folders."""
    folders = Counter(each.rpartition("/")[0] for each in tests if _is_named(each))
    parts = [each for each in code.split("/")[:-1] if each not in _HELD]
    if not folders:
        tops = Counter(each.split("/")[0] for each in tests if "/" in each)
        return f"{tops.most_common(1)[0][0]}/" if tops else "tests/"

    def nearness(folder: str) -> tuple[int, int, int, str]:
        held = folder.split("/")
        shared = sum(part in held for part in parts)
        strange = sum(part not in parts for part in held)
        return (-shared, strange, -folders[folder], folder)

    folder = min(folders, key=nearness)
    return f"{folder}/" if folder else ""


def _script_test(code: str, tests: Sequence[str]) -> str:
    folder, _, name = code.rpartition("/")
    stem, _, ending = name.rpartition(".")
    ending = "ts" if ending in {"vue", "svelte"} and any(each.endswith(".ts") for each in tests) else ending
    ending = "js" if ending in {"vue", "svelte"} else ending
    marks = Counter(mark for each in tests for mark in _MARKS if mark in each.rpartition("/")[2])
    mark = marks.most_common(1)[0][0] if marks else ".test."
    file = f"{stem}{mark}{ending}"
    top = "/".join(code.split("/")[:2])
    near = [each for each in tests if each.startswith(f"{top}/")] or list(tests)
    layouts = Counter(_layout(each) for each in near)
    layout = layouts.most_common(1)[0][0] if layouts else "beside"
    if layout == "inner":
        held = Counter(each.rpartition("/")[0] for each in near if "__tests__" in each.split("/"))
        own = f"{folder}/__tests__"
        above = [each for each in held if code.startswith(each.rpartition("__tests__")[0])]
        chosen = own if own in held else max(above, key=lambda each: (len(each), each), default=own)
        return f"{chosen}/{file}"
    if layout == "apart":
        top_folder = Counter(each.split("/")[0] for each in near).most_common(1)[0][0]
        return f"{top_folder}/{file}"
    return f"{folder}/{file}" if folder else file


def _layout(test: str) -> str:
    parts = test.split("/")
    if "__tests__" in parts[:-1]:
        return "inner"
    return "apart" if parts[0] in {"test", "tests", "spec"} else "beside"


# What speaks for a test file: it uses the targets, has their name, changed with them, has the words.


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
    if not holds_tests(path):
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
