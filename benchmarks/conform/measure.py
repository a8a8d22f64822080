"""How often `conform` is right: precision and recall of its findings on labelled changes.

    python benchmarks/conform/measure.py REPO… [--commits 4] [--seed 1] [--show]

REPO is a clone with its history; nothing is checked out, and objects are added to it. Wants git, ctags and
rustfmt.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

from cases import cases, commits

from groundplan.app.conform.conforming import Wanted, conform_document
from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written
from groundplan.plan.config import Config

if TYPE_CHECKING:
    from cases import Case


def found_in(case: Case) -> set[tuple[str, str]]:
    """Return what conform finds, warnings left out."""
    with open_codebase(case.repo) as code:
        document = Written("plan-of-case.md", case.plan)
        done = conform_document(code, document, Wanted(case.base, case.head), Config())
    return {(each.code, each.subject) for each in done.findings if each.blocks}


def main() -> int:
    """Measure, and print a table by kind and by repository."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repos", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print each case that is not as labelled")
    asked = parser.parse_args()
    rows: dict[str, Counter[str]] = {}
    start, number = time.monotonic(), 0
    for repo in asked.repos:
        chance = random.Random(f"{asked.seed} {repo.name}")
        for commit in commits(repo.resolve(), asked.commits, chance):
            for case in cases(repo.resolve(), commit, chance):
                number += 1
                row = score(case, show=asked.show)
                for name in (case.kind, f"in {repo.name}"):
                    rows.setdefault(name, Counter()).update(row)
    total: Counter[str] = Counter()
    for kind, row in rows.items():
        if not kind.startswith("in "):
            total += row
    for kind, row in [*rows.items(), ("all", total)]:
        print(f"| {kind} | {row['cases']} | {row['due']} | {row['hit']} | {row['wrong']} | {row['missed']} |")
    hit, wrong, missed = total["hit"], total["wrong"], total["missed"]
    print(f"precision {hit / max(1, hit + wrong):.3f}  recall {hit / max(1, hit + missed):.3f}  ", end="")
    print(f"{number} cases, {time.monotonic() - start:.0f} s")
    return 0


def score(case: Case, *, show: bool) -> Counter[str]:
    """Count what is right, wrong and missed; a finding marked `?` is right and not demanded."""
    found = found_in(case)
    due = {each for each in case.due if not each[0].endswith("?")}
    may = {(code[:-1], subject.rpartition("::")[2]) for code, subject in case.due if code.endswith("?")}
    extra = {
        each for each in found - due if (each[0], each[1].rpartition(".")[2].rpartition("::")[2]) not in may
    }
    if show and (extra or due - found):
        print(f"--- {case.kind}: {case.repo.name} {case.base[:10]}..{case.head[:10]}", file=sys.stderr)
        print(f"    wrong {sorted(extra)}  missed {sorted(due - found)}\n{case.plan}", file=sys.stderr)
    return Counter(cases=1, due=len(due), hit=len(due & found), wrong=len(extra), missed=len(due - found))


if __name__ == "__main__":
    sys.exit(main())
