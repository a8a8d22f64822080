"""Plans past commits from their messages alone and compares what it would modify with what was modified.

    python benchmarks/backtest/run.py REPO… [--commits 60] [--json out.json]

Each REPO is a git folder, bare or with a worktree; it is read, never written. The parent of each commit is
checked out into a temporary folder whose git reaches no further, so nothing of the commit is seen. Reported:
recall, precision and F1 of the files to modify (product files that stood there before), mean over commits,
for the evidence pack's targets, for `where` and BM25 cut at the same number and at five; and the share of
commits with tests of which the pack names at least one test file that was changed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bm25
from commits import check_out, choose_cases

from groundplan.code.index import open_index
from groundplan.evidence.pack import EvidencePack, own_names
from groundplan.git.repository import find_repository
from groundplan.plan.config import Config
from groundplan.plan.fact import FactKind
from groundplan.planner.goal.reading import read_goal
from groundplan.survey.history.past import load_history
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from commits import Case

MOST_TEXT = 400_000


def main() -> None:
    """Run over the repositories named and print one table."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("repositories", type=Path, nargs="+")
    reader.add_argument("--commits", type=int, default=60)
    reader.add_argument("--json", type=Path, help="keep every ranking, to look at or to tune on")
    asked = reader.parse_args()
    kept: dict[str, list[dict[str, Any]]] = {}
    for repository in asked.repositories:
        name = repository.parent.name if repository.name == "repo" else repository.name
        with tempfile.TemporaryDirectory(prefix="backtest-") as folder:
            kept[name] = _run(repository, asked.commits, Path(folder))
        if asked.json:
            asked.json.write_text(json.dumps(kept))
        print_table({name: kept[name]})
    if len(kept) > 1:
        print_table({**kept, "all": [each for cases in kept.values() for each in cases]})


def _run(repository: Path, count: int, folder: Path) -> list[dict[str, Any]]:
    records = []
    cases = choose_cases(repository, count)
    for number, case in enumerate(reversed(cases)):  # oldest first, so that the index grows with the history
        started = time.perf_counter()
        check_out(folder / "tree", repository, case.parent)
        records.append(_look(folder, case))
        if number % 20 == 0:
            print(f"{number + 1}/{len(cases)} {time.perf_counter() - started:.1f} s", file=sys.stderr)
    return records


def _look(folder: Path, case: Case) -> dict[str, Any]:
    with open_index(find_repository(folder / "tree"), cache=folder / "cache") as index:
        index.refresh()
        with load_history(index) as history:
            started = time.perf_counter()
            pack = EvidencePack(read_goal(case.goal, own_names(index)), index, history, Config())
            targets = [each.path for each in pack.targets if is_own_code(each.path)]
            tests = [
                each.subject
                for each in pack.gathered.facts
                if each.kind is FactKind.TEST and not each.is_absence
            ]
            spent = time.perf_counter() - started
            own = [path for path in index.paths() if is_own_code(path)]
            texts = {path: (index.text(path) or b"")[:MOST_TEXT].decode("utf-8", "replace") for path in own}
            known = set(index.paths())
            return {
                "commit": case.commit,
                "goal": case.goal[:2000],
                "kind": pack.goal.kind.value,
                "changed": list(case.changed),
                "tests": list(case.tests),
                "tests_there": [path for path in case.tests if path in known],
                "targets": targets,
                "named": [each.path for each in pack.targets if each.is_named],
                "places": [
                    (each.path, each.score, pack.located.names(each.path))
                    for each in pack.located.places.files
                ],
                "test_places": tests,
                "bm25": bm25.rank(texts, case.goal)[:20],
                "files": len(own),
                "seconds": round(spent, 3),
            }


def measure(found: list[str], wanted: list[str]) -> tuple[float, float, float]:
    """Return recall, precision and F1 of one answer."""
    hits = len(set(found) & set(wanted))
    recall, precision = hits / len(wanted), hits / len(found) if found else 0.0
    return recall, precision, 2 * recall * precision / (recall + precision) if hits else 0.0


def answers_of(record: dict[str, Any]) -> dict[str, list[str]]:
    """Return what each way answers for one commit."""
    ranked = [path for path, *_ in record["places"] if is_own_code(path)]
    cut = len(record["targets"])
    return {
        "pack": record["targets"],
        "where @same": ranked[:cut],
        "where @5": ranked[:5],
        "BM25 @same": record["bm25"][:cut],
        "BM25 @5": record["bm25"][:5],
    }


def print_table(kept: dict[str, list[dict[str, Any]]]) -> None:
    """Print recall / precision / F1 of each way and repository."""
    for name, records in kept.items():
        if not records:
            print(f"{name}: no commit fits")
            continue
        size = sum(len(each["targets"]) for each in records) / len(records)
        print(f"{name}: {len(records)} commits, {size:.1f} targets each")
        for way in answers_of(records[0]):
            figures = [measure(answers_of(each)[way], each["changed"]) for each in records]
            means = [100 * sum(column) / len(figures) for column in zip(*figures, strict=True)]
            print(f"  {way:12} recall {means[0]:5.1f}  precision {means[1]:5.1f}  F1 {means[2]:5.1f}")
        tested = [each for each in records if each["tests"]]
        any_named = sum(bool(set(each["tests"]) & set(each["test_places"])) for each in tested)
        all_named = sum(set(each["tests"]) <= set(each["test_places"]) for each in tested)
        if tested:
            print(
                f"  tests: of {len(tested)} commits with tests {100 * any_named / len(tested):.0f} % have "
                f"one named, {100 * all_named / len(tested):.0f} % all of them"
            )


if __name__ == "__main__":
    main()
