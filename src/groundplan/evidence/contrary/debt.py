"""Counts technical debt: untested files, functions that fork much, undocumented names, import rings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.imports import find_cycles
from groundplan.evidence.contrary.kinds import COMPLEX, PAID
from groundplan.plan.late_regex import late_regex
from groundplan.survey.hotspots import find_hotspots

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.code.imports import Edge
    from groundplan.evidence.pack import EvidencePack
    from groundplan.survey.history.facts import Churn

_FOLDER = late_regex(r"[\w.-]+(?:/[\w.-]+)+/?|[\w.-]+/")
TOPICS: Mapping[str, re.Pattern[str]] = {
    "tests": re.compile(r"\b(?:tests?|testing|untested|coverage)\b", re.IGNORECASE),
    "cycles": re.compile(r"\b(?:cycles?|cyclic|circular|rings?)\b", re.IGNORECASE),
    "complexity": re.compile(r"\b(?:complex\w*|branch\w*|long functions?|hotspots?)\b", re.IGNORECASE),
    "documentation": re.compile(r"\b(?:docs?|documentation|docstrings?|undocumented)\b", re.IGNORECASE),
    "dependencies": re.compile(r"\b(?:dependenc\w+|packages?|pins?|unpinned|outdated)\b", re.IGNORECASE),
}


def count_debt(pack: EvidencePack) -> Mapping[str, int]:
    """Return how much there is of each kind of debt that the goal speaks of.

    Counted is the folder that the goal names, else the whole repository.
    """
    counts = _count(pack, _folder(pack))
    return {topic: counts[topic] for topic in topics_of(pack.goal.text)}


def _count(pack: EvidencePack, under: str) -> dict[str, int]:
    """Return how much of each kind of debt there is."""
    spots = find_hotspots(pack.index, _churn(pack), under=under)
    forked = sum(each.branches >= COMPLEX for _, each in spots.complex_functions)
    loose = sum(
        not each.declared and not each.locked and not each.is_indirect and not each.group
        for each in pack.manifest.dependencies
    )
    return {
        "tests": len(spots.untested),
        "cycles": _count_rings(pack, under),
        "complexity": forked,
        "documentation": len(spots.undocumented),
        "dependencies": loose,
    }


def _count_rings(pack: EvidencePack, under: str) -> int:
    """Count rings one after another, each without the imports that open those before it."""
    graph = {
        path: [each for each in targets if each.startswith(under)]
        for path, targets in pack.graph.graph(only_run=True).items()
        if path.startswith(under)
    }
    for found in range(PAID):
        cycle = next(iter(find_cycles(graph)), None)
        if cycle is None or not cycle.example:
            return found
        cut = _cheapest(pack, cycle.example)
        graph[cut.source] = [each for each in graph[cut.source] if each != cut.target]
    return PAID


def _cheapest(pack: EvidencePack, ring: tuple[str, ...]) -> Edge:
    """Return the import of a ring that takes the fewest names: the last of those that are equal."""
    best: list[Edge] = []
    for source, target in zip(ring, (*ring[1:], ring[0]), strict=True):
        edges = [each for each in pack.graph.imports_of(source) if each.target == target and each.is_run]
        if not best or len(edges) <= len(best):
            best = edges
    return best[0]


def topics_of(text: str) -> tuple[str, ...]:
    """Return the kinds of debt a goal speaks of; all of them where it names none."""
    return tuple(topic for topic, words in TOPICS.items() if words.search(text)) or tuple(TOPICS)


def _folder(pack: EvidencePack) -> str:
    """Return the folder that the goal names, with its stroke, or nothing."""
    known = pack.index.paths()
    for name in (*pack.goal.paths, *(each[0] for each in _FOLDER.finditer(pack.goal.text[:2000]))):
        folder = name.strip("/") + "/"
        if any(path.startswith(folder) for path in known):
            return folder
    return ""


def _churn(pack: EvidencePack) -> Mapping[str, Churn]:
    return pack.history.churn() if pack.history is not None else pack.past.churn
