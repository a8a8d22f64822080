"""Measure the history of a repository: reading it the first time, and each question after that, in CPU time.

    python benchmarks/history/measure.py <repository>...

The cache is a folder of its own, so that the first reading is a first reading. CPU time is user and system,
git's included; the median of five for the questions, each asked of a history loaded anew.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from groundplan.code.index import open_index
from groundplan.git.repository import find_repository
from groundplan.survey.history.attempts import previous_attempts
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.code.index import Index
    from groundplan.survey.history.past import History

_ROUNDS = 5
Told = TypeVar("Told")


def main() -> int:
    """Print one table row for each question and repository."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", nargs="+", type=Path)
    parser.add_argument("--about", default="fix retry timeout of the async client")
    chosen = parser.parse_args()
    print("| repository | question | CPU | clock |\n|--|--|--|--|")
    for root in chosen.repository:
        with tempfile.TemporaryDirectory() as cache:
            measure(root, Path(cache), chosen.about)
    print(f"\npeak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 0


def measure(root: Path, cache: Path, about: str) -> None:
    """Print the rows of one repository."""
    index = open_index(find_repository(root), cache=cache)
    cpu, clock, history = timed(lambda: load_history(index))
    busiest = max(history.churn().values(), key=lambda churn: churn.commits, default=None)
    print(f"| {root.name} | first reading, {history.count():,} commits | {cpu:.2f} s | {clock:.2f} s |")
    history.close()
    if busiest is None:
        return
    path = busiest.path
    questions: dict[str, Callable[[History], object]] = {
        "open it again": lambda history: history.count,
        "churn of every file": lambda history: history.churn(),
        "churn of one file": lambda history: history.churn([path]),
        "owners of the whole": lambda history: history.ownership(),
        "owners of one file": lambda history: history.ownership(path),
        "changed together": lambda history: history.together(path),
        "life of one file": lambda history: history.evolution(path),
        "commits about words": lambda history: history.commits_about(about),
        "what was tried before": lambda history: previous_attempts(history, about),
    }
    for name, question in questions.items():
        rounds = [ask(index, question) for _ in range(_ROUNDS)]
        cpu, clock = (statistics.median(each) * 1000 for each in zip(*rounds, strict=True))
        print(f"| {root.name} | {name} | {cpu:.0f} ms | {clock:.0f} ms |")
    index.close()


def ask(index: Index, question: Callable[[History], object]) -> tuple[float, float]:
    """Return the CPU and clock time of one question, the loading included."""
    cpu, clock, history = timed(lambda: load_history(index))
    more = timed(lambda: question(history))
    history.close()
    return cpu + more[0], clock + more[1]


def timed(work: Callable[[], Told]) -> tuple[float, float, Told]:
    """Return the CPU and clock seconds some work took, and what it gave."""
    cpu, clock = used(), time.perf_counter()
    told = work()
    return used() - cpu, time.perf_counter() - clock, told


def used() -> float:
    """Return the CPU time of this process and of those it waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


if __name__ == "__main__":
    sys.exit(main())
