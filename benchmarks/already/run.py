"""Asks for the evidence of labelled goals and counts what was found, missed, and said wrongly.

    .venv/bin/python benchmarks/already/run.py FOLDER [--set dev|held-out] [--show]

FOLDER holds a clone of each repository by its name (`flask`), at the commit of `labels.toml`.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.code.index import open_index
from groundplan.evidence.against import find_against
from groundplan.evidence.already import find_already
from groundplan.evidence.subject import Subject
from groundplan.git.repository import find_repository
from groundplan.plan.config import Config
from groundplan.plan.fact import FactKind
from groundplan.survey.history.past import load_history
from groundplan.survey.where.goal import read_goal
from groundplan.wording.facts import as_text

if TYPE_CHECKING:
    from groundplan.plan.fact import Fact

KINDS = {"exists": FactKind.ALREADY, "against": FactKind.AGAINST}


def ask(root: Path, cache: Path, goal: str) -> list[Fact]:
    """Return what is said to be there already, or against a goal."""
    with open_index(find_repository(root), cache=cache) as index:
        index.refresh()
        history = load_history(index)
        subject = Subject(goal, read_goal(goal), index, history, Config())
        return [*find_already(subject), *find_against(subject)]


def is_right(label: dict[str, Any], facts: list[Fact]) -> bool:
    """Tell whether facts of the right kind name a place that proves the verdict."""
    places = set(label["places"])
    return any(
        fact.kind is KINDS[label["verdict"]]
        and (
            places & {each.path for each in fact.places if each.first}
            or ("commit" in places and fact.value("match") in {"commit", "revert"})
        )
        for fact in facts
    )


def main() -> None:
    """Run the labelled goals and put out the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", default="dev")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    labels = tomllib.loads(Path(__file__).with_name("labels.toml").read_text("utf-8"))["goal"]
    right = said = wanted = 0
    with tempfile.TemporaryDirectory() as cache:
        for label in (each for each in labels if each["set"] == options.set):
            root = options.folder / label["repository"].rpartition("/")[2]
            facts = ask(root, Path(cache), label["goal"])
            hit = label["verdict"] != "open" and is_right(label, facts)
            wanted += label["verdict"] != "open"
            right, said = right + hit, said + bool(facts)
            mark = (
                "right" if hit else "WRONG" if facts else "silent" if label["verdict"] == "open" else "MISSED"
            )
            print(f"{mark:7} {label['verdict']:8} {root.name:14} {label['goal']}")
            if options.show:
                print(
                    "\n".join(
                        f"    {line}"
                        for fact in facts
                        for line in f"[{fact.kind}] {as_text(fact)}".split("\n")
                    )
                )
    print(f"{options.set}: recall {right}/{wanted}, precision {right}/{said}")


if __name__ == "__main__":
    main()
