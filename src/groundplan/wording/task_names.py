"""Which task a name means: by id, by its whole title, or by words that only one title holds."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.wording.terms import name_stems, without_status

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from groundplan.plan.phases import PhaseId
    from groundplan.plan.task_graph import TaskNode


@dataclass(slots=True)
class TaskNames:
    """Tasks by everything they can be called; a task is its place in `nodes`."""

    nodes: Sequence[TaskNode]
    by_phase: dict[PhaseId, list[int]] = field(default_factory=lambda: defaultdict(list))
    _by_id: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    _by_stems: dict[tuple[str, ...], list[int]] = field(default_factory=lambda: defaultdict(list))
    _stems: list[frozenset[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for place, node in enumerate(self.nodes):
            for name in {fold(node.id), fold(node.number)} - {""}:
                self._by_id[name].append(place)
            stems = name_stems(node.title)
            self._by_stems[stems].append(place)
            self._stems.append(frozenset(stems))
            self.by_phase[node.phase].append(place)

    def tasks_of(self, phase: PhaseId) -> list[int]:
        """Return the tasks of a phase."""
        return self.by_phase.get(phase, [])

    def scope(self, task: int) -> set[int]:
        """Return the tasks of the same and of earlier phases: a short name means none that comes later."""
        earlier: set[int] = set()
        for phase, places in self.by_phase.items():
            earlier.update(places)
            if phase == self.nodes[task].phase:
                break
        return earlier

    def with_id(self, name: str) -> int | None:
        """Return the one task with that id or number."""
        places = self._by_id.get(fold(name).removeprefix("#"), [])
        return places[0] if len(places) == 1 else None

    def titled(self, task: int, name: str, scope: Collection[int], *, whole: bool = False) -> int | None:
        """Return the one task in scope that another task means by `name`; a whole title counts anywhere.

        With `whole` nothing but a whole title counts.
        """
        exact = self._by_stems.get(name_stems(name), []) if name_stems(name) else []
        for among in ([place for place in exact if place in scope], exact):
            if among:
                return among[0] if len(among) == 1 else None
        holding = [] if whole else self._holding(task, name, scope)
        return holding[0] if len(holding) == 1 else None

    def candidates(self, task: int, name: str) -> tuple[str, ...]:
        """Return the full names that a name could stand for, where there are several."""
        scope = self.scope(task)
        exact = [place for place in self._by_stems.get(name_stems(name), []) if place in scope]
        meant = self._by_id.get(fold(name)) or exact or self._holding(task, name, scope)
        return tuple(self._full_name(place) for place in meant) if len(meant) > 1 else ()

    def nearest(self, task: int, name: str) -> tuple[str, ...]:
        """Return up to three names that come near, best first."""
        wanted = set(without_status(name))
        scores: list[tuple[float, int]] = []
        for place, node in enumerate(self.nodes):
            if place != task:
                likeness = difflib.SequenceMatcher(None, fold(name), fold(node.title)).ratio()
                shared = len(wanted & self._stems[place])
                if shared or likeness > 0.6:
                    scores.append((shared + likeness, -place))
        return tuple(self._full_name(-place) for _, place in sorted(scores, reverse=True)[:3])

    def _holding(self, task: int, name: str, scope: Collection[int]) -> list[int]:
        """Return the tasks whose titles hold all words of a name, then all but those that say it is over."""
        others = [place for place in sorted(scope) if place != task]
        for stems in (name_stems(name), without_status(name)):
            holding = [place for place in others if stems and self._stems[place].issuperset(stems)]
            if holding:
                return holding
        return []

    def _full_name(self, place: int) -> str:
        node = self.nodes[place]
        has_twins = len(self._by_stems[name_stems(node.title)]) > 1
        return f"{node.title} (Phase {node.phase.number})" if has_twins and node.phase.number else node.title


def plain(text: str) -> str:
    """Return a name without code marks and emphasis, white space folded."""
    return " ".join(re.sub(r"[`*]", "", text).split())


def fold(text: str) -> str:
    """Return a name as two of them are compared."""
    return plain(text).casefold()
