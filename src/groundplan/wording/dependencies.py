"""What dependency texts say, `None`, `T3`, `Phase 0`, `Epic Sign-in`, `All above` or a name, as tasks."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import PhaseId
from groundplan.plan.task_graph import EmptyGroup, TaskGraph, Unknown
from groundplan.wording.terms import name_stems, without_status

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from groundplan.plan.task_graph import TaskNode

_LIST = r"(\d+(?:\s*(?:,|;|&|\+|and|to|-|–|—)\s*\d+)*)"
_PHASES = late_regex(
    rf"(?:all (?:of )?|end of )?(?:the )?phases?\s+{_LIST}(?:\s*[:(–—-]\s*|\s+|$)(?!and\b|[&+,;/])(.*)",
    re.IGNORECASE,
)
_NUMBERED = late_regex(rf"([^\W\d_]+?)s?\s+{_LIST}", re.IGNORECASE)
_RANGE = late_regex(r"(\S+(?: \d+)?)\s*(?:-|–|—|\.\.|…|\bto\b|\bthrough\b)\s*(\S+(?: \d+)?)", re.IGNORECASE)
_ABOVE = late_regex(
    r"(?:all|everything|each|every task)(?: of)?(?: the)?(?: tasks?)?"
    r" (?:above|before|previous|preceding|earlier)(?: tasks?| this)?",
    re.IGNORECASE,
)
_NONE = late_regex(r"(?:none|nothing|n/?a|no|nil|\W*)", re.IGNORECASE)
_OUTSIDE = late_regex(r"external\s*:\s*\w.*", re.IGNORECASE)
_QUALIFIED = late_regex(r"(.+?)\s*\(\s*phase\s+(\w+)\s*\)", re.IGNORECASE)
_GROUP = late_regex(r"(?:epic|story)\b\W*(.+?)\W*", re.IGNORECASE)
_REMARK = late_regex(r"(.+?)\s*\([^()]*\)")
_COMMAS = late_regex(r"\s*[,;]\s*(?:and\s+)?(?![^()]*\))")
_ANDS = late_regex(r"\s+(?:and|&|\+|/)\s+(?![^()]*\))|(?<=\w)/(?=\w)", re.IGNORECASE)
_BREAK = late_regex(r"<br\s*/?>|[\r\n]+", re.IGNORECASE)
_LONGEST = 1000  # no name is longer; a bound on what hostile text can cost


@dataclass(slots=True)
class TaskNames:
    """Tasks by everything they can be called; a task is its place in `nodes`."""

    nodes: Sequence[TaskNode]
    by_phase: dict[PhaseId, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_group: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
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
            for group in {fold(name) for name in node.groups} - {""}:
                self.by_group[group].append(place)

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

    def is_title(self, name: str) -> bool:
        """Whether a task has exactly that title."""
        return fold(name) in {
            fold(self.nodes[place].title) for place in self._by_stems.get(name_stems(name), [])
        }

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


@dataclass(slots=True)
class _Reading:
    """The tasks, and what reading their dependencies has found so far."""

    names: TaskNames
    phases: Mapping[PhaseId, str]
    unknown: list[Unknown] = field(default_factory=list)
    empty: list[EmptyGroup] = field(default_factory=list)


def read_graph(nodes: Sequence[TaskNode], phases: Mapping[PhaseId, str] | None = None) -> TaskGraph:
    """Return what each task waits for; `phases` holds the headings, also of phases without tasks."""
    reading = _Reading(TaskNames(nodes), phases or {})
    needs = tuple(frozenset(_read_text(reading, place, node.needs)) for place, node in enumerate(nodes))
    return TaskGraph(tuple(nodes), needs, tuple(reading.unknown), tuple(reading.empty))


def _read_text(reading: _Reading, task: int, text: str) -> set[int]:
    """Read a whole text first, so that a comma or `and` inside a task's own name does no harm."""
    name = plain(_BREAK.sub(", ", text)).strip(" .")
    if len(name) > _LONGEST:
        reading.unknown.append(Unknown(task, name[:_LONGEST], (), is_ambiguous=False))
        return set()
    found = _read_name(reading, task, name)
    if found is not None:
        return found
    for separator in (_COMMAS, _ANDS):
        parts = [part for part in separator.split(name) if part.strip()]
        if len(parts) > 1:
            return set().union(*(_read_text(reading, task, part) for part in parts))
    candidates = reading.names.candidates(task, name)
    near = candidates or reading.names.nearest(task, name)
    reading.unknown.append(Unknown(task, name, near, is_ambiguous=bool(candidates)))
    return set()


def _read_name(reading: _Reading, task: int, name: str) -> set[int] | None:
    """Return what one name stands for, or `None` where it is no name of anything."""
    bare = _REMARK.fullmatch(name)
    if _NONE.fullmatch(bare[1] if bare else name) or _OUTSIDE.fullmatch(name):
        return set()
    if _ABOVE.fullmatch(name):
        return _above(reading, task, name)
    names = reading.names
    found = _by_id(names, name)
    if found is None:
        found = _by_phase(reading, task, name)
    if found is None:
        found = _by_group(names, task, name)
    if found is None:
        # `Token schema, docs` are two names, unless a task is called just that.
        is_list = bool(_COMMAS.search(name) or _ANDS.search(name))
        found = _as_set(names.titled(task, name, names.scope(task), whole=is_list))
    qualified = _QUALIFIED.fullmatch(name)
    if found is None and qualified:
        phase = PhaseId(names.nodes[task].phase.document, qualified[2].casefold())
        return _as_set(names.titled(task, qualified[1], names.tasks_of(phase)))
    if found is None and bare:
        return _read_name(reading, task, bare[1])
    return found


def _as_set(place: int | None) -> set[int] | None:
    return None if place is None else {place}


def _above(reading: _Reading, task: int, name: str) -> set[int]:
    nodes = reading.names.nodes
    found = {
        place
        for place in range(task)
        if nodes[place].table == nodes[task].table and nodes[place].phase == nodes[task].phase
    }
    if not found:
        reading.empty.append(EmptyGroup(task, name, exists=True))
    return found


def _by_id(names: TaskNames, name: str) -> set[int] | None:
    """Read `T3`, `2.1`, `Commit 2`, `Commits 1 and 3`, `T1-T4`."""
    single = names.with_id(name)
    if single is not None:
        return {single}
    many = _NUMBERED.fullmatch(name)
    if many and many[1].casefold() != "phase":  # a phase has a number of its own
        spelled = [(f"{many[1]} {number}", number) for number in _numbers(many[2])]
        places = [next((p for n in pair if (p := names.with_id(n)) is not None), None) for pair in spelled]
        known = {place for place in places if place is not None}
        if None not in places:
            return known
    ends = _RANGE.fullmatch(name)
    if ends:
        first, last = names.with_id(ends[1]), names.with_id(ends[2])
        if first is not None and last is not None and first <= last:
            return set(range(first, last + 1))
    return None


def _numbers(text: str) -> list[str]:
    """Return the numbers of `1, 2 and 4-6`."""
    numbers: list[str] = []
    for part in re.split(r"\s*(?:,|;|&|\+|and)\s*", text):
        ends = [int(end) for end in re.split(r"\s*(?:to|-|–|—)\s*", part) if end]
        # A range longer than any plan is a slip of the pen, not a thousand dependencies.
        last = min(ends[-1], ends[0] + 999)
        numbers.extend(str(number) for number in range(ends[0], last + 1))
    return numbers


def _by_phase(reading: _Reading, task: int, name: str) -> set[int] | None:
    """Read `Phase 0`, `Phases 1 and 2`, `Phase 0 done`, `Phase 0: Preparation`, `Phase 0: Token schema`."""
    match = _PHASES.fullmatch(name)
    if not match:
        return None
    names = reading.names
    phases = [PhaseId(names.nodes[task].phase.document, number) for number in _numbers(match[1])]
    rest = match[2].strip(" )")
    if without_status(rest):
        if len(phases) != 1:
            return None
        if name_stems(rest) != name_stems(reading.phases.get(phases[0], "")):
            return _as_set(names.titled(task, rest, names.tasks_of(phases[0])))
    found: set[int] = set()
    for phase in phases:
        found.update(names.tasks_of(phase))
        if not names.tasks_of(phase):
            reading.empty.append(EmptyGroup(task, f"Phase {phase.number}", exists=phase in reading.phases))
    return found


def _by_group(names: TaskNames, task: int, name: str) -> set[int] | None:
    """Read `Epic Sign-in`, `Story: Token refresh` or the bare name of one, if no task has that very name."""
    said = _GROUP.fullmatch(name)
    for group in (fold(name), fold(said[1]) if said else ""):
        if group in names.by_group and not names.is_title(name):
            # A part of an epic that waits for the epic waits for its other parts.
            return set(names.by_group[group]) - {task} or {task}
    return None


def plain(text: str) -> str:
    """Return a name without code marks and emphasis, white space folded."""
    return " ".join(re.sub(r"[`*]", "", text).split())


def fold(text: str) -> str:
    """Return a name as two of them are compared."""
    return plain(text).casefold()
