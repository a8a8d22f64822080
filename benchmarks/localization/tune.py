"""Fits the weights of `weights.toml` to kept features, and says how well they carry over.

    python benchmarks/localization/tune.py FOLDER/features.pickle [MORE.pickle …] [--drop FEATURE …]

Needs numpy and scipy. The loss is listwise: each changed file against all unchanged ones, with a ridge.
`unseen` is leave-one-repository-out: a repository's instances are ranked by weights fitted on the others.
`--ablate` takes one signal after the other away from the weights that groundplan comes with.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from groundplan.survey.where.features import FEATURES
from groundplan.survey.where.places import load_weights

KS = (1, 3, 5, 10)
SIGNALS = {
    "files as documents": ("whole_file",),
    "the best function": ("best_unit",),
    "words of the first line": ("title_words",),
    "words written as code": ("code_words",),
    "symbols and modules named": ("symbols", "best_symbol", "symbol_in_title", "qualified", "module"),
    "paths named": ("path",),
    "stack frames": ("frame",),
    "messages quoted": ("message",),
    "file and folder names": ("file_name", "file_name_in_title", "folder_names"),
    "imports": ("imported_by_likely",),
    "tests as a bridge": ("tests",),
    "commits alike": ("alike_commits", "alike_for_its_changes"),
    "changed together": ("changed_with_likely",),
    "history altogether": ("alike_commits", "alike_for_its_changes", "changed_with_likely", "changed_lately"),
    "changed lately": ("changed_lately",),
    "kind and size of file": ("large", "package_file", "docs", "example", "machinery", "config"),
}


class Instance:
    """The candidates of one goal as a matrix, and which rows were changed."""

    def __init__(self, record: dict[str, Any], source: int) -> None:
        fact, vectors = record["fact"], record["vectors"]
        paths = sorted(vectors)
        rows = [[vectors[path][name] for name in FEATURES] for path in paths]
        self.rows = np.array(rows).reshape(-1, len(FEATURES))
        place = {path: number for number, path in enumerate(paths)}
        self.gold = [place[path] for path in fact["gold_files"] if path in place]
        self.is_reachable = len(self.gold) == len(fact["gold_files"])
        self.repository, self.source, self.stratum = fact["repo"], source, record["stratum"]

    def worst_place(self, weights: np.ndarray) -> int:
        """Return the place of the changed file ranked lowest."""
        if not self.is_reachable or not self.gold:
            return 1_000_000
        scores = self.rows @ weights
        return int(max((scores > scores[gold]).sum() + 1 for gold in self.gold))


def fit(instances: list[Instance], mask: np.ndarray, ridge: float) -> np.ndarray:
    """Return the weights under which changed files stand out most."""

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        total, slope = 0.0, np.zeros(len(FEATURES))
        for each in instances:
            if not each.gold:
                continue
            scores = each.rows @ weights
            powers = np.exp(scores - scores.max())
            others = powers.copy()
            others[each.gold] = 0.0
            rest = others.sum()
            mean = others @ each.rows / rest if rest > 0 else np.zeros(len(FEATURES))
            for gold in each.gold:
                chance = powers[gold] / (powers[gold] + rest)
                total -= np.log(chance + 1e-300) / len(each.gold)
                slope -= (1.0 - chance) * (each.rows[gold] - mean) / len(each.gold)
        number = len(instances)
        return total / number + ridge * weights @ weights / 2, (slope / number + ridge * weights) * mask

    found = minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return np.asarray(found.x * mask)


def accuracy(places: list[int]) -> str:
    """Return Acc@1, 3, 5, 10 of the lowest places of changed files."""
    return " ".join(f"{100 * np.mean([place <= k for place in places]):5.1f}" for k in KS)


def unseen(instances: list[Instance], mask: np.ndarray, ridge: float) -> list[int]:
    """Return the places of the first source, each repository ranked by weights of the others."""
    places: list[int] = []
    for repository in sorted({each.repository for each in instances if each.source == 0}):
        weights = fit([each for each in instances if each.repository != repository], mask, ridge)
        held_out = [each for each in instances if each.repository == repository and each.source == 0]
        places += [each.worst_place(weights) for each in held_out]
    return places


def main() -> None:
    """Print fits and carry-over, and each feature's loss when dropped; write the weights where asked."""
    shape = argparse.RawDescriptionHelpFormatter
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=shape)
    reader.add_argument("features", type=Path, nargs="+")
    reader.add_argument("--drop", nargs="*", default=[])
    reader.add_argument("--ridge", type=float, default=0.03)
    reader.add_argument("--ablate", action="store_true")
    reader.add_argument("--print-weights", action="store_true")
    asked = reader.parse_args()
    instances = [
        Instance(record, source)
        for source, file in enumerate(asked.features)
        for record in pickle.loads(file.read_bytes())
    ]
    mask = np.array([float(name not in asked.drop) for name in FEATURES])
    weights = fit(instances, mask, asked.ridge)
    judged = [each for each in instances if each.source == 0]
    print(f"{'words alone':28s}", accuracy([each.worst_place(_only("all_words")) for each in judged]))
    print(f"{'fitted on all':28s}", accuracy([each.worst_place(weights) for each in judged]))
    print(f"{'unseen repositories':28s}", accuracy(unseen(instances, mask, asked.ridge)))
    for source in range(1, len(asked.features)):
        others = [each.worst_place(weights) for each in instances if each.source == source]
        print(f"{'fitted, ' + asked.features[source].parent.name:28s}", accuracy(others))
    if asked.ablate:
        _ablate(judged)
    if asked.print_weights:
        for name, weight in zip(FEATURES, weights, strict=True):
            print(f"{name} = {weight:.2f}")


def _ablate(instances: list[Instance]) -> None:
    shipped = load_weights().files
    for title, features in {"as shipped": (), **SIGNALS}.items():
        left = np.array([0.0 if name in features else shipped.get(name, 0.0) for name in FEATURES])
        print(f"{title:28s}", accuracy([each.worst_place(left) for each in instances]))


def _only(feature: str) -> np.ndarray:
    return np.array([float(name == feature) for name in FEATURES])


if __name__ == "__main__":
    main()
