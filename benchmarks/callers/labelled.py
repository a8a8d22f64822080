"""Compare our callers, uses, tests and definitions with labels made by hand from `git grep -w`.

python benchmarks/callers/labelled.py FOLDER_OF_CLONES [--labels benchmarks/callers/labels.jsonl] [--show]

A label names places only (`path:line`), no code. The clones have the names of the labels' repositories, at
the commits that docs/benchmarks/callers.md lists.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.code.callers import find_callers
from groundplan.code.index import Symbol, open_index
from groundplan.code.usages import find_usages
from groundplan.git.repository import find_repository
from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.index import Index
    from groundplan.code.usage import Usage

_LABELS = Path(__file__).with_name("labels.jsonl")
_LANGUAGES = {"py": "Python", "js": "JavaScript", "cjs": "JavaScript", "ts": "TypeScript", "go": "Go"}
_ASKED = ("callers, known", "callers, listed", "passed on", "tests", "definitions")


def main() -> None:
    """Print recall by language, then each miss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--labels", type=Path, default=_LABELS)
    parser.add_argument("--show", action="store_true", help="also print what we list and no label has")
    asked = parser.parse_args()
    labels = [json.loads(line) for line in asked.labels.read_text(encoding="utf-8").splitlines()]
    by_repository: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in labels:
        by_repository[each["repository"]].append(each)
    scores: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    wrong = [0, 0]
    with tempfile.TemporaryDirectory() as cache:
        for name, wanted in by_repository.items():
            repository = find_repository(asked.clones / name)
            with open_index(repository, cache=Path(cache)) as index:
                index.refresh()
                for label in wanted:
                    _compare(index, label, scores, wrong, show=asked.show)
    _print_table(scores, wrong)


def _compare(
    index: Index,
    label: dict[str, Any],
    scores: dict[tuple[str, str], list[int]],
    wrong: list[int],
    *,
    show: bool,
) -> None:
    path, _, qualified = label["symbol"].partition("::")
    outline = index.outline(path)
    found = [each for each in outline.find(qualified) if each.line == label["line"]] if outline else []
    if not found:
        print(f"no definition: {label['symbol']}:{label['line']}")
        return
    symbol = Symbol(path, found[0])
    callers, usages = find_callers(index, symbol), find_usages(index, symbol)
    calls = [one for each in (*callers.resolved, *callers.possible) for one in each.calls]
    known, listed = _places(each for each in calls if each.is_resolved), _places(calls)
    used = _places((*usages.resolved, *usages.possible))
    tests = {each.path for each in find_tests_for(index, path, symbol).found}
    definitions = {f"{each.path}:{each.definition.line}" for each in index.symbols(symbol.definition.name)}
    answers = (known, listed, used, tests, definitions)
    wanted = [set(label[key]) for key in ("callers", "callers", "uses", "tests", "definitions")]
    language = _LANGUAGES[path.rpartition(".")[2]]
    for what, ours, theirs in zip(_ASKED, answers, wanted, strict=True):
        for key in (language, "all"):
            scores[key, what][0] += len(ours & theirs)
            scores[key, what][1] += len(theirs)
        if what != "callers, known":
            for miss in sorted(theirs - ours):
                print(f"missed ({what}): {label['repository']} {label['symbol']} {miss}")
    extra = known - wanted[0] - wanted[2]
    wrong[0] += len(extra)
    wrong[1] += len(known)
    if show:
        for each in sorted(extra):
            print(f"only ours: {label['repository']} {label['symbol']} {each}")
    if (wanted[0] or wanted[2]) and not (listed or used):
        print(f"FALSE NONE: {label['repository']} {label['symbol']}")


def _places(usages: Iterable[Usage]) -> set[str]:
    return {f"{each.path}:{each.line}" for each in usages}


def _print_table(scores: dict[tuple[str, str], list[int]], wrong: list[int]) -> None:
    print("\n| | " + " | ".join(_ASKED) + " |\n|--|" + "--|" * len(_ASKED))
    for language in ("Python", "JavaScript", "TypeScript", "Go", "all"):
        cells = []
        for what in _ASKED:
            ours, theirs = scores[language, what]
            cells.append(f"{ours / theirs:.3f} ({ours}/{theirs})" if theirs else "-")
        print(f"| {language} | " + " | ".join(cells) + " |")
    print(f"\nknown calls that no label has: {wrong[0]} of {wrong[1]}")


if __name__ == "__main__":
    main()
