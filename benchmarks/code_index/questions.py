"""Ask a filled index, and print how long it took as JSON: `questions.py <repository> <cache folder>`.

Times are CPU milliseconds of this process. Names, terms and files are sampled with a fixed seed; names and
terms are what the repository defines, and its most frequent one.
"""

from __future__ import annotations

import json
import os
import pathlib
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING

from groundplan.code.index import open_index
from groundplan.code.occurrences import find_occurrences
from groundplan.git.repository import find_repository

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from groundplan.code.index import Index

SAMPLE = 60


def main() -> None:
    """Print row -> times."""
    root, cache = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    draw = random.Random(3)
    with open_index(find_repository(root), cache=cache) as index:
        rows = {"refresh, nothing changed, ms": shown([timed(index.refresh) for _ in range(5)])}
        names = draw.sample(index.names(), SAMPLE)
        rows["symbol, median / p95 / most, ms"] = shown(ask(index.symbols, names))
        occurrences = ask(lambda name: find_occurrences(index, name), names)
        rows["all occurrences, median / p95 / most, ms"] = shown(occurrences)
        paths = [path for path, _ in index.outlines() if (index.text(path) or b"").strip()]
        # a worker that has read a language once has it loaded; what loading takes is part of a cold index
        for path in {pathlib.PurePath(path).suffix: path for path in paths}.values():
            reread(index, root, path)
        rows["one file anew, median / p95 / most, ms"] = shown(
            [reread(index, root, path) for path in draw.sample(paths, SAMPLE)]
        )
    print(json.dumps(rows))


def ask(question: Callable[[str], object], names: Iterable[str]) -> list[float]:
    """Return the time each answer took."""
    return [timed(lambda name=name: question(name)) for name in names]  # type: ignore[misc]


def reread(index: Index, root: pathlib.Path, path: str) -> float:
    """Return the time it takes to read a file anew after a line was added; the file is put back."""
    before = (root / path).read_bytes()
    mark = b"// changed\n" if not path.endswith((".py", ".pyi")) else b"# changed\n"
    try:
        (root / path).write_bytes(before + mark)
        return timed(lambda: index.peek(path))
    finally:
        (root / path).write_bytes(before)


def timed(question: Callable[[], object]) -> float:
    """Return CPU milliseconds, of this process and its workers."""
    start = cpu()
    question()
    return (cpu() - start) * 1000


def cpu() -> float:
    """Return the CPU seconds of this process and of its children that are alive."""
    children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    spent = [pathlib.Path(f"/proc/{child}/schedstat").read_text().split()[0] for child in children]
    return time.process_time() + sum(map(int, spent)) / 1e9


def shown(times: list[float]) -> str:
    """Return median, 95th percentile and maximum."""
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, round(len(ordered) * 0.95))]
    return f"{statistics.median(ordered):.1f} / {p95:.1f} / {ordered[-1]:.1f}"


if __name__ == "__main__":
    main()
