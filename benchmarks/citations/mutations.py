"""How many wrong citations are flagged, and how many right ones: true ones of real code, then mutated.

python benchmarks/citations/mutations.py REPOSITORY... [--count 60] [--sigmap node_modules/sigmap] [--show]

The repositories are cloned into a temporary folder and only the copies are changed. Truth comes from how a
case was made, never from groundplan: symbols are found by `ast` and plain patterns.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cases import Ground, change_code, controls, planned, wrong_words

from groundplan.code.citing import Cited, look_up_all
from groundplan.code.index import open_index
from groundplan.git.repository import find_repository
from groundplan.plan.citation import Citation, parse_citation
from groundplan.plan.evidence import CitationState, Seen
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from cases import Case

FINE = frozenset({CitationState.EXISTS, CitationState.PLANNED, CitationState.UNCLEAR})
Row = dict[str, int]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=60, help="cases of each kind and repository")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sigmap", type=Path, help="its package folder; left out: not compared")
    parser.add_argument("--show", action="store_true", help="print every case that went wrong")
    asked = parser.parse_args()
    rows: dict[tuple[str, str], Row] = defaultdict(lambda: defaultdict(int))
    with tempfile.TemporaryDirectory(prefix="citations-") as folder:
        for repository in asked.repositories:
            run(repository, Path(folder), asked, rows)
    print_rows(rows, with_peer=asked.sigmap is not None)


def run(repository: Path, folder: Path, asked: argparse.Namespace, rows: dict[tuple[str, str], Row]) -> None:
    """Take and look up the cases of one repository: first in its code as it is, then changed."""
    root = folder / repository.name
    subprocess.run(["git", "clone", "-q", "--shared", repository, root], check=True)
    ground = Ground(root, random.Random(f"{asked.seed} {repository.name}"))
    new = planned(ground, asked.count)
    made = {name for case in new for name in case.planned}
    wrong = [case for case in wrong_words(ground, asked.count) if case.text not in made]
    judge(root, [*controls(ground, asked.count), *new, *wrong], asked, rows)
    judge(root, change_code(ground, asked.count // 4 or 1), asked, rows)
    shutil.rmtree(root)


def judge(root: Path, cases: list[Case], asked: argparse.Namespace, rows: dict[tuple[str, str], Row]) -> None:
    """Look the cases up and count."""
    start = time.perf_counter()
    seen = look(root, cases)
    took = time.perf_counter() - start
    theirs: list[bool] = [False] * len(cases)
    peer_took = 0.0
    if asked.sigmap is not None:
        from sigmap import flagged  # noqa: PLC0415  (only where it is compared)

        copy = root.with_name(f"{root.name}-sigmap")
        shutil.copytree(root, copy, symlinks=True)
        plan = root.with_name("plan.md")
        theirs, peer_took = flagged(asked.sigmap / "gen-context.js", copy, cases, plan)
        shutil.rmtree(copy)
    print(f"{root.name}: {len(cases)} cases, {took:.1f} s, sigmap {peer_took:.1f} s", file=sys.stderr)
    for case, each, their in zip(cases, seen, theirs, strict=True):
        row = rows[case.subject, case.mutation]
        is_flagged = each.state not in FINE
        row["cases"] += 1
        row["wrong"] += case.is_wrong
        row["flagged"] += is_flagged
        row["sigmap"] += their
        row["has home"] += bool(case.home)
        is_home = case.home == each.moved_to.removesuffix("()")
        row["home"] += bool(each.moved_to) and is_home
        row["astray"] += bool(each.moved_to) and not is_home
        row["near"] += bool(each.near) and not each.moved_to
        if asked.show and (is_flagged != case.is_wrong or (each.moved_to and not is_home)):
            print(f"  {case.mutation:28} {case.text}  ->  {each.state} {each.moved_to} ({each.reason})")


def look(root: Path, cases: list[Case]) -> list[Seen]:
    """Return what groundplan says of each case; what it does not read as a citation, it says nothing of."""
    place = Place("plans/plan.md", 1, 1)
    items, unread = [], []
    for number, case in enumerate(cases):
        citation = parse_citation(case.text)
        if citation is None:
            unread.append((number, Seen(Citation(case.text), "", CitationState.EXISTS, reason="not read")))
        else:
            items.append(Cited(replace(citation, place=place)))
    wanted = frozenset(name for case in cases for name in case.planned)
    with (
        tempfile.TemporaryDirectory() as cache,
        open_index(find_repository(root), cache=Path(cache)) as index,
    ):
        seen = list(look_up_all(index, items, planned=wanted))
    for number, each in unread:
        seen.insert(number, each)
    return seen


def print_rows(rows: dict[tuple[str, str], Row], *, with_peer: bool) -> None:
    """Print one line per kind of case, then the totals that are promised."""
    print("| citation | mutation | cases | flagged | re-anchored | astray | sigmap flags |")
    print("|--|--|--|--|--|--|--|")
    for (subject, mutation), row in sorted(rows.items(), key=lambda item: (item[1]["wrong"] > 0, item[0])):
        peer = f"{row['sigmap'] / row['cases']:.3f}" if with_peer else ""
        moved = f"{row['home']} of {row['has home']}" if row["has home"] else ""
        print(
            f"| {subject} | {mutation} | {row['cases']} | {row['flagged'] / row['cases']:.3f} "
            f"| {moved} | {row['astray'] or ''} | {peer} |"
        )
    for name, subjects, is_wrong in (
        ("recall, paths", ("path",), True),
        ("recall, lines", ("lines",), True),
        ("recall, symbols", ("symbol",), True),
        ("false alarms, controls", ("path", "lines", "symbol"), False),
    ):
        kept = [row for (subject, mutation), row in rows.items() if subject in subjects
                and (row["wrong"] > 0) == is_wrong and mutation != "planned-new"]  # fmt: skip
        _print_total(name, kept, with_peer=with_peer)
    _print_total("false alarms, planned-new", [row for key, row in rows.items() if key[1] == "planned-new"],
                 with_peer=with_peer)  # fmt: skip


def _print_total(name: str, rows: list[Row], *, with_peer: bool) -> None:
    total = sum(row["cases"] for row in rows)
    if total:
        peer = f"; sigmap {sum(row['sigmap'] for row in rows) / total:.4f}" if with_peer else ""
        print(f"{name}: {sum(row['flagged'] for row in rows) / total:.4f} of {total}{peer}")


if __name__ == "__main__":
    main()
