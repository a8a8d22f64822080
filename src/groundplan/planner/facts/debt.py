"""Technical debt as counted: untested files, functions that fork much, undocumented names, import rings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.cycles import find_cycles
from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.remembering import once
from groundplan.survey.hotspots import find_hotspots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.code.imports import Edge
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Churn
    from groundplan.survey.hotspots import Hotspot
    from groundplan.survey.manifest.facts import Dependency
    from groundplan.survey.measures import Branchy

_FOLDER = late_regex(r"[\w.-]+(?:/[\w.-]+)+/?|[\w.-]+/")
PAID = 6  # of each kind: the worst are a plan, all of them are a list
COMPLEX = 10  # forks of one function from which it is counted; McCabe's own limit
TOPICS: Mapping[str, re.Pattern[str]] = {
    "tests": re.compile(r"\b(?:tests?|testing|untested|coverage)\b", re.IGNORECASE),
    "cycles": re.compile(r"\b(?:cycles?|cyclic|circular|rings?)\b", re.IGNORECASE),
    "complexity": re.compile(r"\b(?:complex\w*|branch\w*|long functions?|hotspots?)\b", re.IGNORECASE),
    "documentation": re.compile(r"\b(?:docs?|documentation|docstrings?|undocumented)\b", re.IGNORECASE),
    "dependencies": re.compile(r"\b(?:dependenc\w+|packages?|pins?|unpinned|outdated)\b", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Ring:
    """Files that import each other in a ring, and the import in it that is likely the least to give up."""

    paths: tuple[str, ...]
    knot: int  # how many files all reach each other there
    cut: Edge  # the import to give up


@dataclass(frozen=True, slots=True)
class Debt:
    """What was counted, worst first, in the whole repository or under one folder."""

    under: str
    untested: tuple[Hotspot, ...] = ()
    complex: tuple[tuple[str, Branchy], ...] = ()
    undocumented: tuple[Hotspot, ...] = ()
    cycles: tuple[Ring, ...] = ()
    unpinned: tuple[Dependency, ...] = ()
    tests: int = 0  # test files looked at


@once
def find_debt(pack: EvidencePack) -> Debt:
    """Return the debt of what the goal is about: the folder it names, else the whole repository."""
    under = _folder(pack)
    spots = find_hotspots(pack.index, _churn(pack), under=under)
    return Debt(
        under=under,
        untested=spots.untested,
        complex=tuple(each for each in spots.complex_functions if each[1].branches >= COMPLEX),
        undocumented=spots.undocumented,
        cycles=tuple(_rings(pack, under)),
        unpinned=tuple(
            each
            for each in pack.manifest.dependencies
            if not each.declared and not each.locked and not each.is_indirect and not each.group
        ),
        tests=sum(is_test(path) for path in pack.index.paths()),
    )


def _rings(pack: EvidencePack, under: str) -> Iterator[Ring]:
    """Yield rings one after another, each without the imports that open those before it."""
    graph = {
        path: [each for each in targets if each.startswith(under)]
        for path, targets in pack.graph.graph(only_run=True).items()
        if path.startswith(under)
    }
    for _ in range(PAID):
        cycle = next(iter(find_cycles(graph)), None)
        if cycle is None or not cycle.example:
            return
        cut = _cheapest(pack, cycle.example)
        yield Ring(cycle.example, len(cycle.paths), cut)
        graph[cut.source] = [each for each in graph[cut.source] if each != cut.target]


def _cheapest(pack: EvidencePack, ring: tuple[str, ...]) -> Edge:
    """Return the import of a ring that takes the fewest names: the last of those that are equal."""
    best: list[Edge] = []
    for source, target in zip(ring, (*ring[1:], ring[0]), strict=True):
        edges = [each for each in pack.graph.imports_of(source) if each.target == target and each.is_run]
        if not best or len(edges) <= len(best):
            best = edges
    return best[0]


def count_down(pack: EvidencePack) -> str:
    """Return by how much the counts fall when the worst of each kind are paid back."""
    debt = find_debt(pack)
    counts = {
        "tests": ("files without a test", len(debt.untested)),
        "cycles": ("import rings", len(debt.cycles)),
        "complexity": (f"functions with {COMPLEX} branches or more", len(debt.complex)),
        "documentation": ("files with undocumented public definitions", len(debt.undocumented)),
        "dependencies": ("packages without a version", len(debt.unpinned)),
    }
    told = []
    for topic in topics_of(pack.goal.text):
        what, count = counts[topic]
        if topic == "cycles" and count:
            told.append(f"{count} import ring{'' if count == 1 else 's'} fewer")
        elif count:
            left = 0 if topic == "dependencies" else max(0, count - PAID)
            told.append(f"{what} fall from {count} to {left}")
    return ", ".join(told)


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
