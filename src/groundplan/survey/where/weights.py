"""The one place where features meet weights: numbers from a data file, or later a learned ranker."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from groundplan.plan.toml_text import read_toml
from groundplan.survey.where.features import FEATURES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.survey.where.features import Vector

REGION_FEATURES = ("words", "file", "named", "pointed_at", "container")


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each feature of a file, and of a region, counts."""

    files: Mapping[str, float]
    regions: Mapping[str, float]

    def score_file(self, vector: Vector) -> float:
        """Return the score of a file: a weighted sum of its features."""
        return sum(weight * vector[feature] for feature, weight in self.files.items())

    def score_region(self, vector: Vector) -> float:
        """Return the score of a region."""
        return sum(weight * vector[feature] for feature, weight in self.regions.items())

    def parts(self, vector: Vector) -> dict[str, float]:
        """Return what each feature adds to a file's score: the reasons, in the order of what they weigh."""
        added = {
            feature: weight * vector[feature] for feature, weight in self.files.items() if vector[feature]
        }
        return dict(sorted(added.items(), key=lambda item: (-item[1], item[0])))


@lru_cache(maxsize=1)
def load_weights() -> Weights:
    """Return the weights that come with groundplan."""
    text = resources.files("groundplan.survey.where").joinpath("weights.toml").read_text(encoding="utf-8")
    return read_weights(text)


def read_weights(text: str) -> Weights:
    """Return the weights of a TOML text; an unknown feature is a mistake of ours, so it fails loudly."""
    tables = read_toml(text)
    strange = [*(set(tables["files"]) - set(FEATURES)), *(set(tables["regions"]) - set(REGION_FEATURES))]
    if strange:
        raise KeyError(f"`{strange[0]}` is no feature")
    return Weights(files=tables["files"], regions=tables["regions"])
