"""Says how often the wording rules are right, from labels made by hand on public plan documents.

    python benchmarks/wording/precision.py                          the table, from labels.json
    python benchmarks/wording/precision.py --round round-2          of an earlier round
    python benchmarks/wording/precision.py --list                   the documents of a round, to fetch them
    python benchmarks/wording/precision.py --documents FOLDER       run today's rules over fetched documents

Documents stand in FOLDER/<owner>+<name>/<path>, at the commit that `--list` names; this project keeps none.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

MARK = 0.9  # below this a rule is off by default
SHORT = 60  # letters of the matched words that labels keep
LABELS = Path(__file__).with_name("labels.json")


def main(words: list[str]) -> int:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(prog="precision.py", description="Precision of the wording rules.")
    parser.add_argument("--round", default="held-out", help="round-1, round-2, round-3 or held-out (default)")
    parser.add_argument("--list", action="store_true", help="list the round's documents")
    parser.add_argument(
        "--documents", type=Path, metavar="FOLDER", help="run the rules over fetched documents"
    )
    asked = parser.parse_args(words)
    rounds = json.loads(LABELS.read_text("utf-8"))["rounds"]
    chosen = next((one for one in rounds if one["name"] == asked.round), None)
    if chosen is None:
        parser.error(f"no round `{asked.round}`; one of {', '.join(one['name'] for one in rounds)}")
    if asked.list:
        return print_documents(chosen)
    if asked.documents:
        return run_again(chosen, asked.documents)
    return print_table(chosen)


def print_documents(chosen: dict[str, Any]) -> int:
    """Print repository, commit and path of each document of a round."""
    for repo, held in chosen["repositories"].items():
        for path in held["documents"]:
            print(f"{repo} {held['commit']} {path}")
    return 0


def print_table(chosen: dict[str, Any]) -> int:
    """Print findings, labels and precision by rule."""
    count = sum(len(held["documents"]) for held in chosen["repositories"].values())
    print(f"{chosen['name']}: {count} documents of {len(chosen['repositories'])} projects\n")
    print("| rule | findings | labelled | right | precision |\n|--|--|--|--|--|")
    below = []
    for rule, (labelled, right) in precision(chosen).items():
        print(f"| {rule} | {chosen['found'][rule]} | {labelled} | {right} | {right / labelled:.2f} |")
        if right / labelled < MARK:
            below.append(rule)
    print(f"\nbelow {MARK}: {', '.join(below) or 'none'}")
    return 0


def precision(chosen: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Return how many findings of each rule are labelled, and how many of those are right."""
    labelled = Counter(one["rule"] for one in chosen["findings"])
    right = Counter(one["rule"] for one in chosen["findings"] if one["label"])
    return {rule: (labelled[rule], right[rule]) for rule in sorted(labelled)}


def run_again(chosen: dict[str, Any], folder: Path) -> int:
    """Run the rules over the documents there and compare with the labels."""
    from corpus import documents, find_all  # noqa: PLC0415  (the table needs no groundplan installed)

    wanted = {(repo, path) for repo, held in chosen["repositories"].items() for path in held["documents"]}
    texts = [found for found in documents(folder) if found[:2] in wanted]
    found = [one for repo, path, text in texts for one in find_all(repo, path, text)]
    known = {
        key(one["repo"], one["path"], one["line"], one["rule"], one["word"]): one
        for one in chosen["findings"]
    }
    seen = [known.get(key(one.repo, one.path, one.line, one.rule, one.word)) for one in found]
    print(f"{len(texts)} of {len(wanted)} documents there\n")
    print("| rule | findings | with a label | right | precision |\n|--|--|--|--|--|")
    for rule in sorted({one.rule for one in found}):
        labels = [one["label"] for one in seen if one and one["rule"] == rule]
        share = f"{sum(labels) / len(labels):.2f}" if labels else "–"
        total = sum(one.rule == rule for one in found)
        print(f"| {rule} | {total} | {len(labels)} | {sum(labels)} | {share} |")
    return 0


def key(repo: str, path: str, line: int, rule: str, word: str) -> tuple[str, str, int, str, str]:
    """Return what makes two findings the same one."""
    return repo, path, line, rule, word if len(word) <= SHORT else word[: SHORT - 1] + "…"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
