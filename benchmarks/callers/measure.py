"""Compare our usages and callers with what the peers answered to `ask.py`.

python benchmarks/callers/measure.py answers.json REPOSITORY… [--peer basedpyright] [--show 20]

`--peer either` takes what one peer or the other says as true; it asks only symbols both have answered.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.code.callers import find_callers
from groundplan.code.index import Symbol, open_index
from groundplan.code.usages import find_usages
from groundplan.git.repository import find_repository

if TYPE_CHECKING:
    from groundplan.code.index import Index

Place = tuple[str, int, int]


@dataclass
class Score:
    """What was found, what should have been, and what both hold."""

    ours: int = 0
    theirs: int = 0
    both: int = 0

    def add(self, ours: set[Any], theirs: set[Any]) -> None:
        """Count one symbol's answers."""
        self.ours += len(ours)
        self.theirs += len(theirs)
        self.both += len(ours & theirs)

    def row(self) -> str:
        """Return precision, recall and the counts as cells of a table."""
        precision = self.both / self.ours if self.ours else 1.0
        recall = self.both / self.theirs if self.theirs else 1.0
        return f"{precision:.3f} | {recall:.3f} | {self.ours} | {self.theirs}"


@dataclass
class Measured:
    """The scores of one run, by what they are of."""

    scores: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    by_source: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    extra: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    missed_possible: int = 0


def main() -> int:
    """Print the tables, and with `--show` the first disagreements."""
    parser = argparse.ArgumentParser()
    parser.add_argument("answers", type=Path)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--peer", default="basedpyright")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--cache", type=Path, default=None)
    chosen = parser.parse_args()
    answers = json.loads(chosen.answers.read_text("utf-8"))
    measured = Measured()
    symbols = 0
    for root in chosen.repositories:
        index = open_index(find_repository(root), cache=chosen.cache)
        index.refresh()
        for each in answers[root.name]:
            if chosen.peer == "either":
                if "jedi" not in each:
                    continue
                peers = ({tuple(place) for place in each[name]} for name in ("basedpyright", "jedi"))
                first, second = peers
                measured.scores["jedi, against basedpyright"].add(second, first)
                each["either"] = sorted(first | second)
            if chosen.peer in each:
                symbols += measure(index, root, each, chosen.peer, measured)
    print(f"{symbols} symbols, peer {chosen.peer}\n")
    print("| of | precision | recall | ours | theirs |\n|--|--|--|--|--|")
    for name, score in sorted(measured.scores.items()):
        print(f"| {name} | {score.row()} |")
    print("\n| found by | uses | agreed |\n|--|--|--|")
    for source, (uses, agreed) in sorted(measured.by_source.items()):
        print(f"| {source} | {uses} | {agreed / uses:.3f} |")
    for name, seconds in measured.seconds.items():
        ordered = sorted(seconds)
        median, late = statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.95)] * 1000
        print(f"\n{name}: median {median:.1f} ms, 95 % within {late:.1f} ms of CPU")
    for title, lines in (("only ours", measured.extra), ("only theirs", measured.missed)):
        print(f"\n{title}: {len(lines)}", file=sys.stderr)
        for line in lines[:: max(1, len(lines) // chosen.show)] if chosen.show else ():
            print(f"  {line}", file=sys.stderr)
    return 0


def measure(index: Index, root: Path, asked: dict[str, Any], peer: str, measured: Measured) -> int:
    """Add one symbol to the scores; 0 where the index does not know it."""
    symbol = find_symbol(index, asked)
    if symbol is None:
        return 0
    started = time.process_time()
    usages = find_usages(index, symbol)
    measured.seconds["usages"].append(time.process_time() - started)
    started = time.process_time()
    callers = find_callers(index, symbol)
    measured.seconds["callers"].append(time.process_time() - started)
    known = {(each.path, each.line, each.column): each for each in usages.resolved}
    possible = {(each.path, each.line, each.column): each for each in usages.possible}
    theirs = {(path, line, column) for path, line, column in map(tuple, asked[peer])}
    theirs.discard((asked["path"], asked["line"], asked["column"]))
    plain = {place for place, use in known.items() if use.source != "fixture"}
    for kind in ("all", f"{root.name}, all"):
        measured.scores[f"usages without the fixture rule, {kind}"].add(plain, theirs)
    for kind in ("all", asked["kind"], f"{root.name}, all", f"{root.name}, {asked['kind']}"):
        measured.scores[f"usages, {kind}"].add(set(known), theirs)
        measured.scores[f"usages with possible, {kind}"].add(set(known) | set(possible), theirs)
    texts: dict[str, list[str]] = {}
    calls = {place for place in theirs if is_call(root, texts, place, symbol.definition.name)}
    around = {enclosing(index, place) for place in calls}
    ours = {(each.path, each.qualified) for each in callers.resolved}
    more = ours | {(each.path, each.qualified) for each in callers.possible}
    unfixed = {
        (each.path, each.qualified)
        for each in callers.resolved
        if any(use.source != "fixture" for use in each.calls)
    }
    for kind in ("all", f"{root.name}, all"):
        measured.scores[f"callers without the fixture rule, {kind}"].add(unfixed, around)
    for kind in ("all", asked["kind"], f"{root.name}, all"):
        measured.scores[f"callers, {kind}"].add(ours, around)
        measured.scores[f"callers with possible, {kind}"].add(more, around)
    note(root, asked, measured, (known, possible, theirs), texts)
    return 1


def note(
    root: Path,
    asked: dict[str, Any],
    measured: Measured,
    places: tuple[dict[Place, Any], dict[Place, Any], set[Place]],
    texts: dict[str, list[str]],
) -> None:
    """Keep what the two sides do not agree on, and how each rule fares."""
    known, possible, theirs = places
    name = f"{asked['path']}::{asked['qualified']}"
    for place, use in {**known, **possible}.items():
        count = measured.by_source[use.source]
        count[0] += 1
        count[1] += place in theirs
    for place in sorted(set(known) - theirs):
        line = line_at(root, texts, place).strip()[:90]
        measured.extra.append(f"{name} [{known[place].source}] {place[0]}:{place[1]}:{place[2]} {line}")
    for place in sorted(theirs - set(known)):
        line = line_at(root, texts, place).strip()[:90]
        how = f"possible: {possible[place].source}" if place in possible else "not seen"
        measured.missed.append(f"{name} [{how}] {place[0]}:{place[1]}:{place[2]} {line}")


def find_symbol(index: Index, asked: dict[str, Any]) -> Symbol | None:
    """Return the symbol that was asked about."""
    outline = index.outline(asked["path"])
    found = outline.find(asked["qualified"]) if outline else ()
    return Symbol(asked["path"], found[0]) if found else None


def line_at(root: Path, texts: dict[str, list[str]], place: Place) -> str:
    """Return the line of a place."""
    if place[0] not in texts:
        texts[place[0]] = (root / place[0]).read_text("utf-8", "replace").split("\n")
    return texts[place[0]][place[1] - 1]


def is_call(root: Path, texts: dict[str, list[str]], place: Place, name: str) -> bool:
    """Whether the name at a place is called there, or is a decorator."""
    line = line_at(root, texts, place)
    after = line[place[2] - 1 :].removeprefix(name)
    is_header = line.lstrip().startswith(("class ", "def ", "async def ", "from ", "import "))
    is_decorator = line.lstrip().startswith("@") and "(" not in line[: place[2] - 1]
    return is_decorator or (after.lstrip().startswith("(") and not is_header)


def enclosing(index: Index, place: Place) -> tuple[str, str]:
    """Return the file and the qualified name of the definition around a place."""
    outline = index.outline(place[0])
    around = outline.at(place[1]) if outline else None
    return place[0], around.qualified if around else ""


if __name__ == "__main__":
    raise SystemExit(main())
