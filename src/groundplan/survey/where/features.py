"""The one place where evidence becomes numbers: a named feature vector for each candidate file.

What a ranker may weigh is exactly this list. Each is between 0 and 1 and means the same in every repository.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from groundplan.survey.where.evidence import squash
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.words import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.survey.where.evidence import Evidence

FEATURES = (
    # words, by BM25; the best file has 1
    "all_words",
    "best_unit",
    "whole_file",
    "title_words",
    "code_words",
    "coverage",
    "first_by_words",  # 1 / place in the order by words
    # what the goal names outright
    "symbols",
    "best_symbol",
    "symbol_in_title",
    "qualified",
    "module",
    "path",
    "frame",
    "message",
    "file_name",
    "file_name_in_title",
    "folder_names",
    # what stands around
    "imported_by_likely",
    "tests",
    "alike_commits",
    "alike_for_its_changes",  # the same, set against how often the file changes at all
    "changed_with_likely",
    # what it is
    "changed_often",
    "changed_lately",
    "large",
    "package_file",
    "docs",
    "example",
    "machinery",
    "config",
)

Vector = dict[str, float]

PACKAGE_FILES = frozenset(("__init__", "index", "mod", "main"))


def measure(evidence: Evidence) -> dict[str, Vector]:
    """Return the features of every file that anything points at."""
    candidates = _candidates(evidence)
    vectors: dict[str, Vector] = {path: dict.fromkeys(FEATURES, 0.0) for path in candidates}
    _fill(vectors, "all_words", evidence.alike.all_words)
    _fill(vectors, "best_unit", evidence.alike.best_unit)
    _fill(vectors, "whole_file", evidence.alike.whole_file)
    _fill(vectors, "title_words", evidence.alike.title_words)
    _fill(vectors, "code_words", evidence.alike.code_words)
    _fill(vectors, "coverage", evidence.alike.coverage)
    _fill(vectors, "tests", evidence.tests)
    _fill(vectors, "message", evidence.messages)
    past = evidence.past
    _fill(vectors, "alike_commits", past.alike)
    rates = {path: alike / math.sqrt(past.changes.get(path, 0) + 5.0) for path, alike in past.alike.items()}
    _fill(vectors, "alike_for_its_changes", rates)
    for place, path in enumerate(
        sorted(candidates, key=lambda path: (-evidence.alike.all_words.get(path, 0.0), path)), 1
    ):
        vectors[path]["first_by_words"] = 1.0 / place
    for path, vector in vectors.items():
        _measure_names(evidence, path, vector)
        _measure_kind(evidence, path, vector)
    _measure_path_words(evidence, vectors)
    _measure_neighbours(evidence, vectors)
    return vectors


def _candidates(evidence: Evidence) -> list[str]:
    named = evidence.named
    found = {*evidence.alike.all_words, *evidence.tests, *evidence.messages}
    # Commits may speak of files that are gone.
    found.update(path for path in evidence.past.alike if path in evidence.ground.units)
    found.update(named.symbols, named.qualified, named.modules, named.frames)
    # A test stands to be changed only where the goal names it by its path.
    return sorted({path for path in found if part_of(path) is not Part.TEST} | set(named.paths))


def _fill(vectors: dict[str, Vector], feature: str, strengths: Mapping[str, float]) -> None:
    highest = max((strengths.get(path, 0.0) for path in vectors), default=0.0)
    if highest > 0.0:
        for path, vector in vectors.items():
            vector[feature] = strengths.get(path, 0.0) / highest


def _measure_names(evidence: Evidence, path: str, vector: Vector) -> None:
    named = evidence.named
    symbols = sorted(named.symbols.get(path, {}).values(), reverse=True)
    vector["symbols"] = squash(sum(symbols[:8]))
    vector["best_symbol"] = min(1.0, symbols[0]) if symbols else 0.0
    in_title = [
        strength
        for name, strength in named.symbols.get(path, {}).items()
        if name in evidence.goal.title_names
    ]
    vector["symbol_in_title"] = min(1.0, max(in_title, default=0.0))
    vector["qualified"] = squash(sum(named.qualified.get(path, {}).values()))
    vector["module"] = named.modules.get(path, 0.0)
    vector["path"] = named.paths.get(path, 0.0)
    vector["frame"] = named.frames.get(path, 0.0)


def _measure_kind(evidence: Evidence, path: str, vector: Vector) -> None:
    part = part_of(path)
    vector["docs"] = float(part is Part.DOCS)
    vector["example"] = float(part is Part.EXAMPLE)
    vector["machinery"] = float(part is Part.MACHINERY)
    vector["config"] = float(part in {Part.CONFIG, Part.DATA})
    vector["package_file"] = float(_stem(path) in PACKAGE_FILES)
    units = evidence.ground.units.get(path, ())
    vector["large"] = min(1.0, math.log1p(len(units)) / math.log(200))
    past = evidence.past
    vector["changed_often"] = min(1.0, math.log1p(past.changes.get(path, 0)) / math.log(300))
    vector["changed_lately"] = past.recency.get(path, 0.0)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _measure_path_words(evidence: Evidence, vectors: dict[str, Vector]) -> None:
    """A file's name tells by how much of it is said, and how rare in the code the words said are."""
    holders: dict[str, int] = {}
    for path in vectors:
        for word in {word for part in path.split("/") for word in words_of(part.partition(".")[0])}:
            holders[word] = holders.get(word, 0) + 1
    total = len(vectors) + 1
    code = evidence.ground.code
    rarest = math.log1p(len(code.lengths)) or 1.0

    def share(words: list[str], said: Mapping[str, float] | frozenset[str]) -> float:
        worth = {word: math.log(total / holders[word]) for word in words}
        whole = sum(worth.values())
        heard = [word for word in worth if word in said]
        if not whole or not heard:
            return 0.0
        telling = max(code.rarity(word) for word in heard) / rarest
        return min(1.0, telling) * sum(worth[word] for word in heard) / whole

    for path, vector in vectors.items():
        *folders, name = path.split("/")
        if _stem(path) in PACKAGE_FILES and folders:
            *folders, name = folders
        own = [word for word in words_of(name.partition(".")[0]) if word in holders]
        above = [word for folder in folders for word in words_of(folder.partition(".")[0]) if word in holders]
        vector["file_name"] = share(own, evidence.goal.terms)
        vector["file_name_in_title"] = share(own, evidence.goal.title)
        vector["folder_names"] = share(above, evidence.goal.terms)


def _measure_neighbours(evidence: Evidence, vectors: dict[str, Vector]) -> None:
    past = evidence.past
    for path, vector in vectors.items():
        others = [(each, share) for each, share in evidence.good.items() if each != path]
        vector["imported_by_likely"] = sum(
            share for each, share in others if path in evidence.imports.get(each, ())
        )
        vector["changed_with_likely"] = sum(
            share * min(1.0, past.together.get(each, {}).get(path, 0) / max(3, past.changes.get(each, 1)))
            for each, share in others
        )
