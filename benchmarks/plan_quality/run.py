"""Compares plans of the same goals by arm: computed measures, blind copies, readers' scores, planted holes.

    .venv/bin/python benchmarks/plan_quality/run.py measure PLAN… --repo REPO [--fix FIX.toml] [--json]
    .venv/bin/python benchmarks/plan_quality/run.py blind FOLDER --seed 7 --out OUT [--keep playbook]
    .venv/bin/python benchmarks/plan_quality/run.py scores SCORES.json… --key FOLDER/key.json…
    .venv/bin/python benchmarks/plan_quality/run.py catches HOLES.toml JUDGED.json…

FOLDER has one goal's plans as `plan-<arm>.md` and gets `key.json`; OUT gets `X1.md`, `X2.md`, … and nothing
else. The forms of the other files are in `docs/benchmarks/plan-quality.md`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tomllib
from pathlib import Path
from typing import Any

from blinding import find_tells, normalise
from catching import read_holes
from reporting import report, report_catches
from scoring import PAIRS, BadScores, read_reading


def measure_plans(args: argparse.Namespace) -> None:
    """Print the computed measures of plans."""
    from measuring import HEAD, measure, row  # noqa: PLC0415 - the other commands need no index

    found = [measure(plan, args.repo, args.fix) for plan in args.plans]
    print(json.dumps(found, indent=2) if args.json else "\n".join([HEAD, *map(row, found)]))


def blind(args: argparse.Namespace) -> None:
    """Write the plans of a goal without what gives their arm away, in an order that the seed decides."""
    folder = args.folder.resolve()
    plans = sorted(folder.glob("plan-*.md"))
    if not plans:
        raise BadScores(f"{folder}: no plan-<arm>.md here")
    random.Random(f"{args.seed} {folder.name}").shuffle(plans)
    labels = {f"X{number}": plan for number, plan in enumerate(plans, 1)}
    key = {
        "goal": folder.name,
        "seed": args.seed,
        "labels": {label: plan.stem.removeprefix("plan-") for label, plan in labels.items()},
    }
    written, kept = json.dumps(key, indent=2) + "\n", folder / "key.json"
    if kept.exists() and kept.read_text("utf-8") != written:
        raise BadScores(f"{kept}: another order was given out already; remove it to shuffle anew")
    args.out.mkdir(parents=True, exist_ok=True)
    for label, plan in labels.items():
        text = normalise(plan.read_text("utf-8"), str(folder), args.keep)
        (args.out / f"{label}.md").write_text(text, "utf-8")
        for number, line in find_tells(text):
            print(f"{args.out / label}.md:{number}: look at: {line.strip()[:150]}", file=sys.stderr)
    kept.write_text(written, "utf-8")


def score(args: argparse.Namespace) -> None:
    """Print what readers' scores say of the arms."""
    keys = {}
    for path in args.key:
        key = json.loads(path.read_text("utf-8"))
        keys[key["goal"]] = key["labels"]
    readings = []
    for path in args.files:
        readings += [read_reading(each, keys, path.name) for each in read_tables(path)]
    names = [(each.goal, each.reader) for each in readings]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadScores(f"two tables of reader `{twice[1]}` for goal `{twice[0]}`")
    print("\n".join(report(readings, args.pairs.split(","))), end="")


def catch(args: argparse.Namespace) -> None:
    """Print which planted holes the judged objections caught, by kind and refuter."""
    holes = read_holes(tomllib.loads(args.holes.read_text("utf-8")))
    print(report_catches(holes, [each for path in args.judged for each in read_tables(path)]), end="")


def read_tables(path: Path) -> list[Any]:
    """Return the objects of a JSON file that has one of them or a list."""
    tables = json.loads(path.read_text("utf-8"))
    return tables if isinstance(tables, list) else [tables]


def read_arguments() -> argparse.Namespace:
    """Return the command and its options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("plans", nargs="+", type=Path)
    measuring.add_argument("--repo", required=True, type=Path)
    measuring.add_argument("--fix", type=Path)
    measuring.add_argument("--json", action="store_true")
    measuring.set_defaults(run=measure_plans)
    blinding = commands.add_parser("blind")
    blinding.add_argument("folder", type=Path)
    blinding.add_argument("--seed", required=True, type=int)
    blinding.add_argument("--out", required=True, type=Path)
    blinding.add_argument("--keep", action="append", default=[])
    blinding.set_defaults(run=blind)
    scoring = commands.add_parser("scores")
    scoring.add_argument("files", nargs="+", type=Path)
    scoring.add_argument("--key", nargs="+", required=True, type=Path)
    scoring.add_argument("--pairs", default=",".join(PAIRS))
    scoring.set_defaults(run=score)
    catching = commands.add_parser("catches")
    catching.add_argument("holes", type=Path)
    catching.add_argument("judged", nargs="+", type=Path)
    catching.set_defaults(run=catch)
    return parser.parse_args()


if __name__ == "__main__":
    arguments = read_arguments()
    try:
        arguments.run(arguments)
    except BadScores as error:
        sys.exit(f"error: {error}")
