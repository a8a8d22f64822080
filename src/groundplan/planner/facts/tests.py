"""Where the change is tested: the tests that use the targets, or the file they would stand in here."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.commands import run_for
from groundplan.evidence.kinds import TestPlace
from groundplan.planner.facts.test_signals import gather_signals
from groundplan.planner.phrases import can_be_cited
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.naming import code_stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.planner.facts.test_signals import Signals
    from groundplan.planner.pack import EvidencePack

MOST = 6
MOST_EXISTING = 3
MOST_NAMES = 10
LEAST_SCORE = 0.4
LEAST_OF_BEST = 0.5
_TELLING = frozenset({"uses", "imports", "named"})
_SCRIPTS = frozenset({"js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "vue", "svelte"})
_MARKS = (".spec.", ".test.", "-test.", "_test.")
_HELD = frozenset({"src", "lib", "source", "packages"})


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
