"""Are all occurrences found? Every term sampled is counted file by file and compared with `rg -w`.

    python benchmarks/occurrences.py REPO… [--terms 200] [--seed 1]

Terms are names defined in the repository, words of its texts, and a few that stand everywhere. Wants `rg`.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.index import open_index
from groundplan.code.occurrences import find_occurrences
from groundplan.git.repository import find_repository

if TYPE_CHECKING:
    from groundplan.code.index import Index

EVERYWHERE = ("get", "error", "import", "test", "name", "the", "TODO", "v1")


def count_by_ripgrep(root: Path, term: str) -> dict[str, int]:
    """Return how often ripgrep finds a whole word in each file that git would not ignore."""
    argv = ["rg", "--no-config", "-w", "-F", "--hidden", "-g", "!.git", "--no-messages", "--count-matches"]
    said = subprocess.run(
        [*argv, "--with-filename", "--", term, "."], cwd=root, capture_output=True, check=False
    )
    counts = {}
    for line in os.fsdecode(said.stdout).splitlines():
        path, _, number = line.rpartition(":")
        counts[path.removeprefix("./")] = int(number)
    return counts


def sample(index: Index, how_many: int, seed: int) -> list[str]:
    """Return names that are defined and words that stand in texts, half and half."""
    chance = random.Random(seed)
    names = list(index.names())
    words: set[str] = set()
    for path in chance.sample(index.paths(), min(200, len(index.paths()))):
        found = re.findall(rb"[A-Za-z_][A-Za-z0-9_]{2,}", index.text(path) or b"")
        words.update(word.decode() for word in chance.sample(found, min(5, len(found))))
    half = how_many // 2
    defined = chance.sample(names, min(half, len(names)))
    return [*defined, *chance.sample(sorted(words), min(half, len(words))), *EVERYWHERE]


def main() -> int:
    """Print one row a repository; exit code 1 where one term differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repos", nargs="+", type=Path)
    parser.add_argument("--terms", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| repository | terms | occurrences | equal to `rg -w` | median CPU ms | p95 | longest |")
    print("|--|--|--|--|--|--|--|")
    differs = 0
    for repo in options.repos:
        with (
            tempfile.TemporaryDirectory() as cache,
            open_index(find_repository(repo), cache=Path(cache)) as index,
        ):
            index.refresh()
            terms = sample(index, options.terms, options.seed)
            equal, total, spent = 0, 0, []
            for term in terms:
                start = time.process_time()
                found = find_occurrences(index, term)
                spent.append(1000 * (time.process_time() - start))
                theirs = count_by_ripgrep(repo, term)
                total += len(found.places)
                equal += found.files == theirs
                if found.files != theirs:
                    wrong = {
                        path
                        for path in found.files.keys() | theirs
                        if found.files.get(path) != theirs.get(path)
                    }
                    print(f"{repo.name}: `{term}` differs in {sorted(wrong)[:5]}")
            differs += len(terms) - equal
            p95 = statistics.quantiles(spent, n=20)[-1]
            times = f"{statistics.median(spent):.1f} | {p95:.0f} | {max(spent):.0f}"
            print(f"| {repo.name} | {len(terms)} | {total} | {equal} of {len(terms)} | {times} |")
    return 1 if differs else 0


if __name__ == "__main__":
    raise SystemExit(main())
