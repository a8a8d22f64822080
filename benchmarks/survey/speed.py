"""Time every question of the survey, cold (nothing kept yet) and warm, in CPU seconds.

python benchmarks/survey/speed.py PATH_TO_REPOSITORY…
"""

from __future__ import annotations

import functools
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.index import Symbol, open_index
from groundplan.code.outline import Kind
from groundplan.git.repository import find_repository
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.flow.following import find_flow
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.patterns.finding import find_patterns
from groundplan.survey.similar.finding import find_similar, find_similar_words
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.code.index import Index

SAMPLED = 30


def main(paths: list[str]) -> None:
    """Print one line per repository and question."""
    print(
        f"{'repository':20} {'question':24} {'cold':>7} {'warm':>7} {'worst of ' + str(SAMPLED):>12}   CPU s"
    )
    with tempfile.TemporaryDirectory() as cache:
        for path in paths:
            index = open_index(find_repository(Path(path)), cache=Path(cache))
            index.refresh()
            measure(Path(path).name, index)
            index.close()


def measure(name: str, index: Index) -> None:
    """Time the questions of one repository."""
    whole: dict[str, Callable[[], object]] = {
        "manifest": lambda: read_manifest(index),
        "patterns": lambda: find_patterns(index),
        "entry points": lambda: find_entry_points(index),
        "similar, by words": lambda: find_similar_words(index, "retry a failed request"),
    }
    for question, ask in whole.items():
        print(f"{name:20} {question:24} {seconds(ask):7.2f} {seconds(ask):7.2f}")
    sampled = sample(index)
    single: dict[str, Callable[[Symbol], object]] = {
        "similar, by function": lambda symbol: find_similar(index, symbol),
        "tests-for": lambda symbol: find_tests_for(index, symbol.path, symbol),
        "flow": lambda symbol: find_flow(index, symbol),
    }
    for question, ask_of in single.items():
        times = [seconds(functools.partial(ask_of, each)) for each in sampled]
        median = sorted(times)[len(times) // 2]
        print(f"{name:20} {question:24} {times[0]:7.2f} {median:7.2f} {max(times[1:]):12.2f}")


def sample(index: Index) -> list[Symbol]:
    """Return functions of own code, drawn with a fixed seed."""
    functions = [
        Symbol(path, each)
        for path, outline in index.outlines()
        if is_own_code(path)
        for each in outline.definitions
        if each.kind in {Kind.FUNCTION, Kind.METHOD} and each.size > 5
    ]
    return random.Random(3).sample(functions, min(SAMPLED, len(functions)))


def seconds(ask: Callable[[], object]) -> float:
    """Return the CPU seconds a question takes."""
    start = time.process_time()
    ask()
    return time.process_time() - start


if __name__ == "__main__":
    main(sys.argv[1:])
