"""Scores a run: all changed files, and functions, within the first k, by stratum and repository.

    python benchmarks/localization/score.py FACTS.jsonl RUN.jsonl [OTHER-RUN.jsonl] [--code]

Acc@k is the share of instances whose changed files ALL lie in the first k; FAcc@k the same of functions:
`Class.__init__` counts as `Class` and min(k, changed) are needed, as published tables have it. With two runs
the difference is given with a 95 % interval by resampling instances. `--code` asks for code files only, where
fixes also touch changelogs and built files.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE_KS = (1, 3, 5, 10)
FUNCTION_KS = (5, 10)
Row = dict[str, Any]
_FILE_MEASURES = tuple(f"Acc@{k}" for k in FILE_KS)
_FUNCTION_MEASURES = tuple(f"FAcc@{k}" for k in FUNCTION_KS)


def main() -> None:
    """Print the tables."""
    first, *names = [word for word in sys.argv[1:] if word != "--code"]
    facts = {each["instance_id"]: each for each in _lines(first)}
    if "--code" in sys.argv:
        facts = {key: fact for key, each in facts.items() if (fact := _only_code(each))["gold_files"]}
    runs = [{each["instance_id"]: each for each in _lines(name)} for name in names]
    for name, run in zip(names, runs, strict=True):
        rows = [judge(facts[key], answer) for key, answer in run.items() if key in facts]
        print(f"{name}: {len(rows)} instances\n")
        print("| | n | " + " | ".join((*_FILE_MEASURES, *_FUNCTION_MEASURES)) + " |")
        print("|--" + "|--:" * (len(FILE_KS) + len(FUNCTION_KS) + 1) + "|")
        print(_line("all", rows))
        for group in ("stratum", "repo"):
            for value in sorted({row[group] for row in rows}):
                print(_line(f"{group}: {value}", [row for row in rows if row[group] == value]))
        spent = sorted(row["query_s"] for row in rows)
        middle, high = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
        print(f"\nCPU seconds of a question: median {middle}, 95 % {high}\n")
    if len(runs) == 2:
        _compare(facts, *runs)


def judge(fact: Row, answer: Row) -> Row:
    """Return of one answer what counts: hits by k, and where it belongs."""
    row = {"repo": fact["repo"], "stratum": answer.get("stratum", "?"), "query_s": answer.get("query_s", 0.0)}
    gold = set(fact["gold_files"])
    for k in FILE_KS:
        row[f"Acc@{k}"] = float(gold <= set(answer["files"][:k]))
    changed = fact.get("gold_functions") or answer.get("gold_functions", ())
    functions = {_known_as(*each) for each in changed}
    for k in FUNCTION_KS if functions else ():
        found = {_known_as(each["path"], each["name"]) for each in answer["regions"][:k]}
        row[f"FAcc@{k}"] = float(len(functions & found) >= min(k, len(functions)))
    return row


def _only_code(fact: Row) -> Row:
    return {**fact, "gold_files": [path for path in fact["gold_files"] if part_of(path) is Part.CODE]}


def share(rows: Iterable[Row], measure: str) -> float:
    """Return the mean of a measure in per cent, over the rows that have it."""
    values = [row[measure] for row in rows if measure in row]
    return 100.0 * sum(values) / len(values) if values else 0.0


def _known_as(path: str, name: str) -> tuple[str, str]:
    return path, name.removesuffix(".__init__")


def _line(title: str, rows: list[Row]) -> str:
    measures = (*_FILE_MEASURES, *_FUNCTION_MEASURES)
    return f"| {title} | {len(rows)} | " + " | ".join(f"{share(rows, each):.1f}" for each in measures) + " |"


def _compare(facts: dict[str, Row], first: dict[str, Row], second: dict[str, Row]) -> None:
    both = sorted(facts.keys() & first.keys() & second.keys())
    for measure in _FILE_MEASURES:
        gains = [
            judge(facts[key], second[key])[measure] - judge(facts[key], first[key])[measure] for key in both
        ]
        chance = random.Random(1)
        means = sorted(sum(chance.choices(gains, k=len(gains))) / len(gains) for _ in range(1000))
        mean = sum(gains) / len(gains)
        print(f"{measure}: {100 * mean:+.1f} [{100 * means[25]:+.1f}, {100 * means[975]:+.1f}]")


def _lines(name: str) -> list[Row]:
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


if __name__ == "__main__":
    main()
